//! Articles: what is ordered, what is known before writing, the plan, the text, and how good it is.

pub mod answers;
pub mod brief;
pub mod document;
pub mod judgement;
pub mod order;
pub mod outline;
pub mod passages;
pub mod quality;
pub mod record;
pub mod research;
pub mod spending;
pub mod strategy;
pub mod timing;
pub mod versions;

use serde::{Deserialize, Serialize};

use crate::ids::sortable_id;

sortable_id!(
    /// Identifies an article, `art_…`.
    ArticleId,
    "art_"
);

/// Where an article stands, as customers see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ArticleStatus {
    /// Is being written, or waits for its turn or for an approval.
    Processing,
    /// Is written and paid for.
    Completed,
    /// Could not be written; nothing was charged.
    Failed,
    /// Was called off by its customer; nothing was charged.
    Cancelled,
}

impl ArticleStatus {
    /// Every status.
    pub const ALL: [Self; 4] = [Self::Processing, Self::Completed, Self::Failed, Self::Cancelled];

    /// The name that customers see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Processing => "processing",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

/// What is being done for an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Waits for its turn.
    Queued,
    /// Sources are read.
    Research,
    /// Headings are planned.
    Outline,
    /// Waits for the customer's word on the plan.
    Approval,
    /// Sections are written.
    Writing,
    /// Images are awaited.
    Images,
    /// The text is checked and repaired.
    Quality,
    /// Documents are made.
    Publishing,
}

impl Stage {
    /// Every stage.
    pub const ALL: [Self; 8] = [
        Self::Queued,
        Self::Research,
        Self::Outline,
        Self::Approval,
        Self::Writing,
        Self::Images,
        Self::Quality,
        Self::Publishing,
    ];

    /// The name that customers see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Research => "research",
            Self::Outline => "outline",
            Self::Approval => "approval",
            Self::Writing => "writing",
            Self::Images => "images",
            Self::Quality => "quality",
            Self::Publishing => "publishing",
        }
    }
}
