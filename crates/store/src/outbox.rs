//! Messages that wait to be sent. They are written in the transaction of what they tell, and leased by one sender at a time.

use async_trait::async_trait;
use domain::Timestamp;
use domain::articles::ArticleId;
use domain::jobs::{Channel, Delivery, DeliveryState, EventId, Fence, LeasedMessage, Message};
use ports::articles::{Attempt, MostMessages, Next};
use ports::{Outbox, StoreError};
use uuid::Uuid;

use crate::Database;
use crate::database::on_either;
use crate::error::{corrupt, unavailable};
use crate::sql_types::{count_from_sql, purse_from_sql, time_from_sql};

pub(crate) const ADD: &str = "INSERT INTO outbox (id, article_id, account_id, mode, channel, target, body, created_at, \
        state, run_at, token, attempts) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', $8, 0, 0)";

/// A macro, because the type of the connection decides the types of everything in between.
macro_rules! add_messages {
    ($connection:expr, $messages:expr) => {
        for message in $messages {
            let (account, mode) = $crate::sql_types::purse_to_sql(message.purse);
            sqlx::query($crate::outbox::ADD)
                .bind(message.id.as_uuid())
                .bind(message.article.as_uuid())
                .bind(account)
                .bind(mode)
                .bind(message.channel.as_str())
                .bind(&message.target)
                .bind(&message.body)
                .bind(message.created_at.as_microsecond())
                .execute(&mut *$connection)
                .await?;
        }
    };
}
pub(crate) use add_messages;

/// The columns that make a message.
macro_rules! message_columns {
    () => {
        "id, article_id, account_id, mode, channel, target, body, created_at"
    };
}

#[derive(sqlx::FromRow)]
struct MessageColumns {
    id: Uuid,
    article_id: Uuid,
    account_id: i64,
    mode: i64,
    channel: String,
    target: String,
    body: String,
    created_at: i64,
}

impl MessageColumns {
    fn read(self) -> Result<Message, StoreError> {
        let channel = [Channel::Webhook, Channel::Indexing].into_iter();
        let channel = channel.clone().find(|known| known.as_str() == self.channel);
        Ok(Message {
            id: EventId::from(self.id),
            article: ArticleId::from(self.article_id),
            purse: purse_from_sql(self.account_id, self.mode),
            channel: channel.ok_or_else(|| corrupt("outbox.channel"))?,
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
}

#[derive(sqlx::FromRow)]
struct DeliveryColumns {
    #[sqlx(flatten)]
    message: MessageColumns,
    state: String,
    attempts: i64,
    http_status: Option<i64>,
    problem: Option<String>,
    tried_at: Option<i64>,
}

impl DeliveryColumns {
    fn read(self) -> Result<Delivery, StoreError> {
        let states = [DeliveryState::Pending, DeliveryState::Accepted, DeliveryState::Failed];
        let state = states.into_iter().find(|known| known.as_str() == self.state);
        Ok(Delivery {
            message: self.message.read()?,
            state: state.ok_or_else(|| corrupt("outbox.state"))?,
            attempts: count_from_sql(self.attempts),
            http_status: self.http_status.and_then(|status| u16::try_from(status).ok()),
            problem: self.problem,
            tried_at: self.tried_at.map(time_from_sql),
        })
    }
}

#[async_trait]
impl Outbox for Database {
    /// Purses take turns, counting the messages that are being sent, so that nobody's slow server keeps others waiting.
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
            ", attempts, token"
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
        let leased = rows.into_iter().map(|row| {
            let (attempts, token) = (count_from_sql(row.attempts), Fence(row.token));
            Ok(LeasedMessage { message: row.message.read()?, attempts, token })
        });
        leased.collect()
    }

    async fn record_attempt(&self, id: EventId, token: Fence, attempt: &Attempt) -> Result<bool, StoreError> {
        const RECORD: &str = "UPDATE outbox SET state = $3, run_at = $4, http_status = $5, problem = $6, tried_at = $7, \
            lease_until = NULL WHERE id = $1 AND token = $2 AND state = 'pending'";
        // Customers see in the article who was told.
        const SHOW: &str = "UPDATE articles SET version = version + 1 WHERE id = (SELECT article_id FROM outbox WHERE id = $1)";
        let (state, run_at) = match attempt.next {
            Next::Accepted => (DeliveryState::Accepted, attempt.at),
            Next::GiveUp => (DeliveryState::Failed, attempt.at),
            Next::Again(at) => (DeliveryState::Pending, at),
        };
        let recorded: Result<bool, sqlx::Error> = on_either!(self, pool => async {
            let mut change = pool.begin().await?;
            let done = sqlx::query(RECORD)
                .bind(id.as_uuid())
                .bind(token.0)
                .bind(state.as_str())
                .bind(run_at.as_microsecond())
                .bind(attempt.http_status.map(i64::from))
                .bind(attempt.problem.as_deref())
                .bind(attempt.at.as_microsecond())
                .execute(&mut *change)
                .await?;
            if done.rows_affected() == 0 {
                return Ok(false);
            }
            sqlx::query(SHOW).bind(id.as_uuid()).execute(&mut *change).await?;
            add_messages!(change, attempt.tell.iter());
            change.commit().await?;
            Ok(true)
        }.await);
        recorded.map_err(unavailable)
    }

    async fn messages_of(&self, article: ArticleId) -> Result<Vec<Delivery>, StoreError> {
        const OF_ARTICLE: &str = concat!(
            "SELECT ",
            message_columns!(),
            ", state, attempts, http_status, problem, tried_at FROM outbox WHERE article_id = $1 ORDER BY id"
        );
        let rows: Vec<DeliveryColumns> = on_either!(self, pool => {
            sqlx::query_as(OF_ARTICLE).bind(article.as_uuid()).fetch_all(pool).await
        })
        .map_err(unavailable)?;
        rows.into_iter().map(DeliveryColumns::read).collect()
    }
}
