//! Revisions of a whole article: one by an editor who reads it for the first time, and others for the faults
//! that gates still find.

use domain::articles::document::Article;
use domain::articles::outline::Outline;
use domain::articles::quality::{Finding, Quality};
use editorial::revision::{Applied, Revision, apply};
use editorial::second_draft::SecondDraft;

use super::author::{Body, Brief, Labels};
use super::model_author::ModelAuthor;
use super::{MODEL_STEPS, Setback, Writing};

/// The maximum number of problems in one round.
const MOST_FINDINGS: usize = 16;
/// Gates that no change of sentences can satisfy, or only at the cost of the text.
const NOT_TOLD: [&str; 2] = ["length_error", "sentence_length_variation"];

/// What is to be changed in a round.
pub(super) struct Round {
    revision: Revision,
    labels: Option<Labels>,
    /// The article that the changes are for.
    article: Article,
}

impl Round {
    /// The places that it changes.
    pub(super) fn places(&self) -> Vec<&str> {
        self.revision.places()
    }
}

impl Writing<'_> {
    /// The second draft of an article; `None` if the engine would change nothing, or writes no usable draft.
    pub(super) async fn second_draft(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        outline: &Outline,
        (first, markdown): (&Article, Option<&str>),
        quality: &Quality,
    ) -> Result<Option<SecondDraft>, Setback> {
        let (of_labels, mut found) = findings(quality);
        if markdown.is_none() {
            found.extend(of_labels);
        } else {
            // A first draft gets FAQ and metadata with the second.
            found.retain(|finding| finding.place.as_deref() != Some("faq"));
        }
        found.truncate(MOST_FINDINGS);
        let name = format!("{MODEL_STEPS}/second-draft");
        let writing = self.steps().run(name, (first, markdown, &found), async {
            Ok(author.second_draft(brief, outline, (first, markdown), &found).await?)
        });
        Ok(self.unless_hopeless(writing).await?.flatten())
    }

    /// What an engine would change in an article. In the first round an editor reads the whole article; later
    /// ones only solve what gates find, and request nothing if they find nothing.
    pub(super) async fn round(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        outline: &Outline,
        (present, quality, refused): (&Article, &Quality, &[Finding]),
        round: usize,
    ) -> Result<Option<Round>, Setback> {
        let is_repair = round > 0;
        let (of_labels, mut of_text) = findings(quality);
        let solved = of_text.is_empty();
        of_text.extend_from_slice(refused);
        of_text.truncate(MOST_FINDINGS);
        let mut article = present.clone();
        // Sources that were not cited were removed, and the new text may cite them.
        article.sources.clone_from(&brief.research.sources);
        let revising = async {
            if is_repair && solved {
                return Ok(None);
            }
            let asking = async { Ok(author.revision(brief, outline, &article, &of_text, is_repair).await?) };
            let name = format!("{MODEL_STEPS}/revision/{round}");
            self.unless_hopeless(self.steps().run(name, (&article, &of_text), asking)).await
        };
        let labelling = self.new_labels(author, brief, outline, (&article, &of_labels), round);
        let (revision, labels) = tokio::join!(revising, labelling);
        let (revision, labels): (Option<Revision>, Option<Labels>) = (revision?, labels?);
        let revision = revision.unwrap_or_default();
        let changes_something = labels.is_some() || !revision.places().is_empty();
        Ok(changes_something.then_some(Round { revision, labels, article }))
    }

    /// The article with the changes of a round in these places, and the changes that could not be made, in
    /// words for the next round.
    pub(super) async fn changed(
        &self,
        brief: Brief<'_>,
        round: &Round,
        places: &[&str],
    ) -> (Article, Vec<Finding>) {
        let revision = round.revision.only(places);
        let (article, passages) = (round.article.clone(), brief.research.passages.clone());
        let work = move || (apply(&article, &revision, &passages), revision);
        let (Applied { mut article, taken, rewritten, refused }, revision) =
            self.all.cpu_pool.run(work).await;
        tracing::debug!(article = %self.record.id, taken = taken.len(), ?rewritten, ?refused, "revised");
        if let Some(labels) = round.labels.clone() {
            article.title = self.record.order.title.clone().unwrap_or(labels.title);
            article.meta_title = labels.meta_title;
            article.meta_description = labels.meta_description;
            article.excerpt = labels.excerpt;
        }
        let refused = refused.into_iter().map(|(id, refusal)| {
            let edit = revision.edits.iter().find(|edit| edit.id == id);
            let problem = format!("your change of {id} was not taken: {refusal}");
            Finding { place: None, problem, excerpt: edit.map(|edit| edit.text.clone()) }
        });
        (article, refused.collect())
    }

    async fn new_labels(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        outline: &Outline,
        (present, findings): (&Article, &[Finding]),
        round: usize,
    ) -> Result<Option<Labels>, Setback> {
        if findings.is_empty() {
            return Ok(None);
        }
        let sections = &present.sections[..outline.sections.len().min(present.sections.len())];
        let body = Body { outline, sections };
        let work = async { Ok(author.labels(brief, body, Some((present, findings))).await?) };
        let name = format!("{MODEL_STEPS}/revision/{round}/labels");
        self.unless_hopeless(self.steps().run(name, (body, findings), work)).await
    }
}

/// The faults that broken gates find: in the metadata of the article, and in its text.
fn findings(quality: &Quality) -> (Vec<Finding>, Vec<Finding>) {
    let told = quality.failures().filter(|gate| !NOT_TOLD.contains(&gate.name.as_str()));
    let is_label = |finding: &Finding| matches!(finding.place.as_deref(), Some("title" | "meta"));
    told.flat_map(|gate| gate.findings.iter().cloned()).partition(is_label)
}
