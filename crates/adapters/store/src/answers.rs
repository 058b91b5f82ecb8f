//! Cached answers of providers.
//!
//! They may be lost at any time: on PostgreSQL their table is not logged.

use async_trait::async_trait;
use domain::Timestamp;
use ports::cache::KeptAnswer;
use ports::{AnswerCache, StoreError};

use crate::database::on_either;
use crate::error::unavailable;
use crate::sql_types::time_from_sql;
use crate::{Database, OpenError, side_file};

/// Beyond this many, the answers that expire first are deleted early.
const MOST_ANSWERS: i64 = 100_000;

const SQLITE_SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS kept_answers (
        key TEXT PRIMARY KEY, body TEXT NOT NULL, made_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS kept_answers_by_expiry ON kept_answers (expires_at)";

/// The shared cache of answers.
#[derive(Debug, Clone)]
pub struct AnswerStore(Database);

impl AnswerStore {
    /// Opens the cache that belongs to a database.
    pub async fn open(database: &Database) -> Result<Self, OpenError> {
        side_file::open(database, "answers", SQLITE_SCHEMA).await.map(Self)
    }
}

#[async_trait]
impl AnswerCache for AnswerStore {
    async fn find(&self, key: &str, now: Timestamp) -> Result<Option<KeptAnswer>, StoreError> {
        const FIND: &str =
            "SELECT body, made_at, expires_at FROM kept_answers WHERE key = $1 AND expires_at > $2";
        let row: Option<(String, i64, i64)> = on_either!(&self.0, pool => {
            sqlx::query_as(FIND).bind(key).bind(now.as_microsecond()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        Ok(row.map(|(body, made_at, expires_at)| KeptAnswer {
            body,
            made_at: time_from_sql(made_at),
            expires_at: time_from_sql(expires_at),
        }))
    }

    async fn keep(&self, key: &str, answer: &KeptAnswer) -> Result<(), StoreError> {
        const KEEP: &str = "INSERT INTO kept_answers (key, body, made_at, expires_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (key) DO UPDATE
            SET body = excluded.body, made_at = excluded.made_at, expires_at = excluded.expires_at";
        on_either!(&self.0, pool => {
            sqlx::query(KEEP)
                .bind(key)
                .bind(&answer.body)
                .bind(answer.made_at.as_microsecond())
                .bind(answer.expires_at.as_microsecond())
                .execute(pool)
                .await
                .map(|_| ())
        })
        .map_err(unavailable)
    }

    async fn delete_expired(&self, now: Timestamp) -> Result<(), StoreError> {
        const DELETE: &str = "DELETE FROM kept_answers WHERE expires_at <= $1
            OR expires_at < (SELECT expires_at FROM kept_answers ORDER BY expires_at DESC LIMIT 1 OFFSET $2)";
        on_either!(&self.0, pool => {
            sqlx::query(DELETE).bind(now.as_microsecond()).bind(MOST_ANSWERS).execute(pool).await.map(|_| ())
        })
        .map_err(unavailable)
    }
}
