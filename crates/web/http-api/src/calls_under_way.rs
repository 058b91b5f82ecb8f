//! Limits the concurrent calls of an account, both charged calls and calls that wait for changes. Failed work
//! is not charged and waiting is free, so without a limit one account could keep all engines and connections
//! busy at no cost.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use domain::ledger::Purse;

/// Counts calls by account and mode.
#[derive(Debug)]
pub(crate) struct CallsUnderWay {
    most: usize,
    counts: Mutex<HashMap<Purse, usize>>,
}

/// One call; it counts until dropped.
#[derive(Debug)]
pub(crate) struct CallUnderWay {
    purse: Purse,
    calls: Arc<CallsUnderWay>,
}

impl CallsUnderWay {
    /// Allows `most` concurrent calls per account and mode.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, counts: Mutex::default() })
    }

    /// Counts a call; `None` if the limit is reached.
    pub(crate) fn begin(self: &Arc<Self>, purse: Purse) -> Option<CallUnderWay> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(purse).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(CallUnderWay { purse, calls: self.clone() })
    }
}

impl Drop for CallUnderWay {
    fn drop(&mut self) {
        let mut counts = self.calls.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut entry) = counts.entry(self.purse) {
            *entry.get_mut() -= 1;
            if *entry.get() == 0 {
                entry.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::api_keys::KeyMode;
    use domain::ids::AccountId;

    use super::*;

    #[test]
    fn each_account_and_mode_has_its_own_places_and_gives_them_back() {
        let calls = CallsUnderWay::new(2);
        let purse = |account: u64, mode| Purse { account: AccountId::from(account), mode };
        let busy = purse(1, KeyMode::Live);
        let (first, second) = (calls.begin(busy), calls.begin(busy));
        assert!(first.is_some() && second.is_some() && calls.begin(busy).is_none());
        assert!(
            calls.begin(purse(1, KeyMode::Test)).is_some() && calls.begin(purse(2, KeyMode::Live)).is_some()
        );
        drop(first);
        assert!(calls.begin(busy).is_some());
        drop(second);
        assert!(calls.counts.lock().unwrap().is_empty(), "nothing is remembered of those who are gone");
    }
}
