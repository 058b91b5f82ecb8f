//! A large language model behind a provider's API. It answers in forms; an answer that can't be used is
//! requested again, and then from the next engine.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use domain::articles::document::{Article, Faq, Section};
use domain::articles::judgement::Verdict;
use domain::articles::order::ArticleInput;
use domain::articles::outline::Outline;
use domain::articles::quality::Finding;
use domain::articles::record::{Generation, Tier};
use domain::articles::strategy::{EvidenceTokens, Strategy, WHOLE_UP_TO};
use editorial::prompts::{self, PROMPT_VERSION, Prompt, Rework};
use editorial::replies::{self, Marks, ReplyError};
use editorial::revision::Revision;
use editorial::second_draft::SecondDraft;
use editorial::{planning, present};
use ports::text::{Ending, JsonForm, TextRequest};
use ports::{CallMeter, Capability, ServeError, Served, Tally, WrittenText};

use super::author::{AuthorError, Body, Brief, Drafted, Labels, Opening, Planned, SectionInput};
use super::body::words;
use super::tries::{Problem, Tries};

/// A text with this many times the requested words is rejected.
const FAR_TOO_LONG: u32 = 3;
/// The minimum number of questions that an FAQ is requested with, as many as the check requires.
pub(super) const LEAST_QUESTIONS: usize = 4;

/// Writes with a large model.
#[derive(Clone)]
pub struct ModelAuthor {
    engines: Arc<dyn Capability<TextRequest, WrittenText>>,
    /// The engine and model that articles name, if not the actual ones.
    name: Option<&'static str>,
    /// The cost of its calls.
    tally: Arc<Tally>,
    strategy: Strategy,
    tokens: EvidenceTokens,
}

impl ModelAuthor {
    /// The time limit of one answer, including the wait for its turn. Engines detect a silent server long
    /// before; a self-hosted server may write slowly, one text at a time.
    const LIMIT: Duration = Duration::from_mins(20);

    /// An author with these engines.
    #[must_use]
    pub fn new(engines: Arc<dyn Capability<TextRequest, WrittenText>>) -> Self {
        let (strategy, tokens) = (Strategy::default(), EvidenceTokens::USUAL);
        Self { engines, name: None, tally: Arc::default(), strategy, tokens }
    }

    /// The same author with a strategy, and with a limit on evidence.
    #[must_use]
    pub fn with(self, strategy: Strategy, tokens: EvidenceTokens) -> Self {
        Self { strategy, tokens, ..self }
    }

    /// How many tokens of passages are in its prompts.
    pub(super) const fn tokens(&self) -> EvidenceTokens {
        self.tokens
    }

    /// Whether it writes the body of this article in one piece.
    pub(super) fn writes_whole(&self, order: &ArticleInput) -> bool {
        self.strategy == Strategy::Whole && order.words <= WHOLE_UP_TO
    }

    /// The same author under a name that articles show as their engine and their model.
    #[must_use]
    pub fn called(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }

    /// The same author, whose calls are counted in `tally`.
    #[must_use]
    pub(super) fn counted(&self, tally: Arc<Tally>) -> Self {
        Self { tally, ..self.clone() }
    }

    /// Requests an answer until it can be parsed; returns it with its model.
    async fn request<T>(
        &self,
        prompt: Prompt,
        read: impl Fn(&str) -> Result<T, ReplyError>,
    ) -> Result<Served<(T, String)>, AuthorError> {
        let mut tries = Tries::new(TextRequest {
            system: prompt.system,
            prompt: prompt.prompt,
            form: Some(JsonForm { name: prompt.form_name, schema: prompt.schema }),
            max_tokens: prompt.max_tokens,
            doublings: 0,
            meter: CallMeter::new(self.tally.clone()),
        });
        loop {
            let order = tries.order();
            let Served { answer, engine } =
                match self.engines.serve_except(&order, Self::LIMIT, &tries.given_up()).await {
                    Ok(served) => served,
                    Err(ServeError::Failed { failures }) if failures.is_empty() && tries.once_more() => {
                        continue;
                    }
                    Err(ServeError::Failed { failures }) => {
                        let failures = tries.failures().into_iter().chain(failures).collect();
                        return Err(ServeError::Failed { failures }.into());
                    }
                    Err(error) => return Err(error.into()),
                };
            let problem = match (read(&answer.text), answer.ending) {
                (Ok(read), _) => return Ok(Served { answer: (read, answer.model), engine }),
                (Err(_), Ending::CutOff) => Problem::CutOff(order.token_limit(0)),
                (Err(error), Ending::Complete) => Problem::Unreadable(error),
            };
            tracing::info!(engine, form = prompt.form_name, %problem, "an answer can't be used");
            tries.note(engine, problem);
        }
    }

