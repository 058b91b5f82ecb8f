//! Articles: the request, the research, the outline, the text, and its quality.

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

/// The status of an article, as customers see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ArticleStatus {
    /// The article is being written, or waits in the queue or for an approval.
    Processing,
    /// The article is written and paid for.
    Completed,
    /// The article could not be written; nothing was charged.
    Failed,
    /// The customer cancelled the article; nothing was charged.
    Cancelled,
}

impl ArticleStatus {
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

/// The step that an article is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The job waits in the queue.
    Queued,
    /// The sources are read.
    Research,
    /// The headings are planned.
    Outline,
    /// The outline waits for the customer's approval.
    Approval,
    /// The sections are written.
    Writing,
    /// The service waits for the images.
    Images,
    /// The text is checked and repaired.
    Quality,
    /// The documents are made.
    Publishing,
}

impl Stage {
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
