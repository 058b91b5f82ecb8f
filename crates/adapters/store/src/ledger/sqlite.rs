//! The ledger's writer on SQLite: one connection, one transaction per batch, a few statements whatever the
//! size of the batch.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use domain::Timestamp;
use domain::calendar::Month;
use domain::credits::Credits;
use domain::ids::ApiKeyId;
use domain::ledger::{Balance, KeyLimit, Posting, PostingId, Purse, PurseState};
use ports::ledger::Slot;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, ConnectOptions, SqliteConnection, SqlitePool};
use uuid::Uuid;

use super::balance_board::BalanceBoard;
use super::command::{Answer, Command};
use super::jobs::{load_jobs, write_jobs};
use super::plan::{KeySpending, Loaded, Needs, SlotRow, Writes, key_limits, plan, spending_months};
use super::reading::{HoldRow, SlotColumns, read_left};
use super::slots::write_slots;
use super::writer::{Commit, CommitError};
use crate::fault;
use crate::sql_types::{key_from_sql, key_to_sql, purse_from_sql, purse_to_sql, usage_key_to_sql};

pub(super) struct Backend {
    connection: SqliteConnection,
    balances: Arc<BalanceBoard>,
}

impl Backend {
    pub(super) async fn connect(pool: &SqlitePool, balances: Arc<BalanceBoard>) -> sqlx::Result<Self> {
        let connection = pool.connect_options().as_ref().clone().connect().await?;
        Ok(Self { connection, balances })
    }

    async fn try_commit(&mut self, batch: &[Command]) -> sqlx::Result<Vec<Answer>> {
        let loaded = load(&mut self.connection, batch).await?;
        let (answers, writes) = plan(batch, loaded);
        if writes.is_empty() {
            self.roll_back().await;
        } else {
            write(&mut self.connection, &writes).await?;
            fault::point("ledger.before_commit");
            finish(&mut self.connection, &writes).await?;
            fault::point("ledger.after_commit");
        }
        let read = batch.iter().zip(&answers).filter_map(|(command, answer)| match (command, answer) {
            (Command::Balance(purse), Answer::Balance(Ok(balance))) => Some((*purse, *balance)),
            _ => None,
        });
        // Written balances come last: they are the balances at the end of the batch.
        self.balances.put(read.chain(writes.ledger.balances));
        Ok(answers)
    }

    /// Rolls back. After an error there may be no transaction left, which is fine too.
    async fn roll_back(&mut self) {
        if let Err(error) = sqlx::query("ROLLBACK").execute(&mut self.connection).await {
            tracing::debug!(%error, "nothing to roll back");
        }
    }
}

impl Commit for Backend {
    async fn commit(&mut self, batch: &[Command]) -> Result<Vec<Answer>, CommitError> {
        match self.try_commit(batch).await {
            Ok(answers) => Ok(answers),
            Err(error) => {
                self.roll_back().await;
                Err(error.into())
            }
        }
    }
}

fn hex(id: PostingId) -> String {
    id.as_uuid().simple().to_string()
}

fn purses_json<'a>(purses: impl IntoIterator<Item = &'a Purse>) -> String {
    let rows: Vec<Value> = purses.into_iter().map(|purse| json!(purse_to_sql(*purse))).collect();
    Value::Array(rows).to_string()
}

fn ids_json<'a>(ids: impl IntoIterator<Item = &'a (Purse, PostingId)>) -> String {
    let rows = ids.into_iter().map(|(purse, id)| {
        let (account, mode) = purse_to_sql(*purse);
        json!([account, mode, hex(*id)])
    });
    Value::Array(rows.collect()).to_string()
}

