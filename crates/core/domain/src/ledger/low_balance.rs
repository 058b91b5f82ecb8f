//! Balance alerts: when an owner is notified that credits run low.

use super::{Posting, PostingId, Purse, PurseState};
use crate::Timestamp;
use crate::credits::Credits;

/// The balance of a purse fell below its threshold. The owner is notified once; the balance must rise again
/// before the next alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LowBalance {
    /// The posting that caused the alert, which also identifies it.
    pub id: PostingId,
    /// The purse that ran low.
    pub purse: Purse,
    /// When the posting was made.
    pub at: Timestamp,
    /// The threshold that the owner set.
    pub threshold: Credits,
    /// The credits that were left.
    pub available: Credits,
}

impl LowBalance {
    pub(super) fn of(before: &PurseState, posting: &Posting) -> Option<Self> {
        let threshold = before.alert_below?;
        let available = posting.after.available;
        (before.balance.available >= threshold && available < threshold).then_some(Self {
            id: posting.id,
            purse: posting.purse,
            at: posting.at,
            threshold,
            available,
        })
    }
}
