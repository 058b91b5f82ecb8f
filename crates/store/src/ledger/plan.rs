//! Decides what a batch of commands does, given what the database holds. Pure, and the same for both databases.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::Timestamp;
use domain::credits::Credits;
use domain::ids::ApiKeyId;
use domain::ledger::{
    Batch, Effects, Entry, LedgerState, Posting, PostingId, PostingKind, Purse, Refusal, Request,
};
use ports::ledger::{Claim, Claimed, Completion, Fingerprint, RememberedReply, Slot};

use super::command::{Answer, Command};
use super::jobs::{JobNeeds, JobState, JobWrite, PreparedChange};

const MICROSECONDS_PER_DAY: i64 = 24 * 60 * 60 * 1_000_000;

/// What has to be loaded before a batch can be decided.
#[derive(Debug, Default)]
pub(super) struct Needs {
    pub(super) purses: BTreeSet<Purse>,
    pub(super) holds: BTreeSet<(Purse, PostingId)>,
    pub(super) charges: BTreeSet<(Purse, PostingId)>,
    pub(super) grants: BTreeSet<(Purse, PostingId)>,
    pub(super) keys: BTreeSet<ApiKeyId>,
    /// Ids that somebody else may have posted before. Charges and holds have ids of our own making, used once.
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
                    needs.keys.extend(request.key.map(|key| key.id));
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
                Command::Abandon { slot, .. } => {
                    needs.slots.insert(slot.clone());
                }
                Command::Balance(_) => {}
            }
        }
        needs
    }
}

/// A remembered call, or one under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SlotRow {
    pub(super) fingerprint: Fingerprint,
    pub(super) owner: PostingId,
    /// End of the lease, or of the time in which the reply is replayed.
    pub(super) expires_at: Timestamp,
    pub(super) reply: Option<RememberedReply>,
}

/// What was loaded.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    pub(super) ledger: LedgerState,
    pub(super) slots: HashMap<Slot, SlotRow>,
    pub(super) jobs: JobState,
}

/// What has to be written.
#[derive(Debug, Default)]
pub(super) struct Writes {
    pub(super) ledger: Effects,
    /// Slots that changed; `None` means the slot is free again.
    pub(super) slots: BTreeMap<Slot, Option<SlotRow>>,
    pub(super) usage: BTreeMap<(Purse, i64, String), Usage>,
    pub(super) jobs: Vec<JobWrite>,
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
    usage: BTreeMap<(Purse, i64, String), Usage>,
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
        if let Some(completion) = completion {
            let ours = self
                .slots
                .get(&completion.slot)
                .is_some_and(|row| row.owner == completion.owner && row.reply.is_none());
            if !ours {
                return Answer::SlotLost;
            }
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
                self.complete(completion, posting);
            }
        }
        Answer::Posted(outcome)
    }

    fn complete(&mut self, completion: &Completion, posting: &Posting) {
        if let Some(row) = self.slots.get_mut(&completion.slot) {
            row.expires_at = completion.expires_at;
            row.reply = Some(RememberedReply {
                body: completion.body.clone(),
                charged: spent(posting),
                reserved: completion.reserved,
                available: posting.after.available,
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
            let day = posting.at.as_microsecond().div_euclid(MICROSECONDS_PER_DAY);
            let usage = self.usage.entry((posting.purse, day, posting.purpose.clone())).or_default();
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

/// What a posting costs its purse for good.
fn spent(posting: &Posting) -> Credits {
    match posting.kind {
        PostingKind::Charge | PostingKind::Capture => posting.amount,
        _ => Credits::ZERO,
    }
}
