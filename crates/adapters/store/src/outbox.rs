//! The outbox of messages. They are written in the transaction of the change that they report, and leased by
//! one sender at a time.

use async_trait::async_trait;
use domain::Timestamp;
use domain::articles::ArticleId;
use domain::jobs::{
    Audience, Channel, Delivery, DeliveryState, EventId, Fence, LeasedMessage, Message, MessageId,
    OutboxMessage, Receiver,
};
use domain::webhooks::endpoints::{DisabledReason, EndpointId, EventKind, Events, Health, Keys};
use ports::articles::{Attempt, MostMessages, Next};
use ports::{Outbox, StoreError};
use uuid::Uuid;

use crate::Database;
use crate::database::on_either;
use crate::endpoints::disable;
use crate::error::{corrupt, unavailable};
use crate::sql_types::{count_from_sql, purse_from_sql, time_from_sql};

pub(crate) const ADD: &str = "INSERT INTO outbox (id, event_id, kind, article_id, account_id, mode, channel, endpoint_id, target, \
        body, created_at, state, run_at, token, attempts) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'pending', $11, 0, 0)";

/// The endpoints of a purse that get messages.
pub(crate) const LISTENING: &str = "SELECT id, url, events FROM webhook_endpoints \
    WHERE account_id = $1 AND mode = $2 AND disabled IS NULL ORDER BY id";

/// An endpoint that gets messages.
#[derive(sqlx::FromRow)]
pub(crate) struct Listening {
    id: Uuid,
    url: String,
    events: String,
}

/// Where a message is sent.
pub(crate) struct Destination {
    pub(crate) channel: Channel,
    pub(crate) endpoint: Option<Uuid>,
    pub(crate) target: String,
}

/// Whether endpoints must be loaded to find the recipients of a message.
pub(crate) const fn is_for_endpoints(message: &OutboxMessage) -> bool {
    matches!(message.to, Audience::Endpoints | Audience::Endpoint(_))
}

/// The recipients of a message.
pub(crate) fn destinations(message: &OutboxMessage, listening: Vec<Listening>) -> Vec<Destination> {
    let fixed =
        |channel, target: &String| vec![Destination { channel, endpoint: None, target: target.clone() }];
    let wanted = |events: &str| {
        // An endpoint whose events can't be read must not fail the event.
        let events = Events::named(events.split(',')).ok();
        message.kind.zip(events).is_some_and(|(kind, events)| events.contain(kind))
    };
    let of_endpoints = |gets: &dyn Fn(&Listening) -> bool| {
        let getting = listening.into_iter().filter(gets);
        getting
            .map(|one| Destination { channel: Channel::Webhook, endpoint: Some(one.id), target: one.url })
            .collect()
    };
    match &message.to {
        Audience::Address(url) => fixed(Channel::Webhook, url),
        Audience::Engine(name) => fixed(Channel::Indexing, name),
        Audience::Endpoints => of_endpoints(&|one| wanted(&one.events)),
        Audience::Endpoint(id) => of_endpoints(&|one| one.id == id.as_uuid()),
    }
}

/// A macro, because the type of the connection determines the types of all statements.
macro_rules! add_messages {
    ($connection:expr, $messages:expr) => {
        for message in $messages {
            let (account, mode) = $crate::sql_types::purse_to_sql(message.purse);
            let listening = if $crate::outbox::is_for_endpoints(message) {
                sqlx::query_as($crate::outbox::LISTENING)
                    .bind(account)
                    .bind(mode)
                    .fetch_all(&mut *$connection)
                    .await?
            } else {
                Vec::new()
            };
            for destination in $crate::outbox::destinations(message, listening) {
                sqlx::query($crate::outbox::ADD)
                    .bind(domain::jobs::MessageId::generate().as_uuid())
                    .bind(message.event.as_uuid())
                    .bind(message.kind.map(domain::webhooks::endpoints::EventKind::as_str))
                    .bind(message.article.map(domain::articles::ArticleId::as_uuid))
                    .bind(account)
                    .bind(mode)
                    .bind(destination.channel.as_str())
                    .bind(destination.endpoint)
                    .bind(destination.target)
                    .bind(&message.body)
                    .bind(message.created_at.as_microsecond())
                    .execute(&mut *$connection)
                    .await?;
            }
        }
    };
}
pub(crate) use add_messages;

/// The columns of a message.
macro_rules! message_columns {
    () => {
        "id, event_id, kind, article_id, account_id, mode, channel, endpoint_id, target, body, created_at"
    };
}

/// The columns of a delivery.
macro_rules! delivery_columns {
    () => {
        "id, event_id, kind, article_id, account_id, mode, channel, endpoint_id, target, body, created_at, state, run_at, \
            attempts, http_status, problem, tried_at"
    };
}
pub(crate) use delivery_columns;

#[derive(sqlx::FromRow)]
struct MessageColumns {
    id: Uuid,
    event_id: Uuid,
    kind: Option<String>,
    article_id: Option<Uuid>,
    account_id: i64,
    mode: i64,
    channel: String,
    endpoint_id: Option<Uuid>,
    target: String,
    body: String,
    created_at: i64,
}

