//! A writer of the ledger on PostgreSQL. Rows are locked in the order of their keys, which prevents deadlocks
//! between nodes and writers, and written as arrays, one statement per table.

use std::collections::HashMap;
use std::time::Duration;

use domain::Timestamp;
use domain::calendar::Month;
use domain::credits::Credits;
use domain::ids::ApiKeyId;
use domain::ledger::{KeyLimit, PostingId, Purse, PurseState};
use ports::ledger::Slot;
use sqlx::{Connection, PgConnection, PgPool};
use uuid::Uuid;

use super::command::{Answer, Command};
use super::jobs::{load_jobs, write_jobs};
use super::plan::{KeySpending, Loaded, Needs, SlotRow, Writes, key_limits, plan, spending_months};
use super::reading::{HoldRow, PurseRow, SlotColumns, read_left};
use super::slots::write_slots;
use super::writer::{Commit, CommitError};
use crate::fault;
use crate::sql_types::{key_from_sql, key_to_sql, purse_to_sql, usage_key_to_sql};

pub(super) struct Backend {
    pool: PgPool,
}

/// Why a batch failed.
enum Trouble {
    /// Certainly nothing was committed.
    Before(sqlx::Error),
    /// The connection broke during the commit: the answers are valid if the batch was committed.
    During { error: sqlx::Error, answers: Vec<Answer>, witness: Option<(Purse, PostingId)> },
}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Self {
        Self::Before(error)
    }
}

impl Backend {
    pub(super) fn new(pool: &PgPool) -> Self {
        Self { pool: pool.clone() }
    }

    async fn try_commit(&self, batch: &[Command]) -> Result<Vec<Answer>, Trouble> {
        let mut connection = self.pool.acquire().await?;
        let mut transaction = connection.begin().await?;
        let loaded = load(&mut transaction, batch).await?;
        let (answers, writes) = plan(batch, loaded);
        if writes.is_empty() {
            transaction.rollback().await?;
            return Ok(answers);
        }
        write(&mut transaction, &writes).await?;
        fault::point("ledger.before_commit");
        if let Err(error) = transaction.commit().await {
            let witness = writes.ledger.postings.first().map(|posting| (posting.purse, posting.id));
            return Err(Trouble::During { error, answers, witness });
        }
        fault::point("ledger.after_commit");
        Ok(answers)
    }

    /// Whether a batch was committed. It is committed whole, so one of its postings shows it. The result
    /// decides what callers get, so the query is retried for a while.
    async fn is_posted(&self, (purse, id): (Purse, PostingId)) -> sqlx::Result<bool> {
        const POSTED: &str =
            "SELECT EXISTS (SELECT 1 FROM postings WHERE account_id = $1 AND mode = $2 AND id = $3)";
        const ATTEMPTS: u32 = 20;
        const PAUSE: Duration = Duration::from_millis(100);
        let (account, mode) = purse_to_sql(purse);
        let mut attempt = 0;
        loop {
            let query = sqlx::query_scalar(POSTED).bind(account).bind(mode).bind(id.as_uuid());
            match query.fetch_one(&self.pool).await {
                Err(error) if attempt < ATTEMPTS => {
                    tracing::warn!(%error, "the outcome of a commit is not known yet");
                    attempt += 1;
                    tokio::time::sleep(PAUSE).await;
                }
                outcome => return outcome,
            }
        }
    }
}

impl Commit for Backend {
    async fn commit(&mut self, batch: &[Command]) -> Result<Vec<Answer>, CommitError> {
        match self.try_commit(batch).await {
            Ok(answers) => Ok(answers),
            Err(Trouble::Before(error)) => Err(error.into()),
            Err(Trouble::During { error, answers, witness }) => match witness {
                Some(witness) if self.is_posted(witness).await? => Ok(answers),
                _ => Err(error.into()),
            },
        }
    }
}

/// Columns of a list of purses.
fn purse_columns<'a>(purses: impl IntoIterator<Item = &'a Purse>) -> (Vec<i64>, Vec<i64>) {
    purses.into_iter().map(|purse| purse_to_sql(*purse)).unzip()
}

