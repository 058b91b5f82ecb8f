//! What a writer is given and what it returns.

use domain::articles::document::Section;
use domain::articles::outline::{Outline, PlannedSection};
use domain::articles::quality::Finding;
use domain::articles::record::Generation;
pub use editorial::prompts::Brief;
use editorial::replies::FirstDraft;
pub use editorial::replies::{Labels, Opening};
use ports::{FailureKind, ServeError};
use serde::{Deserialize, Serialize};

/// A section that is wanted.
#[derive(Debug, Clone, Copy)]
pub struct SectionInput<'a> {
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
    /// What is wrong with it.
    pub findings: &'a [Finding],
    /// What the customer wants to be different.
    pub instructions: Option<&'a str>,
}

/// A plan, and how the text that follows it comes about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planned {
    /// The plan.
    pub outline: Outline,
    /// Who writes.
    pub generation: Generation,
}

/// A first draft, and who wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drafted {
    /// The draft.
    pub draft: FirstDraft,
    /// Who wrote it.
    pub generation: Generation,
}

/// Why an author did not write.
#[derive(Debug, thiserror::Error)]
pub enum AuthorError {
    /// Nobody answered.
    #[error(transparent)]
    Engines(#[from] ServeError),
    /// What came can't be used, however often it was asked for.
    #[error("the text can't be used: {0}")]
    Unusable(String),
}

impl AuthorError {
    /// Whether every engine answered, and none so that it could be used.
    pub(super) fn is_unusable(&self) -> bool {
        match self {
            Self::Unusable(_) => true,
            Self::Engines(ServeError::Failed { failures }) => {
                !failures.is_empty() && failures.iter().all(|failure| failure.kind == FailureKind::Unsuitable)
            }
            Self::Engines(_) => false,
        }
    }
}
