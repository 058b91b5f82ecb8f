//! The content brief: everything that a writer needs before starting, and a list of what is missing.

mod facts;
mod parts;

use serde::{Deserialize, Serialize};

use super::outline::SectionId;
use super::passages::{Passage, PassageId};
use super::research::SourceNumber;
use crate::locale::{Country, Language};
use crate::search::SearchIntent;

pub use facts::{Agreement, FactGroup, FactKind, FactValue};
pub use parts::{
    BriefGap, BriefLink, BriefPart, BriefSource, BriefTerm, CheckKind, ChecklistItem, GapReason,
    KeywordFigures, MissingPart, MissingReason, PageHeading, RankingPage, RelatedKeyword, SourceOrigin,
    TermKind, WorkingTitle,
};

/// A document that a person can write an article from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContentBrief {
    /// The keyword that the article targets.
    pub keyword: String,
    /// The language of the article, and of the brief where it is English or Vietnamese.
    pub language: Language,
    /// Where the readers are.
    pub country: Option<Country>,
    /// The kind of answer that searchers expect. It decides the form of the article.
    pub query_type: QueryType,
    /// The reason for that type, in words.
    pub query_type_reason: String,
    /// The form of the article, in words.
    pub form: String,
    /// The intent of searchers, with its signals.
    pub intent: SearchIntent,
    /// Titles to choose from, each with a different angle.
    pub titles: Vec<WorkingTitle>,
    /// A draft of the title for results pages.
    pub meta_title: String,
    /// A draft of the description for results pages.
    pub meta_description: String,
    /// A length to aim at, in words.
    pub recommended_words: u32,
    /// The median length of the ranking pages, if any could be read.
    pub median_words: Option<u32>,
    /// What the opening paragraph must do.
    pub opening: String,
    /// The sections in reading order.
    pub sections: Vec<BriefSection>,
    /// Figures, defaults and formulas from the pages, grouped by subject.
    pub facts: Vec<FactGroup>,
    /// Terms and names that experts on the topic use, most important first.
    pub terms: Vec<BriefTerm>,
    /// Topics that the ranking pages lack, best opportunity first.
    pub gaps: Vec<BriefGap>,
    /// Questions that people ask and that no section answers: material for the FAQ.
    pub questions: Vec<BriefQuestion>,
    /// Pages of the customer's site to link to, best fit first.
    pub internal_links: Vec<BriefLink>,
    /// What to look up, measure, photograph or decide.
    pub checklist: Vec<ChecklistItem>,
    /// Figures of the keyword and keywords close to it.
    pub keyword_figures: KeywordFigures,
    /// The pages that rank, in order.
    pub pages: Vec<RankingPage>,
    /// Everything that was read, by number.
    pub sources: Vec<BriefSource>,
    /// The passages that sections, questions and facts refer to.
    pub passages: Vec<Passage>,
    /// The parts that are missing, and what to configure to get them.
    pub missing: Vec<MissingPart>,
    /// Further notes for the reader of the brief.
    pub warnings: Vec<String>,
}

impl ContentBrief {
    /// A passage by its id.
    #[must_use]
    pub fn passage(&self, id: PassageId) -> Option<&Passage> {
        self.passages.iter().find(|passage| passage.id == id)
    }

    /// A source by its number.
    #[must_use]
    pub fn source(&self, number: SourceNumber) -> Option<&BriefSource> {
        self.sources.iter().find(|source| source.number == number)
    }

    /// Every question with an id: those of the sections in reading order, then the others.
    pub fn all_questions(&self) -> impl Iterator<Item = &BriefQuestion> {
        self.sections.iter().flat_map(|section| &section.questions).chain(&self.questions)
    }
}

/// The kind of answer that a query expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueryType {
    /// How to do something.
    HowTo,
    /// What something is, how it works, or the answer to a question about it.
    Definition,
    /// How two or more things compare.
    Comparison,
    /// The best things of a kind, or all of them.
    List,
    Price,
    /// Whether one thing is good.
    Review,
    /// Why something does not work, and how to repair it.
    Troubleshooting,
    /// Something in a particular place.
    Local,
    /// The latest about a subject.
    News,
}

impl QueryType {
    pub const ALL: [Self; 9] = [
        Self::HowTo,
        Self::Definition,
        Self::Comparison,
        Self::List,
        Self::Price,
        Self::Review,
        Self::Troubleshooting,
        Self::Local,
        Self::News,
    ];

    /// The name that customers see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::HowTo => "how_to",
            Self::Definition => "definition",
            Self::Comparison => "comparison",
            Self::List => "list",
            Self::Price => "price",
            Self::Review => "review",
            Self::Troubleshooting => "troubleshooting",
            Self::Local => "local",
            Self::News => "news",
        }
    }
}

/// A section to write.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BriefSection {
    /// Its place in the outline.
    pub id: SectionId,
    pub heading: String,
    /// What the reader gets from it.
    pub purpose: String,
    /// The form that the section should have.
    pub form: SectionForm,
    /// A length to aim at, in words.
    pub words: u32,
    /// What ranking pages cover in this section: subheadings, or terms that they define.
    pub points: Vec<String>,
    /// The questions that it must answer.
    pub questions: Vec<BriefQuestion>,
    /// The passages that support it, best first.
    pub evidence: Vec<PassageId>,
    /// Positions of the ranking pages that have such a section.
    pub covered_by: Vec<u32>,
    /// Where the section comes from.
    pub origin: SectionOrigin,
}

/// The recommended form of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SectionForm {
    #[default]
    Prose,
    Steps,
    List,
    Table,
    /// Several things compared, in a table or one after the other.
    Comparison,
    /// Code or commands with explanations.
    Code,
}

impl SectionForm {
    pub const ALL: [Self; 6] =
        [Self::Prose, Self::Steps, Self::List, Self::Table, Self::Comparison, Self::Code];

    /// The name that customers see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Prose => "prose",
            Self::Steps => "steps",
            Self::List => "list",
            Self::Table => "table",
            Self::Comparison => "comparison",
            Self::Code => "code",
        }
    }
}

/// Where a section of a brief comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SectionOrigin {
    /// The customer requested it.
    Customer,
    /// Pages that were read have it.
    Pages,
    /// The ranking pages lack it, and people look for it.
    Gap,
    /// Articles of this type have it.
    Form,
}

/// A question that the article must answer. Its id stays the same as long as its text does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BriefQuestion {
    /// Its id, such as `q_5f2a09c3d1`.
    pub id: String,
    pub text: String,
    /// Where the question comes from.
    pub origin: QuestionOrigin,
    /// Passages that help to answer it, best first; none if no source does.
    pub evidence: Vec<PassageId>,
}

/// Where a question comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionOrigin {
    /// The results page shows it.
    PeopleAlsoAsk,
    /// People search for it.
    Searches,
    /// A page contains the question.
    Pages,
    /// Readers of this type of article usually have it.
    Form,
}

impl QuestionOrigin {
    /// Whether the question was found in data, not derived from the type of article.
    #[must_use]
    pub const fn is_asked(self) -> bool {
        !matches!(self, Self::Form)
    }
}
