//! Endpoints of customers. A change of an endpoint and its messages locks the endpoint's row first.

use async_trait::async_trait;
use domain::ledger::Purse;
use domain::webhooks::endpoints::{
    DisabledReason, EndpointId, EventKind, Events, Health, Keys, WebhookEndpoint,
};
use ports::webhooks::EndpointDetails;
use ports::{EndpointStore, StoreError};
use uuid::Uuid;

use crate::Database;
use crate::accounts::TAKE_TURNS;
use crate::database::on_either;
use crate::error::{corrupt, unavailable};
use crate::sql_types::{count_from_sql, purse_from_sql, purse_to_sql, time_from_sql};

/// The columns of an endpoint.
macro_rules! endpoint_columns {
    () => {
        "id, account_id, mode, url, events, description, generation, previous_until, disabled, failures, failing_since, created_at"
    };
}

#[derive(sqlx::FromRow)]
struct EndpointColumns {
    id: Uuid,
    account_id: i64,
    mode: i64,
    url: String,
    events: String,
    description: String,
    generation: i64,
    previous_until: Option<i64>,
    disabled: Option<String>,
    failures: i64,
    failing_since: Option<i64>,
    created_at: i64,
}

impl EndpointColumns {
    fn read(self) -> Result<WebhookEndpoint, StoreError> {
        let reason = |name: String| {
            let known = DisabledReason::ALL.into_iter().find(|known| known.as_str() == name);
            known.ok_or_else(|| corrupt("webhook_endpoints.disabled"))
        };
        Ok(WebhookEndpoint {
            id: EndpointId::from(self.id),
            purse: purse_from_sql(self.account_id, self.mode),
            url: self.url,
            events: Events::named(self.events.split(',')).map_err(|_| corrupt("webhook_endpoints.events"))?,
            description: self.description,
            keys: Keys {
                generation: count_from_sql(self.generation),
                previous_until: self.previous_until.map(time_from_sql),
            },
            disabled: self.disabled.map(reason).transpose()?,
            health: Health {
                failures: count_from_sql(self.failures),
                failing_since: self.failing_since.map(time_from_sql),
            },
            created_at: time_from_sql(self.created_at),
        })
    }
}

fn events_to_sql(events: &Events) -> String {
    events.iter().map(EventKind::as_str).collect::<Vec<_>>().join(",")
}

pub(crate) const DISABLE: &str = "UPDATE webhook_endpoints SET disabled = $2 WHERE id = $1";
pub(crate) const STOP_MESSAGES: &str = "UPDATE outbox SET state = 'failed', problem = 'the endpoint was disabled', \
    lease_until = NULL WHERE endpoint_id = $1 AND state = 'pending'";

/// A macro, because the type of the connection determines the types of all statements.
macro_rules! disable {
    ($connection:expr, $endpoint:expr, $reason:expr) => {{
        sqlx::query($crate::endpoints::DISABLE)
            .bind($endpoint)
            .bind($reason.as_str())
            .execute(&mut *$connection)
            .await?;
        sqlx::query($crate::endpoints::STOP_MESSAGES).bind($endpoint).execute(&mut *$connection).await?;
    }};
}
pub(crate) use disable;

#[async_trait]
impl EndpointStore for Database {
    async fn add_endpoint(&self, endpoint: &WebhookEndpoint, most: u32) -> Result<bool, StoreError> {
        // Two endpoints that are added at the same moment are counted one after the other.
        const ADD: &str = concat!(
            "INSERT INTO webhook_endpoints (",
            endpoint_columns!(),
            ") SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 \
                WHERE (SELECT COUNT(*) FROM webhook_endpoints WHERE account_id = $2 AND mode = $3) < $13"
        );
        let (account, mode) = purse_to_sql(endpoint.purse);
        let added: Result<bool, sqlx::Error> = on_either!(self, pool => async {
            let mut change = pool.begin().await?;
            sqlx::query(TAKE_TURNS).bind(account).execute(&mut *change).await?;
            let added = sqlx::query(ADD)
                .bind(endpoint.id.as_uuid())
                .bind(account)
                .bind(mode)
                .bind(&endpoint.url)
                .bind(events_to_sql(&endpoint.events))
                .bind(&endpoint.description)
                .bind(i64::from(endpoint.keys.generation))
                .bind(endpoint.keys.previous_until.map(domain::Timestamp::as_microsecond))
                .bind(endpoint.disabled.map(DisabledReason::as_str))
                .bind(i64::from(endpoint.health.failures))
                .bind(endpoint.health.failing_since.map(domain::Timestamp::as_microsecond))
                .bind(endpoint.created_at.as_microsecond())
                .bind(i64::from(most))
                .execute(&mut *change)
                .await?;
            change.commit().await?;
            Ok(added.rows_affected() > 0)
        }.await);
        added.map_err(unavailable)
    }

