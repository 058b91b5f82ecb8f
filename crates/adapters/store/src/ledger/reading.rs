//! Queries outside of the writers, and the rows that both read.

use domain::Timestamp;
use domain::credits::Credits;
use domain::ledger::{
    Balance, OpenHold, Posting, PostingFilter, PostingId, PostingKind, Purse, PurseState, Refusal,
};
use ports::LedgerError;
use ports::ledger::{Drift, KeyUsageDay, RememberedReply, Slot, UsageDay};
use sqlx::PgPool;
use uuid::Uuid;

use super::plan::SlotRow;
use crate::Database;
use crate::database::on_either;
use crate::error::unavailable_ledger;
use crate::sql_types::{key_from_sql, purse_from_sql, purse_to_sql, time_from_sql, usage_key_from_sql};

/// A purse with the state of its account.
#[derive(sqlx::FromRow)]
pub(super) struct PurseRow(i64, i64, i64, i64, i64, i64, bool, Option<i64>);

impl PurseRow {
    pub(super) fn read(self) -> (Purse, PurseState) {
        let Self(account, mode, available, held, frozen, epoch, suspended, alert_below) = self;
        let state = PurseState {
            balance: balance_from_sql(available, held),
            minimum_epoch: u16::try_from(epoch).unwrap_or(u16::MAX),
            suspended,
            frozen: frozen != 0,
            alert_below: alert_below.map(Credits::new),
        };
        (purse_from_sql(account, mode), state)
    }
}

/// A hold that is not resolved, as stored.
#[derive(sqlx::FromRow)]
pub(super) struct HoldRow(i64, i64, Uuid, i64, Option<i64>, Option<i64>);

impl HoldRow {
    pub(super) fn read(self) -> (PostingId, OpenHold) {
        let Self(account, mode, id, amount, until, key) = self;
        let hold = OpenHold {
            purse: purse_from_sql(account, mode),
            amount: Credits::new(amount),
            until: until.map(time_from_sql),
            key: key.map(key_from_sql),
        };
        (PostingId::from(id), hold)
    }
}

/// A slot as stored.
#[derive(sqlx::FromRow)]
pub(super) struct SlotColumns {
    account_id: i64,
    mode: i64,
    key: String,
    fingerprint: Vec<u8>,
    owner: Uuid,
    expires_at: i64,
    body: Option<String>,
    charged: Option<i64>,
    reserved: Option<i64>,
    available: Option<i64>,
}

impl SlotColumns {
    pub(super) fn read(self) -> (Slot, SlotRow) {
        let credits = |number: Option<i64>| Credits::new(number.unwrap_or(0));
        let reply = self.body.map(|body| RememberedReply {
            body,
            charged: credits(self.charged),
            reserved: credits(self.reserved),
            available: credits(self.available),
        });
        let row = SlotRow {
            fingerprint: self.fingerprint.try_into().unwrap_or([0; 32]),
            owner: PostingId::from(self.owner),
            expires_at: time_from_sql(self.expires_at),
            reply,
        };
        (Slot { purse: purse_from_sql(self.account_id, self.mode), key: self.key }, row)
    }
}

/// What is left of a charge or a grant.
pub(super) fn read_left((account, mode, id, left): (i64, i64, Uuid, i64)) -> (PostingId, (Purse, Credits)) {
    (PostingId::from(id), (purse_from_sql(account, mode), Credits::new(left)))
}

fn balance_from_sql(available: i64, held: i64) -> Balance {
    Balance { available: Credits::new(available), held: Credits::new(held) }
}

pub(super) async fn balance(pool: &PgPool, purse: Purse) -> Result<Balance, LedgerError> {
    const BALANCE: &str = "SELECT available, held FROM balances WHERE account_id = $1 AND mode = $2";
    let (account, mode) = purse_to_sql(purse);
    let row: Option<(i64, i64)> = sqlx::query_as(BALANCE)
        .bind(account)
        .bind(mode)
        .fetch_optional(pool)
        .await
        .map_err(unavailable_ledger)?;
    let (available, held) = row.ok_or(Refusal::NoSuchAccount)?;
    Ok(balance_from_sql(available, held))
}

#[derive(sqlx::FromRow)]
struct PostingRow {
    id: Uuid,
    kind: String,
    amount: i64,
    released: i64,
    related_id: Option<Uuid>,
    purpose: String,
    key_id: Option<i64>,
    created_at: i64,
    available_after: i64,
    held_after: i64,
}

