//! When an owner is told that credits run out.

use super::{Posting, PostingId, Purse, PurseState};
use crate::Timestamp;
use crate::credits::Credits;

/// A purse fell below what its owner wants to have available. It is told once; before it can be told again, the balance must have
/// risen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LowBalance {
    /// The posting that did it, which also identifies the alert.
    pub id: PostingId,
    /// Whose credits.
    pub purse: Purse,
    /// When.
    pub at: Timestamp,
    /// What the owner wants to have available.
    pub threshold: Credits,
    /// What was left.
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
