//! Persistence. Each method is one whole transaction.

use async_trait::async_trait;
use domain::Timestamp;
use domain::accounts::Account;
use domain::api_keys::{AccessRules, ApiKeyRecord};
use domain::credits::Credits;
use domain::ids::{AccountId, ApiKeyId};

/// Why an operation of the store failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database does not answer, or refused for a temporary reason.
    #[error("the database is not available")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The stored data can't be what was written.
    #[error("the database holds something unreadable: {0}")]
    Corrupt(String),
    /// The object that the change is about does not exist.
    #[error("{0} does not exist")]
    Missing(String),
}

#[async_trait]
pub trait AccountStore: Send + Sync {
    async fn add_account(&self, account: &Account) -> Result<(), StoreError>;
    /// Adds the installation's owner; `false` if it has one already, whichever node added it.
    async fn add_owner(&self, account: &Account) -> Result<bool, StoreError>;
    async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError>;
    /// All accounts, oldest first.
    async fn accounts(&self) -> Result<Vec<Account>, StoreError>;
    /// Suspends or reinstates an account.
    async fn set_account_status(
        &self,
        id: AccountId,
        status: domain::accounts::AccountStatus,
    ) -> Result<(), StoreError>;
}

/// API keys. The keys themselves are never stored.
#[async_trait]
pub trait ApiKeyStore: Send + Sync {
    /// Stores the record of a new key.
    async fn add_key(&self, record: &ApiKeyRecord) -> Result<(), StoreError>;
    /// The keys of an account, oldest first.
    async fn keys_of(&self, account: AccountId) -> Result<Vec<ApiKeyRecord>, StoreError>;
    /// Sets the maximum that a key of the account may spend in a calendar month, or removes the limit.
    async fn set_monthly_limit(
        &self,
        account: AccountId,
        id: ApiKeyId,
        limit: Option<Credits>,
    ) -> Result<(), StoreError>;
    /// Records when keys were used; earlier times and keys that do not exist change nothing.
    async fn note_uses(&self, uses: &[(ApiKeyId, Timestamp)]) -> Result<(), StoreError>;
    /// Revokes one key. Revoking it again changes nothing.
    async fn revoke_key(&self, id: ApiKeyId, at: Timestamp) -> Result<(), StoreError>;
    /// Revokes every key of an account, including those unknown to this installation, by raising the epoch.
    /// Returns the new one.
    async fn revoke_all_keys(&self, account: AccountId, at: Timestamp) -> Result<u16, StoreError>;
}

/// Data that the installation's nodes share.
#[async_trait]
pub trait InstallationStore: Send + Sync {
    /// The installation's secret: `candidate`, unless there is one already.
    async fn installation_secret(&self, candidate: &str) -> Result<String, StoreError>;
}

/// The rules that every node keeps in memory, so that a call needs no lookup.
#[async_trait]
pub trait AccessStore: Send + Sync {
    /// A number that changes with the rules.
    async fn access_version(&self) -> Result<i64, StoreError>;
    /// What is revoked, suspended or turned on.
    async fn access_rules(&self) -> Result<AccessRules, StoreError>;
    /// Whether the bodies of an account's calls are stored.
    async fn stores_bodies(&self, account: AccountId) -> Result<bool, StoreError>;
    /// Turns the storing of bodies of an account's calls on or off.
    async fn set_stores_bodies(&self, account: AccountId, stores: bool) -> Result<(), StoreError>;
}

/// Something that readiness depends on.
#[async_trait]
pub trait HealthCheck: Send + Sync {
    /// The name that operators know it by.
    fn name(&self) -> &'static str;
    async fn check(&self) -> Result<(), HealthError>;
}

/// Why a dependency can't be used at the moment, in words for operators.
pub type HealthError = Box<dyn std::error::Error + Send + Sync>;
