//! Maintenance of the ledger while the service runs: overdue holds are released, old replies are deleted, and
//! the balances are compared with the fold of all postings.

use std::sync::Arc;

use domain::ledger::{Entry, PostingId, Request};
use ports::ledger::Drift;
use ports::{Clock, Ledger, LedgerError};

pub struct LedgerMaintenance {
    ledger: Arc<dyn Ledger>,
    clock: Arc<dyn Clock>,
}

impl LedgerMaintenance {
    #[must_use]
    pub fn new(ledger: Arc<dyn Ledger>, clock: Arc<dyn Clock>) -> Self {
        Self { ledger, clock }
    }

    /// Releases the holds of calls that never finished, and deletes replies that are no longer replayed.
    pub async fn release_expired_holds(&self) -> Result<(), LedgerError> {
        let now = self.clock.now();
        for (purse, hold) in self.ledger.overdue_holds(now).await? {
            let void = Request {
                id: PostingId::generate(),
                purse,
                entry: Entry::Void { hold },
                key: None,
                purpose: "overdue hold".to_owned(),
                at: now,
            };
            match self.ledger.post(void, None).await {
                // Another node, or the call itself, was faster.
                Ok(_) | Err(LedgerError::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
        self.ledger.delete_expired(now).await?;
        Ok(())
    }

    /// Compares every balance with the fold of its postings. Purses that drift take no new charges until an
    /// operator has looked.
    pub async fn audit(&self) -> Result<Vec<Drift>, LedgerError> {
        let drifts = self.ledger.audit().await?;
        for drift in &drifts {
            self.ledger.set_frozen(drift.purse, true).await?;
        }
        Ok(drifts)
    }
}