impl MessageColumns {
    fn read(self) -> Result<Message, StoreError> {
        let channel = [Channel::Webhook, Channel::Indexing].into_iter();
        let channel = channel.clone().find(|known| known.as_str() == self.channel);
        let kind = |name: String| EventKind::named(&name).ok_or_else(|| corrupt("outbox.kind"));
        Ok(Message {
            id: MessageId::from(self.id),
            event: EventId::from(self.event_id),
            kind: self.kind.map(kind).transpose()?,
            article: self.article_id.map(ArticleId::from),
            purse: purse_from_sql(self.account_id, self.mode),
            channel: channel.ok_or_else(|| corrupt("outbox.channel"))?,
            endpoint: self.endpoint_id.map(EndpointId::from),
            target: self.target,
            body: self.body,
            created_at: time_from_sql(self.created_at),
        })
    }
}

#[derive(sqlx::FromRow)]
struct LeasedColumns {
    #[sqlx(flatten)]
    message: MessageColumns,
    attempts: i64,
    token: i64,
    endpoint_url: Option<String>,
    endpoint_generation: Option<i64>,
    endpoint_previous_until: Option<i64>,
    endpoint_disabled: Option<String>,
}

impl LeasedColumns {
    fn read(self) -> Result<LeasedMessage, StoreError> {
        let endpoint = self.endpoint_url.zip(self.endpoint_generation).map(|(url, generation)| Receiver {
            url,
            keys: Keys {
                generation: count_from_sql(generation),
                previous_until: self.endpoint_previous_until.map(time_from_sql),
            },
            enabled: self.endpoint_disabled.is_none(),
        });
        let (attempts, token) = (count_from_sql(self.attempts), Fence(self.token));
        Ok(LeasedMessage { message: self.message.read()?, endpoint, attempts, token })
    }
}

#[derive(sqlx::FromRow)]
pub(crate) struct DeliveryColumns {
    #[sqlx(flatten)]
    message: MessageColumns,
    state: String,
    run_at: i64,
    attempts: i64,
    http_status: Option<i64>,
    problem: Option<String>,
    tried_at: Option<i64>,
}

impl DeliveryColumns {
    pub(crate) fn read(self) -> Result<Delivery, StoreError> {
        let state = DeliveryState::ALL.into_iter().find(|known| known.as_str() == self.state);
        let state = state.ok_or_else(|| corrupt("outbox.state"))?;
        Ok(Delivery {
            message: self.message.read()?,
            state,
            attempts: count_from_sql(self.attempts),
            http_status: status_from_sql(self.http_status),
            problem: self.problem,
            tried_at: self.tried_at.map(time_from_sql),
            next_try: (state == DeliveryState::Pending).then(|| time_from_sql(self.run_at)),
        })
    }
}

pub(crate) fn status_from_sql(status: Option<i64>) -> Option<u16> {
    status.and_then(|status| u16::try_from(status).ok())
}

/// Whether a failed attempt disables its endpoint, and why.
fn verdict(attempt: &Attempt, health: Health) -> Option<DisabledReason> {
    match attempt.next {
        Next::Accepted => None,
        _ if attempt.gone => Some(DisabledReason::Gone),
        _ => health.is_hopeless(attempt.at).then_some(DisabledReason::Failing),
    }
}

/// How many attempts of a message are stored.
const KEPT_ATTEMPTS: i64 = 10;

#[async_trait]
impl Outbox for Database {
    /// Purses take turns, counting the messages in progress, so that one slow server does not delay the
    /// others.
    async fn lease_messages(
        &self,
        now: Timestamp,
        until: Timestamp,
        most: MostMessages,
    ) -> Result<Vec<LeasedMessage>, StoreError> {
        const LEASE: &str = concat!(
            "UPDATE outbox SET lease_until = $2, token = token + 1, attempts = attempts + 1 WHERE id IN \
                (SELECT id FROM ( \
                    SELECT o.id, o.run_at, COALESCE(b.busy, 0) + ROW_NUMBER() OVER \
                        (PARTITION BY o.account_id, o.mode ORDER BY o.run_at, o.id) AS turn \
                    FROM outbox o LEFT JOIN ( \
                        SELECT account_id, mode, COUNT(*) AS busy FROM outbox \
                        WHERE state = 'pending' AND lease_until > $1 GROUP BY account_id, mode \
                    ) b ON b.account_id = o.account_id AND b.mode = o.mode \
                    WHERE o.state = 'pending' AND o.run_at <= $1 AND (o.lease_until IS NULL OR o.lease_until <= $1) \
                ) due WHERE turn <= $4 ORDER BY turn, run_at, id LIMIT $3) \
                AND state = 'pending' AND (lease_until IS NULL OR lease_until <= $1) RETURNING ",
            message_columns!(),
            ", attempts, token, \
                (SELECT e.url FROM webhook_endpoints e WHERE e.id = endpoint_id) AS endpoint_url, \
                (SELECT e.generation FROM webhook_endpoints e WHERE e.id = endpoint_id) AS endpoint_generation, \
                (SELECT e.previous_until FROM webhook_endpoints e WHERE e.id = endpoint_id) AS endpoint_previous_until, \
                (SELECT e.disabled FROM webhook_endpoints e WHERE e.id = endpoint_id) AS endpoint_disabled"
        );
        let rows: Vec<LeasedColumns> = on_either!(self, pool => {
            sqlx::query_as(LEASE)
                .bind(now.as_microsecond())
                .bind(until.as_microsecond())
                .bind(i64::from(most.in_all))
                .bind(i64::from(most.of_one_purse))
                .fetch_all(pool)
                .await
        })
        .map_err(unavailable)?;
        rows.into_iter().map(LeasedColumns::read).collect()
    }

