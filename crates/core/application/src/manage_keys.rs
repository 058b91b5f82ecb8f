//! The keys of an account, as its people manage them.

use std::sync::Arc;
use std::time::Duration;

use domain::Timestamp;
use domain::accounts::Account;
use domain::api_keys::{ApiKey, ApiKeyRecord, Claims, KeyMode, Keyring, Minute, Scopes};
use domain::ids::{AccountId, ApiKeyId};
use ports::{ApiKeyStore, Clock, StoreError};

use crate::issue_api_key::{IssueApiKey, IssueApiKeyError, NewApiKey};

#[derive(Clone)]
pub struct ManageKeys {
    issue: Arc<IssueApiKey>,
    store: Arc<dyn ApiKeyStore>,
    keyring: Keyring,
    clock: Arc<dyn Clock>,
}

impl ManageKeys {
    /// Keys of the dashboard itself live as long as one page needs them.
    const OWN_KEY: Duration = Duration::from_mins(30);

    #[must_use]
    pub fn new(
        issue: Arc<IssueApiKey>,
        store: Arc<dyn ApiKeyStore>,
        keyring: Keyring,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { issue, store, keyring, clock }
    }

    /// The keys of an account, newest first.
    pub async fn list(&self, account: AccountId) -> Result<Vec<ApiKeyRecord>, StoreError> {
        let mut keys = self.store.keys_of(account).await?;
        keys.reverse();
        Ok(keys)
    }

    /// Makes a key. Only the return value holds the key itself.
    pub async fn make(&self, new: NewApiKey) -> Result<(ApiKey, ApiKeyRecord), IssueApiKeyError> {
        self.issue.issue(new).await
    }

    /// A key as it was signed when it was made. Keys are derived from their stored records, and from nothing
    /// else.
    #[must_use]
    pub fn sign_again(&self, record: &ApiKeyRecord) -> ApiKey {
        self.keyring.mint(&Claims {
            mode: record.mode,
            account: record.account,
            key: record.id,
            scopes: record.scopes,
            epoch: record.epoch,
            issued: Minute::containing(record.created_at),
            expires: record.expires_at.map(Minute::containing),
        })
    }

    /// The time in `days` days.
    #[must_use]
    pub fn in_days(&self, days: u32) -> Option<Timestamp> {
        const DAY: Duration = Duration::from_hours(24);
        self.clock.now().checked_add(DAY * days).ok()
    }

    /// Revokes a key of an account.
    pub async fn revoke(&self, account: AccountId, key: ApiKeyId) -> Result<(), StoreError> {
        self.find(account, key).await?;
        self.store.revoke_key(key, self.clock.now()).await
    }

    /// Makes a key like another. The other stays valid until it is revoked, so that nothing stops while
    /// programs are changed.
    pub async fn rotate(
        &self,
        account: AccountId,
        key: ApiKeyId,
    ) -> Result<(ApiKey, ApiKeyRecord), IssueApiKeyError> {
        let old = self.find(account, key).await?;
        self.make(NewApiKey {
            account,
            name: old.name,
            mode: old.mode,
            scopes: old.scopes,
            expires_at: old.expires_at,
            monthly_limit: old.monthly_limit,
        })
        .await
    }

    /// A key with which the dashboard calls the API for a person. It is not stored, and expires by itself and
    /// with all keys of the account.
    #[must_use]
    pub fn own(&self, account: &Account, mode: KeyMode) -> ApiKey {
        let now = self.clock.now();
        self.keyring.mint(&Claims {
            mode,
            account: account.id,
            key: ApiKeyId::dashboard(account.id),
            scopes: Scopes::all(),
            epoch: account.key_epoch,
            issued: Minute::containing(now),
            expires: now.checked_add(Self::OWN_KEY).ok().map(Minute::containing),
        })
    }

    async fn find(&self, account: AccountId, key: ApiKeyId) -> Result<ApiKeyRecord, StoreError> {
        let found = self.store.keys_of(account).await?.into_iter().find(|record| record.id == key);
        found.ok_or_else(|| StoreError::Missing(key.to_string()))
    }
}
