//! Jobs that outlive the call that requested them, and messages that outlive the job.

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
    /// Identifies an event, `evt_…`. All receivers of the event see the same id.
    EventId,
    "evt_"
);
sortable_id!(
    /// Identifies the message about an event to one receiver, `msg_…`.
    MessageId,
    "msg_"
);

/// What a job does.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    Write,
    /// Rewrites one of its sections.
    Section(SectionId),
    /// Rewrites one of its sections by the customer's instructions.
    SectionAs {
        section: SectionId,
        /// The changes that the customer requests.
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

    /// The changes that the customer requests.
    #[must_use]
    pub fn instructions(&self) -> Option<&str> {
        match self {
            Self::Write | Self::Section(_) => None,
            Self::SectionAs { instructions, .. } => Some(instructions),
        }
    }
}

/// A new job. The posting that is made with it holds its credits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewJob {
    pub id: JobId,
    /// The article that it works on. An article has at most one job at a time.
    pub article: ArticleId,
    pub task: Task,
    /// When the job expires.
    pub deadline: Timestamp,
}

/// A job that is leased to one worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeasedJob {
    pub id: JobId,
    /// The article that it works on.
    pub article: ArticleId,
    /// The purse that owns it.
    pub purse: Purse,
    pub task: Task,
    /// The posting that holds its credits.
    pub hold: PostingId,
    /// How many credits it holds: the most that the job may cost.
    pub held: Credits,
    /// When the job expires.
    pub deadline: Timestamp,
    /// How many attempts were started, including this one.
    pub attempts: u32,
    /// Grows with every lease. A worker with an older token has lost the job.
    pub token: Fence,
}

/// Distinguishes the leases of one job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fence(pub i64);

/// A message that must be sent once. It is stored in the transaction of its event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxMessage {
    /// The id of the event; receivers see it.
    pub event: EventId,
    /// The kind of the event; `None` if the message is only for search engines.
    pub kind: Option<EventKind>,
    /// The article that it concerns, if any.
    pub article: Option<ArticleId>,
    /// The purse that it concerns.
    pub purse: Purse,
    /// The receivers of the message.
    pub to: Audience,
    /// The body of the message.
    pub body: String,
    /// When it was written.
    pub created_at: Timestamp,
}

/// The receivers of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audience {
    /// The URL that a request names.
    Address(String),
    /// A search engine, by its name.
    Engine(String),
    /// Every endpoint of the account that is enabled and subscribes to the event when the message is stored.
    Endpoints,
    /// One endpoint of the account.
    Endpoint(EndpointId),
}

/// A message to one receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub id: MessageId,
    /// The id of its event; receivers see it.
    pub event: EventId,
    /// The kind of its event; `None` for search engines.
    pub kind: Option<EventKind>,
    /// The article that it concerns, if any.
    pub article: Option<ArticleId>,
    /// The purse that owns it.
    pub purse: Purse,
    /// How it is sent.
    pub channel: Channel,
    /// The endpoint that receives it, if it is for one.
    pub endpoint: Option<EndpointId>,
    /// The receiver: an engine's name or a URL. The URL of an endpoint may have changed since.
    pub target: String,
    /// The body of the message.
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

/// The delivery state of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeliveryState {
    /// The message will be sent or retried.
    Pending,
    /// The receiver accepted the message.
    Accepted,
    /// The receiver refused the message, or did not answer for too long.
    Failed,
}

impl DeliveryState {
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

/// A message and its delivery state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    pub message: Message,
    /// The state of the delivery.
    pub state: DeliveryState,
    /// How many attempts were made.
    pub attempts: u32,
    /// The status of the last response.
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
    /// The status of the response.
    pub http_status: Option<u16>,
    pub problem: Option<String>,
    /// How long it took.
    pub took: Duration,
}

/// A message that is leased to one worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeasedMessage {
    pub message: Message,
    /// The receiver, if the message is for an endpoint that still exists.
    pub endpoint: Option<Receiver>,
    /// How many attempts were made, including this one.
    pub attempts: u32,
    /// Grows with every lease. A worker with an older token has lost the message.
    pub token: Fence,
}

/// What is needed to send to an endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receiver {
    /// The current URL of the endpoint.
    pub url: String,
    /// The keys that sign its messages.
    pub keys: Keys,
    /// Whether it receives messages.
    pub enabled: bool,
}
