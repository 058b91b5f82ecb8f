//! The smaller parts of a brief.

use domain::articles::brief::{
    BriefGap, BriefLink, BriefSource, BriefTerm, ChecklistItem, FactGroup, FactValue, KeywordFigures,
    MissingPart, PageHeading, RankingPage, RelatedKeyword, WorkingTitle,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::names::{
    AgreementName, BriefPartName, CheckKindName, FactKindName, GapReasonName, MissingReasonName,
    SourceOriginName, TermKindName,
};
use super::source_numbers;

/// A suggested title.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefTitle)]
pub(super) struct TitleObject {
    /// The title.
    text: String,
    /// What it promises.
    angle: String,
}

/// What sources say about one topic.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefFact)]
pub(super) struct FactObject {
    /// The topic, in the words of the pages.
    about: String,
    kind: FactKindName,
    agreement: AgreementName,
    /// The values, the most frequent first.
    values: Vec<FactValueObject>,
}

/// A value with its sources.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefFactValue)]
struct FactValueObject {
    /// The value.
    value: String,
    /// The sentence or line that contains it.
    sentence: String,
    /// The id of the passage that contains it.
    passage: u32,
    /// Numbers of the sources that give it.
    sources: Vec<u32>,
}

/// A term that experts on the topic use.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefTerm)]
pub(super) struct TermObject {
    /// The term.
    text: String,
    kind: TermKindName,
    /// The number of pages that use it.
    pages: u32,
    /// The fewest uses on a page that uses it.
    uses_from: Option<u32>,
    /// The most uses on a page.
    uses_to: Option<u32>,
}

/// A topic that ranking pages lack.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefGap)]
pub(super) struct GapObject {
    /// The topic.
    topic: String,
    reason: GapReasonName,
    /// The share of pages that cover it, from 0 to 1.
    coverage: f64,
    /// Positions of the results that cover it.
    covered_by: Vec<u32>,
    /// The size of the opportunity, from 0 to 1.
    opportunity: f64,
    /// The id of the section that covers it.
    section: Option<String>,
}

/// A page of your site to link to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefLink)]
pub(super) struct LinkObject {
    /// The URL of the page.
    #[schema(format = "uri")]
    url: String,
    /// The title of the page.
    title: Option<String>,
    /// The id of the section that it fits best.
    section: Option<String>,
    /// Words that it shares with that section or the keyword.
    shared: Vec<String>,
}

/// A task before writing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefTask)]
pub(super) struct ChecklistObject {
    kind: CheckKindName,
    /// What to do.
    text: String,
}

/// Search figures of the keyword and of similar keywords.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeywordFigures)]
pub(super) struct KeywordFiguresObject {
    /// The engine that returned them.
    provider: Option<String>,
    /// The average number of searches per month.
    monthly_searches: Option<u64>,
    /// Similar keywords, the most searched first.
    related: Vec<RelatedObject>,
}

/// A keyword similar to the one of the brief.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RelatedKeyword)]
struct RelatedObject {
    /// The keyword.
    keyword: String,
    /// The average number of searches per month.
    monthly_searches: Option<u64>,
}

/// A page that ranks.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BriefPage)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageObject {
    /// The rank, from 1.
    position: u32,
    /// The title.
    title: String,
    /// The URL of the page.
    #[schema(format = "uri")]
    url: String,
    /// Its number in `sources`, if it was read and is about the topic.
    source: Option<u32>,
    /// The number of words of its main content.
    words: Option<u32>,
    /// Its second- and third-level headings in order.
    headings: Vec<PageHeadingObject>,
    /// Why it is not used as a source.
    left_out: Option<String>,
}

/// A heading of a page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefPageHeading)]
struct PageHeadingObject {
    /// The level: 2 or 3.
    level: u8,
    /// The text.
    text: String,
}

