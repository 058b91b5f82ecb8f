//! The smaller parts of a brief.

use serde::{Deserialize, Serialize};

use crate::articles::outline::SectionId;
use crate::articles::research::SourceNumber;

/// A title to choose from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkingTitle {
    /// The title.
    pub text: String,
    /// What it promises, in words.
    pub angle: String,
}

/// A term or name that writers who know the topic use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefTerm {
    /// The term.
    pub text: String,
    /// What it is.
    pub kind: TermKind,
    /// How many of the pages that were read use it.
    pub pages: u32,
    /// How often a page uses it that does: from, to.
    pub uses: Option<(u32, u32)>,
}

/// What a term is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TermKind {
    /// Words of the topic.
    Term,
    /// A name, or an identifier that is written in one way only.
    Name,
}

/// Something that ranking pages lack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BriefGap {
    /// What it is about, in the words of searchers or of a page.
    pub topic: String,
    /// What is lacking.
    pub reason: GapReason,
    /// The share of pages that treat it, 0 to 1.
    pub coverage: f64,
    /// Positions of the results that treat it.
    pub covered_by: Vec<u32>,
    /// How much there is to gain, 0 to 1.
    pub opportunity: f64,
    /// The section of the outline that closes it, if one does.
    pub section: Option<SectionId>,
}

/// What is lacking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GapReason {
    /// Nothing is said about it.
    MissingTopic,
    /// The question is not answered.
    UnansweredQuestion,
    /// It is mentioned only, or treated by few.
    ThinCoverage,
}

/// A page of the customer's site to link to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefLink {
    /// Its URL.
    pub url: String,
    /// What it is about.
    pub title: Option<String>,
    /// The section that it fits best.
    pub section: Option<SectionId>,
    /// Words that it shares with that section or the keyword.
    pub shared: Vec<String>,
}

/// Something to do before writing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChecklistItem {
    /// What to do.
    pub kind: CheckKind,
    /// In words.
    pub text: String,
}

/// What to do before writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckKind {
    /// Find it in a reliable source.
    LookUp,
    /// Measure or try it.
    Measure,
    /// Take an image.
    Photograph,
    /// Decide it.
    Decide,
}

impl CheckKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::LookUp, Self::Measure, Self::Photograph, Self::Decide];
}

/// Figures of the keyword and keywords close to it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct KeywordFigures {
    /// Who gave them, such as `imported`; nobody if there are none.
    pub provider: Option<String>,
    /// Average searches a month for the keyword itself.
    pub monthly_searches: Option<u64>,
    /// Other keywords, those searched most first.
    pub related: Vec<RelatedKeyword>,
}

/// A keyword close to the one of the brief.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelatedKeyword {
    /// The keyword.
    pub keyword: String,
    /// Average searches a month, if somebody knows.
    pub monthly_searches: Option<u64>,
}

/// A page that ranks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankingPage {
    /// Its rank, from 1.
    pub position: u32,
    /// Its title as the results page shows it.
    pub title: String,
    /// Its URL.
    pub url: String,
    /// Its number among the sources, if it was read and is about the topic.
    pub source: Option<SourceNumber>,
    /// Words of its main content, if it was read.
    pub words: Option<u32>,
    /// Its H2 and H3 in order.
    pub headings: Vec<PageHeading>,
    /// Why it is no source: it could not be read, or it is about something else.
    pub left_out: Option<String>,
}

/// A heading of a ranking page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageHeading {
    /// 2 or 3.
    pub level: u8,
    /// Its text.
    pub text: String,
}

/// Something that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BriefSource {
    /// Its number in the brief.
    pub number: SourceNumber,
    /// What it is called.
    pub title: String,
    /// Its URL; a text that the customer sent has none.
    pub url: Option<String>,
    /// How it came here.
    pub origin: SourceOrigin,
    /// The rank of a page that was found by search.
    pub position: Option<u32>,
    /// The date on which it says it was published, as in 2026-11-15.
    pub published: Option<String>,
}

/// How a source came into a brief.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceOrigin {
    /// The customer named or sent it.
    Customer,
    /// It ranks.
    Search,
}

/// A part of the brief that could not be had.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingPart {
    /// What is missing.
    pub part: BriefPart,
    /// Why.
    pub reason: MissingReason,
    /// What is missing, what follows from it, and what to do, in words.
    pub message: String,
    /// Settings or request fields that help.
    pub settings: Vec<String>,
}

/// A part of a brief that needs something from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BriefPart {
    /// What ranks for the keyword.
    SearchResults,
    /// The texts of the pages that rank.
    RankingPages,
    /// Searches a month and keywords close to it.
    KeywordFigures,
    /// What searchers type.
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
    /// Nothing is configured that could give it.
    NotConfigured,
    /// What is configured did not answer.
    Unavailable,
    /// It answered, and there is nothing.
    Empty,
    /// The request does not name it.
    NotRequested,
}
