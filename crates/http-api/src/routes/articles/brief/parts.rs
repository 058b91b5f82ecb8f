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

/// A title to choose from.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TitleObject {
    text: String,
    /// What it promises.
    angle: String,
}

/// What sources say about one thing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FactObject {
    /// What it is about, in the words of the pages.
    about: String,
    kind: FactKindName,
    agreement: AgreementName,
    /// The values, the one that most sources give first.
    values: Vec<FactValueObject>,
}

/// A value and who gives it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FactValueObject {
    value: String,
    /// The sentence or line in which it stands.
    sentence: String,
    /// The id of the passage in which it stands.
    passage: u32,
    /// Numbers of the sources that give it.
    sources: Vec<u32>,
}

/// A term that writers who know the topic use.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefTerm)]
pub(super) struct TermObject {
    text: String,
    kind: TermKindName,
    /// How many of the pages use it.
    pages: u32,
    /// How often a page uses it at least, of those that do.
    uses_from: Option<u32>,
    /// How often a page uses it at most.
    uses_to: Option<u32>,
}

/// Something that ranking pages lack.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefGap)]
pub(super) struct GapObject {
    topic: String,
    reason: GapReasonName,
    /// The share of pages that treat it, 0 to 1.
    coverage: f64,
    /// Positions of the results that treat it.
    covered_by: Vec<u32>,
    /// How much there is to gain, 0 to 1.
    opportunity: f64,
    /// The section that closes it.
    section: Option<String>,
}

/// A page of your site to link to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefLink)]
pub(super) struct LinkObject {
    #[schema(format = "uri")]
    url: String,
    title: Option<String>,
    /// The section that it fits best.
    section: Option<String>,
    /// Words that it shares with that section or the keyword.
    shared: Vec<String>,
}

/// Something to do before writing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChecklistObject {
    kind: CheckKindName,
    text: String,
}

/// Figures of the keyword and of keywords close to it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct KeywordFiguresObject {
    /// The engine that gave them.
    provider: Option<String>,
    /// Average searches a month.
    monthly_searches: Option<u64>,
    /// Other keywords, those searched most first.
    related: Vec<RelatedObject>,
}

/// A keyword close to the one of the brief.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RelatedObject {
    keyword: String,
    /// Average searches a month.
    monthly_searches: Option<u64>,
}

/// A page that ranks.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BriefPage)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageObject {
    /// Its rank, from 1.
    position: u32,
    title: String,
    #[schema(format = "uri")]
    url: String,
    /// Its number among the sources, if it was read and is about the topic.
    source: Option<u32>,
    /// Words of its main content.
    words: Option<u32>,
    /// Its H2 and H3 in order.
    headings: Vec<PageHeadingObject>,
    /// Why it is no source.
    left_out: Option<String>,
}

/// A heading of a page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PageHeadingObject {
    /// 2 or 3.
    level: u8,
    text: String,
}

/// Something that was read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BriefSource)]
pub(super) struct SourceObject {
    number: u32,
    title: String,
    /// `null` for a text that you sent.
    #[schema(format = "uri")]
    url: Option<String>,
    origin: SourceOriginName,
    /// The rank of a page that was found by search.
    position: Option<u32>,
    /// The date on which it says it was published.
    #[schema(format = "date", example = "2026-11-15")]
    published: Option<String>,
}

/// A part of the brief that could not be had.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MissingObject {
    part: BriefPartName,
    reason: MissingReasonName,
    /// What is missing, what follows from it, and what to do.
    message: String,
    /// Settings or request fields that help.
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
