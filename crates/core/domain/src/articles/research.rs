//! The research for an article: the pages that were read, and their reliable passages.

use serde::{Deserialize, Serialize};

use super::brief::{ContentBrief, QuestionOrigin};
use super::passages::{Passage, PassageId};
use crate::Timestamp;

/// Everything that an article is based on.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Research {
    /// Where the research comes from.
    pub grounding: Grounding,
    /// The sources that were read.
    pub sources: Vec<Source>,
    /// Passages of the sources, in their order, with ids from 1.
    #[serde(default)]
    pub passages: Vec<Passage>,
    /// The content brief that the outline is made from. Its ids refer to `passages`; it has no passages of
    /// its own.
    #[serde(default)]
    pub brief: Option<Box<ContentBrief>>,
    /// What could not be obtained, in words for the customer.
    pub warnings: Vec<String>,
}

impl Research {
    /// A source by its number.
    #[must_use]
    pub fn source(&self, number: SourceNumber) -> Option<&Source> {
        self.sources.iter().find(|source| source.number == number)
    }

    /// A passage by its id.
    #[must_use]
    pub fn passage(&self, id: PassageId) -> Option<&Passage> {
        self.passages.iter().find(|passage| passage.id == id)
    }

    /// The known questions of searchers.
    pub fn questions(&self) -> impl Iterator<Item = &str> {
        let asked = self.brief.iter().flat_map(|brief| brief.all_questions());
        let by_searchers =
            |origin| matches!(origin, QuestionOrigin::PeopleAlsoAsk | QuestionOrigin::Searches);
        asked.filter(move |question| by_searchers(question.origin)).map(|question| question.text.as_str())
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
    /// There is no research.
    #[default]
    Unavailable,
}

/// A source as the article numbers it, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SourceNumber(pub u32);

/// A source that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    pub number: SourceNumber,
    /// The URL that it was fetched from; a text that the customer sent has none.
    pub url: Option<String>,
    /// The title of the source.
    pub title: String,
    /// The publisher, by the name that readers know.
    pub publisher: Option<String>,
    /// When it was published.
    pub published_at: Option<Timestamp>,
    /// When it was read.
    pub read_at: Timestamp,
    /// SHA-256 of what was read, in hexadecimal digits.
    pub sha256: String,
}