pub(super) async fn postings(
    database: &Database,
    purse: Purse,
    before: Option<PostingId>,
    limit: u32,
) -> Result<Vec<Posting>, LedgerError> {
    const PAGE: &str = "SELECT id, kind, amount, released, related_id, purpose, key_id, created_at, available_after, held_after \
        FROM postings WHERE account_id = $1 AND mode = $2 AND id < $3 ORDER BY id DESC LIMIT $4";
    let (account, mode) = purse_to_sql(purse);
    let before = before.map_or(Uuid::max(), PostingId::as_uuid);
    let rows: Vec<PostingRow> = on_either!(database, pool => {
        sqlx::query_as(PAGE).bind(account).bind(mode).bind(before).bind(i64::from(limit)).fetch_all(pool).await
    })
    .map_err(unavailable_ledger)?;
    rows.into_iter().map(|row| read_posting(purse, row)).collect()
}

/// Filters are bound as texts and numbers even if they are not set, so that both databases know the types.
pub(super) async fn find_postings(
    database: &Database,
    purse: Purse,
    filter: &PostingFilter,
    before: Option<PostingId>,
    limit: u32,
) -> Result<Vec<Posting>, LedgerError> {
    const PAGE: &str = "SELECT id, kind, amount, released, related_id, purpose, key_id, created_at, available_after, held_after \
        FROM postings WHERE account_id = $1 AND mode = $2 AND id < $3 AND created_at >= $4 AND created_at < $5 \
        AND ($6 = '' OR kind = $6) AND lower(purpose) LIKE lower($7) ESCAPE '!' \
        AND ($8 = 0 OR kind <> 'hold' OR EXISTS (SELECT 1 FROM open_holds \
            WHERE open_holds.account_id = $1 AND open_holds.mode = $2 AND open_holds.id = postings.id)) \
        ORDER BY id DESC LIMIT $9";
    let (account, mode) = purse_to_sql(purse);
    let before = before.map_or(Uuid::max(), PostingId::as_uuid);
    let from = filter.from.map_or(i64::MIN, Timestamp::as_microsecond);
    let until = filter.until.map_or(i64::MAX, Timestamp::as_microsecond);
    let kind = filter.kind.map_or("", PostingKind::as_str);
    let purpose = pattern(filter.purpose.as_deref().unwrap_or_default());
    let rows: Vec<PostingRow> = on_either!(database, pool => {
        sqlx::query_as(PAGE)
            .bind(account)
            .bind(mode)
            .bind(before)
            .bind(from)
            .bind(until)
            .bind(kind)
            .bind(&purpose)
            .bind(i64::from(filter.one_per_call))
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await
    })
    .map_err(unavailable_ledger)?;
    rows.into_iter().map(|row| read_posting(purse, row)).collect()
}

