//! Opens accounts.

use std::sync::Arc;

use domain::accounts::{Account, AccountName, AccountStatus};
use domain::ids::AccountId;
use ports::{AccountStore, Clock, StoreError};

/// Why no account was opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenAccountError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system gave no randomness.
    #[error("no randomness from the operating system")]
    Randomness(#[from] getrandom::Error),
}

/// Opens accounts.
pub struct OpenAccount {
    store: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
}

impl OpenAccount {
    /// Wires the use case.
    #[must_use]
    pub fn new(store: Arc<dyn AccountStore>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// Opens an account.
    pub async fn open(&self, name: AccountName) -> Result<Account, OpenAccountError> {
        let account = self.draft(name)?;
        self.store.add_account(&account).await?;
        Ok(account)
    }

    /// Opens the owner's account, unless the installation has one.
    pub async fn open_for_owner(&self, name: AccountName) -> Result<Option<Account>, OpenAccountError> {
        let account = self.draft(name)?;
        Ok(self.store.add_owner(&account).await?.then_some(account))
    }

    fn draft(&self, name: AccountName) -> Result<Account, getrandom::Error> {
        Ok(Account {
            id: AccountId::random()?,
            name,
            status: AccountStatus::Active,
            key_epoch: 0,
            created_at: self.clock.now(),
        })
    }
}
