//! Random operations against an executable model: the store and the model never disagree.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ledger_support;

use std::collections::HashMap;

use domain::credits::Credits;
use domain::ledger::{Entry, GrantSource, PostingId, Purse};
use ledger_support::{Books, add_account, balance, on_both_databases, request};
use ports::Ledger;
use tokio::task::JoinSet;

const OPERATIONS: usize = 100;
const SIDE_BY_SIDE: u64 = 64;

on_both_databases! { the_store_and_the_model_agree }

/// `scripts/test --full` runs all 10,000 sequences.
fn sequences() -> u64 {
    if std::env::var_os("TEST_FULL").is_some() { 10_000 } else { 300 }
}

async fn the_store_and_the_model_agree(books: Books) {
    let mut running = JoinSet::new();
    for seed in 0..sequences() {
        if running.len() as u64 >= SIDE_BY_SIDE {
            running.join_next().await.unwrap().unwrap();
        }
        let purse = add_account(&books.database, 1_000 + seed).await;
        let ledger = books.ledger.clone();
        running.spawn(async move { run_sequence(&*ledger, purse, seed).await });
    }
    running.join_all().await;
    assert_eq!(books.ledger.audit().await.unwrap(), []);
}

async fn run_sequence(ledger: &dyn Ledger, purse: Purse, seed: u64) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut model = Model::default();
    for step in 0..OPERATIONS {
        let entry = model.choose(&mut random);
        let request = request(purse, entry);
        let expected = model.apply(request.id, entry);
        let outcome = ledger.post(request, None).await;
        assert_eq!(outcome.is_ok(), expected, "seed {seed}, step {step}: {entry:?} gave {outcome:?}");
        if let Ok(posting) = outcome {
            assert_eq!(posting.after, balance(model.available, model.held), "seed {seed}, step {step}");
        }
    }
    assert_eq!(ledger.balance(purse).await.unwrap(), balance(model.available, model.held), "seed {seed}");
}

/// The rules in their plainest form, written without a look at the ledger's code.
#[derive(Default)]
struct Model {
    available: i64,
    held: i64,
    holds: HashMap<PostingId, i64>,
    left_to_refund: HashMap<PostingId, i64>,
    left_to_reverse: HashMap<PostingId, i64>,
    known: Vec<PostingId>,
}

impl Model {
    /// Mostly sensible operations, with enough nonsense among them.
    fn choose(&self, random: &mut Random) -> Entry {
        let amount = Credits::new(random.below(120) - 10);
        let id = match self.known.len() {
            0 => PostingId::generate(),
            known => self.known[usize::try_from(random.below(i64::try_from(known).unwrap())).unwrap()],
        };
        match random.below(12) {
            0 | 1 => Entry::Grant { amount, source: GrantSource::Paid },
            2 => Entry::Grant { amount, source: GrantSource::Promotional },
            3 | 4 => Entry::Charge { amount },
            5 | 6 => Entry::Hold { amount, until: None },
            7 => Entry::Capture { hold: id, amount },
            8 => Entry::Void { hold: id },
            9 => Entry::Refund { of: id, amount },
            _ => Entry::Reverse { of: id, amount },
        }
    }

    fn apply(&mut self, id: PostingId, entry: Entry) -> bool {
        let allowed = self.change(id, entry);
        if allowed {
            self.known.push(id);
        }
        allowed
    }

    fn change(&mut self, id: PostingId, entry: Entry) -> bool {
        match entry {
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
                if amount <= 0 || amount > self.available {
                    return false;
                }
                self.available -= amount;
                self.left_to_refund.insert(id, amount);
            }
            Entry::Hold { amount, .. } => {
                let amount = amount.as_i64();
                if amount <= 0 || amount > self.available {
                    return false;
                }
                self.available -= amount;
                self.held += amount;
                self.holds.insert(id, amount);
            }
            Entry::Capture { hold, amount } => {
                let amount = amount.as_i64();
                let Some(held) = self.holds.get(&hold).copied() else { return false };
                if amount < 0 || amount > held {
                    return false;
                }
                self.holds.remove(&hold);
                self.held -= held;
                self.available += held - amount;
                self.left_to_refund.insert(id, amount);
            }
            Entry::Void { hold } => {
                let Some(held) = self.holds.remove(&hold) else { return false };
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

/// A small generator, so that a seed means the same sequence for ever.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        i64::try_from(self.0 % u64::try_from(limit).unwrap()).unwrap()
    }
}
