//! What a brief is made from.

use domain::articles::brief::{BriefPart, MissingReason};
use domain::articles::order::{InternalLink, WantedHeading};
use domain::keywords::KeywordIdea;
use domain::locale::{Country, Language};
use domain::search::{SearchIntent, SerpPage};
use seo::page::Page;

/// Everything that is known. All of it but the keyword may be empty.
#[derive(Debug, Clone, Default)]
pub struct BriefInput {
    /// The keyword that the article targets.
    pub keyword: String,
    /// The language to write in.
    pub language: Language,
    /// Where the readers are.
    pub country: Option<Country>,
    /// The length that the customer wants, in words.
    pub words: Option<u32>,
    /// The title, if the customer has one.
    pub title: Option<String>,
    /// Headings that the customer wants, in order.
    pub outline: Vec<WantedHeading>,
    /// Secondary keywords.
    pub keywords: Vec<String>,
    /// What searchers want, judged from all results.
    pub intent: Option<SearchIntent>,
    /// The results page.
    pub serp: Option<SerpPage>,
    /// The pages that could be read, each with the position of its result, best first.
    pub pages: Vec<(u32, Page)>,
    /// Results that could not be read.
    pub unread: Vec<UnreadPage>,
    /// The customer's own sources.
    pub own: Vec<OwnSource>,
    /// What searchers type, most likely first.
    pub suggestions: Vec<String>,
    /// Figures of keywords.
    pub ideas: Option<KeywordIdeas>,
    /// Pages of the customer's site that may be linked to.
    pub links: Vec<InternalLink>,
    /// What could not be had.
    pub missing: Vec<Missing>,
    /// What else the reader of the brief should know.
    pub warnings: Vec<String>,
}

/// A result that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadPage {
    /// The rank of its result.
    pub position: u32,
    /// Why, in words.
    pub reason: String,
}

/// A source that the customer named or sent.
#[derive(Debug, Clone)]
pub struct OwnSource {
    /// Its URL, if it has one.
    pub url: Option<String>,
    /// What it says.
    pub page: Page,
}

/// Figures of keywords and who gave them.
#[derive(Debug, Clone)]
pub struct KeywordIdeas {
    /// Who gave them.
    pub provider: String,
    /// The keywords.
    pub ideas: Vec<KeywordIdea>,
}

/// A part that could not be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// What is missing.
    pub part: BriefPart,
    /// Why.
    pub reason: MissingReason,
    /// Settings that help, if there are any.
    pub settings: Vec<String>,
    /// What an engine or a page said about it.
    pub detail: Option<String>,
}
