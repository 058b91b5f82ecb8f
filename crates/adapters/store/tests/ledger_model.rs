//! Random operations against an executable model: the store and the model never disagree.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ledger_support;

use std::collections::HashMap;

use domain::Timestamp;
use domain::credits::Credits;
use domain::ids::ApiKeyId;
use domain::ledger::{Entry, GrantSource, PostingId, Purse, Request, SpendingKey};
use ledger_support::{Books, add_account, balance, key_record, on_both_databases, request};
use ports::{ApiKeyStore, BalanceAlerts, Ledger};
use store::Database;
use tokio::task::JoinSet;

const OPERATIONS: usize = 100;
const SIDE_BY_SIDE: u64 = 64;
/// The monthly limit of the first of two keys.
const LIMIT: i64 = 300;
/// The threshold of the alert.
const THRESHOLD: i64 = 100;
const MONTHS: [&str; 2] = ["2026-01-31T23:59:59.999999Z", "2026-02-01T00:00:00Z"];

on_both_databases! { the_store_and_the_model_agree }

/// `scripts/test --full` runs all 10,000 sequences.
fn sequences() -> u64 {
    if std::env::var_os("TEST_FULL").is_some() { 10_000 } else { 300 }
}

async fn the_store_and_the_model_agree(books: Books) {
    let mut running = JoinSet::new();
    let mut told = HashMap::new();
    for seed in 0..sequences() {
        if running.len() as u64 >= SIDE_BY_SIDE {
            told.extend(running.join_next().await.unwrap());
        }
        let purse = add_account(&books.database, 1_000 + seed).await;
        let keys = add_keys(&books.database, purse, seed).await;
        let ledger = books.ledger.clone();
        running.spawn(async move { (purse, run_sequence(&*ledger, purse, keys, seed).await) });
    }
    told.extend(running.join_all().await);
    told.retain(|_, alerts| !alerts.is_empty());
    assert_eq!(alerts(&books.database).await, told);
    assert_eq!(books.ledger.audit().await.unwrap(), []);
}

/// Adds two keys, the first of which has a limit, for an owner with a balance alert.
async fn add_keys(database: &Database, purse: Purse, seed: u64) -> [ApiKeyId; 2] {
    let keys = [10_000 + 2 * seed, 10_001 + 2 * seed].map(ApiKeyId::from);
    for key in keys {
        database.add_key(&key_record(key, purse.account)).await.unwrap();
    }
    database.set_monthly_limit(purse.account, keys[0], Some(Credits::new(LIMIT))).await.unwrap();
    database.set_alert_below(purse, Some(Credits::new(THRESHOLD))).await.unwrap();
    keys
}

/// The postings that made a balance low, in the order of their ids.
async fn alerts(database: &Database) -> HashMap<Purse, Vec<PostingId>> {
    let mut found: HashMap<Purse, Vec<PostingId>> = HashMap::new();
    let (now, later) = (MONTHS[1].parse().unwrap(), Timestamp::MAX);
    loop {
        let taken = database.take_alerts(now, later, 10_000).await.unwrap();
        if taken.is_empty() {
            break;
        }
        for alert in taken {
            found.entry(alert.purse).or_default().push(alert.id);
        }
    }
    for ids in found.values_mut() {
        ids.sort_unstable();
    }
    found
}

/// Returns the postings that made the balance low.
async fn run_sequence(ledger: &dyn Ledger, purse: Purse, keys: [ApiKeyId; 2], seed: u64) -> Vec<PostingId> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut model = Model::default();
    for step in 0..OPERATIONS {
        let attempt = model.choose(&mut random);
        let request = Request {
            key: attempt.key.map(|index| SpendingKey { id: keys[index], epoch: 0 }),
            at: MONTHS[attempt.month].parse().unwrap(),
            ..request(purse, attempt.entry)
        };
        let expected = model.apply(request.id, attempt);
        let outcome = ledger.post(request, None).await;
        assert_eq!(outcome.is_ok(), expected, "seed {seed}, step {step}: {attempt:?} gave {outcome:?}");
        if let Ok(posting) = outcome {
            assert_eq!(posting.after, balance(model.available, model.held), "seed {seed}, step {step}");
        }
    }
    assert_eq!(ledger.balance(purse).await.unwrap(), balance(model.available, model.held), "seed {seed}");
    let mut spent: HashMap<Option<ApiKeyId>, i64> = HashMap::new();
    for day in ledger.usage_by_key(purse, 0).await.unwrap() {
        *spent.entry(day.key).or_default() += day.usage.credits.as_i64();
    }
    for (index, key) in [(Some(0), Some(keys[0])), (Some(1), Some(keys[1])), (None, None)] {
        let of_key = model.spent.iter().filter(|((spender, _), _)| *spender == index);
        let expected: i64 = of_key.map(|(_, spent)| spent).sum();
        assert_eq!(spent.get(&key).copied().unwrap_or_default(), expected, "seed {seed}");
    }
    model.alerts.sort_unstable();
    model.alerts
}

