//! The log of calls: entries in the order of time, and counts by day and route, so that charts need not read
//! all entries.

mod bodies;

use std::collections::BTreeMap;
use std::time::Duration;

use async_trait::async_trait;
use domain::Timestamp;
use domain::calendar::day_of;
use domain::credits::Credits;
use domain::ids::RequestId;
use domain::ledger::Purse;
use domain::requests::{NoteId, RequestDay, RequestFilter, RequestNote, RequestPage, Verdict};
use ports::{RequestLog, StoreError};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::database::on_either;
use crate::error::{corrupt, unavailable};
use crate::sql_types::{key_from_sql, key_to_sql, purse_from_sql, purse_to_sql, time_from_sql};
use crate::{Database, OpenError, side_file};

/// Beyond this many, the oldest entries are deleted early.
const MOST_NOTES: i64 = 2_000_000;
/// How many entries a search reads before it stops with what it has found.
const MOST_SEARCHED: i64 = 50_000;

const SQLITE_SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS requests (
        id BLOB NOT NULL PRIMARY KEY, account_id INTEGER NOT NULL, mode INTEGER NOT NULL, request_id TEXT NOT NULL,
        key_id INTEGER NOT NULL, method TEXT NOT NULL, route TEXT NOT NULL, status INTEGER NOT NULL, error TEXT,
        charged INTEGER NOT NULL, duration_ms INTEGER NOT NULL, at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS requests_by_purse ON requests (account_id, mode, id);
    CREATE INDEX IF NOT EXISTS requests_by_request_id ON requests (account_id, mode, request_id);
    CREATE TABLE IF NOT EXISTS request_days (
        account_id INTEGER NOT NULL, mode INTEGER NOT NULL, day INTEGER NOT NULL, route TEXT NOT NULL,
        fine INTEGER NOT NULL, client_errors INTEGER NOT NULL, server_errors INTEGER NOT NULL,
        PRIMARY KEY (account_id, mode, day, route)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS request_bodies (
        id BLOB NOT NULL PRIMARY KEY, account_id INTEGER NOT NULL, mode INTEGER NOT NULL, path TEXT NOT NULL,
        request TEXT, response TEXT
    ) STRICT;
    CREATE INDEX IF NOT EXISTS request_bodies_by_purse ON request_bodies (account_id, mode, id)";

/// The columns of an entry.
macro_rules! note_columns {
    () => {
        "id, account_id, mode, request_id, key_id, method, route, status, error, charged, duration_ms, at"
    };
}

/// The log of calls.
#[derive(Debug, Clone)]
pub struct RequestLogStore(Database);

impl RequestLogStore {
    /// Opens the log that belongs to a database.
    pub async fn open(database: &Database) -> Result<Self, OpenError> {
        side_file::open(database, "requests", SQLITE_SCHEMA).await.map(Self)
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    account_id: i64,
    mode: i64,
    request_id: String,
    key_id: i64,
    method: String,
    route: String,
    status: i64,
    error: Option<String>,
    charged: i64,
    duration_ms: i64,
    at: i64,
}

impl Row {
    fn read(self) -> Result<RequestNote, StoreError> {
        Ok(RequestNote {
            id: NoteId::from(self.id),
            request: RequestId::from_client(&self.request_id)
                .ok_or_else(|| corrupt("requests.request_id"))?,
            purse: purse_from_sql(self.account_id, self.mode),
            key: key_from_sql(self.key_id),
            method: self.method,
            route: self.route,
            status: u16::try_from(self.status).map_err(|_| corrupt("requests.status"))?,
            error: self.error,
            charged: Credits::new(self.charged),
            duration: Duration::from_millis(u64::try_from(self.duration_ms).unwrap_or(0)),
            at: time_from_sql(self.at),
        })
    }
}

fn read_all(rows: Vec<Row>) -> Result<Vec<RequestNote>, StoreError> {
    rows.into_iter().map(Row::read).collect()
}

/// Calls to add to a day.
#[derive(Default)]
struct Counts {
    fine: i64,
    client_errors: i64,
    server_errors: i64,
}

fn count(notes: &[RequestNote]) -> BTreeMap<(Purse, i64, &str), Counts> {
    let mut days: BTreeMap<(Purse, i64, &str), Counts> = BTreeMap::new();
    for note in notes {
        let counts = days.entry((note.purse, day_of(note.at), note.route.as_str())).or_default();
        match note.verdict() {
            Verdict::Fine => counts.fine += 1,
            Verdict::ClientError => counts.client_errors += 1,
            Verdict::ServerError => counts.server_errors += 1,
        }
    }
    days
}

fn notes_json(notes: &[RequestNote]) -> String {
    let rows = notes.iter().map(|note| {
        let (account, mode) = purse_to_sql(note.purse);
        json!([
            note.id.as_uuid().simple().to_string(),
            account,
            mode,
            note.request.as_str(),
            key_to_sql(note.key),
            note.method,
            note.route,
            note.status,
            note.error,
            note.charged.as_i64(),
            i64::try_from(note.duration.as_millis()).unwrap_or(i64::MAX),
            note.at.as_microsecond(),
        ])
    });
    Value::Array(rows.collect()).to_string()
}

fn days_json(notes: &[RequestNote]) -> String {
    let rows = count(notes).into_iter().map(|((purse, day, route), counts)| {
        let (account, mode) = purse_to_sql(purse);
        json!([account, mode, day, route, counts.fine, counts.client_errors, counts.server_errors])
    });
    Value::Array(rows.collect()).to_string()
}

/// Each of these is one statement with one value, whatever the number of entries: a list of rows as JSON.
impl RequestLogStore {
    const fn add_notes_sql(&self) -> &'static str {
        match self.0 {
            Database::Sqlite(_) => concat!(
                "INSERT INTO requests (",
                note_columns!(),
                ") SELECT unhex(value->>0), value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, \
                    value->>8, value->>9, value->>10, value->>11 FROM json_each($1)"
            ),
            Database::Postgres(_) => concat!(
                "INSERT INTO requests (",
                note_columns!(),
                ") SELECT CAST(value->>0 AS UUID), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3, \
                    CAST(value->>4 AS BIGINT), value->>5, value->>6, CAST(value->>7 AS BIGINT), value->>8, \
                    CAST(value->>9 AS BIGINT), CAST(value->>10 AS BIGINT), CAST(value->>11 AS BIGINT) \
                    FROM json_array_elements(CAST(CAST($1 AS TEXT) AS JSON)) AS n (value)"
            ),
        }
    }

    const fn count_notes_sql(&self) -> &'static str {
        macro_rules! upsert {
            ($rows:literal) => {
                concat!(
                    "INSERT INTO request_days AS d \
                        (account_id, mode, day, route, fine, client_errors, server_errors) ",
                    $rows,
                    " ON CONFLICT (account_id, mode, day, route) DO UPDATE SET fine = d.fine + excluded.fine, \
                        client_errors = d.client_errors + excluded.client_errors, \
                        server_errors = d.server_errors + excluded.server_errors"
                )
            };
        }
        match self.0 {
            Database::Sqlite(_) => upsert!(
                "SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6 \
                FROM json_each($1) WHERE true"
            ),
            Database::Postgres(_) => upsert!(
                "SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3, \
                    CAST(value->>4 AS BIGINT), CAST(value->>5 AS BIGINT), CAST(value->>6 AS BIGINT) \
                FROM json_array_elements(CAST(CAST($1 AS TEXT) AS JSON)) AS n (value)"
            ),
        }
    }

    /// Where a search with too few results stopped, if it did not reach the end.
    async fn searched_to(&self, purse: Purse, before: Uuid) -> sqlx::Result<Option<NoteId>> {
        const LAST: &str = "SELECT id FROM requests WHERE account_id = $1 AND mode = $2 AND id < $3 \
            ORDER BY id DESC LIMIT 1 OFFSET $4";
        let (account, mode) = purse_to_sql(purse);
        let last: Option<Uuid> = on_either!(&self.0, pool => {
            sqlx::query_scalar(LAST)
                .bind(account)
                .bind(mode)
                .bind(before)
                .bind(MOST_SEARCHED - 1)
                .fetch_optional(pool)
                .await
        })?;
        Ok(last.map(NoteId::from))
    }
}

#[async_trait]
impl RequestLog for RequestLogStore {
    async fn add_notes(&self, notes: &[RequestNote]) -> Result<(), StoreError> {
        let (add, count) = (self.add_notes_sql(), self.count_notes_sql());
        let added: Result<(), sqlx::Error> = on_either!(&self.0, pool => {
            async {
                let mut transaction = pool.begin().await?;
                sqlx::query(add).bind(notes_json(notes)).execute(&mut *transaction).await?;
                sqlx::query(count).bind(days_json(notes)).execute(&mut *transaction).await?;
                transaction.commit().await
            }
            .await
        });
        added.map_err(unavailable)
    }

    async fn notes_of_request(
        &self,
        purse: Purse,
        request: &RequestId,
        limit: u32,
    ) -> Result<Vec<RequestNote>, StoreError> {
        const OF_REQUEST: &str = concat!(
            "SELECT ",
            note_columns!(),
            " FROM requests WHERE account_id = $1 AND mode = $2 AND request_id = $3 ORDER BY id DESC LIMIT $4"
        );
        let (account, mode) = purse_to_sql(purse);
        let rows: Vec<Row> = on_either!(&self.0, pool => {
            sqlx::query_as(OF_REQUEST)
                .bind(account)
                .bind(mode)
                .bind(request.as_str())
                .bind(i64::from(limit))
                .fetch_all(pool)
                .await
        })
        .map_err(unavailable)?;
        read_all(rows)
    }

    async fn notes(
        &self,
        purse: Purse,
        filter: &RequestFilter,
        before: Option<NoteId>,
        limit: u32,
    ) -> Result<RequestPage, StoreError> {
        const PAGE: &str = concat!(
            "SELECT ",
            note_columns!(),
            " FROM (SELECT * FROM requests WHERE account_id = $1 AND mode = $2 AND id < $3 ORDER BY id DESC LIMIT $4) searched \
            WHERE ($5 IS NULL OR key_id = $5) AND ($6 IS NULL OR route = $6) AND status >= $7 ORDER BY id DESC LIMIT $8"
        );
        const LEAST_FAILURE: i64 = 400;
        let (account, mode) = purse_to_sql(purse);
        let before = before.map_or(Uuid::max(), NoteId::as_uuid);
        let rows: Vec<Row> = on_either!(&self.0, pool => {
            sqlx::query_as(PAGE)
                .bind(account)
                .bind(mode)
                .bind(before)
                .bind(MOST_SEARCHED)
                .bind(filter.key.map(key_to_sql))
                .bind(filter.route.as_deref())
                .bind(if filter.failures_only { LEAST_FAILURE } else { 0 })
                .bind(i64::from(limit))
                .fetch_all(pool)
                .await
        })
        .map_err(unavailable)?;
        let notes = read_all(rows)?;
        let full = u32::try_from(notes.len()).unwrap_or(u32::MAX) >= limit;
        let next = match notes.last() {
            Some(last) if full => Some(last.id),
            _ => self.searched_to(purse, before).await.map_err(unavailable)?,
        };
        Ok(RequestPage { notes, next })
    }

    async fn request_days(&self, purse: Purse, first_day: i64) -> Result<Vec<RequestDay>, StoreError> {
        const DAYS: &str = "SELECT day, route, fine, client_errors, server_errors FROM request_days \
            WHERE account_id = $1 AND mode = $2 AND day >= $3 ORDER BY day, route";
        let (account, mode) = purse_to_sql(purse);
        let rows: Vec<(i64, String, i64, i64, i64)> = on_either!(&self.0, pool => {
            sqlx::query_as(DAYS).bind(account).bind(mode).bind(first_day).fetch_all(pool).await
        })
        .map_err(unavailable)?;
        let day = |(day, route, fine, client_errors, server_errors)| RequestDay {
            day,
            route,
            fine,
            client_errors,
            server_errors,
        };
        Ok(rows.into_iter().map(day).collect())
    }

    async fn delete_notes(&self, older_than: Timestamp, limit: u32) -> Result<u64, StoreError> {
        const OLDEST_KEPT: &str = "SELECT id FROM requests ORDER BY id DESC LIMIT 1 OFFSET $1";
        const NOTES: &str =
            "DELETE FROM requests WHERE id IN (SELECT id FROM requests WHERE id < $1 ORDER BY id LIMIT $2)";
        const DAYS: &str = "DELETE FROM request_days WHERE day < $1";
        let forgotten = on_either!(&self.0, pool => {
            sqlx::query(DAYS).bind(day_of(older_than)).execute(pool).await.map_err(unavailable)?;
            let oldest_kept: Option<Uuid> = sqlx::query_scalar(OLDEST_KEPT)
                .bind(MOST_NOTES - 1)
                .fetch_optional(pool)
                .await
                .map_err(unavailable)?;
            let by_age = NoteId::first_at(older_than).as_uuid();
            sqlx::query(NOTES)
                .bind(oldest_kept.map_or(by_age, |kept| kept.max(by_age)))
                .bind(i64::from(limit))
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        });
        forgotten.map_err(unavailable)
    }
}
