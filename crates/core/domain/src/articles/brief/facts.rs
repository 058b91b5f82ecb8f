//! Facts on pages, grouped by what they are about.

use serde::{Deserialize, Serialize};

use crate::articles::passages::PassageId;
use crate::articles::research::SourceNumber;

/// What pages say about one thing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FactGroup {
    /// What it is about, in the words of the pages.
    pub about: String,
    /// What is said of it.
    pub kind: FactKind,
    /// Whether the sources agree.
    pub agreement: Agreement,
    /// The values, the one that most sources give first.
    pub values: Vec<FactValue>,
}

impl FactGroup {
    /// How many different sources give a value.
    #[must_use]
    pub fn source_count(&self) -> usize {
        let mut sources: Vec<SourceNumber> =
            self.values.iter().flat_map(|value| value.sources.iter().copied()).collect();
        sources.sort_unstable();
        sources.dedup();
        sources.len()
    }
}

/// What is said of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    /// The value that a setting has by itself.
    Default,
    /// How something is calculated.
    Formula,
    /// A number with its unit.
    Figure,
}

/// Whether sources agree about a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Agreement {
    /// Two sources or more give the same value.
    Agree,
    /// Sources give different values.
    Differ,
    /// Only one source gives it.
    Single,
}

/// A value and who gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactValue {
    /// The value as the first of its sources writes it.
    pub value: String,
    /// The sentence or line in which it stands there.
    pub sentence: String,
    /// The passage in which it stands there.
    pub passage: PassageId,
    /// Everybody who gives it.
    pub sources: Vec<SourceNumber>,
}
