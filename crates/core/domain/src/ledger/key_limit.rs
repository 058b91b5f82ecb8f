//! The monthly spending limit of a key.
//!
//! Charges and captures of the month count, and everything that is reserved for the key, whenever that was.
//! So a hold that is captured in a later month can't exceed the limit of that month either. Refunds do not
//! count: the operator makes them, and the limit only restricts what the key does.

use std::collections::HashMap;

use super::{Entry, Posting, PostingKind, Refusal};
use crate::Timestamp;
use crate::calendar::Month;
use crate::credits::Credits;

/// The limit of a key, and what counts towards it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyLimit {
    /// The most that it may spend in a month.
    pub limit: Credits,
    /// What is reserved for it.
    pub held: Credits,
    /// What it has spent in each month that matters.
    pub spent: HashMap<Month, Credits>,
}

impl KeyLimit {
    /// Refuses to spend or reserve more than the limit allows in the month of `at`.
    pub(super) fn check(&self, entry: &Entry, at: Timestamp) -> Result<(), Refusal> {
        let (Entry::Charge { amount: required } | Entry::Hold { amount: required, .. }) = *entry else {
            return Ok(());
        };
        let spent = self.counted(Month::containing(at));
        let within = spent.checked_add(required).is_some_and(|sum| sum <= self.limit);
        if within { Ok(()) } else { Err(Refusal::KeyLimitReached { limit: self.limit, spent, required }) }
    }

    /// What counts towards the limit in a month.
    #[must_use]
    pub fn counted(&self, month: Month) -> Credits {
        let spent = self.spent.get(&month).copied().unwrap_or_default();
        spent.checked_add(self.held).unwrap_or(Credits::new(i64::MAX))
    }

    /// Records a posting by the key.
    pub(super) fn record(&mut self, posting: &Posting) {
        let amount = posting.amount.as_i64();
        let held = match posting.kind {
            PostingKind::Hold => amount,
            PostingKind::Capture => -amount - posting.released.as_i64(),
            PostingKind::Void => -amount,
            _ => 0,
        };
        self.held = Credits::new(self.held.as_i64() + held);
        if matches!(posting.kind, PostingKind::Charge | PostingKind::Capture) {
            let spent = self.spent.entry(Month::containing(posting.at)).or_default();
            *spent = Credits::new(spent.as_i64() + amount);
        }
    }
}
