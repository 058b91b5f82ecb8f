//! What is known before the first sentence: pages that were really read, and the sentences in them that can be relied on.

use serde::{Deserialize, Serialize};

use crate::Timestamp;
use crate::search::Intent;

/// Everything that writing stands on.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Research {
    /// Where it comes from.
    pub grounding: Grounding,
    /// What searchers want.
    pub intent: Option<Intent>,
    /// Questions that searchers ask.
    pub questions: Vec<String>,
    /// Words that pages on the topic use, weightiest first.
    pub terms: Vec<TopicTerm>,
    /// Headings that several pages share, commonest first.
    pub headings: Vec<String>,
    /// What was read.
    pub sources: Vec<Source>,
    /// Sentences of the sources, in their order.
    pub evidence: Vec<Evidence>,
    /// What could not be had, in words for the customer.
    pub warnings: Vec<String>,
}

impl Research {
    /// A source by its number.
    #[must_use]
    pub fn source(&self, number: SourceNumber) -> Option<&Source> {
        self.sources.iter().find(|source| source.number == number)
    }
}

/// Where research comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grounding {
    /// From search results, and from the customer's sources if there were any.
    Search,
    /// From the customer's sources alone.
    Sources,
    /// There is none.
    #[default]
    Unavailable,
}

/// A term that pages on the topic use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TopicTerm {
    /// The words.
    pub text: String,
    /// How much it matters, 0 to 1.
    pub weight: f64,
}

/// A source as the article numbers it, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SourceNumber(pub u32);

/// Something that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Its number.
    pub number: SourceNumber,
    /// Where it was fetched; a text that the customer sent has no address.
    pub url: Option<String>,
    /// What it is called.
    pub title: String,
    /// Who publishes it, as readers know it.
    pub publisher: Option<String>,
    /// When it was published.
    pub published_at: Option<Timestamp>,
    /// When it was read.
    pub read_at: Timestamp,
    /// SHA-256 of what was read, in hexadecimal digits.
    pub sha256: String,
}

/// One sentence that can be relied on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// Its number, unique in the article.
    pub number: u32,
    /// Where it stands.
    pub source: SourceNumber,
    /// The heading above it.
    pub heading: Option<String>,
    /// What kind of place it stands in.
    pub place: EvidencePlace,
    /// The number of its paragraph or item in the source; rows have none.
    #[serde(default)]
    pub paragraph: u32,
    /// The sentence.
    pub text: String,
}

/// Where a sentence stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EvidencePlace {
    /// In a paragraph.
    Paragraph,
    /// In a list whose order does not matter.
    Item,
    /// In a list of steps.
    Step,
    /// In a table: cells of one row with their columns' names.
    Row,
}