/// A page or text that was read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefSource)]
pub(super) struct SourceObject {
    /// The number of the source.
    number: u32,
    /// The title.
    title: String,
    /// The URL; `null` for a text that you sent.
    #[schema(format = "uri")]
    url: Option<String>,
    origin: SourceOriginName,
    /// The rank of a page from search results.
    position: Option<u32>,
    /// The date on which it says it was published.
    #[schema(format = "date", example = "2026-11-15")]
    published: Option<String>,
}

/// A part of the brief that is missing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefMissingPart)]
pub(super) struct MissingObject {
    part: BriefPartName,
    reason: MissingReasonName,
    /// What is missing, what follows from it, and what to do.
    message: String,
    /// Settings or request fields that provide it.
    settings: Vec<String>,
}

impl TitleObject {
    pub(super) fn new(title: &WorkingTitle) -> Self {
        Self { text: title.text.clone(), angle: title.angle.clone() }
    }
}

impl FactObject {
    pub(super) fn new(group: &FactGroup) -> Self {
        Self {
            about: group.about.clone(),
            kind: FactKindName(group.kind),
            agreement: AgreementName(group.agreement),
            values: group.values.iter().map(FactValueObject::new).collect(),
        }
    }
}

impl FactValueObject {
    fn new(value: &FactValue) -> Self {
        Self {
            value: value.value.clone(),
            sentence: value.sentence.clone(),
            passage: value.passage.0,
            sources: source_numbers(value.sources.iter().copied()),
        }
    }
}

impl TermObject {
    pub(super) fn new(term: &BriefTerm) -> Self {
        let (uses_from, uses_to) = term.uses.unzip();
        Self { text: term.text.clone(), kind: TermKindName(term.kind), pages: term.pages, uses_from, uses_to }
    }
}

impl GapObject {
    pub(super) fn new(gap: &BriefGap) -> Self {
        Self {
            topic: gap.topic.clone(),
            reason: GapReasonName(gap.reason),
            coverage: gap.coverage,
            covered_by: gap.covered_by.clone(),
            opportunity: gap.opportunity,
            section: gap.section.as_ref().map(ToString::to_string),
        }
    }
}

impl LinkObject {
    pub(super) fn new(link: &BriefLink) -> Self {
        Self {
            url: link.url.clone(),
            title: link.title.clone(),
            section: link.section.as_ref().map(ToString::to_string),
            shared: link.shared.clone(),
        }
    }
}

impl ChecklistObject {
    pub(super) fn new(item: &ChecklistItem) -> Self {
        Self { kind: CheckKindName(item.kind), text: item.text.clone() }
    }
}

impl KeywordFiguresObject {
    pub(super) fn new(figures: &KeywordFigures) -> Self {
        let related = |keyword: &RelatedKeyword| RelatedObject {
            keyword: keyword.keyword.clone(),
            monthly_searches: keyword.monthly_searches,
        };
        Self {
            provider: figures.provider.clone(),
            monthly_searches: figures.monthly_searches,
            related: figures.related.iter().map(related).collect(),
        }
    }
}

impl PageObject {
    pub(super) fn new(page: &RankingPage) -> Self {
        let heading =
            |heading: &PageHeading| PageHeadingObject { level: heading.level, text: heading.text.clone() };
        Self {
            position: page.position,
            title: page.title.clone(),
            url: page.url.clone(),
            source: page.source.map(|number| number.0),
            words: page.words,
            headings: page.headings.iter().map(heading).collect(),
            left_out: page.left_out.clone(),
        }
    }
}

impl SourceObject {
    pub(super) fn new(source: &BriefSource) -> Self {
        Self {
            number: source.number.0,
            title: source.title.clone(),
            url: source.url.clone(),
            origin: SourceOriginName(source.origin),
            position: source.position,
            published: source.published.clone(),
        }
    }
}

impl MissingObject {
    pub(super) fn new(missing: &MissingPart) -> Self {
        Self {
            part: BriefPartName(missing.part),
            reason: MissingReasonName(missing.reason),
            message: missing.message.clone(),
            settings: missing.settings.clone(),
        }
    }
}
