//! The smaller parts of a brief.

use serde::{Deserialize, Serialize};

use crate::articles::outline::SectionId;
use crate::articles::research::SourceNumber;

/// A title to choose from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkingTitle {
    pub text: String,
    /// What it promises, in words.
    pub angle: String,
}

/// A term or name that experts on the topic use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefTerm {
    pub text: String,
    /// The kind of the term.
    pub kind: TermKind,
    /// How many of the pages that were read use it.
    pub pages: u32,
    /// How often the pages that use it do so: from, to.
    pub uses: Option<(u32, u32)>,
}

/// The kind of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TermKind {
    /// A phrase of the topic.
    Term,
    /// A name, or an identifier that is written in one way only.
    Name,
}

/// Something that ranking pages lack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BriefGap {
    /// The topic, in the words of searchers or of a page.
    pub topic: String,
    /// Why it is a gap.
    pub reason: GapReason,
    /// The share of pages that cover it, 0 to 1.
    pub coverage: f64,
    /// Positions of the results that cover it.
    pub covered_by: Vec<u32>,
    /// How much there is to gain, 0 to 1.
    pub opportunity: f64,
    /// The section of the outline that closes it, if one does.
    pub section: Option<SectionId>,
}

/// Why something is a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GapReason {
    /// The pages say nothing about it.
    MissingTopic,
    /// The pages do not answer the question.
    UnansweredQuestion,
    /// The pages only mention it, or few pages cover it.
    ThinCoverage,
}

/// A page of the customer's site to link to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefLink {
    pub url: String,
    /// The subject of the page.
    pub title: Option<String>,
    /// The section that it fits best.
    pub section: Option<SectionId>,
    /// Words that it shares with that section or the keyword.
    pub shared: Vec<String>,
}

/// Something to do before writing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChecklistItem {
    /// The kind of the task.
    pub kind: CheckKind,
    /// The task, in words.
    pub text: String,
}

/// The kind of a task before writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckKind {
    /// Find it in a reliable source.
    LookUp,
    /// Measure or try it.
    Measure,
    /// Take a photograph of it.
    Photograph,
    /// Make a decision about it.
    Decide,
}

impl CheckKind {
    pub const ALL: [Self; 4] = [Self::LookUp, Self::Measure, Self::Photograph, Self::Decide];
}

/// Figures of the keyword and keywords close to it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct KeywordFigures {
    /// The provider of the figures, such as `imported`; `None` if there are no figures.
    pub provider: Option<String>,
    /// Average searches a month for the keyword itself.
    pub monthly_searches: Option<u64>,
    /// Other keywords, those searched most first.
    pub related: Vec<RelatedKeyword>,
}

/// A keyword close to the one of the brief.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelatedKeyword {
    pub keyword: String,
    /// Average searches a month, if known.
    pub monthly_searches: Option<u64>,
}

/// A page that ranks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankingPage {
    /// Its rank, from 1.
    pub position: u32,
    /// Its title as the results page shows it.
    pub title: String,
    pub url: String,
    /// Its number among the sources, if it was read and is about the topic.
    pub source: Option<SourceNumber>,
    /// Words of its main content, if it was read.
    pub words: Option<u32>,
    /// Its H2 and H3 in order.
    pub headings: Vec<PageHeading>,
    /// Why it is not a source: it could not be read, or it is about something else.
    pub left_out: Option<String>,
}

/// A heading of a ranking page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageHeading {
    /// 2 or 3.
    pub level: u8,
    pub text: String,
}

/// A source that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefSource {
    /// Its number in the brief.
    pub number: SourceNumber,
    /// The title of the source.
    pub title: String,
    /// Its URL; a text that the customer sent has none.
    pub url: Option<String>,
    /// How the source was found.
    pub origin: SourceOrigin,
    /// The rank of a page that was found by search.
    pub position: Option<u32>,
    /// The publication date that it states, as in 2026-11-15.
    pub published: Option<String>,
}

/// How a source was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceOrigin {
    /// The customer named or sent it.
    Customer,
    /// It ranks for the keyword.
    Search,
}

/// A part that is missing from the brief.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingPart {
    /// The part that is missing.
    pub part: BriefPart,
    /// Why it is missing.
    pub reason: MissingReason,
    /// What is missing, what follows from it, and what to do, in words.
    pub message: String,
    /// Settings or request fields that help.
    pub settings: Vec<String>,
}

/// A part of a brief that depends on external data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BriefPart {
    /// The pages that rank for the keyword.
    SearchResults,
    /// The texts of the pages that rank.
    RankingPages,
    /// Monthly searches, and keywords close to the one of the brief.
    KeywordFigures,
    /// The suggestions of autocomplete feeds.
    Suggestions,
    /// The customer's own sources.
    Sources,
    /// Pages of the customer's site.
    InternalLinks,
}

impl BriefPart {
    /// The name that customers see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SearchResults => "search_results",
            Self::RankingPages => "ranking_pages",
            Self::KeywordFigures => "keyword_figures",
            Self::Suggestions => "suggestions",
            Self::Sources => "sources",
            Self::InternalLinks => "internal_links",
        }
    }
}

/// Why a part is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissingReason {
    /// Nothing that provides it is configured.
    NotConfigured,
    /// The configured service did not answer.
    Unavailable,
    /// The service answered without data.
    Empty,
    /// The request does not name it.
    NotRequested,
}
