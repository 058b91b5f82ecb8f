//! The credit ledger: append-only, double-entry, two-phase.
//!
//! Every customer has, per mode, two accounts: what is *available* and what is *held*. The house has three: purchases and
//! promotions, where credits come from, and revenue, where they go. Every posting moves credits between two of these
//! accounts, so the sum over all of them is always zero and a balance is always the fold of the postings.
//!
//! | Posting | From | To |
//! |---|---|---|
//! | grant | purchases or promotions | available |
//! | charge | available | revenue |
//! | hold | available | held |
//! | capture | held | revenue; what was not used returns to available |
//! | void | held | available |
//! | refund | revenue | available |
//! | reverse | available | purchases |
//!
//! A hold resolves at most once, by a capture or a void; a capture never exceeds its hold; refunds never exceed what was
//! charged; reversals never exceed what was bought, nor what is available. [`apply`] is the only place that decides this, for
//! both databases.

mod apply;
mod key_limit;
mod low_balance;

pub use apply::{Batch, Effects, LedgerState, OpenHold, Outcome, PurseState, apply};
pub use key_limit::KeyLimit;
pub use low_balance::LowBalance;

use crate::Timestamp;
use crate::api_keys::KeyMode;
use crate::credits::Credits;
use crate::ids::{AccountId, ApiKeyId, sortable_id};

sortable_id!(
    /// Identifies a posting, `txn_…`. The caller creates it, so that a repeated request can be recognised.
    PostingId,
    "txn_"
);

impl PostingId {
    /// The id right after this one. The page of postings before it begins with this one.
    #[must_use]
    pub const fn successor(self) -> Self {
        Self(uuid::Uuid::from_u128(self.0.as_u128().saturating_add(1)))
    }
}

/// An account's live or test ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Purse {
    pub account: AccountId,
    /// Real or test credits.
    pub mode: KeyMode,
}

/// The balance of a purse.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Balance {
    /// Credits that can be spent.
    pub available: Credits,
    /// Credits that are reserved for work in progress.
    pub held: Credits,
}

/// Where granted credits came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GrantSource {
    /// The credits were bought.
    Paid,
    /// The credits were given.
    Promotional,
}

/// An operation on the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// Adds credits to a purse.
    Grant {
        /// The number of credits.
        amount: Credits,
        /// Where the credits come from.
        source: GrantSource,
    },
    /// Spends credits at once.
    Charge {
        /// The number of credits.
        amount: Credits,
    },
    /// Reserves credits for later.
    Hold {
        /// The number of credits.
        amount: Credits,
        /// When they may be returned if the work that needs them is lost; `None` for work that is stored
        /// elsewhere.
        until: Option<Timestamp>,
    },
    /// Spends part or all of a hold and returns the rest.
    Capture {
        hold: PostingId,
        /// How many credits are spent.
        amount: Credits,
    },
    /// Returns all of a hold.
    Void { hold: PostingId },
    /// Returns credits that were spent.
    Refund {
        /// The charge or capture.
        of: PostingId,
        /// The number of credits.
        amount: Credits,
    },
    /// Takes bought credits back because their price was refunded. Takes at most what is available, which may
    /// be nothing: spent credits are not taken from running work.
    Reverse {
        /// The grant of bought credits.
        of: PostingId,
        /// The most credits to take.
        amount: Credits,
    },
}

/// A request to the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    pub id: PostingId,
    /// The purse that changes.
    pub purse: Purse,
    /// The operation to apply.
    pub entry: Entry,
    /// The key of the caller, which must still be valid when the posting is made.
    pub key: Option<SpendingKey>,
    /// The purpose, such as `seo/audit` or a note by the operator.
    pub purpose: String,
    /// When it was requested.
    pub at: Timestamp,
}

/// A key as its bearer presented it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpendingKey {
    /// The id of the key.
    pub id: ApiKeyId,
    /// The epoch it was minted under.
    pub epoch: u16,
}

