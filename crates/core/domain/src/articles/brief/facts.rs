//! Facts from pages, grouped by subject.

use serde::{Deserialize, Serialize};

use crate::articles::passages::PassageId;
use crate::articles::research::SourceNumber;

/// The facts that pages state about one subject.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FactGroup {
    /// The subject, in the words of the pages.
    pub about: String,
    /// The kind of these facts.
    pub kind: FactKind,
    /// Whether the sources agree.
    pub agreement: Agreement,
    /// The values, starting with the one that most sources give.
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

/// The kind of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    /// The value of a setting unless it is changed.
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

/// A value and the sources that give it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactValue {
    /// The value as the first of its sources writes it.
    pub value: String,
    /// The sentence or line that contains it in that source.
    pub sentence: String,
    /// The passage that contains it in that source.
    pub passage: PassageId,
    /// All sources that give it.
    pub sources: Vec<SourceNumber>,
}