/// Columns of a list of postings.
fn id_columns<'a>(ids: impl IntoIterator<Item = &'a (Purse, PostingId)>) -> (Vec<i64>, Vec<i64>, Vec<Uuid>) {
    let mut columns = (Vec::new(), Vec::new(), Vec::new());
    for (purse, id) in ids {
        let (account, mode) = purse_to_sql(*purse);
        columns.0.push(account);
        columns.1.push(mode);
        columns.2.push(id.as_uuid());
    }
    columns
}

async fn load(connection: &mut PgConnection, batch: &[Command]) -> sqlx::Result<Loaded> {
    let needs = &Needs::of(batch);
    let mut loaded = Loaded::default();
    loaded.ledger.purses = lock_purses(connection, needs).await?;
    let mut limited = HashMap::new();
    for (id, revoked, limit) in load_keys(connection, needs).await? {
        let key = key_from_sql(id);
        limited.extend(limit.map(|limit| (key, Credits::new(limit))));
        if revoked {
            loaded.ledger.revoked_keys.insert(key);
        }
    }
    if !limited.is_empty() {
        loaded.ledger.key_limits = load_key_limits(connection, batch, &limited).await?;
    }
    if !needs.holds.is_empty() {
        const HOLDS: &str = "SELECT h.account_id, h.mode, h.id, h.amount, h.until, h.key_id FROM open_holds h \
            JOIN unnest($1::bigint[], $2::bigint[], $3::uuid[]) AS n (account_id, mode, id) USING (account_id, mode, id)";
        let (accounts, modes, ids) = id_columns(&needs.holds);
        let rows: Vec<HoldRow> =
            sqlx::query_as(HOLDS).bind(accounts).bind(modes).bind(ids).fetch_all(&mut *connection).await?;
        loaded.ledger.open_holds = rows.into_iter().map(HoldRow::read).collect();
    }
    if !needs.charges.is_empty() {
        const CHARGES: &str = "SELECT p.account_id, p.mode, p.id, CAST(p.amount - COALESCE((SELECT SUM(r.amount) FROM postings r \
              WHERE r.account_id = p.account_id AND r.mode = p.mode AND r.related_id = p.id AND r.kind = 'refund'), 0) AS BIGINT) \
            FROM postings p JOIN unnest($1::bigint[], $2::bigint[], $3::uuid[]) AS n (account_id, mode, id) \
              USING (account_id, mode, id) WHERE p.kind IN ('charge', 'capture')";
        let (accounts, modes, ids) = id_columns(&needs.charges);
        let rows: Vec<(i64, i64, Uuid, i64)> =
            sqlx::query_as(CHARGES).bind(accounts).bind(modes).bind(ids).fetch_all(&mut *connection).await?;
        loaded.ledger.refundable = rows.into_iter().map(read_left).collect();
    }
    if !needs.grants.is_empty() {
        const GRANTS: &str = "SELECT p.account_id, p.mode, p.id, CAST(p.amount - COALESCE((SELECT SUM(r.amount) FROM postings r \
              WHERE r.account_id = p.account_id AND r.mode = p.mode AND r.related_id = p.id AND r.kind = 'reverse'), 0) AS BIGINT) \
            FROM postings p JOIN unnest($1::bigint[], $2::bigint[], $3::uuid[]) AS n (account_id, mode, id) \
              USING (account_id, mode, id) WHERE p.kind = 'grant_paid'";
        let (accounts, modes, ids) = id_columns(&needs.grants);
        let rows: Vec<(i64, i64, Uuid, i64)> =
            sqlx::query_as(GRANTS).bind(accounts).bind(modes).bind(ids).fetch_all(&mut *connection).await?;
        loaded.ledger.reversible = rows.into_iter().map(read_left).collect();
    }
    if !needs.repeatable.is_empty() {
        const POSTED: &str = "SELECT p.id FROM postings p \
            JOIN unnest($1::bigint[], $2::bigint[], $3::uuid[]) AS n (account_id, mode, id) USING (account_id, mode, id)";
        let (accounts, modes, ids) = id_columns(&needs.repeatable);
        let rows: Vec<Uuid> = sqlx::query_scalar(POSTED)
            .bind(accounts)
            .bind(modes)
            .bind(ids)
            .fetch_all(&mut *connection)
            .await?;
        loaded.ledger.posted = rows.into_iter().map(PostingId::from).collect();
    }
    loaded.slots = load_slots(connection, needs).await?;
    loaded.jobs = load_jobs!(connection, &needs.jobs);
    Ok(loaded)
}

