//! Alerts about balances below their threshold. The ledger writes them; here they wait until they are sent.

use async_trait::async_trait;
use domain::Timestamp;
use domain::credits::Credits;
use domain::ledger::{LowBalance, PostingId, Purse};
use ports::{BalanceAlerts, StoreError};
use uuid::Uuid;

use crate::Database;
use crate::database::on_either;
use crate::error::unavailable;
use crate::sql_types::{purse_from_sql, purse_to_sql, time_from_sql};

#[derive(sqlx::FromRow)]
struct Row {
    account_id: i64,
    mode: i64,
    id: Uuid,
    at: i64,
    threshold: i64,
    available: i64,
}

impl Row {
    fn read(self) -> LowBalance {
        LowBalance {
            id: PostingId::from(self.id),
            purse: purse_from_sql(self.account_id, self.mode),
            at: time_from_sql(self.at),
            threshold: Credits::new(self.threshold),
            available: Credits::new(self.available),
        }
    }
}

fn no_such_purse(purse: Purse) -> StoreError {
    StoreError::Missing(purse.account.to_string())
}

#[async_trait]
impl BalanceAlerts for Database {
    async fn alert_below(&self, purse: Purse) -> Result<Option<Credits>, StoreError> {
        const THRESHOLD: &str = "SELECT alert_below FROM balances WHERE account_id = $1 AND mode = $2";
        let (account, mode) = purse_to_sql(purse);
        let row: Option<Option<i64>> = on_either!(self, pool => {
            sqlx::query_scalar(THRESHOLD).bind(account).bind(mode).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(|threshold| threshold.map(Credits::new)).ok_or_else(|| no_such_purse(purse))
    }

    async fn set_alert_below(&self, purse: Purse, threshold: Option<Credits>) -> Result<(), StoreError> {
        const SET: &str = "UPDATE balances SET alert_below = $3 WHERE account_id = $1 AND mode = $2";
        let (account, mode) = purse_to_sql(purse);
        let changed = on_either!(self, pool => {
            sqlx::query(SET)
                .bind(account)
                .bind(mode)
                .bind(threshold.map(Credits::as_i64))
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        })
        .map_err(unavailable)?;
        if changed == 0 { Err(no_such_purse(purse)) } else { Ok(()) }
    }

    async fn take_alerts(
        &self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<LowBalance>, StoreError> {
        // The time is checked twice in case another node took the row while this one waited for it.
        const TAKE: &str = "UPDATE balance_alerts SET run_at = $2 WHERE (account_id, mode, id) IN \
                (SELECT account_id, mode, id FROM balance_alerts WHERE told_at IS NULL AND run_at <= $1 \
                ORDER BY run_at, id LIMIT $3) \
                AND told_at IS NULL AND run_at <= $1 \
            RETURNING account_id, mode, id, at, threshold, available";
        let rows: Vec<Row> = on_either!(self, pool => {
            sqlx::query_as(TAKE)
                .bind(now.as_microsecond())
                .bind(until.as_microsecond())
                .bind(i64::from(limit))
                .fetch_all(pool)
                .await
        })
        .map_err(unavailable)?;
        let mut alerts: Vec<LowBalance> = rows.into_iter().map(Row::read).collect();
        // Databases return changed rows in any order.
        alerts.sort_unstable_by_key(|alert| (alert.at, alert.id));
        Ok(alerts)
    }

    async fn mark_sent(&self, purse: Purse, id: PostingId, at: Timestamp) -> Result<(), StoreError> {
        const TOLD: &str = "UPDATE balance_alerts SET told_at = COALESCE(told_at, $4) \
            WHERE account_id = $1 AND mode = $2 AND id = $3";
        let (account, mode) = purse_to_sql(purse);
        on_either!(self, pool => {
            sqlx::query(TOLD)
                .bind(account)
                .bind(mode)
                .bind(id.as_uuid())
                .bind(at.as_microsecond())
                .execute(pool)
                .await
                .map(|_| ())
        })
        .map_err(unavailable)
    }

    async fn delete_alerts(&self, sent_before: Timestamp) -> Result<u64, StoreError> {
        const DELETE: &str = "DELETE FROM balance_alerts WHERE told_at < $1";
        on_either!(self, pool => {
            sqlx::query(DELETE).bind(sent_before.as_microsecond()).execute(pool).await.map(|done| done.rows_affected())
        })
        .map_err(unavailable)
    }
}
