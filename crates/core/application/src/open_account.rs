//! Opens accounts, with initial credits.

use std::sync::Arc;

use domain::accounts::{Account, AccountName, AccountStatus};
use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ids::AccountId;
use domain::ledger::{GrantSource, Purse};
use ports::{AccountStore, Clock, LedgerError, StoreError};

use crate::grant_credits::GrantCredits;

/// Why no account was opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenAccountError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system gave no randomness.
    #[error("no randomness from the operating system")]
    Randomness(#[from] getrandom::Error),
    /// The first credits could not be granted.
    #[error("the first credits could not be granted")]
    Credits(#[from] LedgerError),
}

/// Enough for every account to try everything in the sandbox.
const TEST_CREDITS: Credits = Credits::new(10_000_000);
/// The owner of an installation begins with 10 USD of real credits.
const OWNER_CREDITS: Credits = Credits::new(1_000_000);
const NOTE: &str = "starter credits";

pub struct OpenAccount {
    store: Arc<dyn AccountStore>,
    grant_credits: GrantCredits,
    clock: Arc<dyn Clock>,
}

impl OpenAccount {
    #[must_use]
    pub fn new(store: Arc<dyn AccountStore>, grant_credits: GrantCredits, clock: Arc<dyn Clock>) -> Self {
        Self { store, grant_credits, clock }
    }

    pub async fn open(&self, name: AccountName) -> Result<Account, OpenAccountError> {
        let account = self.draft(name)?;
        self.store.add_account(&account).await?;
        self.welcome(account.id).await?;
        Ok(account)
    }

    /// Grants a new account the credits that every account begins with.
    pub(crate) async fn welcome(&self, account: AccountId) -> Result<(), LedgerError> {
        self.grant(account, KeyMode::Test, TEST_CREDITS).await
    }

    /// Opens the owner's account, unless the installation has one.
    pub async fn open_for_owner(&self, name: AccountName) -> Result<Option<Account>, OpenAccountError> {
        let account = self.draft(name)?;
        if !self.store.add_owner(&account).await? {
            return Ok(None);
        }
        self.welcome(account.id).await?;
        self.grant(account.id, KeyMode::Live, OWNER_CREDITS).await?;
        Ok(Some(account))
    }

    async fn grant(&self, account: AccountId, mode: KeyMode, amount: Credits) -> Result<(), LedgerError> {
        let purse = Purse { account, mode };
        self.grant_credits.grant(purse, amount, GrantSource::Promotional, NOTE).await?;
        Ok(())
    }

    /// An account that is not stored yet.
    pub(crate) fn draft(&self, name: AccountName) -> Result<Account, getrandom::Error> {
        Ok(Account {
            id: AccountId::random()?,
            name,
            status: AccountStatus::Active,
            key_epoch: 0,
            created_at: self.clock.now(),
        })
    }
}
