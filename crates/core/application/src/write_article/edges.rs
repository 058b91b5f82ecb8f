//! What surrounds a finished body. The body is never lost because something around it could not be written:
//! metadata are then derived from the article, and introduction, conclusion and FAQ are left out.

use std::time::Duration;

use domain::articles::document::{Article, Block, Faq, Section, Span};
use domain::articles::outline::{Outline, SectionId};
use editorial::planning::open_questions;

use super::author::{Body, Brief, Labels, Opening};
use super::model_author::{LEAST_QUESTIONS, ModelAuthor};
use super::{MODEL_STEPS, Setback, Writing};

/// The maximum time that is reserved for the rest of the work on an article: quality checks and settlement.
const KEPT_BACK: Duration = Duration::from_mins(1);
/// The number of sentences in an excerpt.
const EXCERPT: usize = 2;
/// The number of blocks from which metadata are derived if none were written.
const BEGINNING: usize = 3;

/// What surrounds a body.
pub(super) struct Edges {
    pub(super) opening: Option<Opening>,
    pub(super) texts: ShortTexts,
}

/// What follows a body, and its metadata.
pub(super) struct ShortTexts {
    pub(super) faq: Option<Faq>,
    pub(super) labels: Option<Labels>,
}

impl ShortTexts {
    /// Puts them into an article. Metadata that could not be written are derived from it, which the returned
    /// message to the customer states.
    pub(super) fn put_into(self, article: &mut Article, title: Option<&str>) -> Option<String> {
        article.faq = self.faq;
        let is_missing = self.labels.is_none();
        let labels = self.labels.unwrap_or_else(|| taken_from(article));
        article.title = title.map_or(labels.title, str::to_owned);
        article.meta_title = labels.meta_title;
        article.meta_description = labels.meta_description;
        article.excerpt = labels.excerpt;
        is_missing.then(|| "the metadata could not be written and are taken from the article".to_owned())
    }
}

impl Writing<'_> {
    /// Writes what surrounds the body. Each part is a step of its own, so that none is paid for again because
    /// another failed.
    pub(super) async fn edges(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        body: Body<'_>,
    ) -> Result<Edges, Setback> {
        let opening = self
            .steps()
            .run(format!("{MODEL_STEPS}/opening"), body, async { Ok(author.opening(brief, body).await?) });
        let (opening, texts) =
            tokio::join!(self.unless_hopeless(opening), self.short_texts(author, brief, body));
        Ok(Edges { opening: opening?, texts: texts? })
    }

    /// FAQ and metadata of a body.
    pub(super) async fn short_texts(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        body: Body<'_>,
    ) -> Result<ShortTexts, Setback> {
        let (steps, name) = (self.steps(), MODEL_STEPS);
        let questions =
            steps.run(format!("{name}/questions"), body, async { Ok(author.questions(brief, body).await?) });
        let labels =
            steps.run(format!("{name}/labels"), body, async { Ok(author.labels(brief, body, None).await?) });
        let (questions, labels) = tokio::join!(self.unless_hopeless(questions), self.unless_hopeless(labels));
        let faq = match questions? {
            Some(faq) => Some(self.with_missing_answers(author, brief, body, faq).await?),
            None => None,
        };
        Ok(ShortTexts { faq, labels: labels? })
    }

    /// The FAQ with the planned questions that it leaves out, if it has too few. They are requested once:
    /// questions that can't be answered stay out.
    async fn with_missing_answers(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        body: Body<'_>,
        mut faq: Faq,
    ) -> Result<Faq, Setback> {
        let (planned, language) = (&body.outline.questions, brief.order.language);
        let open = open_questions(planned, &faq, language);
        // If few were planned, the engine adds others.
        let adds = planned.len() < LEAST_QUESTIONS;
        if faq.items.len() >= LEAST_QUESTIONS || (open.is_empty() && !adds) {
            return Ok(faq);
        }
        let part = |words: u32| {
            let (open, all) = (u64::try_from(open.len()), u64::try_from(planned.len().max(1)));
            let (open, all) = (open.unwrap_or(1), all.unwrap_or(1));
            u32::try_from(u64::from(words) * open / all).unwrap_or(words)
        };
        let question_words = part(body.outline.question_words);
        let outline = Outline { questions: open, question_words, ..body.outline.clone() };
        let rest = Body { outline: &outline, ..body };
        let least = if adds { LEAST_QUESTIONS } else { 0 };
        let work = async { Ok(author.missing_answers(brief, rest, least).await?) };
        let asking = self.steps().run(format!("{MODEL_STEPS}/questions/missing"), (rest, &faq), work);
        let more: Option<Faq> = self.unless_hopeless(asking).await?;
        for item in more.into_iter().flat_map(|more| more.items) {
            let known = std::slice::from_ref(&item.question);
            if !open_questions(known, &faq, language).is_empty() {
                faq.items.push(item);
            }
        }
        // In the planned order, in which they follow from each other.
        let place =
            |question: &String| planned.iter().position(|known| known == question).unwrap_or(usize::MAX);
        faq.items.sort_by_key(|item| place(&item.question));
        Ok(faq)
    }

    /// A part that the article can omit: `None` if it can't be written, or not in time. As long as the job
    /// may be retried, it is.
    pub(super) async fn unless_hopeless<T>(
        &self,
        work: impl Future<Output = Result<T, Setback>>,
    ) -> Result<Option<T>, Setback> {
        let left =
            Duration::try_from(self.all.clock.now().duration_until(self.job.deadline)).unwrap_or_default();
        let reason = match tokio::time::timeout(left.saturating_sub(KEPT_BACK.min(left / 4)), work).await {
            Ok(Ok(part)) => return Ok(Some(part)),
            Ok(Err(Setback::Final(problem))) => problem.message,
            Ok(Err(Setback::Later { message, .. })) if self.all.next_attempt(self.job).is_none() => message,
            Ok(Err(setback)) => return Err(setback),
            Err(_elapsed) => "no time was left".to_owned(),
        };
        tracing::warn!(article = %self.record.id, reason, "a part of an article could not be written and is left out");
        Ok(None)
    }
}

/// Puts the introduction before the body, and the conclusion after it as the last section.
pub(super) fn open(article: &mut Article, opening: Opening) {
    article.introduction = opening.introduction;
    article.sections.push(Section {
        id: SectionId::top(article.sections.len() + 1),
        heading: opening.conclusion_heading,
        blocks: opening.conclusion,
        children: Vec::new(),
    });
}

/// What a finished article lacks, in words for the customer.
pub(super) fn left_out(article: &Article) -> impl Iterator<Item = String> {
    let opening = "the introduction and the conclusion could not be written and are left out";
    let faq = "the FAQ could not be written and is left out";
    let parts = [(article.introduction.is_empty(), opening), (article.faq.is_none(), faq)];
    parts.into_iter().filter(|(missing, _)| *missing).map(|(_, warning)| warning.to_owned())
}

/// Metadata derived from an article's title and beginning. They are cut to their limits like all others.
fn taken_from(article: &Article) -> Labels {
    let words = |block: &Block| {
        let texts = block.texts();
        texts
            .iter()
            .map(|text| text.iter().map(Span::words).collect::<String>())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let beginning = article.blocks().map(words).take(BEGINNING).collect::<Vec<_>>().join(" ");
    let sentences = prose::sentences::split(&beginning, article.language);
    Labels {
        title: article.title.clone(),
        meta_title: article.title.clone(),
        excerpt: sentences.into_iter().take(EXCERPT).collect::<Vec<_>>().join(" "),
        meta_description: beginning,
    }
}
