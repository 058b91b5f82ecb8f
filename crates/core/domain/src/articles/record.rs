//! What is kept of an article, from the order to its publication.

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
    /// Its id.
    pub id: ArticleId,
    /// Whose it is.
    pub purse: Purse,
    /// What was ordered.
    pub order: ArticleInput,
    /// Where it stands.
    pub status: ArticleStatus,
    /// What is being done.
    pub stage: Stage,
    /// 0 to 100.
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
    /// Whether a person looked at it.
    pub review: Review,
    /// When it was ordered.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// When it was done, failed or was called off.
    pub finished_at: Option<Timestamp>,
}

/// Why something failed, for the customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// One of the codes that errors have.
    pub code: String,
    /// In words.
    pub message: String,
}

/// What is there before an article is done.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Draft {
    /// The plan.
    pub outline: Option<Outline>,
    /// Sections that are written, each with those below it left out.
    pub sections: Vec<Section>,
    /// The customer's word on the plan, if it was asked for and given.
    #[serde(default)]
    pub approval: Option<Approved>,
    /// Why the work pauses, and until when.
    #[serde(default)]
    pub waiting: Option<Waiting>,
}

/// A pause in the work on an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// Why, in words for the customer.
    pub reason: String,
    /// When it goes on.
    pub until: Timestamp,
}

/// A plan that its customer approved.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Approved {
    /// The headings to write instead of the planned ones; the plan as it is if there are none.
    pub headings: Vec<WantedHeading>,
}

impl Draft {
    /// Whether a section is written.
    #[must_use]
    pub fn has(&self, id: &SectionId) -> bool {
        self.sections.iter().any(|section| section.id == *id)
    }
}

/// A finished article with what is known about its making.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Written {
    /// The text.
    pub article: Article,
    /// How good it is.
    pub quality: Quality,
    /// What a text engine thinks of it, if it is asked to.
    #[serde(default)]
    pub judgement: Option<Judgement>,
    /// How it was made.
    pub generation: Generation,
    /// What it rests on.
    pub grounding: Grounding,
    /// Its length in words.
    pub words: u32,
    /// Its generated characters, which are what is paid for.
    pub characters: u64,
    /// What the customer should know.
    pub warnings: Vec<String>,
    /// Passages of the customer's texts that were left out.
    #[serde(default)]
    pub unused: Vec<UnusedPassage>,
}

/// What a finished article was written from, kept for changes to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dossier {
    /// Its plan.
    pub outline: Outline,
    /// What it rests on.
    pub research: Research,
}

/// How a text was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generation {
    /// Who wrote it.
    pub engine: String,
    /// The writer's model.
    pub model: String,
    /// The prompts' version.
    pub prompt_version: String,
    /// What may be expected of it.
    pub tier: Tier,
}

impl Generation {
    /// The engine of articles that are samples.
    pub const SANDBOX: &str = "sandbox";

    /// Whether it is a sample, whose content nobody means.
    #[must_use]
    pub fn is_sample(&self) -> bool {
        self.engine == Self::SANDBOX
    }
}

/// What may be expected of a text.
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

/// A passage of the customer's texts that the article does not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnusedPassage {
    /// The text that it stands in.
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

/// A person's look at a finished article.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Review {
    /// Whether one is needed, or done.
    pub status: ReviewStatus,
    /// Who looked, or asked for it; none if the service asks for it.
    pub by: Option<String>,
    /// When.
    pub at: Option<Timestamp>,
}

/// Whether a person must look at an article before it is published by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ReviewStatus {
    /// Nobody asked for it.
    #[default]
    NotNeeded,
    /// Somebody must.
    Needed,
    /// Somebody did.
    Done,
}

impl ReviewStatus {
    /// Every status.
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

/// An article's place on the hosted site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// Whether it is there.
    pub status: PublicationStatus,
    /// The last part of its address, once it has one.
    pub slug: Option<String>,
    /// Why it is not there.
    pub reason: Option<String>,
    /// Since when it is there.
    pub published_at: Option<Timestamp>,
}

/// Whether an article is on the hosted site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PublicationStatus {
    /// Will be decided when it is done.
    Pending,
    /// Is there.
    Published,
    /// A gate does not hold.
    Held,
    /// Was taken down, or there is nothing to publish.
    Failed,
    /// The customer does not want it.
    Disabled,
}

impl PublicationStatus {
    /// Every status.
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
