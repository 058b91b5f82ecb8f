//! API keys. Only what identifies a key is stored, never the key.

use async_trait::async_trait;
use domain::Timestamp;
use domain::accounts::AccountName;
use domain::api_keys::{ApiKeyRecord, KeyMode, Scopes};
use domain::credits::Credits;
use domain::ids::{AccountId, ApiKeyId};
use ports::{ApiKeyStore, StoreError};

use crate::Database;
use crate::access::BUMP_VERSION;
use crate::accounts::{id_to_sql, read_time};
use crate::database::on_either;
use crate::error::{corrupt, unavailable};
use crate::sql_types::key_to_sql;

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    account_id: i64,
    name: String,
    mode: String,
    scopes: i64,
    epoch: i64,
    last_four: String,
    created_at: i64,
    expires_at: Option<i64>,
    revoked_at: Option<i64>,
    monthly_limit: Option<i64>,
    last_used_at: Option<i64>,
}

impl TryFrom<Row> for ApiKeyRecord {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: ApiKeyId::from(row.id.cast_unsigned()),
            account: AccountId::from(row.account_id.cast_unsigned()),
            name: AccountName::new(&row.name).map_err(|_| corrupt("api_keys.name"))?,
            mode: match row.mode.as_str() {
                "live" => KeyMode::Live,
                "test" => KeyMode::Test,
                _ => return Err(corrupt("api_keys.mode")),
            },
            scopes: Scopes::from_bits(u32::try_from(row.scopes).map_err(|_| corrupt("api_keys.scopes"))?),
            epoch: u16::try_from(row.epoch).map_err(|_| corrupt("api_keys.epoch"))?,
            last_four: row.last_four,
            created_at: read_time("api_keys.created_at", row.created_at)?,
            expires_at: row.expires_at.map(|at| read_time("api_keys.expires_at", at)).transpose()?,
            revoked_at: row.revoked_at.map(|at| read_time("api_keys.revoked_at", at)).transpose()?,
            monthly_limit: row.monthly_limit.map(Credits::new),
            last_used_at: row.last_used_at.map(|at| read_time("api_keys.last_used_at", at)).transpose()?,
        })
    }
}

#[async_trait]
impl ApiKeyStore for Database {
    async fn add_key(&self, record: &ApiKeyRecord) -> Result<(), StoreError> {
        const INSERT: &str = "INSERT INTO api_keys \
            (id, account_id, name, mode, scopes, epoch, last_four, created_at, expires_at, revoked_at, \
            monthly_limit, last_used_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
        on_either!(self, pool => {
            sqlx::query(INSERT)
                .bind(id_to_sql(record.id.as_u64()))
                .bind(id_to_sql(record.account.as_u64()))
                .bind(record.name.as_str())
                .bind(record.mode.as_str())
                .bind(i64::from(record.scopes.bits()))
                .bind(i64::from(record.epoch))
                .bind(record.last_four.as_str())
                .bind(record.created_at.as_microsecond())
                .bind(record.expires_at.map(Timestamp::as_microsecond))
                .bind(record.revoked_at.map(Timestamp::as_microsecond))
                .bind(record.monthly_limit.map(Credits::as_i64))
                .bind(record.last_used_at.map(Timestamp::as_microsecond))
                .execute(pool)
                .await
                .map(|_| ())
        })
        .map_err(unavailable)
    }

    async fn keys_of(&self, account: AccountId) -> Result<Vec<ApiKeyRecord>, StoreError> {
        const BY_ACCOUNT: &str = "SELECT * FROM api_keys WHERE account_id = $1 ORDER BY created_at, id";
        let rows: Vec<Row> = on_either!(self, pool => {
            sqlx::query_as(BY_ACCOUNT).bind(id_to_sql(account.as_u64())).fetch_all(pool).await
        })
        .map_err(unavailable)?;
        rows.into_iter().map(ApiKeyRecord::try_from).collect()
    }

    async fn set_monthly_limit(
        &self,
        account: AccountId,
        id: ApiKeyId,
        limit: Option<Credits>,
    ) -> Result<(), StoreError> {
        const SET: &str = "UPDATE api_keys SET monthly_limit = $3 WHERE id = $1 AND account_id = $2";
        let changed = on_either!(self, pool => {
            sqlx::query(SET)
                .bind(key_to_sql(id))
                .bind(id_to_sql(account.as_u64()))
                .bind(limit.map(Credits::as_i64))
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        })
        .map_err(unavailable)?;
        if changed == 0 { Err(StoreError::Missing(id.to_string())) } else { Ok(()) }
    }

    async fn note_uses(&self, uses: &[(ApiKeyId, Timestamp)]) -> Result<(), StoreError> {
        const NOTE: &str = "UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)";
        // In the same order on all nodes, which prevents deadlocks.
        let mut uses = uses.to_vec();
        uses.sort_unstable();
        let noted: Result<(), sqlx::Error> = on_either!(self, pool => {
            async {
                let mut transaction = pool.begin().await?;
                for (key, at) in &uses {
                    sqlx::query(NOTE)
                        .bind(key_to_sql(*key))
                        .bind(at.as_microsecond())
                        .execute(&mut *transaction)
                        .await?;
                }
                transaction.commit().await
            }
            .await
        });
        noted.map_err(unavailable)
    }

    async fn revoke_key(&self, id: ApiKeyId, at: Timestamp) -> Result<(), StoreError> {
        const REVOKE: &str = "UPDATE api_keys SET revoked_at = COALESCE(revoked_at, $2) WHERE id = $1";
        on_either!(self, pool => {
            let mut transaction = pool.begin().await.map_err(unavailable)?;
            let found = sqlx::query(REVOKE)
                .bind(id_to_sql(id.as_u64()))
                .bind(at.as_microsecond())
                .execute(&mut *transaction)
                .await
                .map_err(unavailable)?
                .rows_affected();
            if found == 0 {
                return Err(StoreError::Missing(id.to_string()));
            }
            sqlx::query(BUMP_VERSION).execute(&mut *transaction).await.map_err(unavailable)?;
            transaction.commit().await.map_err(unavailable)
        })
    }

    async fn revoke_all_keys(&self, account: AccountId, at: Timestamp) -> Result<u16, StoreError> {
        const RAISE: &str = "UPDATE accounts SET key_epoch = key_epoch + 1 WHERE id = $1 RETURNING key_epoch";
        const REVOKE: &str =
            "UPDATE api_keys SET revoked_at = $2 WHERE account_id = $1 AND revoked_at IS NULL";
        on_either!(self, pool => {
            let mut transaction = pool.begin().await.map_err(unavailable)?;
            let epoch: i64 = sqlx::query_scalar(RAISE)
                .bind(id_to_sql(account.as_u64()))
                .fetch_optional(&mut *transaction)
                .await
                .map_err(unavailable)?
                .ok_or_else(|| StoreError::Missing(account.to_string()))?;
            sqlx::query(REVOKE)
                .bind(id_to_sql(account.as_u64()))
                .bind(at.as_microsecond())
                .execute(&mut *transaction)
                .await
                .map_err(unavailable)?;
            sqlx::query(BUMP_VERSION).execute(&mut *transaction).await.map_err(unavailable)?;
            transaction.commit().await.map_err(unavailable)?;
            u16::try_from(epoch).map_err(|_| corrupt("accounts.key_epoch"))
        })
    }
}