/// Begins the transaction and loads what the batch needs. Every statement is a round trip to the connection's
/// thread, so the begin is sent with the first one.
async fn load(connection: &mut SqliteConnection, batch: &[Command]) -> sqlx::Result<Loaded> {
    let needs = &Needs::of(batch);
    // Queries of balances alone need no write transaction.
    let reads_only = batch.iter().all(|command| matches!(command, Command::Balance(_)));
    let mut loaded = Loaded::default();
    let mut limited = HashMap::new();
    for row in begin(connection, needs, reads_only).await? {
        match row.mode {
            None => {
                let key = key_from_sql(row.id);
                limited.extend(row.bound.map(|limit| (key, Credits::new(limit))));
                if row.revoked {
                    loaded.ledger.revoked_keys.insert(key);
                }
            }
            Some(mode) => {
                loaded.ledger.purses.insert(purse_from_sql(row.id, mode), row.purse());
            }
        }
    }
    if !limited.is_empty() {
        loaded.ledger.key_limits = load_key_limits(connection, batch, &limited).await?;
    }
    if !needs.holds.is_empty() {
        const HOLDS: &str = "SELECT h.account_id, h.mode, h.id, h.amount, h.until, h.key_id FROM json_each($1) n JOIN open_holds h \
            ON h.account_id = n.value->>0 AND h.mode = n.value->>1 AND h.id = unhex(n.value->>2)";
        let rows: Vec<HoldRow> =
            sqlx::query_as(HOLDS).bind(ids_json(&needs.holds)).fetch_all(&mut *connection).await?;
        loaded.ledger.open_holds = rows.into_iter().map(HoldRow::read).collect();
    }
    if !needs.charges.is_empty() {
        const CHARGES: &str = "SELECT p.account_id, p.mode, p.id, p.amount - COALESCE((SELECT SUM(r.amount) FROM postings r \
              WHERE r.account_id = p.account_id AND r.mode = p.mode AND r.related_id = p.id AND r.kind = 'refund'), 0) \
            FROM json_each($1) n JOIN postings p \
              ON p.account_id = n.value->>0 AND p.mode = n.value->>1 AND p.id = unhex(n.value->>2) \
            WHERE p.kind IN ('charge', 'capture')";
        let rows: Vec<(i64, i64, Uuid, i64)> =
            sqlx::query_as(CHARGES).bind(ids_json(&needs.charges)).fetch_all(&mut *connection).await?;
        loaded.ledger.refundable = rows.into_iter().map(read_left).collect();
    }
    if !needs.grants.is_empty() {
        const GRANTS: &str = "SELECT p.account_id, p.mode, p.id, p.amount - COALESCE((SELECT SUM(r.amount) FROM postings r \
              WHERE r.account_id = p.account_id AND r.mode = p.mode AND r.related_id = p.id AND r.kind = 'reverse'), 0) \
            FROM json_each($1) n JOIN postings p \
              ON p.account_id = n.value->>0 AND p.mode = n.value->>1 AND p.id = unhex(n.value->>2) \
            WHERE p.kind = 'grant_paid'";
        let rows: Vec<(i64, i64, Uuid, i64)> =
            sqlx::query_as(GRANTS).bind(ids_json(&needs.grants)).fetch_all(&mut *connection).await?;
        loaded.ledger.reversible = rows.into_iter().map(read_left).collect();
    }
    if !needs.repeatable.is_empty() {
        const POSTED: &str = "SELECT p.id FROM json_each($1) n JOIN postings p \
            ON p.account_id = n.value->>0 AND p.mode = n.value->>1 AND p.id = unhex(n.value->>2)";
        let rows: Vec<Uuid> =
            sqlx::query_scalar(POSTED).bind(ids_json(&needs.repeatable)).fetch_all(&mut *connection).await?;
        loaded.ledger.posted = rows.into_iter().map(PostingId::from).collect();
    }
    loaded.slots = load_slots(connection, needs).await?;
    loaded.jobs = load_jobs!(connection, &needs.jobs);
    Ok(loaded)
}

/// A purse, or a key that is revoked or limited, which has no mode.
#[derive(sqlx::FromRow)]
struct StateRow {
    id: i64,
    mode: Option<i64>,
    available: i64,
    held: i64,
    frozen: bool,
    key_epoch: i64,
    suspended: bool,
    /// The threshold of a purse's alert, or what a key may spend in a month.
    bound: Option<i64>,
    revoked: bool,
}

impl StateRow {
    fn purse(&self) -> PurseState {
        PurseState {
            balance: Balance { available: self.available.into(), held: self.held.into() },
            minimum_epoch: u16::try_from(self.key_epoch).unwrap_or(u16::MAX),
            suspended: self.suspended,
            frozen: self.frozen,
            alert_below: self.bound.map(Credits::new),
        }
    }
}

async fn begin(
    connection: &mut SqliteConnection,
    needs: &Needs,
    reads_only: bool,
) -> sqlx::Result<Vec<StateRow>> {
    const STATE: &str = "SELECT b.account_id AS id, b.mode, b.available, b.held, b.frozen, a.key_epoch, \
            a.status = 'suspended' AS suspended, b.alert_below AS bound, 0 AS revoked \
        FROM json_each($1) n JOIN balances b ON b.account_id = n.value->>0 AND b.mode = n.value->>1 \
        JOIN accounts a ON a.id = b.account_id \
        UNION ALL SELECT k.id, NULL, 0, 0, 0, 0, 0, k.monthly_limit, k.revoked_at IS NOT NULL \
        FROM json_each($2) n JOIN api_keys k ON k.id = n.value \
        WHERE k.revoked_at IS NOT NULL OR k.monthly_limit IS NOT NULL";
    static READ: LazyLock<String> = LazyLock::new(|| format!("BEGIN; {STATE}"));
    static WRITE: LazyLock<String> = LazyLock::new(|| format!("BEGIN IMMEDIATE; {STATE}"));
    let statement: &'static str = if reads_only { &READ } else { &WRITE };
    let keys: Vec<i64> = needs.keys.iter().copied().map(key_to_sql).collect();
    sqlx::query_as(statement)
        .bind(purses_json(&needs.purses))
        .bind(json!(keys).to_string())
        .fetch_all(connection)
        .await
}

