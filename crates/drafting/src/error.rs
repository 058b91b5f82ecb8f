//! Why there is no draft.

use domain::articles::outline::SectionId;
use domain::locale::Language;
use ports::language_model::LanguageModelError;

/// Why there is no draft.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DraftError {
    /// The small model writes English only.
    #[error(
        "drafts without sources are written in English only, not in {0}; send sources or set up a text engine"
    )]
    Language(Language),
    /// Readers could come to harm by what nobody has checked.
    #[error("the topic touches on {0}, which needs sources; send some or set up a search engine")]
    Sensitive(&'static str),
    /// Too little of what the model wrote could be kept.
    #[error("only {found} of {wanted} words for {place} could be kept")]
    TooLittle {
        /// Which part.
        place: Part,
        /// How many words there are.
        found: u32,
        /// How many are wanted.
        wanted: u32,
    },
    /// The model did not write.
    #[error(transparent)]
    Model(#[from] LanguageModelError),
}

/// A part of an article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A section with those below it.
    Section(SectionId),
    /// What stands before the first section.
    Introduction,
    /// The last section.
    Conclusion,
    /// Questions and answers.
    Questions,
}

impl std::fmt::Display for Part {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Section(id) => write!(formatter, "section {id}"),
            Self::Introduction => formatter.write_str("the introduction"),
            Self::Conclusion => formatter.write_str("the conclusion"),
            Self::Questions => formatter.write_str("the answers"),
        }
    }
}