/// The kind of a posting, as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PostingKind {
    /// Bought credits were added.
    GrantPaid,
    /// Given credits were added.
    GrantPromotional,
    /// Credits were spent at once.
    Charge,
    Hold,
    /// Credits were spent out of a hold.
    Capture,
    /// Credits were returned from a hold.
    Void,
    /// Credits were returned after they were spent.
    Refund,
    /// Credits were taken back after their price was refunded.
    Reverse,
}

impl PostingKind {
    pub const ALL: [Self; 8] = [
        Self::GrantPaid,
        Self::GrantPromotional,
        Self::Charge,
        Self::Hold,
        Self::Capture,
        Self::Void,
        Self::Refund,
        Self::Reverse,
    ];

    /// The name in the API and the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::GrantPaid => "grant_paid",
            Self::GrantPromotional => "grant_promotional",
            Self::Charge => "charge",
            Self::Hold => "hold",
            Self::Capture => "capture",
            Self::Void => "void",
            Self::Refund => "refund",
            Self::Reverse => "reverse",
        }
    }

    /// The kind of a stored name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// One line of the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posting {
    pub id: PostingId,
    /// The purse that changed.
    pub purse: Purse,
    /// The kind of the posting.
    pub kind: PostingKind,
    /// How many credits the operation moved.
    pub amount: Credits,
    /// How many credits of a captured hold returned unused.
    pub released: Credits,
    /// The hold of a capture or void, the charge of a refund, or the grant of a reversal.
    pub related: Option<PostingId>,
    /// The purpose of the request.
    pub purpose: String,
    /// The key that spent; for a capture or void, the key that made the hold.
    pub key: Option<ApiKeyId>,
    /// When it was made.
    pub at: Timestamp,
    /// The balance right after.
    pub after: Balance,
}

/// The filter of a list of postings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PostingFilter {
    /// Only those of this kind.
    pub kind: Option<PostingKind>,
    /// Only those whose purpose contains this, in capitals or not.
    pub purpose: Option<String>,
    /// Only those at this time or later.
    pub from: Option<Timestamp>,
    /// Only those before this time.
    pub until: Option<Timestamp>,
    /// Whether holds that were captured or voided are left out, so that each call has one posting.
    pub one_per_call: bool,
}

/// Why the ledger refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The available credits do not suffice.
    #[error("{required} credits are needed and {available} are available")]
    InsufficientCredits {
        /// How many credits were requested.
        required: Credits,
        /// How many credits are available.
        available: Credits,
    },
    /// The key may not spend that much this month.
    #[error(
        "{required} credits are needed, and the key has spent or reserved {spent} of its {limit} this month"
    )]
    KeyLimitReached {
        /// What it may spend in a calendar month.
        limit: Credits,
        /// What it has spent this month, including what is reserved for it.
        spent: Credits,
        /// How many credits were requested.
        required: Credits,
    },
    /// Amounts are above zero; a capture may be zero, and a reversal may find nothing.
    #[error("the amount is not allowed")]
    InvalidAmount,
    /// There is no such hold, or it is resolved.
    #[error("the hold is not open")]
    HoldNotOpen,
    /// A capture can't take more than was held.
    #[error("the capture exceeds its hold of {held}")]
    ExceedsHold {
        /// How many credits were held.
        held: Credits,
    },
    /// There is no such charge or grant, or too little of it is left.
    #[error("at most {refundable} credits can be refunded")]
    NotRefundable {
        /// What is left of it.
        refundable: Credits,
    },
    /// A posting with this id exists already.
    #[error("the posting exists already")]
    Duplicate,
    /// The key was revoked, or its account's keys were.
    #[error("the key was revoked")]
    KeyRevoked,
    /// The account was suspended.
    #[error("the account is suspended")]
    Suspended,
    /// The account's ledger is inconsistent; the account is frozen until an operator checks it.
    #[error("the account's credits are being checked")]
    Frozen,
    /// There is no such account.
    #[error("the account does not exist")]
    NoSuchAccount,
}
