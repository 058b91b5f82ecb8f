//! Work that outlives the call that asked for it, and messages that outlive the work.

use std::time::Duration;

use crate::Timestamp;
use crate::articles::ArticleId;
use crate::articles::outline::SectionId;
use crate::credits::Credits;
use crate::ids::sortable_id;
use crate::ledger::{PostingId, Purse};
use crate::webhooks::endpoints::{EndpointId, EventKind, Keys};

sortable_id!(
    /// Identifies a job, `job_…`.
    JobId,
    "job_"
);
sortable_id!(
    /// Identifies an event that somebody is told of, `evt_…`. All who are told of it see the same one.
    EventId,
    "evt_"
);
sortable_id!(
    /// Identifies what one receiver is told of an event, `msg_…`.
    MessageId,
    "msg_"
);

/// What a job does.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// Writes an article.
    Write,
    /// Rewrites one of its sections.
    Section(SectionId),
    /// Rewrites one of its sections as its customer wants it.
    SectionAs {
        /// The section.
        section: SectionId,
        /// What the customer wants to be different.
        instructions: String,
    },
}

impl Task {
    /// The section that is rewritten.
    #[must_use]
    pub const fn section(&self) -> Option<&SectionId> {
        match self {
            Self::Write => None,
            Self::Section(section) | Self::SectionAs { section, .. } => Some(section),
        }
    }

    /// What the customer wants to be different.
    #[must_use]
    pub fn instructions(&self) -> Option<&str> {
        match self {
            Self::Write | Self::Section(_) => None,
            Self::SectionAs { instructions, .. } => Some(instructions),
        }
    }
}

/// A job as it is ordered. Its credits are held by the posting that it is ordered with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewJob {
    /// Its id.
    pub id: JobId,
    /// The article that it works on; never two jobs at once.
    pub article: ArticleId,
    /// What it does.
    pub task: Task,
    /// When it is too late.
    pub deadline: Timestamp,
}

/// A job that one worker may do for a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeasedJob {
    /// Its id.
    pub id: JobId,
    /// The article that it works on.
    pub article: ArticleId,
    /// Whose it is.
    pub purse: Purse,
    /// What it does.
    pub task: Task,
    /// The posting that holds its credits.
    pub hold: PostingId,
    /// How many credits it holds: the most that the job may cost.
    pub held: Credits,
    /// When it is too late.
    pub deadline: Timestamp,
    /// How often it was begun, this time included.
    pub attempts: u32,
    /// Grows with every lease. Whoever comes with an older one has lost the job.
    pub token: Fence,
}

/// Tells leases of one job apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fence(pub i64);

/// A message that must be sent once, stored in the transaction of what it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxMessage {
    /// What happened; receivers see it.
    pub event: EventId,
    /// What kind of event it is; none if it is only for search engines.
    pub kind: Option<EventKind>,
    /// The article that it is about, if it is about one.
    pub article: Option<ArticleId>,
    /// The purse that it is about.
    pub purse: Purse,
    /// Who is told.
    pub to: Audience,
    /// What is said.
    pub body: String,
    /// When it was written.
    pub created_at: Timestamp,
}

/// Who is told of something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audience {
    /// The address that an order names.
    Address(String),
    /// A search engine, by its name.
    Engine(String),
    /// Every endpoint of the account that is enabled and wants such events, as it is when the message is stored.
    Endpoints,
    /// One endpoint of the account.
    Endpoint(EndpointId),
}

/// A message to one receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its id.
    pub id: MessageId,
    /// What it tells of; receivers see it.
    pub event: EventId,
    /// What kind of event that is; none for search engines.
    pub kind: Option<EventKind>,
    /// The article that it is about, if it is about one.
    pub article: Option<ArticleId>,
    /// Whose it is.
    pub purse: Purse,
    /// How it is sent.
    pub channel: Channel,
    /// The endpoint that gets it, if it is for one.
    pub endpoint: Option<EndpointId>,
    /// Who gets it: an engine's name or an address. An endpoint may have moved since.
    pub target: String,
    /// What it says.
    pub body: String,
    /// When it was written.
    pub created_at: Timestamp,
}

/// How a message is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Channel {
    /// To the customer's server.
    Webhook,
    /// To a search engine.
    Indexing,
}

impl Channel {
    /// The name in columns and metrics.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Webhook => "webhook",
            Self::Indexing => "indexing",
        }
    }
}

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeliveryState {
    /// Will be sent, for the first time or again.
    Pending,
    /// Was taken.
    Accepted,
    /// Was refused, or nobody answered for too long.
    Failed,
}

impl DeliveryState {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Pending, Self::Accepted, Self::Failed];

    /// The name that customers see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Accepted => "accepted",
            Self::Failed => "failed",
        }
    }
}

/// A message and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The message.
    pub message: Message,
    /// What became of it.
    pub state: DeliveryState,
    /// How often it was tried.
    pub attempts: u32,
    /// The last answer's status.
    pub http_status: Option<u16>,
    /// What went wrong last.
    pub problem: Option<String>,
    /// When it was last tried.
    pub tried_at: Option<Timestamp>,
    /// When it is tried next.
    pub next_try: Option<Timestamp>,
}

/// One attempt to send a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastAttempt {
    /// When it was made.
    pub at: Timestamp,
    /// The answer's status.
    pub http_status: Option<u16>,
    /// What went wrong.
    pub problem: Option<String>,
    /// How long it took.
    pub took: Duration,
}

/// A message that one worker may send now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeasedMessage {
    /// The message.
    pub message: Message,
    /// Where it goes, if it is for an endpoint that is still there.
    pub endpoint: Option<Receiver>,
    /// How often it was tried, this time included.
    pub attempts: u32,
    /// Whoever comes with an older one has lost the message.
    pub token: Fence,
}

/// What sending to an endpoint takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receiver {
    /// Its address now.
    pub url: String,
    /// What its messages are signed with.
    pub keys: Keys,
    /// Whether it gets any.
    pub enabled: bool,
}