/// Locks the purse's row, which is the lock for everything of the purse: its postings, holds, usage and
/// slots.
async fn lock_purses(
    connection: &mut PgConnection,
    needs: &Needs,
) -> sqlx::Result<HashMap<Purse, PurseState>> {
    const LOCK: &str = "SELECT b.account_id FROM balances b \
        JOIN unnest($1::bigint[], $2::bigint[]) AS n (account_id, mode) \
            ON n.account_id = b.account_id AND n.mode = b.mode \
        ORDER BY b.account_id, b.mode FOR UPDATE OF b";
    // A separate statement: it must see what was revoked while this one waited for the lock.
    const PURSES: &str = "SELECT b.account_id, b.mode, b.available, b.held, b.frozen, a.key_epoch, a.status = 'suspended', \
            b.alert_below \
        FROM balances b JOIN accounts a ON a.id = b.account_id \
        JOIN unnest($1::bigint[], $2::bigint[]) AS n (account_id, mode) \
            ON n.account_id = b.account_id AND n.mode = b.mode";
    let (accounts, modes) = purse_columns(&needs.purses);
    sqlx::query(LOCK).bind(&accounts).bind(&modes).execute(&mut *connection).await?;
    let rows: Vec<PurseRow> = sqlx::query_as(PURSES).bind(accounts).bind(modes).fetch_all(connection).await?;
    Ok(rows.into_iter().map(PurseRow::read).collect())
}

/// Keys that are revoked or limited.
async fn load_keys(
    connection: &mut PgConnection,
    needs: &Needs,
) -> sqlx::Result<Vec<(i64, bool, Option<i64>)>> {
    const KEYS: &str = "SELECT id, revoked_at IS NOT NULL, monthly_limit FROM api_keys WHERE id = ANY($1) \
        AND (revoked_at IS NOT NULL OR monthly_limit IS NOT NULL)";
    if needs.keys.is_empty() {
        return Ok(Vec::new());
    }
    let keys: Vec<i64> = needs.keys.iter().copied().map(key_to_sql).collect();
    sqlx::query_as(KEYS).bind(keys).fetch_all(connection).await
}

/// Called only for keys that have a limit.
async fn load_key_limits(
    connection: &mut PgConnection,
    batch: &[Command],
    limited: &HashMap<ApiKeyId, Credits>,
) -> sqlx::Result<HashMap<ApiKeyId, KeyLimit>> {
    const SPENDING: &str = "SELECT n.key_id, n.first_day, \
            CAST(COALESCE((SELECT SUM(u.credits) FROM usage_days u WHERE u.account_id = n.account_id AND u.mode = n.mode \
                AND u.key_id = n.key_id AND u.day >= n.first_day AND u.day < n.end_day), 0) AS BIGINT), \
            CAST(COALESCE((SELECT SUM(h.amount) FROM open_holds h WHERE h.account_id = n.account_id AND h.mode = n.mode \
                AND h.key_id = n.key_id), 0) AS BIGINT) \
        FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) \
            AS n (account_id, mode, key_id, first_day, end_day)";
    let wanted = spending_months(batch, limited);
    let (accounts, modes) = purse_columns(wanted.iter().map(|(purse, _, _)| purse));
    let rows: Vec<(i64, i64, i64, i64)> = sqlx::query_as(SPENDING)
        .bind(accounts)
        .bind(modes)
        .bind(wanted.iter().map(|(_, key, _)| key_to_sql(*key)).collect::<Vec<_>>())
        .bind(wanted.iter().map(|(_, _, month)| month.first_day()).collect::<Vec<_>>())
        .bind(wanted.iter().map(|(_, _, month)| month.next().first_day()).collect::<Vec<_>>())
        .fetch_all(connection)
        .await?;
    let spending = rows.into_iter().map(|(key, first_day, spent, held)| KeySpending {
        key: key_from_sql(key),
        month: Month::containing_day(first_day),
        spent: Credits::new(spent),
        held: Credits::new(held),
    });
    Ok(key_limits(limited, spending))
}