    /// The engine and the model, as articles show them.
    fn shown(&self, engine: &str, model: String) -> (String, String) {
        (self.name.unwrap_or(engine).to_owned(), self.name.map_or(model, str::to_owned))
    }

    pub(super) async fn plan(&self, brief: Brief<'_>) -> Result<Planned, AuthorError> {
        let read = |reply: &str| {
            let proposal = replies::outline(reply)?;
            planning::plan(&proposal, brief.order, brief.research, brief.tokens.section)
                .map_err(|error| ReplyError::Form(error.to_string()))
        };
        let Served { answer: (outline, model), engine } =
            self.request(prompts::outline(&brief), read).await?;
        Ok(Planned { outline, generation: self.generation(engine, model) })
    }

    fn generation(&self, engine: &str, model: String) -> Generation {
        let (engine, model) = self.shown(engine, model);
        Generation { engine, model, prompt_version: PROMPT_VERSION.to_owned(), tier: Tier::Standard }
    }

    pub(super) async fn section(
        &self,
        brief: Brief<'_>,
        wanted: SectionInput<'_>,
    ) -> Result<Section, AuthorError> {
        let SectionInput { outline, section, words, rejected } = wanted;
        let prompt = match rejected {
            None => prompts::section(&brief, outline, &section.id, words),
            Some(rejected) => {
                let rework = Rework {
                    present: &present::section(rejected.section),
                    failures: rejected.findings,
                    instructions: rejected.instructions,
                };
                prompts::rework(&brief, outline, &section.id, words, rework)
            }
        };
        let prompt =
            prompt.ok_or_else(|| AuthorError::Unusable("the plan has no such section".to_owned()))?;
        let marks = Marks::of_sections(std::slice::from_ref(section), brief.research, brief.internal_links);
        let read = |reply: &str| {
            let written = replies::section(reply, section, &marks)?;
            not_far_too_long(std::slice::from_ref(&written), words, brief)?;
            Ok(written)
        };
        Ok(self.request(prompt, read).await?.answer.0)
    }

    /// Writes the first draft of an article, with the main headings of an outline if there is one.
    pub(super) async fn first_draft(
        &self,
        brief: Brief<'_>,
        plan: Option<&Outline>,
    ) -> Result<Drafted, AuthorError> {
        let marks = Marks::all(brief.research, brief.internal_links);
        let read = |reply: &str| {
            let draft = replies::first_draft(reply, &marks)?;
            not_far_too_long(&draft.sections, brief.order.words, brief)?;
            fixed_headings(plan, draft.headings())?;
            Ok(draft)
        };
        let Served { answer: (draft, model), engine } =
            self.request(prompts::first_draft(&brief, plan), read).await?;
        Ok(Drafted { draft, generation: self.generation(engine, model) })
    }

    /// Writes the introduction and the conclusion of a finished body.
    pub(super) async fn opening(&self, brief: Brief<'_>, body: Body<'_>) -> Result<Opening, AuthorError> {
        let marks = Marks::all(brief.research, brief.internal_links);
        let prompt = prompts::opening(&brief, body.outline, &standing(brief, body));
        Ok(self.request(prompt, |reply| replies::opening(reply, &marks)).await?.answer.0)
    }

    /// Answers questions that a finished body leaves open.
    pub(super) async fn questions(&self, brief: Brief<'_>, body: Body<'_>) -> Result<Faq, AuthorError> {
        let marks = Marks::all(brief.research, brief.internal_links);
        let prompt = prompts::questions(&brief, body.outline, &standing(brief, body), LEAST_QUESTIONS);
        Ok(self.request(prompt, |reply| replies::questions(reply, &marks)).await?.answer.0)
    }

