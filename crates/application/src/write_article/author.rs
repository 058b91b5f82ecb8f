//! Who writes: a large model behind a vendor's interface, or the composer in this process. The pipeline knows neither.

use async_trait::async_trait;
use domain::articles::document::{Faq, Section};
use domain::articles::outline::{Outline, PlannedSection};
use domain::articles::quality::Finding;
use domain::articles::record::Generation;
pub use editorial::prompts::Brief;
pub use editorial::replies::{Labels, Opening};
use ports::ServeError;
use serde::{Deserialize, Serialize};

/// A section that is wanted.
#[derive(Debug, Clone, Copy)]
pub struct SectionWanted<'a> {
    /// The whole plan.
    pub outline: &'a Outline,
    /// The section of the second level, with those below it.
    pub section: &'a PlannedSection,
    /// How many words, those of sections below it included.
    pub words: u32,
    /// What was wrong with the last attempt, and the attempt.
    pub rejected: Option<Rejected<'a>>,
}

/// The finished body of an article.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Body<'a> {
    /// Its plan.
    pub outline: &'a Outline,
    /// Its sections.
    pub sections: &'a [Section],
}

/// An attempt that was not good enough.
#[derive(Debug, Clone, Copy)]
pub struct Rejected<'a> {
    /// The attempt.
    pub section: &'a Section,
    /// What is wrong with it; its length, if nothing else.
    pub findings: &'a [Finding],
}

/// A plan, and how the text that follows it comes about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planned {
    /// The plan.
    pub outline: Outline,
    /// Who writes.
    pub generation: Generation,
}

/// Why an author did not write.
#[derive(Debug, thiserror::Error)]
pub enum AuthorError {
    /// Nobody answered.
    #[error(transparent)]
    Engines(#[from] ServeError),
    /// It takes something that is not there.
    #[error("{0}")]
    NotEquipped(String),
    /// What came can't be used, however often it was asked for.
    #[error("what came can't be used: {0}")]
    Unusable(String),
}

/// Writes the parts of an article.
#[async_trait]
pub trait Author: Send + Sync {
    /// What tells the steps of this author from those of others.
    fn name(&self) -> &'static str;

    /// Plans an article.
    async fn plan(&self, brief: Brief<'_>) -> Result<Planned, AuthorError>;

    /// Writes a section.
    async fn section(&self, brief: Brief<'_>, wanted: SectionWanted<'_>) -> Result<Section, AuthorError>;

    /// Makes sections that were written side by side one text.
    async fn reconcile(
        &self,
        _brief: Brief<'_>,
        _outline: &Outline,
        body: Vec<Section>,
    ) -> Result<Vec<Section>, AuthorError> {
        Ok(body)
    }

    /// Writes the introduction and the conclusion of a finished body.
    async fn opening(&self, brief: Brief<'_>, body: Body<'_>) -> Result<Opening, AuthorError>;

    /// Answers questions that a finished body leaves open.
    async fn questions(&self, brief: Brief<'_>, body: Body<'_>) -> Result<Option<Faq>, AuthorError>;

    /// Writes the lines that describe a finished body.
    async fn labels(&self, brief: Brief<'_>, body: Body<'_>) -> Result<Labels, AuthorError>;
}
