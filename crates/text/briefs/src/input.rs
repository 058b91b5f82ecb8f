//! The input of a brief.

use domain::articles::brief::{BriefPart, MissingReason};
use domain::articles::order::{InternalLink, WantedHeading};
use domain::keywords::KeywordIdea;
use domain::locale::{Country, Language};
use domain::search::{SearchIntent, SerpPage};
use seo::page::Page;

/// The input of a brief. Everything but the keyword may be empty.
#[derive(Debug, Clone, Default)]
pub struct BriefInput {
    /// The keyword that the article targets.
    pub keyword: String,
    /// The language to write in.
    pub language: Language,
    /// Where the readers are.
    pub country: Option<Country>,
    /// The length that the customer requested, in words.
    pub words: Option<u32>,
    /// The title, if the customer has one.
    pub title: Option<String>,
    /// Headings that the customer requested, in order.
    pub outline: Vec<WantedHeading>,
    pub keywords: Vec<String>,
    /// The search intent, judged from all results.
    pub intent: Option<SearchIntent>,
    pub serp: Option<SerpPage>,
    /// The pages that were read, each with the position of its result, best first.
    pub pages: Vec<(u32, Page)>,
    /// Results that could not be read.
    pub unread: Vec<UnreadPage>,
    /// The customer's own sources.
    pub own: Vec<OwnSource>,
    /// Search suggestions, most likely first.
    pub suggestions: Vec<String>,
    pub ideas: Option<KeywordIdeas>,
    /// Pages of the customer's site that may be linked to.
    pub links: Vec<InternalLink>,
    /// Parts that are not available.
    pub missing: Vec<Missing>,
    /// Warnings for the reader of the brief.
    pub warnings: Vec<String>,
}

/// A result that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadPage {
    /// The rank of its result.
    pub position: u32,
    /// The reason, in words.
    pub reason: String,
}

/// A source that the customer named or sent.
#[derive(Debug, Clone)]
pub struct OwnSource {
    /// The URL, if the source has one.
    pub url: Option<String>,
    pub page: Page,
}

/// Keyword figures with their provider.
#[derive(Debug, Clone)]
pub struct KeywordIdeas {
    /// The provider of the figures.
    pub provider: String,
    pub ideas: Vec<KeywordIdea>,
}

/// A part that is not available.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    pub part: BriefPart,
    pub reason: MissingReason,
    /// Settings that make the part available, if there are any.
    pub settings: Vec<String>,
    /// The message of an engine or a page.
    pub detail: Option<String>,
}