/// Called only for keys that have a limit. Without a hint, SQLite scans the month of all keys instead of the
/// one.
async fn load_key_limits(
    connection: &mut SqliteConnection,
    batch: &[Command],
    limited: &HashMap<ApiKeyId, Credits>,
) -> sqlx::Result<HashMap<ApiKeyId, KeyLimit>> {
    const SPENDING: &str = "SELECT n.value->>2, n.value->>3, \
            COALESCE((SELECT SUM(u.credits) FROM usage_days u INDEXED BY usage_days_by_key WHERE u.account_id = n.value->>0 AND u.mode = n.value->>1 \
                AND u.key_id = n.value->>2 AND u.day >= n.value->>3 AND u.day < n.value->>4), 0), \
            COALESCE((SELECT SUM(h.amount) FROM open_holds h WHERE h.account_id = n.value->>0 AND h.mode = n.value->>1 \
                AND h.key_id = n.value->>2), 0) \
        FROM json_each($1) n";
    let wanted = spending_months(batch, limited).into_iter().map(|(purse, key, month)| {
        let (account, mode) = purse_to_sql(purse);
        json!([account, mode, key_to_sql(key), month.first_day(), month.next().first_day()])
    });
    let wanted = Value::Array(wanted.collect()).to_string();
    let rows: Vec<(i64, i64, i64, i64)> = sqlx::query_as(SPENDING).bind(wanted).fetch_all(connection).await?;
    let spending = rows.into_iter().map(|(key, first_day, spent, held)| KeySpending {
        key: key_from_sql(key),
        month: Month::containing_day(first_day),
        spent: Credits::new(spent),
        held: Credits::new(held),
    });
    Ok(key_limits(limited, spending))
}

async fn load_slots(
    connection: &mut SqliteConnection,
    needs: &Needs,
) -> sqlx::Result<HashMap<Slot, SlotRow>> {
    const SLOTS: &str = "SELECT i.account_id, i.mode, i.key, i.fingerprint, i.owner, i.expires_at, i.body, i.charged, \
            i.reserved, i.available \
        FROM json_each($1) n JOIN idempotency_keys i \
        ON i.account_id = n.value->>0 AND i.mode = n.value->>1 AND i.key = n.value->>2";
    if needs.slots.is_empty() {
        return Ok(HashMap::new());
    }
    let wanted = needs.slots.iter().map(|slot| {
        let (account, mode) = purse_to_sql(slot.purse);
        json!([account, mode, slot.key])
    });
    let wanted = Value::Array(wanted.collect()).to_string();
    let rows: Vec<SlotColumns> = sqlx::query_as(SLOTS).bind(wanted).fetch_all(connection).await?;
    Ok(rows.into_iter().map(SlotColumns::read).collect())
}

async fn write(connection: &mut SqliteConnection, writes: &Writes) -> sqlx::Result<()> {
    for rows in writes.ledger.postings.chunks(MOST_ROWS) {
        insert_postings(connection, rows).await?;
    }
    write_holds(connection, writes).await?;
    write_alerts(connection, writes).await?;
    write_slots!(connection, writes);
    write_jobs!(connection, writes);
    Ok(())
}

/// Writes the small tables and commits, in one round trip.
async fn finish(connection: &mut SqliteConnection, writes: &Writes) -> sqlx::Result<()> {
    const FINISH: &str = "UPDATE balances SET available = n.value->>2, held = n.value->>3 FROM json_each($1) n \
            WHERE account_id = n.value->>0 AND mode = n.value->>1; \
        INSERT INTO usage_days (account_id, mode, day, purpose, key_id, calls, credits) \
            SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6 FROM json_each($2) WHERE true \
            ON CONFLICT (account_id, mode, day, purpose, key_id) DO UPDATE SET calls = calls + excluded.calls, \
                credits = credits + excluded.credits; \
        COMMIT";
    let balances = writes.ledger.balances.iter().map(|(purse, balance)| {
        let (account, mode) = purse_to_sql(*purse);
        json!([account, mode, balance.available.as_i64(), balance.held.as_i64()])
    });
    let usage = writes.usage.iter().map(|(of, usage)| {
        let (account, mode) = purse_to_sql(of.purse);
        json!([account, mode, of.day, of.purpose, usage_key_to_sql(of.key), usage.calls, usage.credits])
    });
    sqlx::query(FINISH)
        .bind(Value::Array(balances.collect()).to_string())
        .bind(Value::Array(usage.collect()).to_string())
        .execute(connection)
        .await?;
    Ok(())
}