async fn load_slots(connection: &mut PgConnection, needs: &Needs) -> sqlx::Result<HashMap<Slot, SlotRow>> {
    const SLOTS: &str = "SELECT i.* FROM idempotency_keys i \
        JOIN unnest($1::bigint[], $2::bigint[], $3::text[]) AS n (account_id, mode, key) USING (account_id, mode, key)";
    if needs.slots.is_empty() {
        return Ok(HashMap::new());
    }
    let (accounts, modes) = purse_columns(needs.slots.iter().map(|slot| &slot.purse));
    let keys: Vec<&str> = needs.slots.iter().map(|slot| slot.key.as_str()).collect();
    let rows: Vec<SlotColumns> =
        sqlx::query_as(SLOTS).bind(accounts).bind(modes).bind(keys).fetch_all(connection).await?;
    Ok(rows.into_iter().map(SlotColumns::read).collect())
}

async fn write(connection: &mut PgConnection, writes: &Writes) -> sqlx::Result<()> {
    if !writes.ledger.postings.is_empty() {
        write_postings(connection, writes).await?;
        write_balances(connection, writes).await?;
    }
    write_holds(connection, writes).await?;
    write_usage(connection, writes).await?;
    write_alerts(connection, writes).await?;
    write_slots!(connection, writes);
    write_jobs!(connection, writes);
    Ok(())
}

async fn write_postings(connection: &mut PgConnection, writes: &Writes) -> sqlx::Result<()> {
    const POSTINGS: &str = "INSERT INTO postings (account_id, mode, id, kind, amount, released, related_id, purpose, key_id, \
            created_at, available_after, held_after) \
        SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::text[], $5::bigint[], $6::bigint[], $7::uuid[], \
            $8::text[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[])";
    let postings = &writes.ledger.postings;
    let (accounts, modes) = purse_columns(postings.iter().map(|posting| &posting.purse));
    let column = |pick: fn(&domain::ledger::Posting) -> i64| postings.iter().map(pick).collect::<Vec<_>>();
    sqlx::query(POSTINGS)
        .bind(accounts)
        .bind(modes)
        .bind(postings.iter().map(|posting| posting.id.as_uuid()).collect::<Vec<_>>())
        .bind(postings.iter().map(|posting| posting.kind.as_str()).collect::<Vec<_>>())
        .bind(column(|posting| posting.amount.as_i64()))
        .bind(column(|posting| posting.released.as_i64()))
        .bind(postings.iter().map(|posting| posting.related.map(PostingId::as_uuid)).collect::<Vec<_>>())
        .bind(postings.iter().map(|posting| posting.purpose.as_str()).collect::<Vec<_>>())
        .bind(postings.iter().map(|posting| posting.key.map(key_to_sql)).collect::<Vec<_>>())
        .bind(column(|posting| posting.at.as_microsecond()))
        .bind(column(|posting| posting.after.available.as_i64()))
        .bind(column(|posting| posting.after.held.as_i64()))
        .execute(connection)
        .await?;
    Ok(())
}

async fn write_balances(connection: &mut PgConnection, writes: &Writes) -> sqlx::Result<()> {
    const BALANCES: &str = "UPDATE balances b SET available = n.available, held = n.held \
        FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS n (account_id, mode, available, held) \
        WHERE b.account_id = n.account_id AND b.mode = n.mode";
    let balances = &writes.ledger.balances;
    let (accounts, modes) = purse_columns(balances.keys());
    sqlx::query(BALANCES)
        .bind(accounts)
        .bind(modes)
        .bind(balances.values().map(|balance| balance.available.as_i64()).collect::<Vec<_>>())
        .bind(balances.values().map(|balance| balance.held.as_i64()).collect::<Vec<_>>())
        .execute(connection)
        .await?;
    Ok(())
}

