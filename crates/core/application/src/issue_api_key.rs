//! Issues API keys and stores their records.

use std::sync::Arc;

use domain::Timestamp;
use domain::accounts::AccountName;
use domain::api_keys::{ApiKey, ApiKeyRecord, Claims, KeyMode, Keyring, Minute, Scopes};
use domain::credits::Credits;
use domain::ids::{AccountId, ApiKeyId};
use ports::{AccountStore, ApiKeyStore, Clock, StoreError};

/// The properties of a new key.
#[derive(Debug, Clone)]
pub struct NewApiKey {
    pub account: AccountId,
    pub name: AccountName,
    /// Real or test credits.
    pub mode: KeyMode,
    pub scopes: Scopes,
    /// When the key is no longer accepted.
    pub expires_at: Option<Timestamp>,
    /// The maximum that it may spend in a calendar month.
    pub monthly_limit: Option<Credits>,
}

/// Why no key was issued.
#[derive(Debug, thiserror::Error)]
pub enum IssueApiKeyError {
    /// The account does not exist.
    #[error("{0} does not exist")]
    NoSuchAccount(AccountId),
    /// A key without permissions is a mistake.
    #[error("a key needs at least one scope")]
    NoScopes,
    /// A key that has already expired is a mistake.
    #[error("the expiry must lie in the future")]
    ExpiryInThePast,
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system gave no randomness.
    #[error("no randomness from the operating system")]
    Randomness(#[from] getrandom::Error),
}

pub struct IssueApiKey {
    keyring: Keyring,
    accounts: Arc<dyn AccountStore>,
    keys: Arc<dyn ApiKeyStore>,
    clock: Arc<dyn Clock>,
}

impl IssueApiKey {
    #[must_use]
    pub fn new(
        keyring: Keyring,
        accounts: Arc<dyn AccountStore>,
        keys: Arc<dyn ApiKeyStore>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { keyring, accounts, keys, clock }
    }

    /// Issues a key. Only the return value holds the key itself.
    pub async fn issue(&self, new: NewApiKey) -> Result<(ApiKey, ApiKeyRecord), IssueApiKeyError> {
        let now = self.clock.now();
        if new.scopes.is_empty() {
            return Err(IssueApiKeyError::NoScopes);
        }
        let expires = new.expires_at.map(Minute::containing);
        if expires.is_some_and(|expires| expires <= Minute::containing(now)) {
            return Err(IssueApiKeyError::ExpiryInThePast);
        }
        let account =
            self.accounts.account(new.account).await?.ok_or(IssueApiKeyError::NoSuchAccount(new.account))?;

        let claims = Claims {
            mode: new.mode,
            account: account.id,
            key: ApiKeyId::random()?,
            scopes: new.scopes,
            epoch: account.key_epoch,
            issued: Minute::containing(now),
            expires,
        };
        let key = self.keyring.mint(&claims);
        let record = ApiKeyRecord {
            id: claims.key,
            account: claims.account,
            name: new.name,
            mode: claims.mode,
            scopes: claims.scopes,
            epoch: claims.epoch,
            last_four: key.last_four().to_owned(),
            created_at: now,
            expires_at: expires.map(Minute::start),
            revoked_at: None,
            monthly_limit: new.monthly_limit,
            last_used_at: None,
        };
        self.keys.add_key(&record).await?;
        Ok((key, record))
    }
}
