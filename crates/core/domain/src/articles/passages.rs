//! Passages: pieces of pages that are understandable on their own.

use serde::{Deserialize, Serialize};

use super::research::SourceNumber;

/// Identifies a passage within one brief or article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PassageId(pub u32);

/// A piece of a source, 300 to 800 characters where the source allows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    pub id: PassageId,
    /// The source that it was cut from.
    pub source: SourceNumber,
    /// Other sources that say the same in nearly the same words.
    #[serde(default)]
    pub also_in: Vec<SourceNumber>,
    /// The title of the page.
    pub title: String,
    /// The headings above it, outermost first. The entry of a definition list has its term last.
    pub path: Vec<String>,
    /// The kind of the passage.
    pub kind: PassageKind,
    /// The text. Lists have one item on each line, tables one row; code keeps its lines and spaces between fences of three
    /// backquotes.
    pub text: String,
    /// Its place in the source, from 0.
    pub order: u32,
}

impl Passage {
    /// Every source with this content, its own first.
    pub fn sources(&self) -> impl Iterator<Item = SourceNumber> {
        std::iter::once(self.source).chain(self.also_in.iter().copied())
    }
}

/// The kind of a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassageKind {
    Paragraph,
    List,
    /// Rows with their columns' names.
    Table,
    /// Code, commands or formulas, with the sentence that introduces them.
    Code,
    /// A term and what is said about it.
    Definition,
}

impl PassageKind {
    /// The name that customers see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Paragraph => "paragraph",
            Self::List => "list",
            Self::Table => "table",
            Self::Code => "code",
            Self::Definition => "definition",
        }
    }
}