    /// Answers questions that an FAQ leaves out, which may be because nothing answers them.
    pub(super) async fn missing_answers(
        &self,
        brief: Brief<'_>,
        body: Body<'_>,
        least: usize,
    ) -> Result<Faq, AuthorError> {
        let marks = Marks::all(brief.research, brief.internal_links);
        let prompt = prompts::questions(&brief, body.outline, &standing(brief, body), least);
        let read = |reply: &str| match replies::questions(reply, &marks) {
            Err(ReplyError::Empty) => Ok(Faq { heading: String::new(), items: Vec::new() }),
            answers => answers,
        };
        Ok(self.request(prompt, read).await?.answer.0)
    }

    /// Writes the second draft of an article; `None` if the first can stay as it is. `first` holds the first
    /// draft as it was written.
    pub(super) async fn second_draft(
        &self,
        brief: Brief<'_>,
        outline: &Outline,
        first: (&Article, Option<&str>),
        findings: &[Finding],
    ) -> Result<Option<SecondDraft>, AuthorError> {
        let marks = Marks::all(brief.research, brief.internal_links);
        let plan = brief.order.has_fixed_headings().then_some(outline);
        let read = |reply: &str| {
            let draft = replies::second_draft(reply, &marks)?;
            if let Some(draft) = &draft {
                not_far_too_long(&draft.sections, brief.order.words, brief)?;
                fixed_headings(plan, draft.headings())?;
            }
            Ok(draft)
        };
        let prompt = prompts::second_draft(&brief, outline, first, findings);
        Ok(self.request(prompt, read).await?.answer.0)
    }

    /// Revises a whole article.
    pub(super) async fn revision(
        &self,
        brief: Brief<'_>,
        outline: &Outline,
        article: &Article,
        findings: &[Finding],
        repair: bool,
    ) -> Result<Revision, AuthorError> {
        let marks = Marks::all(brief.research, brief.internal_links);
        let prompt = prompts::revising(&brief, outline, article, findings, repair);
        Ok(self.request(prompt, |reply| replies::revision(reply, &marks)).await?.answer.0)
    }

    /// Grades a finished article.
    pub(super) async fn judge(
        &self,
        brief: Brief<'_>,
        outline: &Outline,
        article: &Article,
    ) -> Result<Verdict, AuthorError> {
        let text = prompts::graded_text(article);
        let prompt = prompts::judging(&brief, outline, &text);
        let Served { answer: (grades, model), engine } =
            self.request(prompt, |reply| replies::grades(reply, &text)).await?;
        let (engine, model) = self.shown(engine, model);
        Ok(Verdict::Graded { engine, model, grades })
    }

    /// Writes the title and the metadata of a finished body.
    pub(super) async fn labels(
        &self,
        brief: Brief<'_>,
        body: Body<'_>,
        rejected: Option<(&Article, &[Finding])>,
    ) -> Result<Labels, AuthorError> {
        let mut prompt = prompts::labels(&brief, body.outline, &standing(brief, body));
        if let Some((article, findings)) = rejected {
            prompt = prompts::mended(prompt, &present::labels(article), findings);
        }
        Ok(self.request(prompt, replies::labels).await?.answer.0)
    }
}

/// Rejects a text that is far too long. One that is only too long is written again for its length.
fn not_far_too_long(sections: &[Section], wanted: u32, brief: Brief<'_>) -> Result<(), ReplyError> {
    let words = sections.iter().map(|section| words(section, brief.order.language)).sum();
    if words > wanted.saturating_mul(FAR_TOO_LONG) {
        return Err(ReplyError::FarTooLong { words, wanted });
    }
    Ok(())
}

/// Rejects main headings other than those of an outline that is fixed.
fn fixed_headings<'a>(
    plan: Option<&Outline>,
    headings: impl Iterator<Item = &'a str>,
) -> Result<(), ReplyError> {
    let planned = plan.map(|plan| plan.sections.iter().map(|section| section.heading.as_str()));
    if planned.is_some_and(|planned| !planned.eq(headings)) {
        let problem = "the main sections must have the customer's headings, in their order";
        return Err(ReplyError::Form(problem.to_owned()));
    }
    Ok(())
}

/// The body so far, for prompts that are based on it.
fn standing(brief: Brief<'_>, body: Body<'_>) -> Article {
    Article {
        focus_keyword: brief.order.focus_keyword.clone(),
        keywords: brief.order.keywords.clone(),
        title: body.outline.title.clone(),
        sections: body.sections.to_vec(),
        sources: brief.research.sources.clone(),
        ..Article::empty(brief.order.language)
    }
}
