//! Balances that the writer has just written or read, for everybody to look at without asking the database.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};

use domain::ledger::{Balance, Purse};

/// How old a balance may be, should another process have changed it meanwhile.
const FRESH_FOR: Duration = Duration::from_millis(250);
/// Beyond this, stale balances are dropped.
const MANY: usize = 10_000;

/// The board. Only the writer puts balances up, in the order of its commits, so the latest is always the one to see.
#[derive(Debug, Default)]
pub(super) struct BalanceBoard(RwLock<HashMap<Purse, (Balance, Instant)>>);

impl BalanceBoard {
    pub(super) fn get(&self, purse: Purse) -> Option<Balance> {
        let board = self.0.read().unwrap_or_else(PoisonError::into_inner);
        board.get(&purse).filter(|(_, written)| written.elapsed() < FRESH_FOR).map(|(balance, _)| *balance)
    }

    pub(super) fn put(&self, balances: impl IntoIterator<Item = (Purse, Balance)>) {
        let now = Instant::now();
        let mut board = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if board.len() > MANY {
            board.retain(|_, (_, written)| written.elapsed() < FRESH_FOR);
        }
        board.extend(balances.into_iter().map(|(purse, balance)| (purse, (balance, now))));
    }
}