    /// Locks the endpoint's row first, as everywhere, which prevents deadlocks.
    async fn record_attempt(
        &self,
        id: MessageId,
        token: Fence,
        attempt: &Attempt,
    ) -> Result<bool, StoreError> {
        const EXAMINE: &str = "UPDATE webhook_endpoints SET failures = CASE WHEN $2 IS NULL THEN 0 ELSE failures + 1 END, \
                failing_since = CASE WHEN $2 IS NULL THEN NULL ELSE COALESCE(failing_since, $2) END \
            WHERE id = (SELECT endpoint_id FROM outbox WHERE id = $1) RETURNING id, failures, failing_since";
        const RECORD: &str = "UPDATE outbox SET state = $3, run_at = $4, http_status = $5, problem = $6, tried_at = $7, \
            lease_until = NULL WHERE id = $1 AND token = $2 AND state = 'pending'";
        const LOG: &str = "INSERT INTO outbox_attempts (message_id, token, tried_at, http_status, problem, milliseconds) \
            VALUES ($1, $2, $3, $4, $5, $6)";
        const PRUNE: &str = "DELETE FROM outbox_attempts WHERE message_id = $1 AND token NOT IN \
            (SELECT token FROM outbox_attempts WHERE message_id = $1 ORDER BY token DESC LIMIT $2)";
        // Customers see in the article which engines were notified.
        const SHOW: &str = "UPDATE articles SET version = version + 1 WHERE id = (SELECT article_id FROM outbox WHERE id = $1)";
        let (state, run_at) = match attempt.next {
            Next::Accepted => (DeliveryState::Accepted, attempt.at),
            Next::GiveUp => (DeliveryState::Failed, attempt.at),
            Next::Again(at) => (DeliveryState::Pending, at),
        };
        let (tried_at, status) = (attempt.at.as_microsecond(), attempt.http_status.map(i64::from));
        let failed_at = (attempt.next != Next::Accepted).then_some(tried_at);
        let took = i64::try_from(attempt.took.as_millis()).unwrap_or(i64::MAX);
        let recorded: Result<bool, sqlx::Error> = on_either!(self, pool => async {
            let mut change = pool.begin().await?;
            let health: Option<(Uuid, i64, Option<i64>)> =
                sqlx::query_as(EXAMINE).bind(id.as_uuid()).bind(failed_at).fetch_optional(&mut *change).await?;
            let done = sqlx::query(RECORD)
                .bind(id.as_uuid())
                .bind(token.0)
                .bind(state.as_str())
                .bind(run_at.as_microsecond())
                .bind(status)
                .bind(attempt.problem.as_deref())
                .bind(tried_at)
                .execute(&mut *change)
                .await?;
            if done.rows_affected() == 0 {
                return Ok(false);
            }
            sqlx::query(LOG)
                .bind(id.as_uuid())
                .bind(token.0)
                .bind(tried_at)
                .bind(status)
                .bind(attempt.problem.as_deref())
                .bind(took)
                .execute(&mut *change)
                .await?;
            sqlx::query(PRUNE).bind(id.as_uuid()).bind(KEPT_ATTEMPTS).execute(&mut *change).await?;
            if let Some((endpoint, failures, since)) = health {
                let (failures, failing_since) = (count_from_sql(failures), since.map(time_from_sql));
                if let Some(reason) = verdict(attempt, Health { failures, failing_since }) {
                    disable!(change, endpoint, reason);
                }
            }
            sqlx::query(SHOW).bind(id.as_uuid()).execute(&mut *change).await?;
            add_messages!(change, &attempt.messages);
            change.commit().await?;
            Ok(true)
        }.await);
        recorded.map_err(unavailable)
    }

    async fn messages_of(&self, article: ArticleId) -> Result<Vec<Delivery>, StoreError> {
        const OF_ARTICLE: &str =
            concat!("SELECT ", delivery_columns!(), " FROM outbox WHERE article_id = $1 ORDER BY id");
        let rows: Vec<DeliveryColumns> = on_either!(self, pool => {
            sqlx::query_as(OF_ARTICLE).bind(article.as_uuid()).fetch_all(pool).await
        })
        .map_err(unavailable)?;
        rows.into_iter().map(DeliveryColumns::read).collect()
    }
}
