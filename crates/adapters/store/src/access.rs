//! What nodes cache of keys and accounts.

use async_trait::async_trait;
use domain::api_keys::AccessRules;
use domain::ids::{AccountId, ApiKeyId};
use ports::{AccessStore, InstallationStore, StoreError};

use crate::Database;
use crate::accounts::id_to_sql;
use crate::database::on_either;
use crate::error::{corrupt, unavailable};

/// Part of every transaction that changes the access rules.
pub(crate) const BUMP_VERSION: &str =
    "UPDATE installation SET access_version = access_version + 1 WHERE id = 1";

#[async_trait]
impl AccessStore for Database {
    async fn access_version(&self) -> Result<i64, StoreError> {
        const VERSION: &str = "SELECT access_version FROM installation WHERE id = 1";
        on_either!(self, pool => sqlx::query_scalar(VERSION).fetch_one(pool).await).map_err(unavailable)
    }

    async fn access_rules(&self) -> Result<AccessRules, StoreError> {
        const KEYS: &str = "SELECT id FROM api_keys WHERE revoked_at IS NOT NULL";
        const ACCOUNTS: &str = "SELECT id, key_epoch, status, stores_bodies FROM accounts \
            WHERE key_epoch > 0 OR status <> 'active' OR stores_bodies = 1";
        let keys: Vec<i64> =
            on_either!(self, pool => sqlx::query_scalar(KEYS).fetch_all(pool).await).map_err(unavailable)?;
        let accounts: Vec<(i64, i64, String, i64)> =
            on_either!(self, pool => sqlx::query_as(ACCOUNTS).fetch_all(pool).await).map_err(unavailable)?;

        let mut rules = AccessRules {
            keys: keys.into_iter().map(|id| ApiKeyId::from(id.cast_unsigned())).collect(),
            ..AccessRules::default()
        };
        for (id, epoch, status, stores_bodies) in accounts {
            let account = AccountId::from(id.cast_unsigned());
            let epoch = u16::try_from(epoch).map_err(|_| corrupt("accounts.key_epoch"))?;
            if epoch > 0 {
                rules.minimum_epochs.insert(account, epoch);
            }
            if status != "active" {
                rules.suspended.insert(account);
            }
            if stores_bodies == 1 {
                rules.stores_bodies.insert(account);
            }
        }
        Ok(rules)
    }

    async fn stores_bodies(&self, account: AccountId) -> Result<bool, StoreError> {
        const STORES: &str = "SELECT stores_bodies FROM accounts WHERE id = $1";
        let stores: Option<i64> = on_either!(self, pool => {
            sqlx::query_scalar(STORES).bind(id_to_sql(account.as_u64())).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        Ok(stores == Some(1))
    }

    async fn set_stores_bodies(&self, account: AccountId, stores: bool) -> Result<(), StoreError> {
        const SET: &str = "UPDATE accounts SET stores_bodies = $2 WHERE id = $1";
        let set: sqlx::Result<()> = on_either!(self, pool => {
            async {
                let mut transaction = pool.begin().await?;
                sqlx::query(SET)
                    .bind(id_to_sql(account.as_u64()))
                    .bind(i64::from(stores))
                    .execute(&mut *transaction)
                    .await?;
                sqlx::query(BUMP_VERSION).execute(&mut *transaction).await?;
                transaction.commit().await
            }
            .await
        });
        set.map_err(unavailable)
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