async fn write_holds(connection: &mut PgConnection, writes: &Writes) -> sqlx::Result<()> {
    const OPEN: &str = "INSERT INTO open_holds (account_id, mode, id, amount, until, key_id) \
        SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[])";
    const RESOLVE: &str = "DELETE FROM open_holds h \
        USING unnest($1::bigint[], $2::bigint[], $3::uuid[]) AS n (account_id, mode, id) \
        WHERE h.account_id = n.account_id AND h.mode = n.mode AND h.id = n.id";
    let opened = &writes.ledger.opened_holds;
    if !opened.is_empty() {
        let (accounts, modes) = purse_columns(opened.values().map(|hold| &hold.purse));
        sqlx::query(OPEN)
            .bind(accounts)
            .bind(modes)
            .bind(opened.keys().map(|id| id.as_uuid()).collect::<Vec<_>>())
            .bind(opened.values().map(|hold| hold.amount.as_i64()).collect::<Vec<_>>())
            .bind(opened.values().map(|hold| hold.until.map(Timestamp::as_microsecond)).collect::<Vec<_>>())
            .bind(opened.values().map(|hold| hold.key.map(key_to_sql)).collect::<Vec<_>>())
            .execute(&mut *connection)
            .await?;
    }
    if !writes.ledger.resolved_holds.is_empty() {
        let (accounts, modes, ids) = id_columns(&writes.ledger.resolved_holds);
        sqlx::query(RESOLVE).bind(accounts).bind(modes).bind(ids).execute(connection).await?;
    }
    Ok(())
}

async fn write_usage(connection: &mut PgConnection, writes: &Writes) -> sqlx::Result<()> {
    const USAGE: &str = "INSERT INTO usage_days AS d (account_id, mode, day, purpose, key_id, calls, credits) \
        SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[]) \
        ON CONFLICT (account_id, mode, day, purpose, key_id) DO UPDATE SET calls = d.calls + excluded.calls, \
            credits = d.credits + excluded.credits";
    let usage = &writes.usage;
    if usage.is_empty() {
        return Ok(());
    }
    let (accounts, modes) = purse_columns(usage.keys().map(|of| &of.purse));
    sqlx::query(USAGE)
        .bind(accounts)
        .bind(modes)
        .bind(usage.keys().map(|of| of.day).collect::<Vec<_>>())
        .bind(usage.keys().map(|of| of.purpose.as_str()).collect::<Vec<_>>())
        .bind(usage.keys().map(|of| usage_key_to_sql(of.key)).collect::<Vec<_>>())
        .bind(usage.values().map(|usage| usage.calls).collect::<Vec<_>>())
        .bind(usage.values().map(|usage| usage.credits).collect::<Vec<_>>())
        .execute(connection)
        .await?;
    Ok(())
}

async fn write_alerts(connection: &mut PgConnection, writes: &Writes) -> sqlx::Result<()> {
    const ALERTS: &str = "INSERT INTO balance_alerts (account_id, mode, id, at, threshold, available, run_at) \
        SELECT account_id, mode, id, at, threshold, available, at \
        FROM unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[]) \
            AS n (account_id, mode, id, at, threshold, available)";
    let alerts = &writes.ledger.alerts;
    if alerts.is_empty() {
        return Ok(());
    }
    let (accounts, modes) = purse_columns(alerts.iter().map(|alert| &alert.purse));
    sqlx::query(ALERTS)
        .bind(accounts)
        .bind(modes)
        .bind(alerts.iter().map(|alert| alert.id.as_uuid()).collect::<Vec<_>>())
        .bind(alerts.iter().map(|alert| alert.at.as_microsecond()).collect::<Vec<_>>())
        .bind(alerts.iter().map(|alert| alert.threshold.as_i64()).collect::<Vec<_>>())
        .bind(alerts.iter().map(|alert| alert.available.as_i64()).collect::<Vec<_>>())
        .execute(connection)
        .await?;
    Ok(())
}
