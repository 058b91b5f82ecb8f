//! The input and output of a writer.

use domain::articles::document::Section;
use domain::articles::outline::{Outline, PlannedSection};
use domain::articles::quality::Finding;
use domain::articles::record::Generation;
pub use editorial::prompts::Brief;
use editorial::replies::FirstDraft;
pub use editorial::replies::{Labels, Opening};
use ports::{FailureKind, ServeError};
use serde::{Deserialize, Serialize};

/// A section that is to be written.
#[derive(Debug, Clone, Copy)]
pub struct SectionInput<'a> {
    pub outline: &'a Outline,
    /// A section of the second level, with its subsections.
    pub section: &'a PlannedSection,
    /// The number of words, including those of subsections.
    pub words: u32,
    /// The last attempt, and what was wrong with it.
    pub rejected: Option<Rejected<'a>>,
}

/// The finished body of an article.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Body<'a> {
    pub outline: &'a Outline,
    pub sections: &'a [Section],
}

/// An attempt that was rejected.
#[derive(Debug, Clone, Copy)]
pub struct Rejected<'a> {
    pub section: &'a Section,
    /// What is wrong with it.
    pub findings: &'a [Finding],
    /// What the customer wants to change.
    pub instructions: Option<&'a str>,
}

/// An outline, and how the text that follows it is generated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planned {
    pub outline: Outline,
    pub generation: Generation,
}

/// A first draft, and who wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drafted {
    pub draft: FirstDraft,
    pub generation: Generation,
}

/// Why an author returned no text.
#[derive(Debug, thiserror::Error)]
pub enum AuthorError {
    #[error(transparent)]
    Engines(#[from] ServeError),
    /// The answers can't be used, however often they were requested.
    #[error("the text can't be used: {0}")]
    Unusable(String),
}

impl AuthorError {
    /// Whether every engine answered, but none with a usable answer.
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
