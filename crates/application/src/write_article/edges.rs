//! What stands around a finished body. The body is never lost because something around it could not be written: metadata are then
//! taken from the article, and introduction, conclusion and FAQ are left out.

use std::time::Duration;

use domain::articles::document::{Article, Block, Faq, Section, Span};
use domain::articles::outline::{Outline, SectionId};
use domain::locale::Language;
use editorial::gates::LEAST_ANSWERS;
use editorial::planning::open_questions;

use super::author::{Body, Brief, Labels, Opening, Whole};
use super::model_author::ModelAuthor;
use super::{MODEL_STEPS, Setback, Writing};

/// The most time that is kept for the rest of the work on an article: quality checks and settlement.
const KEPT_BACK: Duration = Duration::from_mins(1);
/// The sentences of an excerpt.
const EXCERPT: usize = 2;

/// What stands around a body.
pub(super) struct Edges {
    pub(super) opening: Option<Opening>,
    pub(super) faq: Option<Faq>,
    pub(super) labels: Labels,
    /// That no metadata could be written, in words for the customer.
    pub(super) missing: Option<String>,
}

impl Writing<'_> {
    /// What stands around the body: as it was written with it, otherwise each part as a step of its own, so that none is paid for again
    /// because another failed.
    pub(super) async fn edges(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        outline: &Outline,
        text: &Whole,
    ) -> Result<Edges, Setback> {
        let (steps, name) = (self.steps(), MODEL_STEPS);
        let body = Body { outline, sections: &text.sections };
        let opening =
            steps.run(format!("{name}/opening"), body, async { Ok(author.opening(brief, body).await?) });
        let questions =
            steps.run(format!("{name}/questions"), body, async { Ok(author.questions(brief, body).await?) });
        let labels =
            steps.run(format!("{name}/labels"), body, async { Ok(author.labels(brief, body, None).await?) });
        let (opening, questions, labels) = tokio::join!(
            self.written_or(text.opening.clone(), opening),
            self.written_or(text.faq.clone(), questions),
            self.written_or(text.labels.clone(), labels)
        );
        let opening = opening?;
        let mut missing = None;
        let labels = labels?.unwrap_or_else(|| {
            missing = Some("the metadata could not be written and are taken from the article".to_owned());
            let beginning = opening.as_ref().map(|opening| &opening.introduction);
            let beginning = beginning.or_else(|| body.sections.first().map(|section| &section.blocks));
            taken_from(&outline.title, beginning.map_or(&[], Vec::as_slice), brief.order.language)
        });
        let faq = match questions? {
            Some(faq) => Some(self.with_missing_answers(author, brief, body, faq).await?),
            None => None,
        };
        Ok(Edges { opening, faq, labels, missing })
    }

    /// The FAQ with the planned questions that it leaves out, if it has too few. They are requested once: what nobody can answer
    /// stays out.
    async fn with_missing_answers(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        body: Body<'_>,
        mut faq: Faq,
    ) -> Result<Faq, Setback> {
        let (planned, language) = (&body.outline.questions, brief.order.language);
        let open = open_questions(planned, &faq, language);
        if open.is_empty() || faq.items.len() >= usize::try_from(LEAST_ANSWERS).unwrap_or(usize::MAX) {
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
        let work = async { Ok(author.missing_answers(brief, rest).await?) };
        let asking = self.steps().run(format!("{MODEL_STEPS}/questions/missing"), (rest, &faq), work);
        let more: Option<Faq> = self.unless_hopeless(asking).await?;
        for item in more.into_iter().flat_map(|more| more.items) {
            let known = std::slice::from_ref(&item.question);
            if !open_questions(known, &faq, language).is_empty() {
                faq.items.push(item);
            }
        }
        // As planned, which is how they follow from each other.
        let place =
            |question: &String| planned.iter().position(|known| known == question).unwrap_or(usize::MAX);
        faq.items.sort_by_key(|item| place(&item.question));
        Ok(faq)
    }

    async fn written_or<T>(
        &self,
        written: Option<T>,
        work: impl Future<Output = Result<T, Setback>>,
    ) -> Result<Option<T>, Setback> {
        match written {
            Some(written) => Ok(Some(written)),
            None => self.unless_hopeless(work).await,
        }
    }

    /// A part that the article can do without: nothing if it can't be written, or not in time. While the job may be tried again, it
    /// is.
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

/// Puts the introduction before the body and the conclusion behind it, as the last section.
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

/// Lines that describe an article, made of its planned title and its beginning. They are cut to their limits with all others.
fn taken_from(title: &str, beginning: &[Block], language: Language) -> Labels {
    let words = |block: &Block| {
        let texts = block.texts();
        texts
            .iter()
            .map(|text| text.iter().map(Span::words).collect::<String>())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let beginning = beginning.iter().map(words).collect::<Vec<_>>().join(" ");
    let sentences = prose::sentences::split(&beginning, language);
    Labels {
        title: title.to_owned(),
        meta_title: title.to_owned(),
        excerpt: sentences.into_iter().take(EXCERPT).collect::<Vec<_>>().join(" "),
        meta_description: beginning,
    }
}
