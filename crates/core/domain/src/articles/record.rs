//! What is stored about an article, from the request to its publication.

use serde::{Deserialize, Serialize};

use super::document::{Article, Section};
use super::judgement::Judgement;
use super::order::{ArticleInput, WantedHeading};
use super::outline::{Outline, SectionId};
use super::quality::Quality;
use super::research::{Grounding, Research, SourceNumber};
use super::{ArticleId, ArticleStatus, Stage};
use crate::Timestamp;
use crate::credits::Credits;
use crate::ledger::Purse;

/// An article, without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleRecord {
    pub id: ArticleId,
    /// The purse that owns it.
    pub purse: Purse,
    /// The request for the article.
    pub order: ArticleInput,
    /// The status of the article.
    pub status: ArticleStatus,
    /// The step that it is in.
    pub stage: Stage,
    /// The progress, from 0 to 100.
    pub progress: u8,
    /// Grows with every change that a customer can see.
    pub version: i64,
    /// The title, once there is one.
    pub title: Option<String>,
    /// What was reserved for it, over all its finished jobs and the one that writes it.
    pub reserved: Credits,
    /// What was charged for it, over all its jobs.
    pub charged: Credits,
    /// Why it could not be written.
    pub problem: Option<Problem>,
    /// Its place on the hosted site.
    pub publication: Publication,
    /// Whether a person reviewed it.
    pub review: Review,
    /// When it was requested.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// When it was completed, failed or was cancelled.
    pub finished_at: Option<Timestamp>,
}

/// Why something failed, for the customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// One of the codes that errors have.
    pub code: String,
    /// The reason, in words.
    pub message: String,
}

/// The parts of an article that exist before it is done.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Draft {
    /// The outline, once it is made.
    pub outline: Option<Outline>,
    /// Sections that are written, each with those below it left out.
    pub sections: Vec<Section>,
    /// The customer's approval of the outline, if it was requested and given.
    #[serde(default)]
    pub approval: Option<Approved>,
    /// Why the work pauses, and until when.
    #[serde(default)]
    pub waiting: Option<Waiting>,
}

/// A pause in the work on an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// The reason, in words for the customer.
    pub reason: String,
    /// When the work continues.
    pub until: Timestamp,
}

/// An outline that the customer approved.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Approved {
    /// The headings to write instead of the planned ones; empty to keep the outline.
    pub headings: Vec<WantedHeading>,
}

impl Draft {
    /// Whether a section is written.
    #[must_use]
    pub fn has(&self, id: &SectionId) -> bool {
        self.sections.iter().any(|section| section.id == *id)
    }
}

/// A finished article and how it was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Written {
    pub article: Article,
    /// The quality of the article.
    pub quality: Quality,
    /// The grades of a text engine, if grading was requested.
    #[serde(default)]
    pub judgement: Option<Judgement>,
    /// How it was made.
    pub generation: Generation,
    /// What it is based on.
    pub grounding: Grounding,
    /// Its length in words.
    pub words: u32,
    /// Its generated characters, which are charged.
    pub characters: u64,
    /// Warnings for the customer.
    pub warnings: Vec<String>,
    /// Passages of the customer's texts that were left out.
    #[serde(default)]
    pub unused: Vec<UnusedPassage>,
}

/// What a finished article was written from, stored for later changes to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dossier {
    /// The outline of the article.
    pub outline: Outline,
    /// The research that it is based on.
    pub research: Research,
}

/// How a text was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generation {
    /// The engine that wrote it.
    pub engine: String,
    pub model: String,
    /// The version of the prompts.
    pub prompt_version: String,
    /// The quality to expect of it.
    pub tier: Tier,
}

impl Generation {
    /// The engine of articles that are samples.
    pub const SANDBOX: &str = "sandbox";

    /// Whether it is a sample, whose content has no meaning.
    #[must_use]
    pub fn is_sample(&self) -> bool {
        self.engine == Self::SANDBOX
    }
}

/// The quality to expect of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// A text that a model wrote.
    Standard,
    /// The customer's own texts in order; a person reviews it before it is published.
    // Drafts of version 1.0 are stored under that name and need a review as well.
    #[serde(alias = "draft")]
    Notes,
}

/// A passage of the customer's texts that the article leaves out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnusedPassage {
    /// The text that contains it.
    pub source: SourceNumber,
    /// The heading above it.
    pub heading: Option<String>,
    /// The passage as it stands in the text.
    pub text: String,
    /// Why it was left out.
    pub reason: UnusedReason,
}

/// Why a passage was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnusedReason {
    /// Another text says the same, and the article cites both there.
    SameAsAnother,
    /// The requested length is reached.
    OverLength,
    /// The requested outline has no heading for it.
    OutsideOutline,
    /// It is a line without content of its own, such as a heading with nothing below it.
    NoContent,
    /// It is a title or heading; what stands below it is in the article under another one.
    Heading,
    /// It is an image; the article has the words only.
    Image,
}

/// The review of a finished article by a person.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Review {
    /// Whether a review is needed or done.
    pub status: ReviewStatus,
    /// The person who reviewed the article or requested the review; `None` if the service requested it.
    pub by: Option<String>,
    pub at: Option<Timestamp>,
}

/// Whether a person must review an article before it is published automatically.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ReviewStatus {
    /// No review was requested.
    #[default]
    NotNeeded,
    /// A person must review it.
    Needed,
    /// A person has reviewed it.
    Done,
}

impl ReviewStatus {
    pub const ALL: [Self; 3] = [Self::NotNeeded, Self::Needed, Self::Done];

    /// The name that customers see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotNeeded => "not_needed",
            Self::Needed => "needed",
            Self::Done => "done",
        }
    }
}

/// The state of an article on the hosted site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// Whether it is published.
    pub status: PublicationStatus,
    /// The last part of its URL, once it has one.
    pub slug: Option<String>,
    /// Why it is not published.
    pub reason: Option<String>,
    /// Since when it is published.
    pub published_at: Option<Timestamp>,
}

/// Whether an article is on the hosted site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PublicationStatus {
    /// Publication is decided when the article is done.
    Pending,
    /// The article is published.
    Published,
    /// A gate does not pass.
    Held,
    /// The article was taken down, or there is nothing to publish.
    Failed,
    /// The customer requested no publication.
    Disabled,
}

impl PublicationStatus {
    pub const ALL: [Self; 5] = [Self::Pending, Self::Published, Self::Held, Self::Failed, Self::Disabled];

    /// The name that customers see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Published => "published",
            Self::Held => "held",
            Self::Failed => "failed",
            Self::Disabled => "disabled",
        }
    }
}
