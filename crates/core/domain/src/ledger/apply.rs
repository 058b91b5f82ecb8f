//! The one function that decides what happens to credits.

use std::collections::{HashMap, HashSet};

use super::{
    Balance, Entry, GrantSource, KeyLimit, LowBalance, Posting, PostingId, PostingKind, Purse, Refusal,
    Request,
};
use crate::Timestamp;
use crate::credits::Credits;
use crate::ids::ApiKeyId;

/// The state of the ledger that a batch of requests depends on. The store loads it inside the transaction.
#[derive(Debug, Clone, Default)]
pub struct LedgerState {
    /// Every purse that the batch touches; a purse that is absent belongs to no account.
    pub purses: HashMap<Purse, PurseState>,
    /// Open holds that the batch refers to.
    pub open_holds: HashMap<PostingId, OpenHold>,
    /// Charges and captures that the batch refers to, with what is left to refund.
    pub refundable: HashMap<PostingId, (Purse, Credits)>,
    /// Grants of bought credits that the batch refers to, with what is left to reverse.
    pub reversible: HashMap<PostingId, (Purse, Credits)>,
    /// Keys in the batch that are revoked.
    pub revoked_keys: HashSet<ApiKeyId>,
    /// Keys in the batch whose spending is limited, with what they have spent in the months of the batch.
    pub key_limits: HashMap<ApiKeyId, KeyLimit>,
    /// Ids in the batch that were posted before.
    pub posted: HashSet<PostingId>,
}

/// A hold that is not resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenHold {
    /// The purse of the hold.
    pub purse: Purse,
    /// The number of credits.
    pub amount: Credits,
    /// When they may be returned.
    pub until: Option<Timestamp>,
    /// The key that reserved them.
    pub key: Option<ApiKeyId>,
}

/// A purse and what limits its use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PurseState {
    /// The balance of the purse.
    pub balance: Balance,
    /// Keys of an earlier epoch are revoked.
    pub minimum_epoch: u16,
    /// The account may not spend.
    pub suspended: bool,
    /// The account's ledger is inconsistent.
    pub frozen: bool,
    /// The owner is notified when less than this is available.
    pub alert_below: Option<Credits>,
}

/// The outcome of one request.
pub type Outcome = Result<Posting, Refusal>;

/// What the store has to write.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Effects {
    /// The postings to add.
    pub postings: Vec<Posting>,
    /// New balances of the purses that changed.
    pub balances: HashMap<Purse, Balance>,
    /// Holds that were opened and are still open at the end.
    pub opened_holds: HashMap<PostingId, OpenHold>,
    /// Holds of earlier batches that were resolved.
    pub resolved_holds: HashSet<(Purse, PostingId)>,
    /// Purses whose balance ran low, with the posting that caused it.
    pub alerts: Vec<LowBalance>,
}

/// Applies requests in their order. Each either becomes one posting or changes nothing.
#[must_use]
pub fn apply(requests: &[Request], state: LedgerState) -> (Vec<Outcome>, Effects) {
    let mut batch = Batch::new(state);
    let outcomes = requests.iter().map(|request| batch.post(request)).collect();
    (outcomes, batch.finish())
}

/// [`apply`], one request at a time, for stores that decide about other things in between.
#[derive(Debug)]
pub struct Batch {
    state: LedgerState,
    effects: Effects,
}

impl Batch {
    /// Starts from the state of the ledger.
    #[must_use]
    pub fn new(state: LedgerState) -> Self {
        Self { state, effects: Effects::default() }
    }