const MOST_ROWS: usize = 256;

/// Adds up to [`MOST_ROWS`] postings in one statement. It is padded with empty rows to a power of two, so
/// that few statements have to be prepared and each is reused often. Postings are most of what is written,
/// and reading twelve columns from JSON would cost more than all the rest.
async fn insert_postings(connection: &mut SqliteConnection, rows: &[Posting]) -> sqlx::Result<()> {
    const COLUMNS: usize = 12;
    let padded = rows.len().next_power_of_two();
    let mut query = sqlx::query(AssertSqlSafe(insert_statement(padded)));
    for posting in rows {
        let (account, mode) = purse_to_sql(posting.purse);
        query = query
            .bind(account)
            .bind(mode)
            .bind(posting.id.as_uuid())
            .bind(posting.kind.as_str())
            .bind(posting.amount.as_i64())
            .bind(posting.released.as_i64())
            .bind(posting.related.map(PostingId::as_uuid))
            .bind(&posting.purpose)
            .bind(posting.key.map(key_to_sql))
            .bind(posting.at.as_microsecond())
            .bind(posting.after.available.as_i64())
            .bind(posting.after.held.as_i64());
    }
    for _ in 0..(padded - rows.len()) * COLUMNS {
        query = query.bind(None::<i64>);
    }
    query.execute(connection).await?;
    Ok(())
}

fn insert_statement(rows: usize) -> String {
    const INSERT: &str = "INSERT INTO postings (account_id, mode, id, kind, amount, released, related_id, purpose, key_id, \
        created_at, available_after, held_after) SELECT * FROM (VALUES ";
    const ROW: &str = "(?,?,?,?,?,?,?,?,?,?,?,?)";
    format!("{INSERT}{}) WHERE column1 IS NOT NULL", vec![ROW; rows].join(","))
}

async fn write_holds(connection: &mut SqliteConnection, writes: &Writes) -> sqlx::Result<()> {
    const OPEN: &str = "INSERT INTO open_holds (account_id, mode, id, amount, until, key_id) \
        SELECT value->>0, value->>1, unhex(value->>2), value->>3, value->>4, value->>5 FROM json_each($1)";
    const RESOLVE: &str = "DELETE FROM open_holds WHERE (account_id, mode, id) IN \
        (SELECT value->>0, value->>1, unhex(value->>2) FROM json_each($1))";
    if !writes.ledger.opened_holds.is_empty() {
        let rows = writes.ledger.opened_holds.iter().map(|(id, hold)| {
            let (account, mode) = purse_to_sql(hold.purse);
            let (until, key) = (hold.until.map(Timestamp::as_microsecond), hold.key.map(key_to_sql));
            json!([account, mode, hex(*id), hold.amount.as_i64(), until, key])
        });
        let rows = Value::Array(rows.collect()).to_string();
        sqlx::query(OPEN).bind(rows).execute(&mut *connection).await?;
    }
    if !writes.ledger.resolved_holds.is_empty() {
        let rows = ids_json(&writes.ledger.resolved_holds);
        sqlx::query(RESOLVE).bind(rows).execute(connection).await?;
    }
    Ok(())
}

async fn write_alerts(connection: &mut SqliteConnection, writes: &Writes) -> sqlx::Result<()> {
    const ALERTS: &str = "INSERT INTO balance_alerts (account_id, mode, id, at, threshold, available, run_at) \
        SELECT value->>0, value->>1, unhex(value->>2), value->>3, value->>4, value->>5, value->>3 FROM json_each($1)";
    if writes.ledger.alerts.is_empty() {
        return Ok(());
    }
    let rows = writes.ledger.alerts.iter().map(|alert| {
        let (account, mode) = purse_to_sql(alert.purse);
        let (at, id) = (alert.at.as_microsecond(), hex(alert.id));
        json!([account, mode, id, at, alert.threshold.as_i64(), alert.available.as_i64()])
    });
    let rows = Value::Array(rows.collect()).to_string();
    sqlx::query(ALERTS).bind(rows).execute(connection).await?;
    Ok(())
}
