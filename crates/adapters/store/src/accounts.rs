use async_trait::async_trait;
use domain::Timestamp;
use domain::accounts::{Account, AccountName, AccountStatus};
use domain::ids::AccountId;
use ports::{AccountStore, StoreError};

use crate::Database;
use crate::database::on_either;
use crate::error::{corrupt, unavailable};

pub(crate) const INSERT: &str =
    "INSERT INTO accounts (id, name, status, key_epoch, created_at) VALUES ($1, $2, $3, $4, $5)";

/// Changes nothing, but makes transactions of one account that begin with it run one after the other. SQLite
/// refuses writes in a transaction that began with a read while another one writes.
pub(crate) const TAKE_TURNS: &str = "UPDATE accounts SET status = status WHERE id = $1";

type Row = (i64, String, String, i64, i64);

/// Identifiers keep the top bit clear, so the cast loses nothing.
pub(crate) const fn id_to_sql(id: u64) -> i64 {
    id.cast_signed()
}

pub(crate) fn read_time(column: &'static str, microseconds: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_microsecond(microseconds).map_err(|_| corrupt(column))
}

fn read(row: Row) -> Result<Account, StoreError> {
    let (id, name, status, key_epoch, created_at) = row;
    Ok(Account {
        id: AccountId::from(id.cast_unsigned()),
        name: AccountName::new(&name).map_err(|_| corrupt("accounts.name"))?,
        status: match status.as_str() {
            "active" => AccountStatus::Active,
            "suspended" => AccountStatus::Suspended,
            _ => return Err(corrupt("accounts.status")),
        },
        key_epoch: u16::try_from(key_epoch).map_err(|_| corrupt("accounts.key_epoch"))?,
        created_at: read_time("accounts.created_at", created_at)?,
    })
}

/// Every account has a balance per mode from the start, so charging only ever updates.
pub(crate) const OPEN_PURSES: &str =
    "INSERT INTO balances (account_id, mode, available, held) VALUES ($1, 0, 0, 0), ($1, 1, 0, 0)";

macro_rules! insert_account {
    ($account:expr) => {
        sqlx::query($crate::accounts::INSERT)
            .bind($crate::accounts::id_to_sql($account.id.as_u64()))
            .bind($account.name.as_str())
            .bind($account.status.as_str())
            .bind(i64::from($account.key_epoch))
            .bind($account.created_at.as_microsecond())
    };
}

macro_rules! open_purses {
    ($account:expr) => {
        sqlx::query($crate::accounts::OPEN_PURSES).bind($crate::accounts::id_to_sql($account.id.as_u64()))
    };
}
pub(crate) use {insert_account, open_purses};

#[async_trait]
impl AccountStore for Database {
    async fn add_account(&self, account: &Account) -> Result<(), StoreError> {
        on_either!(self, pool => {
            let mut transaction = pool.begin().await.map_err(unavailable)?;
            insert_account!(account).execute(&mut *transaction).await.map_err(unavailable)?;
            open_purses!(account).execute(&mut *transaction).await.map_err(unavailable)?;
            transaction.commit().await.map_err(unavailable)
        })
    }

    async fn add_owner(&self, account: &Account) -> Result<bool, StoreError> {
        const CLAIM: &str = "UPDATE installation SET owner_id = $1 WHERE id = 1 AND owner_id IS NULL";
        on_either!(self, pool => {
            let mut transaction = pool.begin().await.map_err(unavailable)?;
            insert_account!(account).execute(&mut *transaction).await.map_err(unavailable)?;
            open_purses!(account).execute(&mut *transaction).await.map_err(unavailable)?;
            let claimed = sqlx::query(CLAIM)
                .bind(id_to_sql(account.id.as_u64()))
                .execute(&mut *transaction)
                .await
                .map_err(unavailable)?
                .rows_affected()
                == 1;
            if claimed {
                transaction.commit().await.map_err(unavailable)?;
            } else {
                transaction.rollback().await.map_err(unavailable)?;
            }
            Ok(claimed)
        })
    }

    async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        const BY_ID: &str = "SELECT id, name, status, key_epoch, created_at FROM accounts WHERE id = $1";
        let row: Option<Row> = on_either!(self, pool => {
            sqlx::query_as(BY_ID).bind(id_to_sql(id.as_u64())).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(read).transpose()
    }

    async fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        const ALL: &str =
            "SELECT id, name, status, key_epoch, created_at FROM accounts ORDER BY created_at, id";
        let rows: Vec<Row> =
            on_either!(self, pool => sqlx::query_as(ALL).fetch_all(pool).await).map_err(unavailable)?;
        rows.into_iter().map(read).collect()
    }

    async fn set_account_status(&self, id: AccountId, status: AccountStatus) -> Result<(), StoreError> {
        const UPDATE: &str = "UPDATE accounts SET status = $2 WHERE id = $1";
        on_either!(self, pool => {
            let mut transaction = pool.begin().await.map_err(unavailable)?;
            let changed = sqlx::query(UPDATE)
                .bind(id_to_sql(id.as_u64()))
                .bind(status.as_str())
                .execute(&mut *transaction)
                .await
                .map_err(unavailable)?
                .rows_affected();
            if changed == 0 {
                return Err(StoreError::Missing(id.to_string()));
            }
            sqlx::query(crate::access::BUMP_VERSION).execute(&mut *transaction).await.map_err(unavailable)?;
            transaction.commit().await.map_err(unavailable)
        })
    }
}
