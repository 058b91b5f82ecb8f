//! The first start: an owner's account and a key of each mode.

use std::sync::Arc;

use domain::accounts::{Account, AccountName};
use domain::api_keys::{ApiKey, KeyMode, Scopes};

use crate::issue_api_key::{IssueApiKey, IssueApiKeyError, NewApiKey};
use crate::open_account::{OpenAccount, OpenAccountError};

/// What the first start created.
#[derive(Debug)]
pub struct NewInstallation {
    pub owner: Account,
    /// A key that spends real credits.
    pub live_key: ApiKey,
    /// A key for the sandbox.
    pub test_key: ApiKey,
}

/// Why the installation could not be prepared.
#[derive(Debug, thiserror::Error)]
pub enum PrepareInstallationError {
    #[error("could not open the owner's account")]
    Account(#[from] OpenAccountError),
    #[error("could not issue the first keys")]
    Key(#[from] IssueApiKeyError),
}

/// Prepares a new installation.
pub struct PrepareInstallation {
    open_account: Arc<OpenAccount>,
    issue_api_key: Arc<IssueApiKey>,
}

impl PrepareInstallation {
    #[must_use]
    pub fn new(open_account: Arc<OpenAccount>, issue_api_key: Arc<IssueApiKey>) -> Self {
        Self { open_account, issue_api_key }
    }

    /// Creates what the first start needs; `None` if the installation was prepared before, by this node or
    /// another.
    pub async fn prepare(
        &self,
        owner: AccountName,
        key_name: &AccountName,
    ) -> Result<Option<NewInstallation>, PrepareInstallationError> {
        let Some(owner) = self.open_account.open_for_owner(owner).await? else {
            return Ok(None);
        };
        let issue = |mode| {
            self.issue_api_key.issue(NewApiKey {
                account: owner.id,
                name: key_name.clone(),
                mode,
                scopes: Scopes::all(),
                expires_at: None,
                monthly_limit: None,
            })
        };
        let (live_key, _) = issue(KeyMode::Live).await?;
        let (test_key, _) = issue(KeyMode::Test).await?;
        Ok(Some(NewInstallation { owner, live_key, test_key }))
    }
}
