//! Who owns which on-page audits. Checks in the schema keep every entry readable, so that none blocks the
//! deletion of others.

use async_trait::async_trait;
use domain::Timestamp;
use domain::audits::{AuditEntry, AuditId, KeptAudit, ShareToken};
use domain::ledger::Purse;
use ports::{AuditStore, StoreError};
use uuid::Uuid;

use crate::Database;
use crate::database::on_either;
use crate::error::{corrupt, unavailable};
use crate::sql_types::{purse_from_sql, purse_to_sql, time_from_sql};

/// The columns of an entry.
macro_rules! entry_columns {
    () => {
        "id, account_id, mode, created_at, url, score, share, screenshot"
    };
}

macro_rules! select {
    ($rest:expr) => {
        concat!(
            "SELECT ",
            entry_columns!(),
            ", report FROM audits JOIN audit_reports ON audit_id = id WHERE ",
            $rest
        )
    };
}

#[derive(sqlx::FromRow)]
struct EntryColumns {
    id: Uuid,
    account_id: i64,
    mode: i64,
    created_at: i64,
    url: String,
    score: i64,
    share: String,
    screenshot: Option<String>,
}

impl EntryColumns {
    fn read(self) -> Result<AuditEntry, StoreError> {
        Ok(AuditEntry {
            id: AuditId::from(self.id),
            purse: purse_from_sql(self.account_id, self.mode),
            created_at: time_from_sql(self.created_at),
            url: self.url,
            score: u8::try_from(self.score).map_err(|_| corrupt("audits.score"))?,
            share: self.share.parse().map_err(|_| corrupt("audits.share"))?,
            screenshot: self.screenshot,
        })
    }
}

#[derive(sqlx::FromRow)]
struct AuditColumns {
    #[sqlx(flatten)]
    entry: EntryColumns,
    report: String,
}

impl AuditColumns {
    fn read(self) -> Result<KeptAudit, StoreError> {
        Ok(self.entry.read()?.with_report(self.report))
    }
}

fn read_all(rows: Vec<EntryColumns>) -> Result<Vec<AuditEntry>, StoreError> {
    rows.into_iter().map(EntryColumns::read).collect()
}

#[async_trait]
impl AuditStore for Database {
    async fn add_audit(&self, audit: &KeptAudit) -> Result<(), StoreError> {
        const ENTRY: &str =
            concat!("INSERT INTO audits (", entry_columns!(), ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8)");
        const REPORT: &str = "INSERT INTO audit_reports (audit_id, report) VALUES ($1, $2)";
        let (account, mode) = purse_to_sql(audit.purse);
        let added: Result<(), sqlx::Error> = on_either!(self, pool => {
            async {
                let mut transaction = pool.begin().await?;
                sqlx::query(ENTRY)
                    .bind(audit.id.as_uuid())
                    .bind(account)
                    .bind(mode)
                    .bind(audit.created_at.as_microsecond())
                    .bind(&audit.url)
                    .bind(i64::from(audit.score))
                    .bind(audit.share.as_str())
                    .bind(audit.screenshot.as_deref())
                    .execute(&mut *transaction)
                    .await?;
                sqlx::query(REPORT)
                    .bind(audit.id.as_uuid())
                    .bind(&audit.report)
                    .execute(&mut *transaction)
                    .await?;
                transaction.commit().await
            }
            .await
        });
        added.map_err(unavailable)
    }

    async fn audit(&self, purse: Purse, id: AuditId) -> Result<Option<KeptAudit>, StoreError> {
        const BY_ID: &str = select!("account_id = $1 AND mode = $2 AND id = $3");
        let (account, mode) = purse_to_sql(purse);
        let row: Option<AuditColumns> = on_either!(self, pool => {
            sqlx::query_as(BY_ID).bind(account).bind(mode).bind(id.as_uuid()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(AuditColumns::read).transpose()
    }

    async fn audits(
        &self,
        purse: Purse,
        before: Option<AuditId>,
        limit: u32,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        const PAGE: &str = concat!(
            "SELECT ",
            entry_columns!(),
            " FROM audits WHERE account_id = $1 AND mode = $2 AND id < $3 ORDER BY id DESC LIMIT $4"
        );
        let (account, mode) = purse_to_sql(purse);
        let before = before.map_or(Uuid::max(), AuditId::as_uuid);
        let rows: Vec<EntryColumns> = on_either!(self, pool => {
            sqlx::query_as(PAGE).bind(account).bind(mode).bind(before).bind(i64::from(limit)).fetch_all(pool).await
        })
        .map_err(unavailable)?;
        read_all(rows)
    }

    async fn shared_audit(&self, share: &ShareToken) -> Result<Option<KeptAudit>, StoreError> {
        const BY_SHARE: &str = select!("share = $1");
        let row: Option<AuditColumns> = on_either!(self, pool => {
            sqlx::query_as(BY_SHARE).bind(share.as_str()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(AuditColumns::read).transpose()
    }

    async fn set_share(&self, purse: Purse, id: AuditId, share: &ShareToken) -> Result<bool, StoreError> {
        const UPDATE: &str = "UPDATE audits SET share = $4 WHERE account_id = $1 AND mode = $2 AND id = $3";
        let (account, mode) = purse_to_sql(purse);
        let changed: Result<u64, sqlx::Error> = on_either!(self, pool => {
            sqlx::query(UPDATE)
                .bind(account)
                .bind(mode)
                .bind(id.as_uuid())
                .bind(share.as_str())
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        });
        Ok(changed.map_err(unavailable)? == 1)
    }

    async fn delete_audit(&self, purse: Purse, id: AuditId) -> Result<Option<AuditEntry>, StoreError> {
        const DELETE: &str = concat!(
            "DELETE FROM audits WHERE account_id = $1 AND mode = $2 AND id = $3 RETURNING ",
            entry_columns!()
        );
        let (account, mode) = purse_to_sql(purse);
        let row: Option<EntryColumns> = on_either!(self, pool => {
            sqlx::query_as(DELETE).bind(account).bind(mode).bind(id.as_uuid()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(EntryColumns::read).transpose()
    }

    async fn delete_audits(&self, older_than: Timestamp, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        const DELETE: &str = concat!(
            "DELETE FROM audits WHERE id IN \
                (SELECT id FROM audits WHERE created_at < $1 ORDER BY created_at, id LIMIT $2) RETURNING ",
            entry_columns!()
        );
        let rows: Vec<EntryColumns> = on_either!(self, pool => {
            sqlx::query_as(DELETE).bind(older_than.as_microsecond()).bind(i64::from(limit)).fetch_all(pool).await
        })
        .map_err(unavailable)?;
        let mut forgotten = read_all(rows)?;
        // Databases return deleted rows in any order.
        forgotten.sort_unstable_by_key(|entry| (entry.created_at, entry.id));
        Ok(forgotten)
    }
}
