//! Grants credits to accounts.

use std::sync::Arc;

use domain::credits::Credits;
use domain::ledger::{Entry, GrantSource, Posting, PostingId, Purse, Request};
use ports::{Clock, Ledger, LedgerError};

#[derive(Clone)]
pub struct GrantCredits {
    ledger: Arc<dyn Ledger>,
    clock: Arc<dyn Clock>,
}

impl GrantCredits {
    #[must_use]
    pub fn new(ledger: Arc<dyn Ledger>, clock: Arc<dyn Clock>) -> Self {
        Self { ledger, clock }
    }

    /// Grants credits to a purse.
    pub async fn grant(
        &self,
        purse: Purse,
        amount: Credits,
        source: GrantSource,
        note: &str,
    ) -> Result<Posting, LedgerError> {
        let request = Request {
            id: PostingId::generate(),
            purse,
            entry: Entry::Grant { amount, source },
            key: None,
            purpose: note.to_owned(),
            at: self.clock.now(),
        };
        self.ledger.post(request, None).await
    }
}