    async fn endpoint(&self, purse: Purse, id: EndpointId) -> Result<Option<WebhookEndpoint>, StoreError> {
        const BY_ID: &str = concat!(
            "SELECT ",
            endpoint_columns!(),
            " FROM webhook_endpoints WHERE account_id = $1 AND mode = $2 AND id = $3"
        );
        let (account, mode) = purse_to_sql(purse);
        let row: Option<EndpointColumns> = on_either!(self, pool => {
            sqlx::query_as(BY_ID).bind(account).bind(mode).bind(id.as_uuid()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(EndpointColumns::read).transpose()
    }

    async fn endpoints(&self, purse: Purse) -> Result<Vec<WebhookEndpoint>, StoreError> {
        const OF_PURSE: &str = concat!(
            "SELECT ",
            endpoint_columns!(),
            " FROM webhook_endpoints WHERE account_id = $1 AND mode = $2 ORDER BY id"
        );
        let (account, mode) = purse_to_sql(purse);
        let rows: Vec<EndpointColumns> = on_either!(self, pool => {
            sqlx::query_as(OF_PURSE).bind(account).bind(mode).fetch_all(pool).await
        })
        .map_err(unavailable)?;
        rows.into_iter().map(EndpointColumns::read).collect()
    }

    async fn change_endpoint(
        &self,
        purse: Purse,
        id: EndpointId,
        details: &EndpointDetails,
    ) -> Result<bool, StoreError> {
        const CHANGE: &str = "UPDATE webhook_endpoints SET url = $4, events = $5, description = $6 \
            WHERE account_id = $1 AND mode = $2 AND id = $3";
        let (account, mode) = purse_to_sql(purse);
        let changed = on_either!(self, pool => {
            sqlx::query(CHANGE)
                .bind(account)
                .bind(mode)
                .bind(id.as_uuid())
                .bind(&details.url)
                .bind(events_to_sql(&details.events))
                .bind(&details.description)
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        });
        Ok(changed.map_err(unavailable)? > 0)
    }

    async fn enable_endpoint(&self, purse: Purse, id: EndpointId) -> Result<bool, StoreError> {
        const ENABLE: &str = "UPDATE webhook_endpoints SET disabled = NULL, failures = 0, failing_since = NULL \
            WHERE account_id = $1 AND mode = $2 AND id = $3";
        let (account, mode) = purse_to_sql(purse);
        let enabled = on_either!(self, pool => {
            sqlx::query(ENABLE)
                .bind(account)
                .bind(mode)
                .bind(id.as_uuid())
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        });
        Ok(enabled.map_err(unavailable)? > 0)
    }

    async fn disable_endpoint(
        &self,
        purse: Purse,
        id: EndpointId,
        reason: DisabledReason,
    ) -> Result<bool, StoreError> {
        const TAKE: &str =
            "UPDATE webhook_endpoints SET disabled = $4 WHERE account_id = $1 AND mode = $2 AND id = $3";
        let (account, mode) = purse_to_sql(purse);
        let disabled: Result<bool, sqlx::Error> = on_either!(self, pool => async {
            let mut change = pool.begin().await?;
            let found = sqlx::query(TAKE)
                .bind(account)
                .bind(mode)
                .bind(id.as_uuid())
                .bind(reason.as_str())
                .execute(&mut *change)
                .await?;
            if found.rows_affected() == 0 {
                return Ok(false);
            }
            sqlx::query(STOP_MESSAGES).bind(id.as_uuid()).execute(&mut *change).await?;
            change.commit().await?;
            Ok(true)
        }.await);
        disabled.map_err(unavailable)
    }

    async fn delete_endpoint(&self, purse: Purse, id: EndpointId) -> Result<bool, StoreError> {
        const DELETE: &str = "DELETE FROM webhook_endpoints WHERE account_id = $1 AND mode = $2 AND id = $3";
        const DELETE_MESSAGES: &str = "DELETE FROM outbox WHERE endpoint_id = $1";
        let (account, mode) = purse_to_sql(purse);
        let deleted: Result<bool, sqlx::Error> = on_either!(self, pool => async {
            let mut change = pool.begin().await?;
            let found =
                sqlx::query(DELETE).bind(account).bind(mode).bind(id.as_uuid()).execute(&mut *change).await?;
            if found.rows_affected() == 0 {
                return Ok(false);
            }
            sqlx::query(DELETE_MESSAGES).bind(id.as_uuid()).execute(&mut *change).await?;
            change.commit().await?;
            Ok(true)
        }.await);
        deleted.map_err(unavailable)
    }

    async fn replace_keys(
        &self,
        purse: Purse,
        id: EndpointId,
        before: Keys,
        after: Keys,
    ) -> Result<bool, StoreError> {
        const REPLACE: &str = "UPDATE webhook_endpoints SET generation = $5, previous_until = $6 \
            WHERE account_id = $1 AND mode = $2 AND id = $3 AND generation = $4";
        let (account, mode) = purse_to_sql(purse);
        let replaced = on_either!(self, pool => {
            sqlx::query(REPLACE)
                .bind(account)
                .bind(mode)
                .bind(id.as_uuid())
                .bind(i64::from(before.generation))
                .bind(i64::from(after.generation))
                .bind(after.previous_until.map(domain::Timestamp::as_microsecond))
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        });
        Ok(replaced.map_err(unavailable)? > 0)
    }
}