    pub fn post(&mut self, request: &Request) -> Outcome {
        let state = &mut self.state;
        let purse = *state.purses.get(&request.purse).ok_or(Refusal::NoSuchAccount)?;
        if state.posted.contains(&request.id) {
            return Err(Refusal::Duplicate);
        }
        check_permission(request, &purse, state)?;
        let movement = movement(request, &purse.balance, state)?;
        let after = movement.apply(purse.balance).ok_or(Refusal::InvalidAmount)?;
        let key = settling_key(request, state);
        if let Some(limit) = key.and_then(|key| state.key_limits.get(&key)) {
            limit.check(&request.entry, request.at)?;
        }
        let posting = Posting {
            id: request.id,
            purse: request.purse,
            kind: movement.kind,
            amount: movement.amount,
            released: movement.released,
            related: movement.related,
            purpose: request.purpose.clone(),
            key,
            at: request.at,
            after,
        };
        self.effects.alerts.extend(LowBalance::of(&purse, &posting));
        record(request, &posting, state, &mut self.effects);
        Ok(posting)
    }

    /// What the store has to write.
    #[must_use]
    pub fn finish(self) -> Effects {
        self.effects
    }
}

/// A capture or void counts for the key that made the hold, whichever key resolves it.
fn settling_key(request: &Request, state: &LedgerState) -> Option<ApiKeyId> {
    match request.entry {
        Entry::Capture { hold, .. } | Entry::Void { hold } => state.open_holds.get(&hold)?.key,
        _ => request.key.map(|key| key.id),
    }
}

/// Resolving a hold and returning credits stay possible for a key or account that may no longer spend:
/// running work must be able to finish.
fn check_permission(request: &Request, purse: &PurseState, state: &LedgerState) -> Result<(), Refusal> {
    if !matches!(request.entry, Entry::Charge { .. } | Entry::Hold { .. }) {
        return Ok(());
    }
    if purse.frozen {
        return Err(Refusal::Frozen);
    }
    if purse.suspended {
        return Err(Refusal::Suspended);
    }
    match request.key {
        Some(key) if key.epoch < purse.minimum_epoch || state.revoked_keys.contains(&key.id) => {
            Err(Refusal::KeyRevoked)
        }
        _ => Ok(()),
    }
}

/// How a posting changes its purse.
struct Movement {
    kind: PostingKind,
    amount: Credits,
    released: Credits,
    related: Option<PostingId>,
    available: i64,
    held: i64,
}

impl Movement {
    fn simple(kind: PostingKind, amount: Credits, available: i64, held: i64) -> Self {
        Self { kind, amount, released: Credits::ZERO, related: None, available, held }
    }

    fn apply(&self, balance: Balance) -> Option<Balance> {
        Some(Balance {
            available: balance.available.checked_add(Credits::new(self.available))?,
            held: balance.held.checked_add(Credits::new(self.held))?,
        })
    }
}

fn movement(request: &Request, balance: &Balance, state: &LedgerState) -> Result<Movement, Refusal> {
    let above_zero = |amount: Credits| {
        if amount > Credits::ZERO { Ok(amount.as_i64()) } else { Err(Refusal::InvalidAmount) }
    };
    let spendable = |amount: Credits| {
        let number = above_zero(amount)?;
        if amount > balance.available {
            return Err(Refusal::InsufficientCredits { required: amount, available: balance.available });
        }
        Ok(number)
    };
    match request.entry {
        Entry::Grant { amount, source } => {
            let kind = match source {
                GrantSource::Paid => PostingKind::GrantPaid,
                GrantSource::Promotional => PostingKind::GrantPromotional,
            };
            Ok(Movement::simple(kind, amount, above_zero(amount)?, 0))
        }
        Entry::Charge { amount } => Ok(Movement::simple(PostingKind::Charge, amount, -spendable(amount)?, 0)),
        Entry::Hold { amount, .. } => {
            let number = spendable(amount)?;
            Ok(Movement::simple(PostingKind::Hold, amount, -number, number))
        }
        Entry::Capture { hold, amount } => {
            let held = open_hold(hold, request.purse, state)?;
            if amount < Credits::ZERO {
                return Err(Refusal::InvalidAmount);
            }
            if amount > held {
                return Err(Refusal::ExceedsHold { held });
            }
            let released = held.as_i64() - amount.as_i64();
            Ok(Movement {
                released: Credits::new(released),
                related: Some(hold),
                ..Movement::simple(PostingKind::Capture, amount, released, -held.as_i64())
            })
        }
        Entry::Void { hold } => {
            let held = open_hold(hold, request.purse, state)?;
            let number = held.as_i64();
            Ok(Movement { related: Some(hold), ..Movement::simple(PostingKind::Void, held, number, -number) })
        }
        Entry::Refund { of, amount } => {
            let number = above_zero(amount)?;
            within(left_of(&state.refundable, of, request.purse), amount)?;
            Ok(Movement { related: Some(of), ..Movement::simple(PostingKind::Refund, amount, number, 0) })
        }
        Entry::Reverse { of, amount } => {
            above_zero(amount)?;
            within(left_of(&state.reversible, of, request.purse), amount)?;
            let taken = amount.min(balance.available);
            let number = taken.as_i64();
            Ok(Movement { related: Some(of), ..Movement::simple(PostingKind::Reverse, taken, -number, 0) })
        }
    }
}

