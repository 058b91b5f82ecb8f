//! Limits what a key may spend in a calendar month. The ledger enforces the limit; this use case only sets
//! it.

use std::sync::Arc;

use domain::credits::Credits;
use domain::ids::{AccountId, ApiKeyId};
use ports::{ApiKeyStore, StoreError};

/// Why a limit was not set.
#[derive(Debug, thiserror::Error)]
pub enum LimitApiKeyError {
    /// The limit is below zero.
    #[error("a limit can't be below zero")]
    Negative,
    /// The account has no such key.
    #[error("{0} does not exist")]
    NoSuchKey(ApiKeyId),
    #[error(transparent)]
    Store(StoreError),
}

pub struct LimitApiKey {
    keys: Arc<dyn ApiKeyStore>,
}

impl LimitApiKey {
    #[must_use]
    pub fn new(keys: Arc<dyn ApiKeyStore>) -> Self {
        Self { keys }
    }

    /// Sets the limit of a key of the account, or removes it. It applies from the next charge on; what was
    /// spent before counts.
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
