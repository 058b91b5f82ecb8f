//! Queries to search engines, their results pages, and the intent of searchers.

use serde::{Deserialize, Serialize};

use crate::locale::{Country, Language};

/// How many organic results an analysis looks at.
pub const TOP_RESULTS: usize = 10;

/// A query to a search engine.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SerpQuery {
    /// What the searcher types.
    pub text: String,
    /// Where the searcher is.
    pub country: Option<Country>,
    pub language: Language,
    /// The device of the searcher.
    pub device: Device,
}

/// The device of a searcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Device {
    #[default]
    Desktop,
    Mobile,
}

impl Device {
    /// The name that providers and customers use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Desktop => "desktop",
            Self::Mobile => "mobile",
        }
    }
}

/// The first page of results.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SerpPage {
    /// The organic results in order, at most [`TOP_RESULTS`].
    pub results: Vec<OrganicResult>,
    /// Questions that the engine shows.
    pub people_also_ask: Vec<AskedQuestion>,
    /// Other searches that the engine proposes.
    pub related_searches: Vec<String>,
    /// What else is on the page, each at most once, in the order of [`SerpFeature`].
    pub features: Vec<SerpFeature>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrganicResult {
    /// Rank, from 1.
    pub position: u32,
    /// Title as shown, without markup.
    pub title: String,
    /// An absolute http or https URL.
    pub url: String,
    /// Text below the title, without markup.
    pub snippet: Option<String>,
    /// The date as shown.
    pub date: Option<String>,
}

/// A question that the engine shows or a page contains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedQuestion {
    pub question: String,
    /// The answer as shown.
    pub answer: Option<String>,
    /// Where the answer comes from.
    pub source_url: Option<String>,
}

/// What a results page shows beside organic results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SerpFeature {
    /// An answer above the results.
    FeaturedSnippet,
    AiOverview,
    /// Facts about an entity.
    KnowledgePanel,
    PeopleAlsoAsk,
    /// Businesses on a map.
    LocalPack,
    Shopping,
    Ads,
    Videos,
    Images,
    TopStories,
    /// Links into one site.
    Sitelinks,
    Discussions,
}

/// The intent of a searcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Intent {
    Informational,
    /// To compare before buying.
    Commercial,
    /// To buy, book or download.
    Transactional,
    /// To reach one particular site.
    Navigational,
    /// To find something in a place.
    Local,
}

impl Intent {
    pub const ALL: [Self; 5] =
        [Self::Informational, Self::Commercial, Self::Transactional, Self::Navigational, Self::Local];

    /// The name that customers see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Informational => "informational",
            Self::Commercial => "commercial",
            Self::Transactional => "transactional",
            Self::Navigational => "navigational",
            Self::Local => "local",
        }
    }
}

/// A judgement of intent with its reasons.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchIntent {
    /// The most likely intent.
    pub primary: Intent,
    /// The confidence, from 0 to 1.
    pub confidence: f64,
    /// Others that are likely too, likeliest first.
    pub secondary: Vec<Intent>,
    /// The signals for each intent, strongest first.
    pub signals: Vec<IntentSignal>,
}

/// One reason for a judgement of intent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IntentSignal {
    /// The intent that it supports.
    pub intent: Intent,
    /// Where it was seen: `query`, `features`, `titles`, `urls` or `pages`.
    pub source: SignalSource,
    /// What was seen, in words.
    pub evidence: String,
    /// How strong it is.
    pub weight: f64,
}

/// Where a signal was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SignalSource {
    /// In the words of the query.
    Query,
    /// In what the results page shows beside results.
    Features,
    /// In the titles of the results.
    Titles,
    /// In the URLs of the results.
    Urls,
    /// In the pages behind the results.
    Pages,
}
