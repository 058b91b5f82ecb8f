//! Articles as the API returns them.

use domain::Timestamp;
use serde::Deserialize;

use crate::api_client::Listing;
pub(super) use crate::api_client::read;

/// A page of the list.
pub(super) type ListPage = Listing<Listed>;

/// An article in the list.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Listed {
    #[serde(flatten)]
    pub(super) summary: Summary,
    pub(super) publication: Publication,
    pub(super) review: Review,
    pub(super) charged_credits: Option<i64>,
}

/// What is told of every article.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Summary {
    pub(super) article_id: String,
    pub(super) mode: String,
    pub(super) status: String,
    pub(super) stage: String,
    pub(super) progress: u8,
    pub(super) focus_keyword: String,
    pub(super) title: Option<String>,
    pub(super) language: String,
    pub(super) created_at: Timestamp,
}

impl Summary {
    /// What it is called so far.
    pub(super) fn name(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.focus_keyword)
    }
}

/// An article with everything.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Article {
    #[serde(flatten)]
    pub(super) summary: Summary,
    pub(super) outline: Option<Outline>,
    pub(super) partial_sections: Vec<Partial>,
    #[serde(rename = "article")]
    pub(super) written: Option<Written>,
    pub(super) brief: Option<BriefMark>,
    pub(super) publication: Publication,
    pub(super) review: Review,
    pub(super) indexing: Indexing,
    pub(super) warnings: Vec<String>,
    pub(super) error: Option<Problem>,
    pub(super) billing: Billing,
}

/// A person's look at an article.
#[derive(Deserialize)]
pub(super) struct Review {
    pub(super) status: String,
    pub(super) by: Option<String>,
    pub(super) at: Option<Timestamp>,
}

impl Review {
    /// Whether somebody must look at it.
    pub(super) fn is_needed(&self) -> bool {
        self.status == "needed"
    }
}

/// That there is a brief, which has a page of its own.
#[derive(Deserialize)]
pub(super) struct BriefMark {}

/// An outline.
#[derive(Deserialize)]
pub(super) struct Outline {
    pub(super) title: String,
    pub(super) sections: Vec<Planned>,
    pub(super) questions: Vec<String>,
    #[serde(default)]
    pub(super) changes: Vec<String>,
}

/// A planned section.
#[derive(Deserialize)]
pub(super) struct Planned {
    pub(super) id: String,
    pub(super) heading: String,
    pub(super) children: Vec<Self>,
}

/// A section that is written while others are not.
#[derive(Deserialize)]
pub(super) struct Partial {
    pub(super) id: String,
}

/// A finished text.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Written {
    pub(super) title: String,
    pub(super) slug: String,
    pub(super) meta_title: String,
    pub(super) meta_description: String,
    pub(super) html: String,
    pub(super) markdown: String,
    pub(super) word_count: i64,
    pub(super) reading_minutes: u32,
    pub(super) sections: Vec<Section>,
    pub(super) faq: Vec<Question>,
    pub(super) images: Vec<Image>,
    pub(super) sources: Vec<Source>,
    pub(super) quality: Quality,
    pub(super) generation: Generation,
    pub(super) unused: Vec<Unused>,
    pub(super) research: String,
}

/// A section of a finished text.
#[derive(Deserialize)]
pub(super) struct Section {
    pub(super) id: String,
    pub(super) anchor: String,
    pub(super) heading: String,
    pub(super) children: Vec<Self>,
}

/// A question that is answered.
#[derive(Deserialize)]
pub(super) struct Question {}

/// An image of the text.
#[derive(Deserialize)]
pub(super) struct Image {
    pub(super) url: String,
}

/// What the text is based on.
#[derive(Deserialize)]
pub(super) struct Source {
    pub(super) number: u32,
    pub(super) title: String,
}

/// A passage of the customer's notes that is not in the text.
#[derive(Deserialize)]
pub(super) struct Unused {
    pub(super) source: u32,
    pub(super) heading: Option<String>,
    pub(super) text: String,
    pub(super) reason: String,
}

impl Written {
    /// Whether it consists of the customer's notes.
    pub(super) fn is_from_notes(&self) -> bool {
        self.generation.tier == "notes"
    }

    /// The title of a source, by its number.
    pub(super) fn source_title(&self, number: u32) -> &str {
        self.sources.iter().find(|source| source.number == number).map_or("", |source| source.title.as_str())
    }
}

/// How good the text is.
#[derive(Deserialize)]
pub(super) struct Quality {
    /// None for notes, which are not graded.
    pub(super) score: Option<u32>,
    pub(super) gates: Vec<Gate>,
    pub(super) warnings: Vec<String>,
    /// Only where the operator has turned it on.
    pub(super) judge: Option<Judge>,
}

/// What a text engine thinks of the text.
#[derive(Deserialize)]
pub(super) struct Judge {
    pub(super) engine: Option<String>,
    pub(super) grades: Vec<Opinion>,
    pub(super) problem: Option<String>,
}

/// One grade with its reason.
#[derive(Deserialize)]
pub(super) struct Opinion {
    pub(super) criterion: String,
    pub(super) grade: u8,
    pub(super) reason: String,
    pub(super) quote: String,
}

/// A measurement.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Gate {
    pub(crate) name: String,
    pub(crate) value: Option<f64>,
    pub(crate) detail: Option<String>,
    pub(crate) threshold: String,
    pub(crate) target: Option<String>,
    /// Whether the article is held back if it fails.
    #[serde(default = "yes")]
    pub(crate) holds_article: bool,
    pub(crate) passed: bool,
}

impl Gate {
    pub(crate) fn is_measured(&self) -> bool {
        self.value.is_some()
    }
}

const fn yes() -> bool {
    true
}

/// How the text was made.
#[derive(Deserialize)]
pub(super) struct Generation {
    pub(super) engine: String,
    pub(super) model: String,
    pub(super) tier: String,
}

/// The text's place on the hosted site.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Publication {
    pub(super) status: String,
    pub(super) url: Option<String>,
    pub(super) published_at: Option<Timestamp>,
    pub(super) reason: Option<String>,
}

/// What search engines were told.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Indexing {
    pub(super) engines: Vec<Engine>,
    pub(super) expected_crawl: Option<Crawl>,
}

/// One search engine.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Engine {
    pub(super) name: String,
    pub(super) change: String,
    pub(super) status: String,
    pub(super) submitted_at: Option<Timestamp>,
    pub(super) problem: Option<String>,
}

/// When a crawler may come.
#[derive(Deserialize)]
pub(super) struct Crawl {
    pub(super) to: Timestamp,
}

/// Why there is no text.
#[derive(Deserialize)]
pub(super) struct Problem {
    pub(super) code: String,
    pub(super) message: String,
}

/// What it costs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Billing {
    pub(super) rate: String,
    pub(super) reserved_credits: i64,
    pub(super) charged_credits: Option<i64>,
    pub(super) refunded_credits: Option<i64>,
    pub(super) breakdown: Vec<BillingItem>,
    pub(super) judge: Option<JudgeBilling>,
}

/// What the judge used.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct JudgeBilling {
    pub(super) input_tokens: i64,
    pub(super) output_tokens: i64,
    pub(super) credits: i64,
}

/// One line of the charge.
#[derive(Deserialize)]
pub(super) struct BillingItem {
    pub(super) item: String,
    pub(super) credits: i64,
}

/// A price before the work.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Estimate {
    pub(super) estimated_credits: i64,
    pub(super) breakdown: Vec<BillingItem>,
}

/// A request that was taken.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Created {
    pub(super) article_id: String,
}
