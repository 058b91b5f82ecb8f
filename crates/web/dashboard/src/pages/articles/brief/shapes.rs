//! Content briefs in API responses.

use serde::Deserialize;

use super::super::shapes::{Billing, Summary};

/// An article with `mode: "brief"`, and its brief if it is done.
#[derive(Deserialize)]
pub(in super::super) struct BriefArticle {
    #[serde(flatten)]
    pub(in super::super) summary: Summary,
    pub(in super::super) brief: Option<Brief>,
    pub(super) warnings: Vec<String>,
    pub(super) billing: Billing,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct Brief {
    pub(in super::super) keyword: String,
    pub(super) query_type: String,
    pub(super) query_type_reason: String,
    pub(super) form: String,
    pub(super) intent: Intent,
    pub(in super::super) titles: Vec<Title>,
    pub(super) meta_title: String,
    pub(super) meta_description: String,
    pub(super) recommended_words: i64,
    pub(super) median_words: Option<i64>,
    pub(super) opening: String,
    pub(super) sections: Vec<BriefSection>,
    pub(super) facts: Vec<Fact>,
    pub(super) terms: Vec<Term>,
    pub(super) gaps: Vec<Gap>,
    pub(super) questions: Vec<Question>,
    pub(super) internal_links: Vec<InternalLink>,
    pub(super) checklist: Vec<ChecklistItem>,
    pub(super) keyword_figures: KeywordFigures,
    pub(super) pages: Vec<RankingPage>,
    pub(super) sources: Vec<Source>,
    pub(super) passages: Vec<Passage>,
    pub(super) missing: Vec<Missing>,
    pub(super) answers: Vec<Answer>,
    pub(in super::super) notes: Option<String>,
    pub(super) markdown: String,
    pub(super) html: String,
}

#[derive(Deserialize)]
pub(super) struct Intent {
    pub(super) primary: String,
    pub(super) secondary: Vec<String>,
    pub(super) signals: Vec<Signal>,
}

/// A reason for the intent.
#[derive(Deserialize)]
pub(super) struct Signal {
    pub(super) intent: String,
    pub(super) evidence: String,
}

#[derive(Deserialize)]
pub(in super::super) struct Title {
    pub(in super::super) text: String,
    pub(super) angle: String,
}

/// A section to write.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BriefSection {
    pub(super) id: String,
    pub(super) heading: String,
    pub(super) purpose: String,
    pub(super) form: String,
    pub(super) words: i64,
    pub(super) points: Vec<String>,
    pub(super) questions: Vec<Question>,
    pub(super) evidence: Vec<u32>,
    pub(super) covered_by: Vec<u32>,
    pub(super) origin: String,
}

/// A question to answer.
#[derive(Deserialize)]
pub(super) struct Question {
    pub(super) id: String,
    pub(super) text: String,
    pub(super) evidence: Vec<u32>,
}

/// What sources say about one topic.
#[derive(Deserialize)]
pub(super) struct Fact {
    pub(super) about: String,
    pub(super) agreement: String,
    pub(super) values: Vec<FactValue>,
}

/// A value with the sources that give it.
#[derive(Deserialize)]
pub(super) struct FactValue {
    pub(super) value: String,
    pub(super) sentence: String,
    pub(super) sources: Vec<u32>,
}

/// A term of the topic.
#[derive(Deserialize)]
pub(super) struct Term {
    pub(super) text: String,
    pub(super) pages: u32,
}

/// What ranking pages lack.
#[derive(Deserialize)]
pub(super) struct Gap {
    pub(super) topic: String,
    pub(super) reason: String,
    pub(super) section: Option<String>,
}

/// A page of the customer's site.
#[derive(Deserialize)]
pub(super) struct InternalLink {
    pub(super) url: String,
    pub(super) title: Option<String>,
    pub(super) section: Option<String>,
}

/// A task to do before writing.
#[derive(Deserialize)]
pub(super) struct ChecklistItem {
    pub(super) kind: String,
    pub(super) text: String,
}

/// Search figures of the keyword.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct KeywordFigures {
    pub(super) monthly_searches: Option<i64>,
    pub(super) related: Vec<RelatedKeyword>,
}

/// A keyword similar to that of the brief.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RelatedKeyword {
    pub(super) keyword: String,
    pub(super) monthly_searches: Option<i64>,
}

/// A page that ranks.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RankingPage {
    pub(super) position: u32,
    pub(super) title: String,
    pub(super) url: String,
    pub(super) words: Option<i64>,
    pub(super) headings: Vec<PageHeading>,
    pub(super) left_out: Option<String>,
}

/// A heading of a page.
#[derive(Deserialize)]
pub(super) struct PageHeading {
    pub(super) level: u8,
    pub(super) text: String,
}

/// A page or text that was read.
#[derive(Deserialize)]
pub(super) struct Source {
    pub(super) number: u32,
    pub(super) title: String,
    pub(super) url: Option<String>,
}

/// A piece of a source.
#[derive(Deserialize)]
pub(super) struct Passage {
    pub(super) id: u32,
    pub(super) sources: Vec<u32>,
    pub(super) text: String,
}

/// A part of the brief that is missing.
#[derive(Deserialize)]
pub(super) struct Missing {
    pub(super) part: String,
    pub(super) reason: String,
    pub(super) message: String,
    pub(super) settings: Vec<String>,
}

/// An answer to a question.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Answer {
    pub(super) question_id: String,
    pub(super) text: String,
}

/// A URL that a link may use. URLs from foreign pages are not trusted to be valid.
pub(super) fn web_url(url: &str) -> Option<&str> {
    let lower = url.get(..8).unwrap_or(url).to_ascii_lowercase();
    (lower.starts_with("http://") || lower == "https://").then_some(url)
}
