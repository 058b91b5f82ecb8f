//! How an installation lets its model write.

use serde::{Deserialize, Serialize};

/// The longest article that is written in one piece, in words.
pub const WHOLE_UP_TO: u32 = 2_500;

/// How the body of an article is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// In two drafts up to [`WHOLE_UP_TO`] words, which readers preferred; section by section above that.
    #[default]
    Whole,
    /// Every section separately, all in parallel, whatever the length.
    Sections,
}

/// How many tokens of passages a model receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvidenceTokens {
    /// For planning an article.
    pub outline: u32,
    /// For writing a section.
    pub section: u32,
}

impl EvidenceTokens {
    /// The default, which an operator can change.
    pub const USUAL: Self = Self { outline: 10_000, section: 4_000 };
}
