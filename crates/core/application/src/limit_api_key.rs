//! Limits what a key may spend in a calendar month. The ledger keeps the limit; here it is only set.

use std::sync::Arc;

use domain::credits::Credits;
use domain::ids::{AccountId, ApiKeyId};
use ports::{ApiKeyStore, StoreError};

/// Why a limit was not set.
#[derive(Debug, thiserror::Error)]
pub enum LimitApiKeyError {
    /// Nothing can be less than nothing.
    #[error("a limit can't be below zero")]
    Negative,
    /// The account has no such key.
    #[error("{0} does not exist")]
    NoSuchKey(ApiKeyId),
    /// The store failed.
    #[error(transparent)]
    Store(StoreError),
}

/// Sets limits.
pub struct LimitApiKey {
    keys: Arc<dyn ApiKeyStore>,
}

impl LimitApiKey {
    /// Wires the use case.
    #[must_use]
    pub fn new(keys: Arc<dyn ApiKeyStore>) -> Self {
        Self { keys }
    }

    /// Sets the limit of a key of the account, or lifts it. It holds from the next charge on; what was spent before counts.
    pub async fn limit(
        &self,
        account: AccountId,
        key: ApiKeyId,
        limit: Option<Credits>,
    ) -> Result<(), LimitApiKeyError> {
        if limit.is_some_and(|limit| limit < Credits::ZERO) {
            return Err(LimitApiKeyError::Negative);
        }
        self.keys.set_monthly_limit(account, key, limit).await.map_err(|error| match error {
            StoreError::Missing(_) => LimitApiKeyError::NoSuchKey(key),
            error => LimitApiKeyError::Store(error),
        })
    }
}
