//! Decides what a batch of commands does, given the contents of the database. Pure, and the same for both
//! databases.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::Timestamp;
use domain::calendar::{Month, day_of};
use domain::credits::Credits;
use domain::ids::ApiKeyId;
use domain::ledger::{
    Batch, Effects, Entry, KeyLimit, LedgerState, Posting, PostingId, PostingKind, Purse, Refusal, Request,
};
use ports::ledger::{Claim, Claimed, Completion, Fingerprint, RememberedReply, Slot};

use super::command::{Answer, Command};
use super::jobs::{JobNeeds, JobState, JobWrite, PreparedChange};

/// What must be loaded before a batch can be decided.
#[derive(Debug, Default)]
pub(super) struct Needs {
    pub(super) purses: BTreeSet<Purse>,
    pub(super) holds: BTreeSet<(Purse, PostingId)>,
    pub(super) charges: BTreeSet<(Purse, PostingId)>,
    pub(super) grants: BTreeSet<(Purse, PostingId)>,
    pub(super) keys: BTreeSet<ApiKeyId>,
    /// Ids that may have been posted before. Charges and holds have ids of our own, used once.
    pub(super) repeatable: BTreeSet<(Purse, PostingId)>,
    pub(super) slots: BTreeSet<Slot>,
    pub(super) jobs: JobNeeds,
}

impl Needs {
    pub(super) fn of(batch: &[Command]) -> Self {
        let mut needs = Self::default();
        for command in batch {
            needs.purses.insert(command.purse());
            match command {
                Command::Post { request, completion, change } => {
                    if let Some(change) = change {
                        needs.jobs.note(request.purse, change);
                    }
                    if matches!(request.entry, Entry::Charge { .. } | Entry::Hold { .. }) {
                        needs.keys.extend(request.key.map(|key| key.id));
                    }
                    needs.slots.extend(completion.as_ref().map(|completion| completion.slot.clone()));
                    match request.entry {
                        Entry::Capture { hold, .. } | Entry::Void { hold } => {
                            needs.holds.insert((request.purse, hold));
                        }
                        Entry::Refund { of, .. } => {
                            needs.charges.insert((request.purse, of));
                            needs.repeatable.insert((request.purse, request.id));
                        }
                        Entry::Reverse { of, .. } => {
                            needs.grants.insert((request.purse, of));
                            needs.repeatable.insert((request.purse, request.id));
                        }
                        Entry::Grant { .. } => {
                            needs.repeatable.insert((request.purse, request.id));
                        }
                        Entry::Charge { .. } | Entry::Hold { .. } => {}
                    }
                }
                Command::Claim(claim) => {
                    needs.slots.insert(claim.slot.clone());
                }
                Command::Remember(completion) => {
                    needs.slots.insert(completion.slot.clone());
                }
                Command::Abandon { slot, .. } => {
                    needs.slots.insert(slot.clone());
                }
                Command::Balance(_) => {}
            }
        }
        needs
    }
}

/// The keys among `limited` that spend, with the months in which they do.
pub(super) fn spending_months(
    batch: &[Command],
    limited: &HashMap<ApiKeyId, Credits>,
) -> BTreeSet<(Purse, ApiKeyId, Month)> {
    let spending = batch.iter().filter_map(|command| match command {
        Command::Post { request, .. } => {
            let key = request.key?.id;
            let spends = matches!(request.entry, Entry::Charge { .. } | Entry::Hold { .. });
            (spends && limited.contains_key(&key))
                .then(|| (request.purse, key, Month::containing(request.at)))
        }
        _ => None,
    });
    spending.collect()
}

/// What a limited key has spent in a month, and what is reserved for it.
pub(super) struct KeySpending {
    pub(super) key: ApiKeyId,
    pub(super) month: Month,
    pub(super) spent: Credits,
    pub(super) held: Credits,
}

/// Combines limits with what counts towards them.
pub(super) fn key_limits(
    limited: &HashMap<ApiKeyId, Credits>,
    spending: impl IntoIterator<Item = KeySpending>,
) -> HashMap<ApiKeyId, KeyLimit> {
    let mut limits: HashMap<ApiKeyId, KeyLimit> = HashMap::new();
    for KeySpending { key, month, spent, held } in spending {
        if let Some(limit) = limited.get(&key) {
            let known =
                limits.entry(key).or_insert_with(|| KeyLimit { limit: *limit, held, spent: HashMap::new() });
            known.spent.insert(month, spent);
        }
    }
    limits
}

/// A remembered call, or one in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SlotRow {
    pub(super) fingerprint: Fingerprint,
    pub(super) owner: PostingId,
    /// End of the lease, or of the time in which the reply is replayed.
    pub(super) expires_at: Timestamp,
    pub(super) reply: Option<RememberedReply>,
}

#[derive(Debug, Default)]
pub(super) struct Loaded {
    pub(super) ledger: LedgerState,
    pub(super) slots: HashMap<Slot, SlotRow>,
    pub(super) jobs: JobState,
}

#[derive(Debug, Default)]
pub(super) struct Writes {
    pub(super) ledger: Effects,
    /// Slots that changed; `None` means the slot is free again.
    pub(super) slots: BTreeMap<Slot, Option<SlotRow>>,
    pub(super) usage: BTreeMap<UsageKey, Usage>,
    pub(super) jobs: Vec<JobWrite>,
}

/// Whose usage, on which day, by which key and for what.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct UsageKey {
    pub(super) purse: Purse,
    pub(super) day: i64,
    pub(super) key: Option<ApiKeyId>,
    pub(super) purpose: String,
}

/// Calls and credits to add to a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Usage {
    pub(super) calls: i64,
    pub(super) credits: i64,
}

