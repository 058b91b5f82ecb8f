//! Articles in API responses.

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

/// The fields of every view of an article.
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
    /// The title, or the keyword until there is one.
    pub(super) fn name(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.focus_keyword)
    }
}

/// An article with all details.
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

/// The review of an article by a person.
#[derive(Deserialize)]
pub(super) struct Review {
    pub(super) status: String,
    pub(super) by: Option<String>,
    pub(super) at: Option<Timestamp>,
}

impl Review {
    /// Whether a person must review the article.
    pub(super) fn is_needed(&self) -> bool {
        self.status == "needed"
    }
}

/// Marks that there is a brief, which has its own page.
#[derive(Deserialize)]
pub(super) struct BriefMark {}

#[derive(Deserialize)]
pub(super) struct Outline {
    pub(super) title: String,
    pub(super) sections: Vec<Planned>,
    pub(super) questions: Vec<String>,
    #[serde(default)]
    pub(super) changes: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct Planned {
    pub(super) id: String,
    pub(super) heading: String,
    pub(super) children: Vec<Self>,
}

/// A section that is already written, while others are not.
#[derive(Deserialize)]
pub(super) struct Partial {
    pub(super) id: String,
}

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

/// A section of the text.
#[derive(Deserialize)]
pub(super) struct Section {
    pub(super) id: String,
    pub(super) anchor: String,
    pub(super) heading: String,
    pub(super) children: Vec<Self>,
}

/// An answered question of the FAQ.
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

/// A passage of the customer's notes that the text leaves out.
#[derive(Deserialize)]
pub(super) struct Unused {
    pub(super) source: u32,
    pub(super) heading: Option<String>,
    pub(super) text: String,
    pub(super) reason: String,
}

impl Written {
    /// Whether the article is made from the customer's notes.
    pub(super) fn is_from_notes(&self) -> bool {
        self.generation.tier == "notes"
    }

    /// The title of a source by its number.
    pub(super) fn source_title(&self, number: u32) -> &str {
        self.sources.iter().find(|source| source.number == number).map_or("", |source| source.title.as_str())
    }
}

/// The quality of the text.
#[derive(Deserialize)]
pub(super) struct Quality {
    /// `None` for articles from notes, which have no score.
    pub(super) score: Option<u32>,
    pub(super) gates: Vec<Gate>,
    pub(super) warnings: Vec<String>,
    /// Present only if the operator turned grading on.
    pub(super) judge: Option<Judge>,
}

/// The grades of a text engine.
#[derive(Deserialize)]
pub(super) struct Judge {
    pub(super) engine: Option<String>,
    pub(super) grades: Vec<Opinion>,
    pub(super) problem: Option<String>,
}

/// A grade with its reason.
#[derive(Deserialize)]
pub(super) struct Opinion {
    pub(super) criterion: String,
    pub(super) grade: u8,
    pub(super) reason: String,
    pub(super) quote: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Gate {
    pub(crate) name: String,
    pub(crate) value: Option<f64>,
    pub(crate) detail: Option<String>,
    pub(crate) threshold: String,
    pub(crate) target: Option<String>,
    /// Whether a failure holds the article back.
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

/// How the text was generated.
#[derive(Deserialize)]
pub(super) struct Generation {
    pub(super) engine: String,
    pub(super) model: String,
    pub(super) tier: String,
}

/// The article on the hosted site.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Publication {
    pub(super) status: String,
    pub(super) url: Option<String>,
    pub(super) published_at: Option<Timestamp>,
    pub(super) reason: Option<String>,
}

/// The notices to search engines.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Indexing {
    pub(super) engines: Vec<Engine>,
    pub(super) expected_crawl: Option<Crawl>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Engine {
    pub(super) name: String,
    pub(super) change: String,
    pub(super) status: String,
    pub(super) submitted_at: Option<Timestamp>,
    pub(super) problem: Option<String>,
}

/// When a crawler can be expected.
#[derive(Deserialize)]
pub(super) struct Crawl {
    pub(super) to: Timestamp,
}

/// Why the article failed.
#[derive(Deserialize)]
pub(super) struct Problem {
    pub(super) code: String,
    pub(super) message: String,
}

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

/// What the grading used.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct JudgeBilling {
    pub(super) input_tokens: i64,
    pub(super) output_tokens: i64,
    pub(super) credits: i64,
}

/// A line of the charge.
#[derive(Deserialize)]
pub(super) struct BillingItem {
    pub(super) item: String,
    pub(super) credits: i64,
}

/// The estimated price of a request.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Estimate {
    pub(super) estimated_credits: i64,
    pub(super) breakdown: Vec<BillingItem>,
}

/// A request that was accepted.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Created {
    pub(super) article_id: String,
}
