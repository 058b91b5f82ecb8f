//! The request for an article.

use serde::{Deserialize, Serialize};

use crate::locale::{Country, Language};
use crate::prices::{BRIEF_RATE, Operation};

/// An article as the customer requested it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArticleInput {
    /// The keyword that the article targets.
    pub focus_keyword: String,
    /// How far the service proceeds without further input.
    pub mode: ArticleMode,
    /// The requested length in words.
    pub words: u32,
    /// The requested number of images.
    pub images: u32,
    /// The language to write in.
    pub language: Language,
    /// Where the readers are.
    pub country: Option<Country>,
    /// The tone of the text.
    pub tone: Tone,
    /// The title, if the customer has one.
    pub title: Option<String>,
    /// The readers that it is written for.
    pub audience: Option<String>,
    /// Further instructions of the customer.
    pub instructions: Option<String>,
    /// The requested headings, in order.
    pub outline: Vec<WantedHeading>,
    pub keywords: Vec<String>,
    /// The sources to base the text on.
    pub sources: Vec<SourceInput>,
    /// The pages of the customer's site that may be linked to.
    pub internal_links: Option<InternalLinks>,
    /// When the article is published.
    pub publish: PublishPolicy,
    /// Whether a person must review the article before it is published automatically.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub needs_review: bool,
    /// The URL that is notified when the article is done.
    pub webhook_url: Option<String>,
}

impl ArticleInput {
    /// A request with defaults for everything but the keyword.
    #[must_use]
    pub fn new(focus_keyword: String) -> Self {
        Self {
            focus_keyword,
            mode: ArticleMode::default(),
            words: USUAL_WORDS,
            images: USUAL_IMAGES,
            language: Language::default(),
            country: None,
            tone: Tone::default(),
            title: None,
            audience: None,
            instructions: None,
            outline: Vec::new(),
            keywords: Vec::new(),
            sources: Vec::new(),
            internal_links: None,
            publish: PublishPolicy::default(),
            needs_review: false,
            webhook_url: None,
        }
    }

    /// How the article is made; `None` if that needs a model and there is none. Other people's pages do not
    /// count as notes: only a model can put them into its own words.
    #[must_use]
    pub fn making(&self, has_model: bool) -> Option<Making> {
        match self.mode {
            ArticleMode::Brief => Some(Making::Brief),
            ArticleMode::Notes => Some(Making::Notes),
            ArticleMode::Full | ArticleMode::Outline if has_model => Some(Making::Model),
            ArticleMode::Full | ArticleMode::Outline => self.notes().next().map(|_| Making::Notes),
        }
    }

    /// Whether the customer gave or approved the headings.
    #[must_use]
    pub fn has_fixed_headings(&self) -> bool {
        self.mode == ArticleMode::Outline || !self.outline.is_empty()
    }

    /// The rate in words, as replies carry it.
    #[must_use]
    pub const fn rate(&self) -> &'static str {
        match self.mode {
            ArticleMode::Brief => BRIEF_RATE,
            ArticleMode::Full | ArticleMode::Outline | ArticleMode::Notes => {
                Operation::ArticlesGenerate.rate()
            }
        }
    }

    /// The customer's own texts, with their titles.
    pub fn notes(&self) -> impl Iterator<Item = (Option<&str>, &str)> {
        self.sources.iter().filter_map(|source| match source {
            SourceInput::Text { title, text } => Some((title.as_deref(), text.as_str())),
            SourceInput::Url(_) => None,
        })
    }
}

/// The default length of an article in words.
pub const USUAL_WORDS: u32 = 2_000;
/// The default number of images.
pub const USUAL_IMAGES: u32 = 1;
/// The shortest and longest article in words.
pub const WORDS: std::ops::RangeInclusive<u32> = 1_500..=5_000;
/// The most images in an article.
pub const MOST_IMAGES: u32 = 10;

/// How far the service proceeds without further input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ArticleMode {
    /// To the finished article.
    #[default]
    Full,
    /// To the outline, which then waits for approval.
    Outline,
    /// To a content brief, from which a person writes.
    Brief,
    /// To the finished article, from the customer's notes alone, even where a model is configured.
    Notes,
}

impl ArticleMode {
    /// The name that customers use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Outline => "outline",
            Self::Brief => "brief",
            Self::Notes => "notes",
        }
    }
}

/// How an article is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Making {
    /// A model writes it.
    Model,
    /// The customer's own texts are put in order, without a model.
    Notes,
    /// A content brief is made instead.
    Brief,
}

/// The tone of an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    #[default]
    Professional,
    /// Relaxed, as among colleagues.
    Casual,
    Friendly,
    /// In the voice of an expert.
    Authoritative,
    /// Written to convince the reader.
    Persuasive,
    /// Written with light humour.
    Witty,
}

impl Tone {
    pub const ALL: [Self; 6] = [
        Self::Professional,
        Self::Casual,
        Self::Friendly,
        Self::Authoritative,
        Self::Persuasive,
        Self::Witty,
    ];

    /// The name that customers use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Professional => "professional",
            Self::Casual => "casual",
            Self::Friendly => "friendly",
            Self::Authoritative => "authoritative",
            Self::Persuasive => "persuasive",
            Self::Witty => "witty",
        }
    }
}

/// When an article is published on the hosted site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PublishPolicy {
    /// When it passes every hard gate.
    #[default]
    Auto,
    Always,
    /// The service does not publish it automatically.
    Never,
}

/// A requested heading, with those below it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WantedHeading {
    pub heading: String,
    pub children: Vec<Self>,
}

/// A source to base the text on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceInput {
    /// A page to fetch.
    Url(String),
    /// A text that the customer sent.
    Text {
        /// The title of the text.
        title: Option<String>,
        text: String,
    },
}

/// The pages of the customer's site that may be linked to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InternalLinks {
    /// To these pages only.
    Allowed(Vec<InternalLink>),
    /// To pages of a sitemap.
    Sitemap(String),
}

/// A page that may be linked to.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct InternalLink {
    /// The URL of the page.
    pub url: String,
    /// What the page is about, in the customer's words.
    pub title: Option<String>,
}
