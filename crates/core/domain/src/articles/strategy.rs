//! How an installation lets its model write.

use serde::{Deserialize, Serialize};

/// The longest article that is written in one piece, in words.
pub const WHOLE_UP_TO: u32 = 2_500;

/// How the body of an article is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// In two drafts up to [`WHOLE_UP_TO`], which readers preferred, section by section beyond.
    #[default]
    Whole,
    /// Every section by itself, all at once, whatever the length.
    Sections,
}

/// How many tokens of passages are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvidenceTokens {
    /// To whoever plans an article.
    pub outline: u32,
    /// To whoever writes a section.
    pub section: u32,
}

impl EvidenceTokens {
    /// What is shown unless an operator says otherwise.
    pub const USUAL: Self = Self { outline: 10_000, section: 4_000 };
}
