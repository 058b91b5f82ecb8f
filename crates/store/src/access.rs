//! What nodes keep in memory to refuse revoked keys.

use async_trait::async_trait;
use domain::api_keys::Revocations;
use domain::ids::{AccountId, ApiKeyId};
use ports::{AccessStore, InstallationStore, StoreError};

use crate::Database;
use crate::database::on_either;
use crate::error::{corrupt, unavailable};

/// Part of every transaction that revokes or suspends.
pub(crate) const BUMP_VERSION: &str =
    "UPDATE installation SET access_version = access_version + 1 WHERE id = 1";

#[async_trait]
impl AccessStore for Database {
    async fn access_version(&self) -> Result<i64, StoreError> {
        const VERSION: &str = "SELECT access_version FROM installation WHERE id = 1";
        on_either!(self, pool => sqlx::query_scalar(VERSION).fetch_one(pool).await).map_err(unavailable)
    }

    async fn revocations(&self) -> Result<Revocations, StoreError> {
        const KEYS: &str = "SELECT id FROM api_keys WHERE revoked_at IS NOT NULL";
        const ACCOUNTS: &str =
            "SELECT id, key_epoch, status FROM accounts WHERE key_epoch > 0 OR status <> 'active'";
        let keys: Vec<i64> =
            on_either!(self, pool => sqlx::query_scalar(KEYS).fetch_all(pool).await).map_err(unavailable)?;
        let accounts: Vec<(i64, i64, String)> =
            on_either!(self, pool => sqlx::query_as(ACCOUNTS).fetch_all(pool).await).map_err(unavailable)?;

        let mut revocations = Revocations {
            keys: keys.into_iter().map(|id| ApiKeyId::from(id.cast_unsigned())).collect(),
            ..Revocations::default()
        };
        for (id, epoch, status) in accounts {
            let account = AccountId::from(id.cast_unsigned());
            let epoch = u16::try_from(epoch).map_err(|_| corrupt("accounts.key_epoch"))?;
            if epoch > 0 {
                revocations.minimum_epochs.insert(account, epoch);
            }
            if status != "active" {
                revocations.suspended.insert(account);
            }
        }
        Ok(revocations)
    }
}

#[async_trait]
impl InstallationStore for Database {
    async fn installation_secret(&self, candidate: &str) -> Result<String, StoreError> {
        const KEEP: &str = "UPDATE installation SET secret = $1 WHERE secret IS NULL";
        const SECRET: &str = "SELECT secret FROM installation";
        let secret: Option<String> = on_either!(self, pool => {
            sqlx::query(KEEP).bind(candidate).execute(pool).await.map_err(unavailable)?;
            sqlx::query_scalar(SECRET).fetch_one(pool).await
        })
        .map_err(unavailable)?;
        secret.ok_or_else(|| corrupt("installation.secret"))
    }
}
