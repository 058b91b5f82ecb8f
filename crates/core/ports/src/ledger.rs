//! The credit ledger, with the remembered replies of idempotent calls: both change in one transaction.

use async_trait::async_trait;
use domain::Timestamp;
use domain::credits::Credits;
use domain::ids::ApiKeyId;
use domain::ledger::{Balance, Posting, PostingFilter, PostingId, Purse, Refusal, Request};

use crate::articles::JobChange;

/// Why the ledger did not do it.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// It is not allowed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Another call has taken over the idempotency key meanwhile; nothing was posted.
    #[error("the idempotency key was taken over by another call")]
    SlotLost,
    /// The job belongs to another worker, or is over; nothing was posted.
    #[error("the job belongs to another worker, or is over")]
    JobLost,
    /// Another job works on the article; nothing was posted.
    #[error("another job works on the article")]
    JobUnderWay,
    /// The purse has as many jobs as it may have; nothing was posted.
    #[error("{open} articles are in progress, and more are not allowed at once")]
    TooManyJobs {
        /// How many there are.
        open: u32,
    },
    /// More is waiting than can be written.
    #[error("too many requests are waiting for the ledger")]
    Overloaded,
    /// The database does not answer or can't write; nothing was acknowledged.
    #[error("the ledger is not available")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Where a reply is remembered: scope and key.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    /// Account and mode.
    pub purse: Purse,
    /// The client's key.
    pub key: String,
}

/// A hash of everything that makes two requests the same.
pub type Fingerprint = [u8; 32];

/// A claim on a slot for a call that is about to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Where.
    pub slot: Slot,
    /// What the request is.
    pub fingerprint: Fingerprint,
    /// Who claims.
    pub owner: PostingId,
    /// When it is claimed.
    pub at: Timestamp,
    /// When somebody else may claim it, should this call vanish.
    pub lease_until: Timestamp,
}

/// What became of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claimed {
    /// The call may start.
    Started,
    /// The same call is under way.
    InProgress,
    /// The key was used for another request.
    Mismatch,
    /// The call was made before.
    Replay(RememberedReply),
}

/// A reply that can be given again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RememberedReply {
    /// The result as JSON text, without billing.
    pub body: String,
    /// What it cost.
    pub charged: Credits,
    /// What was reserved for it.
    pub reserved: Credits,
    /// What was left right after.
    pub available: Credits,
}

/// A reply to be remembered with a posting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// Where.
    pub slot: Slot,
    /// To whom the slot must still belong.
    pub owner: PostingId,
    /// The result as JSON text, without billing.
    pub body: String,
    /// What was reserved for it.
    pub reserved: Credits,
    /// Until when it is replayed.
    pub expires_at: Timestamp,
}

/// Credits spent on one kind of call on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsageDay {
    /// Days since 1970.
    pub day: i64,
    /// The call.
    pub purpose: String,
    /// How often.
    pub calls: i64,
    /// For how much.
    pub credits: Credits,
}

/// Credits spent with one key, on one kind of call on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyUsageDay {
    /// The key; none for what was spent without one, or before keys were noted.
    pub key: Option<ApiKeyId>,
    /// What it spent.
    pub usage: UsageDay,
}

/// A purse whose balance is not the fold of its postings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drift {
    /// Whose.
    pub purse: Purse,
    /// What the balance says.
    pub stored: Balance,
    /// What the postings say.
    pub folded: Balance,
}

/// The credit ledger.
#[async_trait]
pub trait Ledger: Send + Sync {
    /// Makes a posting, and remembers a reply with it. Answers only after both are durable.
    async fn post(&self, request: Request, completion: Option<Completion>) -> Result<Posting, LedgerError>;
    /// Makes a posting together with a change of jobs, and remembers a reply with both.
    async fn post_job(
        &self,
        request: Request,
        change: JobChange,
        completion: Option<Completion>,
    ) -> Result<Posting, LedgerError>;
    /// Claims an idempotency key.
    async fn claim(&self, claim: Claim) -> Result<Claimed, LedgerError>;
    /// Remembers the reply of a free call under the key that it claimed.
    async fn remember(&self, completion: Completion) -> Result<(), LedgerError>;
    /// Gives a claimed key back after a failure, if it still belongs to `owner`.
    async fn abandon(&self, slot: Slot, owner: PostingId) -> Result<(), LedgerError>;
    /// The balance, including everything that was acknowledged.
    async fn balance(&self, purse: Purse) -> Result<Balance, LedgerError>;
    /// Postings before `before`, newest first.
    async fn postings(
        &self,
        purse: Purse,
        before: Option<PostingId>,
        limit: u32,
    ) -> Result<Vec<Posting>, LedgerError>;
    /// Those of the postings before `before` that are wanted, newest first.
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
    /// Holds whose time is over.
    async fn overdue_holds(&self, now: Timestamp) -> Result<Vec<(Purse, PostingId)>, LedgerError>;
    /// Forgets replies that are no longer replayed.
    async fn delete_expired(&self, now: Timestamp) -> Result<u64, LedgerError>;
}