fn left_of(known: &HashMap<PostingId, (Purse, Credits)>, of: PostingId, purse: Purse) -> Credits {
    known.get(&of).filter(|(owner, _)| *owner == purse).map_or(Credits::ZERO, |(_, left)| *left)
}

fn within(refundable: Credits, amount: Credits) -> Result<(), Refusal> {
    if amount > refundable { Err(Refusal::NotRefundable { refundable }) } else { Ok(()) }
}

fn open_hold(hold: PostingId, purse: Purse, state: &LedgerState) -> Result<Credits, Refusal> {
    state
        .open_holds
        .get(&hold)
        .filter(|open| open.purse == purse)
        .map(|open| open.amount)
        .ok_or(Refusal::HoldNotOpen)
}

/// Records a posting, for later requests of the batch and for the store.
fn record(request: &Request, posting: &Posting, state: &mut LedgerState, effects: &mut Effects) {
    if let Some(purse) = state.purses.get_mut(&posting.purse) {
        purse.balance = posting.after;
    }
    state.posted.insert(posting.id);
    effects.balances.insert(posting.purse, posting.after);
    if let Some(limit) = posting.key.and_then(|key| state.key_limits.get_mut(&key)) {
        limit.record(posting);
    }
    match posting.kind {
        PostingKind::Hold => {
            let until = match request.entry {
                Entry::Hold { until, .. } => until,
                _ => None,
            };
            let open = OpenHold { purse: posting.purse, amount: posting.amount, until, key: posting.key };
            state.open_holds.insert(posting.id, open);
            effects.opened_holds.insert(posting.id, open);
        }
        PostingKind::Capture | PostingKind::Void => {
            if let Some(hold) = posting.related {
                state.open_holds.remove(&hold);
                if effects.opened_holds.remove(&hold).is_none() {
                    effects.resolved_holds.insert((posting.purse, hold));
                }
            }
        }
        PostingKind::Refund => {
            if let Some((_, left)) = posting.related.and_then(|of| state.refundable.get_mut(&of)) {
                *left = Credits::new(left.as_i64() - posting.amount.as_i64());
            }
        }
        PostingKind::Reverse => {
            if let Some((_, left)) = posting.related.and_then(|of| state.reversible.get_mut(&of)) {
                *left = Credits::new(left.as_i64() - posting.amount.as_i64());
            }
        }
        PostingKind::GrantPaid => {
            state.reversible.insert(posting.id, (posting.purse, posting.amount));
        }
        PostingKind::GrantPromotional | PostingKind::Charge => {}
    }
    if matches!(posting.kind, PostingKind::Charge | PostingKind::Capture) {
        state.refundable.insert(posting.id, (posting.purse, posting.amount));
    }
    effects.postings.push(posting.clone());
}
