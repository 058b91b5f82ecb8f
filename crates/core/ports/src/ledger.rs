//! The credit ledger, with the stored replies of idempotent calls: both change in one transaction.

use async_trait::async_trait;
use domain::Timestamp;
use domain::credits::Credits;
use domain::ids::ApiKeyId;
use domain::ledger::{Balance, Posting, PostingFilter, PostingId, Purse, Refusal, Request};

use crate::articles::JobChange;

/// Why an operation of the ledger failed.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The posting is not allowed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Another call has taken over the idempotency key in the meantime; nothing was posted.
    #[error("the idempotency key was taken over by another call")]
    SlotLost,
    /// The job belongs to another worker, or is over; nothing was posted.
    #[error("the job belongs to another worker, or is over")]
    JobLost,
    /// Another job works on the article; nothing was posted.
    #[error("another job works on the article")]
    JobUnderWay,
    /// The purse has reached its limit of open jobs; nothing was posted.
    #[error("{open} articles are in progress, and more are not allowed at once")]
    TooManyJobs {
        /// The number of open jobs.
        open: u32,
    },
    /// More requests are waiting than the ledger can write.
    #[error("too many requests are waiting for the ledger")]
    Overloaded,
    /// The database does not answer or can't write; nothing was acknowledged.
    #[error("the ledger is not available")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Where a reply is stored: scope and key.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    pub purse: Purse,
    pub key: String,
}

/// A hash of everything that makes two requests the same.
pub type Fingerprint = [u8; 32];

/// A claim on a slot for a call that is about to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub slot: Slot,
    /// The hash of the request.
    pub fingerprint: Fingerprint,
    /// The posting that owns the claim.
    pub owner: PostingId,
    pub at: Timestamp,
    /// When another call may claim the slot, should this one never finish.
    pub lease_until: Timestamp,
}

/// The outcome of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claimed {
    /// The call may start.
    Started,
    /// The same call is under way.
    InProgress,
    /// The key was used for another request.
    Mismatch,
    /// The call is finished, and this is its reply.
    Replay(RememberedReply),
}

/// A stored reply that can be replayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RememberedReply {
    /// The result as JSON text, without billing.
    pub body: String,
    pub charged: Credits,
    /// What was reserved for it.
    pub reserved: Credits,
    /// The balance right after the call.
    pub available: Credits,
}

/// A reply to store with a posting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    pub slot: Slot,
    /// The posting that must still own the slot.
    pub owner: PostingId,
    /// The result as JSON text, without billing.
    pub body: String,
    /// What was reserved for it.
    pub reserved: Credits,
    /// When the reply is no longer replayed.
    pub expires_at: Timestamp,
}

/// Credits spent on one kind of call on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsageDay {
    /// The day, in days since 1970-01-01.
    pub day: i64,
    /// The call that the credits were spent on.
    pub purpose: String,
    pub calls: i64,
    pub credits: Credits,
}

/// Credits spent with one key, on one kind of call on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyUsageDay {
    /// The key; none for credits that were spent without one, or before keys were recorded.
    pub key: Option<ApiKeyId>,
    pub usage: UsageDay,
}

/// A purse whose balance is not the fold of its postings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drift {
    pub purse: Purse,
    /// The balance as it is stored.
    pub stored: Balance,
    /// The balance as the fold of the postings.
    pub folded: Balance,
}

#[async_trait]
pub trait Ledger: Send + Sync {
    /// Makes a posting and stores a reply with it. Returns only after both are durable.
    async fn post(&self, request: Request, completion: Option<Completion>) -> Result<Posting, LedgerError>;
    /// Makes a posting together with a change of jobs, and stores a reply with both.
    async fn post_job(
        &self,
        request: Request,
        change: JobChange,
        completion: Option<Completion>,
    ) -> Result<Posting, LedgerError>;
    /// Claims an idempotency key.
    async fn claim(&self, claim: Claim) -> Result<Claimed, LedgerError>;
    /// Stores the reply of a free call under the key that it claimed.
    async fn remember(&self, completion: Completion) -> Result<(), LedgerError>;
    /// Releases a claimed key after a failure, if it still belongs to `owner`.
    async fn abandon(&self, slot: Slot, owner: PostingId) -> Result<(), LedgerError>;
    /// The balance, including every acknowledged posting.
    async fn balance(&self, purse: Purse) -> Result<Balance, LedgerError>;
    /// Postings before `before`, newest first.
    async fn postings(
        &self,
        purse: Purse,
        before: Option<PostingId>,
        limit: u32,
    ) -> Result<Vec<Posting>, LedgerError>;
    /// Postings before `before` that match `filter`, newest first.
    async fn find_postings(
        &self,
        purse: Purse,
        filter: &PostingFilter,
        before: Option<PostingId>,
        limit: u32,
    ) -> Result<Vec<Posting>, LedgerError>;
    /// Usage from `first_day` on, by day and call.
    async fn usage(&self, purse: Purse, first_day: i64) -> Result<Vec<UsageDay>, LedgerError>;
    /// Usage from `first_day` on, by day, call and key.
    async fn usage_by_key(&self, purse: Purse, first_day: i64) -> Result<Vec<KeyUsageDay>, LedgerError>;
    /// Folds all postings and lists every purse whose balance disagrees.
    async fn audit(&self) -> Result<Vec<Drift>, LedgerError>;
    /// Refuses new charges of a purse, or allows them again.
    async fn set_frozen(&self, purse: Purse, frozen: bool) -> Result<(), LedgerError>;
    /// Holds that have expired.
    async fn overdue_holds(&self, now: Timestamp) -> Result<Vec<(Purse, PostingId)>, LedgerError>;
    /// Deletes replies that are no longer replayed and returns their number.
    async fn delete_expired(&self, now: Timestamp) -> Result<u64, LedgerError>;
}