impl Writes {
    pub(super) fn is_empty(&self) -> bool {
        self.ledger.postings.is_empty() && self.slots.is_empty()
    }
}

/// Decides all commands in their order.
pub(super) fn plan(batch: &[Command], loaded: Loaded) -> (Vec<Answer>, Writes) {
    let purses = loaded.ledger.purses.clone();
    let mut planner = Planner {
        ledger: Batch::new(loaded.ledger),
        slots: loaded.slots,
        changed_slots: BTreeSet::new(),
        usage: BTreeMap::new(),
        jobs: loaded.jobs,
        changed_jobs: Vec::new(),
    };
    let mut latest: HashMap<Purse, domain::ledger::Balance> = HashMap::new();
    let mut answers = Vec::with_capacity(batch.len());
    for command in batch {
        let answer = match command {
            Command::Post { request, completion, change } => {
                let answer = planner.post(request, completion.as_ref(), change.as_deref());
                if let Answer::Posted(Ok(posting)) = &answer {
                    latest.insert(posting.purse, posting.after);
                }
                answer
            }
            Command::Claim(claim) => Answer::Claimed(planner.claim(claim)),
            Command::Remember(completion) => planner.remember(completion),
            Command::Abandon { slot, owner } => {
                planner.abandon(slot, *owner);
                Answer::Abandoned
            }
            Command::Balance(purse) => Answer::Balance(
                latest
                    .get(purse)
                    .copied()
                    .or_else(|| purses.get(purse).map(|state| state.balance))
                    .ok_or(Refusal::NoSuchAccount),
            ),
        };
        answers.push(answer);
    }
    (answers, planner.finish())
}

struct Planner {
    ledger: Batch,
    slots: HashMap<Slot, SlotRow>,
    changed_slots: BTreeSet<Slot>,
    usage: BTreeMap<UsageKey, Usage>,
    jobs: JobState,
    changed_jobs: Vec<JobWrite>,
}

impl Planner {
    fn post(
        &mut self,
        request: &Request,
        completion: Option<&Completion>,
        change: Option<&PreparedChange>,
    ) -> Answer {
        if completion.is_some_and(|completion| !self.is_claimed_by(completion)) {
            return Answer::SlotLost;
        }
        if let Some(answer) = change.and_then(|change| self.jobs.refusal(request.purse, change)) {
            return answer;
        }
        let outcome = self.ledger.post(request);
        if let Ok(posting) = &outcome {
            self.count(posting);
            if let Some(change) = change {
                self.jobs.record(request.purse, change);
                self.changed_jobs.push(JobWrite { posting: posting.clone(), change: change.clone() });
            }
            if let Some(completion) = completion {
                self.complete(completion, spent(posting), posting.after.available);
            }
        }
        Answer::Posted(outcome)
    }

    fn is_claimed_by(&self, completion: &Completion) -> bool {
        let row = self.slots.get(&completion.slot);
        row.is_some_and(|row| row.owner == completion.owner && row.reply.is_none())
    }

    fn remember(&mut self, completion: &Completion) -> Answer {
        if !self.is_claimed_by(completion) {
            return Answer::SlotLost;
        }
        self.complete(completion, Credits::ZERO, Credits::ZERO);
        Answer::Remembered
    }

    fn complete(&mut self, completion: &Completion, charged: Credits, available: Credits) {
        if let Some(row) = self.slots.get_mut(&completion.slot) {
            row.expires_at = completion.expires_at;
            row.reply = Some(RememberedReply {
                body: completion.body.clone(),
                charged,
                reserved: completion.reserved,
                available,
            });
            self.changed_slots.insert(completion.slot.clone());
        }
    }

    fn claim(&mut self, claim: &Claim) -> Claimed {
        if let Some(row) = self.slots.get(&claim.slot).filter(|row| row.expires_at > claim.at) {
            if row.fingerprint != claim.fingerprint {
                return Claimed::Mismatch;
            }
            return row.reply.clone().map_or(Claimed::InProgress, Claimed::Replay);
        }
        let row = SlotRow {
            fingerprint: claim.fingerprint,
            owner: claim.owner,
            expires_at: claim.lease_until,
            reply: None,
        };
        self.slots.insert(claim.slot.clone(), row);
        self.changed_slots.insert(claim.slot.clone());
        Claimed::Started
    }

    fn abandon(&mut self, slot: &Slot, owner: PostingId) {
        if self.slots.get(slot).is_some_and(|row| row.owner == owner && row.reply.is_none()) {
            self.slots.remove(slot);
            self.changed_slots.insert(slot.clone());
        }
    }

    fn count(&mut self, posting: &Posting) {
        if matches!(posting.kind, PostingKind::Charge | PostingKind::Capture) {
            let key = UsageKey {
                purse: posting.purse,
                day: day_of(posting.at),
                key: posting.key,
                purpose: posting.purpose.clone(),
            };
            let usage = self.usage.entry(key).or_default();
            usage.calls += 1;
            usage.credits += posting.amount.as_i64();
        }
    }

    fn finish(mut self) -> Writes {
        let slots = self.changed_slots.into_iter().map(|slot| {
            let row = self.slots.remove(&slot);
            (slot, row)
        });
        let (ledger, jobs) = (self.ledger.finish(), self.changed_jobs);
        Writes { slots: slots.collect(), ledger, usage: self.usage, jobs }
    }
}

/// What a posting finally costs its purse.
fn spent(posting: &Posting) -> Credits {
    match posting.kind {
        PostingKind::Charge | PostingKind::Capture => posting.amount,
        _ => Credits::ZERO,
    }
}
