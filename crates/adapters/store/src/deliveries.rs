//! Deliveries of messages to customers' servers, and their results.

use std::time::Duration;

use async_trait::async_trait;
use domain::Timestamp;
use domain::jobs::{Delivery, DeliveryState, MessageId, OutboxMessage, PastAttempt};
use domain::ledger::Purse;
use domain::webhooks::endpoints::{EndpointId, EventKind};
use ports::webhooks::{DeliveryFilter, DeliveryHistory};
use ports::{DeliveryLog, StoreError};
use uuid::Uuid;

use crate::Database;
use crate::accounts::TAKE_TURNS;
use crate::database::on_either;
use crate::error::unavailable;
use crate::outbox::{DeliveryColumns, add_messages, delivery_columns, status_from_sql};
use crate::sql_types::{count_from_sql, purse_to_sql, time_from_sql};

/// Selects deliveries of a purse.
macro_rules! select {
    ($rest:expr) => {
        concat!(
            "SELECT ",
            delivery_columns!(),
            " FROM outbox WHERE account_id = $1 AND mode = $2 AND channel = 'webhook' AND ",
            $rest
        )
    };
}

#[derive(sqlx::FromRow)]
struct AttemptColumns {
    tried_at: i64,
    http_status: Option<i64>,
    problem: Option<String>,
    milliseconds: i64,
}

impl AttemptColumns {
    fn read(self) -> PastAttempt {
        PastAttempt {
            at: time_from_sql(self.tried_at),
            http_status: status_from_sql(self.http_status),
            problem: self.problem,
            took: Duration::from_millis(u64::try_from(self.milliseconds).unwrap_or(0)),
        }
    }
}

#[async_trait]
impl DeliveryLog for Database {
    async fn enqueue(&self, message: &OutboxMessage) -> Result<(), StoreError> {
        let (account, _) = purse_to_sql(message.purse);
        let told: Result<(), sqlx::Error> = on_either!(self, pool => async {
            let mut change = pool.begin().await?;
            sqlx::query(TAKE_TURNS).bind(account).execute(&mut *change).await?;
            add_messages!(change, [message]);
            change.commit().await
        }.await);
        told.map_err(unavailable)
    }

    async fn enqueue_once(&self, name: &str, message: &OutboxMessage) -> Result<bool, StoreError> {
        const NOTE: &str = "INSERT INTO told (account_id, mode, name, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        let (account, mode) = purse_to_sql(message.purse);
        let told: Result<bool, sqlx::Error> = on_either!(self, pool => async {
            let mut change = pool.begin().await?;
            let noted = sqlx::query(NOTE)
                .bind(account)
                .bind(mode)
                .bind(name)
                .bind(message.created_at.as_microsecond())
                .execute(&mut *change)
                .await?;
            if noted.rows_affected() == 0 {
                return Ok(false);
            }
            add_messages!(change, [message]);
            change.commit().await?;
            Ok(true)
        }.await);
        told.map_err(unavailable)
    }

    async fn count_messages(
        &self,
        endpoint: EndpointId,
        kind: EventKind,
        since: Timestamp,
    ) -> Result<u32, StoreError> {
        const COUNT: &str =
            "SELECT COUNT(*) FROM outbox WHERE endpoint_id = $1 AND kind = $2 AND created_at > $3";
        let count: i64 = on_either!(self, pool => {
            sqlx::query_scalar(COUNT)
                .bind(endpoint.as_uuid())
                .bind(kind.as_str())
                .bind(since.as_microsecond())
                .fetch_one(pool)
                .await
        })
        .map_err(unavailable)?;
        Ok(count_from_sql(count))
    }

    async fn deliveries(
        &self,
        purse: Purse,
        filter: DeliveryFilter,
        before: Option<MessageId>,
        limit: u32,
    ) -> Result<Vec<Delivery>, StoreError> {
        const ALL: &str = select!(
            "id < $3 AND ($4 = '' OR state = $4) AND ($6 OR endpoint_id = $7) ORDER BY id DESC LIMIT $5"
        );
        let (account, mode) = purse_to_sql(purse);
        let rows: Vec<DeliveryColumns> = on_either!(self, pool => {
            sqlx::query_as(ALL)
                .bind(account)
                .bind(mode)
                .bind(before.map_or(Uuid::max(), MessageId::as_uuid))
                .bind(filter.state.map_or("", DeliveryState::as_str))
                .bind(i64::from(limit))
                .bind(filter.endpoint.is_none())
                .bind(filter.endpoint.map(EndpointId::as_uuid))
                .fetch_all(pool)
                .await
        })
        .map_err(unavailable)?;
        rows.into_iter().map(DeliveryColumns::read).collect()
    }

    async fn delivery(&self, purse: Purse, id: MessageId) -> Result<Option<DeliveryHistory>, StoreError> {
        const BY_ID: &str = select!("id = $3");
        const ATTEMPTS: &str = "SELECT tried_at, http_status, problem, milliseconds FROM outbox_attempts \
            WHERE message_id = $1 ORDER BY token DESC";
        let (account, mode) = purse_to_sql(purse);
        let row: Option<DeliveryColumns> = on_either!(self, pool => {
            sqlx::query_as(BY_ID).bind(account).bind(mode).bind(id.as_uuid()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        let Some(row) = row else { return Ok(None) };
        let attempts: Vec<AttemptColumns> = on_either!(self, pool => {
            sqlx::query_as(ATTEMPTS).bind(id.as_uuid()).fetch_all(pool).await
        })
        .map_err(unavailable)?;
        let attempts = attempts.into_iter().map(AttemptColumns::read).collect();
        Ok(Some(DeliveryHistory { delivery: row.read()?, attempts }))
    }

    /// A node that still holds an older lease loses the message.
    async fn resend(&self, purse: Purse, id: MessageId, at: Timestamp) -> Result<bool, StoreError> {
        const RESEND: &str = "UPDATE outbox SET state = 'pending', run_at = $4, attempts = 0, token = token + 1, \
                lease_until = NULL \
            WHERE account_id = $1 AND mode = $2 AND id = $3 AND channel = 'webhook' \
                AND (lease_until IS NULL OR lease_until <= $4)";
        let (account, mode) = purse_to_sql(purse);
        let resent = on_either!(self, pool => {
            sqlx::query(RESEND)
                .bind(account)
                .bind(mode)
                .bind(id.as_uuid())
                .bind(at.as_microsecond())
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        });
        Ok(resent.map_err(unavailable)? > 0)
    }

    /// Notices to search engines are not deleted: articles show them.
    async fn delete_messages(&self, older_than: Timestamp, limit: u32) -> Result<u64, StoreError> {
        const DELETE: &str = "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox \
            WHERE channel = 'webhook' AND created_at < $1 AND state <> 'pending' ORDER BY created_at LIMIT $2)";
        let forgotten = on_either!(self, pool => {
            sqlx::query(DELETE)
                .bind(older_than.as_microsecond())
                .bind(i64::from(limit))
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        });
        forgotten.map_err(unavailable)
    }
}
