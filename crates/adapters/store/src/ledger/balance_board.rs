//! Balances that the writer has just written or read, which all callers can read without a query.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};

use domain::ledger::{Balance, Purse};

/// How old a balance may be, in case another process has changed it meanwhile.
const FRESH_FOR: Duration = Duration::from_millis(250);
/// Beyond this many, stale balances are removed.
const MANY: usize = 10_000;

/// The board of balances. Only the writer updates it, in the order of its commits, so it always holds the
/// latest balance.
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