/// A pattern for texts that contain `part`, with its wildcards escaped.
fn pattern(part: &str) -> String {
    let mut pattern = String::from("%");
    for letter in part.chars() {
        if matches!(letter, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

fn read_posting(purse: Purse, row: PostingRow) -> Result<Posting, LedgerError> {
    let kind = PostingKind::from_name(&row.kind)
        .ok_or_else(|| LedgerError::Unavailable(format!("unknown kind of posting {:?}", row.kind).into()))?;
    Ok(Posting {
        id: PostingId::from(row.id),
        purse,
        kind,
        amount: Credits::new(row.amount),
        released: Credits::new(row.released),
        related: row.related_id.map(PostingId::from),
        purpose: row.purpose,
        key: row.key_id.map(key_from_sql),
        at: time_from_sql(row.created_at),
        after: balance_from_sql(row.available_after, row.held_after),
    })
}

pub(super) async fn usage(
    database: &Database,
    purse: Purse,
    first_day: i64,
) -> Result<Vec<UsageDay>, LedgerError> {
    const USAGE: &str = "SELECT day, purpose, CAST(SUM(calls) AS BIGINT), CAST(SUM(credits) AS BIGINT) FROM usage_days \
        WHERE account_id = $1 AND mode = $2 AND day >= $3 GROUP BY day, purpose ORDER BY day, purpose";
    let (account, mode) = purse_to_sql(purse);
    let rows: Vec<(i64, String, i64, i64)> = on_either!(database, pool => {
        sqlx::query_as(USAGE).bind(account).bind(mode).bind(first_day).fetch_all(pool).await
    })
    .map_err(unavailable_ledger)?;
    let day =
        |(day, purpose, calls, credits)| UsageDay { day, purpose, calls, credits: Credits::new(credits) };
    Ok(rows.into_iter().map(day).collect())
}

pub(super) async fn usage_by_key(
    database: &Database,
    purse: Purse,
    first_day: i64,
) -> Result<Vec<KeyUsageDay>, LedgerError> {
    const USAGE: &str = "SELECT day, purpose, key_id, calls, credits FROM usage_days \
        WHERE account_id = $1 AND mode = $2 AND day >= $3 ORDER BY day, purpose, key_id";
    let (account, mode) = purse_to_sql(purse);
    let rows: Vec<(i64, String, i64, i64, i64)> = on_either!(database, pool => {
        sqlx::query_as(USAGE).bind(account).bind(mode).bind(first_day).fetch_all(pool).await
    })
    .map_err(unavailable_ledger)?;
    let day = |(day, purpose, key, calls, credits)| KeyUsageDay {
        key: usage_key_from_sql(key),
        usage: UsageDay { day, purpose, calls, credits: Credits::new(credits) },
    };
    Ok(rows.into_iter().map(day).collect())
}

/// One statement, so that both sides are from the same moment.
pub(super) async fn audit(database: &Database) -> Result<Vec<Drift>, LedgerError> {
    const AUDIT: &str = "SELECT b.account_id, b.mode, b.available, b.held, \
            COALESCE(f.available, 0), COALESCE(f.held, 0) \
        FROM balances b LEFT JOIN ( \
            SELECT account_id, mode, \
                CAST(SUM(CASE kind WHEN 'grant_paid' THEN amount WHEN 'grant_promotional' THEN amount WHEN 'refund' THEN amount \
                    WHEN 'void' THEN amount WHEN 'capture' THEN released ELSE -amount END) AS BIGINT) AS available, \
                CAST(SUM(CASE kind WHEN 'hold' THEN amount WHEN 'void' THEN -amount WHEN 'capture' THEN -amount - released \
                    ELSE 0 END) AS BIGINT) AS held \
            FROM postings GROUP BY account_id, mode \
        ) f ON f.account_id = b.account_id AND f.mode = b.mode \
        WHERE b.available <> COALESCE(f.available, 0) OR b.held <> COALESCE(f.held, 0) \
            OR b.held <> COALESCE((SELECT CAST(SUM(h.amount) AS BIGINT) FROM open_holds h \
                WHERE h.account_id = b.account_id AND h.mode = b.mode), 0) \
        ORDER BY b.account_id, b.mode";
    let rows: Vec<(i64, i64, i64, i64, i64, i64)> =
        on_either!(database, pool => sqlx::query_as(AUDIT).fetch_all(pool).await)
            .map_err(unavailable_ledger)?;
    let drift = |(account, mode, available, held, folded_available, folded_held)| Drift {
        purse: purse_from_sql(account, mode),
        stored: balance_from_sql(available, held),
        folded: balance_from_sql(folded_available, folded_held),
    };
    Ok(rows.into_iter().map(drift).collect())
}

pub(super) async fn set_frozen(database: &Database, purse: Purse, frozen: bool) -> Result<(), LedgerError> {
    const FREEZE: &str = "UPDATE balances SET frozen = $3 WHERE account_id = $1 AND mode = $2";
    let (account, mode) = purse_to_sql(purse);
    on_either!(database, pool => {
        sqlx::query(FREEZE).bind(account).bind(mode).bind(i64::from(frozen)).execute(pool).await.map(|_| ())
    })
    .map_err(unavailable_ledger)
}

pub(super) async fn overdue_holds(
    database: &Database,
    now: Timestamp,
) -> Result<Vec<(Purse, PostingId)>, LedgerError> {
    const OVERDUE: &str = "SELECT account_id, mode, id FROM open_holds WHERE until < $1 LIMIT 1000";
    let rows: Vec<(i64, i64, Uuid)> = on_either!(database, pool => {
        sqlx::query_as(OVERDUE).bind(now.as_microsecond()).fetch_all(pool).await
    })
    .map_err(unavailable_ledger)?;
    Ok(rows
        .into_iter()
        .map(|(account, mode, id)| (purse_from_sql(account, mode), PostingId::from(id)))
        .collect())
}

pub(super) async fn delete_expired(database: &Database, now: Timestamp) -> Result<u64, LedgerError> {
    const DELETE: &str = "DELETE FROM idempotency_keys WHERE expires_at < $1";
    on_either!(database, pool => {
        sqlx::query(DELETE).bind(now.as_microsecond()).execute(pool).await.map(|done| done.rows_affected())
    })
    .map_err(unavailable_ledger)
}
