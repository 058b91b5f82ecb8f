//! Any batch has the same outcome as its requests one by one.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;

use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::calendar::Month;
use domain::credits::Credits;
use domain::ids::ApiKeyId;
use domain::ledger::{
    Balance, Effects, Entry, GrantSource, KeyLimit, LedgerState, OpenHold, Outcome, PostingId, PostingKind,
    Purse, PurseState, Request, SpendingKey, apply,
};
use proptest::prelude::*;

const KEY: ApiKeyId = ApiKeyId::from_u64(5);
const LIMIT: Credits = Credits::new(100);
const THRESHOLD: Credits = Credits::new(40);
const JANUARY_AND_FEBRUARY: [&str; 2] = ["2026-01-31T23:59:59Z", "2026-02-01T00:00:01Z"];

fn purse() -> Purse {
    Purse { account: 1.into(), mode: KeyMode::Live }
}

/// What a store holds between batches.
#[derive(Debug, Clone, Default, PartialEq)]
struct Books {
    balance: Balance,
    holds: HashMap<PostingId, OpenHold>,
    refundable: HashMap<PostingId, (Purse, Credits)>,
    spent: HashMap<Month, i64>,
    alerts: Vec<PostingId>,
}

impl Books {
    fn state(&self) -> LedgerState {
        let of_key = self.holds.values().filter(|hold| hold.key == Some(KEY));
        let limit = KeyLimit {
            limit: LIMIT,
            held: Credits::new(of_key.map(|hold| hold.amount.as_i64()).sum()),
            spent: self.spent.iter().map(|(month, spent)| (*month, Credits::new(*spent))).collect(),
        };
        let state = PurseState {
            balance: self.balance,
            minimum_epoch: 0,
            suspended: false,
            frozen: false,
            alert_below: Some(THRESHOLD),
        };
        LedgerState {
            purses: HashMap::from([(purse(), state)]),
            open_holds: self.holds.clone(),
            refundable: self.refundable.clone(),
            key_limits: HashMap::from([(KEY, limit)]),
            ..LedgerState::default()
        }
    }

    fn take(&mut self, effects: Effects) {
        self.balance = effects.balances.get(&purse()).copied().unwrap_or(self.balance);
        for (_, hold) in &effects.resolved_holds {
            self.holds.remove(hold).unwrap();
        }
        self.holds.extend(effects.opened_holds);
        for posting in effects.postings {
            match (posting.kind, posting.related) {
                (PostingKind::Charge | PostingKind::Capture, _) => {
                    self.refundable.insert(posting.id, (purse(), posting.amount));
                    if posting.key == Some(KEY) {
                        *self.spent.entry(Month::containing(posting.at)).or_default() +=
                            posting.amount.as_i64();
                    }
                }
                (PostingKind::Refund, Some(of)) => {
                    let (_, left) = self.refundable.get_mut(&of).unwrap();
                    *left = Credits::new(left.as_i64() - posting.amount.as_i64());
                }
                _ => {}
            }
        }
        self.alerts.extend(effects.alerts.iter().map(|alert| alert.id));
    }

    fn run(mut self, batches: &[&[Request]]) -> (Self, Vec<Outcome>) {
        let mut all = Vec::new();
        for batch in batches {
            let (outcomes, effects) = apply(batch, self.state());
            self.take(effects);
            all.extend(outcomes);
        }
        (self, all)
    }
}

/// What to do, how much of it, to which earlier posting, with the key or without, and in which month.
type Attempt = (u8, i64, prop::sample::Index, bool, usize);

fn attempts() -> impl Strategy<Value = Vec<Attempt>> {
    prop::collection::vec(
        (0..9_u8, 0..60_i64, any::<prop::sample::Index>(), any::<bool>(), 0..2_usize),
        1..60,
    )
}

fn requests(attempts: &[Attempt]) -> Vec<Request> {
    let ids: Vec<PostingId> = attempts.iter().map(|_| PostingId::generate()).collect();
    // Time does not run backwards: what is held in February is not captured in January.
    let mut months: Vec<usize> = attempts.iter().map(|attempt| attempt.4).collect();
    months.sort_unstable();
    let request = |(((kind, amount, earlier, with_key, _), id), month): ((&Attempt, &PostingId), &usize)| {
        let (amount, earlier) = (Credits::new(*amount), *earlier.get(&ids));
        let entry = match kind {
            0..=2 => Entry::Grant { amount, source: GrantSource::Paid },
            3 | 4 => Entry::Charge { amount },
            5 => Entry::Hold { amount, until: None },
            6 => Entry::Capture { hold: earlier, amount },
            7 => Entry::Void { hold: earlier },
            _ => Entry::Refund { of: earlier, amount },
        };
        Request {
            id: *id,
            purse: purse(),
            entry,
            key: with_key.then_some(SpendingKey { id: KEY, epoch: 0 }),
            purpose: "test".to_owned(),
            at: JANUARY_AND_FEBRUARY[*month].parse::<Timestamp>().unwrap(),
        }
    };
    attempts.iter().zip(&ids).zip(&months).map(request).collect()
}

proptest! {
    #[test]
    fn a_batch_decides_like_its_requests_one_by_one(attempts in attempts(), cut in any::<prop::sample::Index>()) {
        let requests = requests(&attempts);
        let (first, second) = requests.split_at(cut.index(requests.len()));
        let singly: Vec<&[Request]> = requests.chunks(1).collect();
        let one_by_one = Books::default().run(&singly);
        prop_assert_eq!(&Books::default().run(&[&requests]), &one_by_one);
        prop_assert_eq!(&Books::default().run(&[first, second]), &one_by_one);
    }

    #[test]
    fn no_month_of_a_key_exceeds_its_limit(attempts in attempts()) {
        let (books, _) = Books::default().run(&[&requests(&attempts)]);
        for spent in books.spent.values() {
            prop_assert!(Credits::new(*spent) <= LIMIT);
        }
    }
}