/// An operation on the ledger, with or without a key, in a month.
#[derive(Debug, Clone, Copy)]
struct Attempt {
    entry: Entry,
    key: Option<usize>,
    month: usize,
}

/// The rules in their simplest form, written without the ledger's code.
#[derive(Default)]
struct Model {
    available: i64,
    held: i64,
    /// Amounts and their keys.
    holds: HashMap<PostingId, (i64, Option<usize>)>,
    left_to_refund: HashMap<PostingId, i64>,
    /// What each key spent in each month.
    spent: HashMap<(Option<usize>, usize), i64>,
    alerts: Vec<PostingId>,
    left_to_reverse: HashMap<PostingId, i64>,
    known: Vec<PostingId>,
}

impl Model {
    /// Mostly valid operations, with some invalid ones among them.
    fn choose(&self, random: &mut Random) -> Attempt {
        let amount = Credits::new(random.below(120) - 10);
        let id = match self.known.len() {
            0 => PostingId::generate(),
            known => self.known[usize::try_from(random.below(i64::try_from(known).unwrap())).unwrap()],
        };
        let entry = match random.below(12) {
            0 | 1 => Entry::Grant { amount, source: GrantSource::Paid },
            2 => Entry::Grant { amount, source: GrantSource::Promotional },
            3 | 4 => Entry::Charge { amount },
            5 | 6 => Entry::Hold { amount, until: None },
            7 => Entry::Capture { hold: id, amount },
            8 => Entry::Void { hold: id },
            9 => Entry::Refund { of: id, amount },
            _ => Entry::Reverse { of: id, amount },
        };
        let key = [Some(0), Some(0), Some(1), None][usize::try_from(random.below(4)).unwrap()];
        Attempt { entry, key, month: usize::try_from(random.below(2)).unwrap() }
    }

    fn apply(&mut self, id: PostingId, attempt: Attempt) -> bool {
        let before = self.available;
        let allowed = self.change(id, attempt);
        if allowed {
            self.known.push(id);
        }
        if before >= THRESHOLD && self.available < THRESHOLD {
            self.alerts.push(id);
        }
        allowed
    }

    fn may_spend(&self, amount: i64, attempt: Attempt) -> bool {
        if amount <= 0 || amount > self.available {
            return false;
        }
        if attempt.key != Some(0) {
            return true;
        }
        let spent = self.spent.get(&(attempt.key, attempt.month)).copied().unwrap_or_default();
        let held: i64 =
            self.holds.values().filter(|(_, key)| *key == attempt.key).map(|(amount, _)| amount).sum();
        spent + held + amount <= LIMIT
    }

    fn change(&mut self, id: PostingId, attempt: Attempt) -> bool {
        match attempt.entry {
            Entry::Grant { amount, source } => {
                let amount = amount.as_i64();
                if amount <= 0 {
                    return false;
                }
                self.available += amount;
                if source == GrantSource::Paid {
                    self.left_to_reverse.insert(id, amount);
                }
            }
            Entry::Charge { amount } => {
                let amount = amount.as_i64();
                if !self.may_spend(amount, attempt) {
                    return false;
                }
                self.available -= amount;
                self.left_to_refund.insert(id, amount);
                *self.spent.entry((attempt.key, attempt.month)).or_default() += amount;
            }
            Entry::Hold { amount, .. } => {
                let amount = amount.as_i64();
                if !self.may_spend(amount, attempt) {
                    return false;
                }
                self.available -= amount;
                self.held += amount;
                self.holds.insert(id, (amount, attempt.key));
            }
            Entry::Capture { hold, amount } => {
                let amount = amount.as_i64();
                let Some((held, key)) = self.holds.get(&hold).copied() else { return false };
                if amount < 0 || amount > held {
                    return false;
                }
                self.holds.remove(&hold);
                self.held -= held;
                self.available += held - amount;
                self.left_to_refund.insert(id, amount);
                *self.spent.entry((key, attempt.month)).or_default() += amount;
            }
            Entry::Void { hold } => {
                let Some((held, _)) = self.holds.remove(&hold) else { return false };
                self.held -= held;
                self.available += held;
            }
            Entry::Refund { of, amount } => {
                let amount = amount.as_i64();
                let Some(left) = self.left_to_refund.get_mut(&of) else { return false };
                if amount <= 0 || amount > *left {
                    return false;
                }
                *left -= amount;
                self.available += amount;
            }
            Entry::Reverse { of, amount } => {
                let amount = amount.as_i64();
                let Some(left) = self.left_to_reverse.get_mut(&of) else { return false };
                if amount <= 0 || amount > *left {
                    return false;
                }
                let taken = amount.min(self.available);
                *left -= taken;
                self.available -= taken;
            }
        }
        true
    }
}

/// A small generator, so that a seed always gives the same sequence.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        i64::try_from(self.0 % u64::try_from(limit).unwrap()).unwrap()
    }
}
