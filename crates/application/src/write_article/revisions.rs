//! Revisions of a whole article: one by an editor who reads it for the first time, and others for what gates still find fault with.

use domain::articles::document::Article;
use domain::articles::outline::Outline;
use domain::articles::quality::{Finding, Quality};
use editorial::revision::{Revision, apply};

use super::author::{Body, Brief, Labels};
use super::model_author::ModelAuthor;
use super::{MODEL_STEPS, Setback, Writing};

/// Problems that are told in one round.
const MOST_FINDINGS: usize = 16;
/// Gates that no change of sentences brings to hold, or only at the cost of the text.
const NOT_TOLD: [&str; 2] = ["length_error", "sentence_length_variation"];

/// Versions of an article after a round, the boldest first.
pub(super) type Versions = Vec<Article>;

impl Writing<'_> {
    /// What becomes of an article in a round. In the first, an editor reads the whole; in later ones only what gates find fault with is
    /// solved, and nothing is asked if they find none.
    pub(super) async fn revised(
        &self,
        author: &ModelAuthor,
        brief: Brief<'_>,
        outline: &Outline,
        (present, quality): (&Article, &Quality),
        round: usize,
    ) -> Result<Versions, Setback> {
        let (of_labels, of_text) = findings(quality);
        let is_repair = round > 0;
        let mut article = present.clone();
        // Those that nobody cited were taken out, and the new text may cite them.
        article.sources.clone_from(&brief.research.sources);
        let article = &article;
        let (labels, revision) =
            tokio::join!(self.new_labels(author, brief, outline, (article, &of_labels), round), async {
                if is_repair && of_text.is_empty() {
                    return Ok(None);
                }
                let asking =
                    async { Ok(author.revision(brief, outline, article, &of_text, is_repair).await?) };
                let name = format!("{MODEL_STEPS}/revision/{round}");
                let input = (article, &of_text);
                self.unless_hopeless(self.steps().run(name, input, asking)).await
            });
        let (labels, revision): (Option<Labels>, Option<Revision>) = (labels?, revision?);
        if labels.is_none() && revision.is_none() {
            return Ok(Vec::new());
        }
        let revision = revision.unwrap_or_default();
        let with_labels = |mut article: Article| {
            if let Some(labels) = labels.clone() {
                article.title = self.record.order.title.clone().unwrap_or(labels.title);
                article.meta_title = labels.meta_title;
                article.meta_description = labels.meta_description;
                article.excerpt = labels.excerpt;
            }
            article
        };
        // If a rewritten text breaks a gate that held, the edits of single sentences may still stand.
        let mut revisions = vec![revision.clone()];
        if !revision.rewrites.is_empty() && !revision.edits.is_empty() {
            revisions.push(Revision { rewrites: Vec::new(), ..revision });
        }
        let mut versions = Vec::new();
        for revision in revisions {
            let (article, passages) = (article.clone(), brief.research.passages.clone());
            let applied = self.all.workshop.run(move || apply(&article, &revision, &passages)).await;
            let refused: Vec<String> =
                applied.refused.iter().map(|(id, refusal)| format!("{id}: {refusal}")).collect();
            tracing::debug!(article = %self.record.id, round, taken = applied.taken.len(), rewritten = applied.rewritten.len(), ?refused, "revised");
            versions.push(with_labels(applied.article));
        }
        Ok(versions)
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

/// What broken gates find fault with: in the lines that describe the article, and in its text.
fn findings(quality: &Quality) -> (Vec<Finding>, Vec<Finding>) {
    let told = quality.failures().filter(|gate| !NOT_TOLD.contains(&gate.name.as_str()));
    let is_label = |finding: &Finding| matches!(finding.place.as_deref(), Some("title" | "meta"));
    let (labels, mut text): (Vec<Finding>, Vec<Finding>) =
        told.flat_map(|gate| gate.findings.iter().cloned()).partition(is_label);
    text.truncate(MOST_FINDINGS);
    (labels, text)
}
