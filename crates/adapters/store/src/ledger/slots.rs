//! Writing remembered replies: one SQL text for both databases.

pub(super) const UPSERT: &str = "INSERT INTO idempotency_keys \
    (account_id, mode, key, fingerprint, owner, expires_at, body, charged, reserved, available) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
    ON CONFLICT (account_id, mode, key) DO UPDATE SET fingerprint = excluded.fingerprint, owner = excluded.owner, \
        expires_at = excluded.expires_at, body = excluded.body, charged = excluded.charged, \
        reserved = excluded.reserved, available = excluded.available";
pub(super) const DELETE: &str =
    "DELETE FROM idempotency_keys WHERE account_id = $1 AND mode = $2 AND key = $3";

/// A macro, because the type of the connection determines the types of all statements.
macro_rules! write_slots {
    ($connection:expr, $writes:expr) => {
        for (slot, row) in &$writes.slots {
            let (account, mode) = $crate::sql_types::purse_to_sql(slot.purse);
            if let Some(row) = row {
                let reply = row.reply.as_ref();
                sqlx::query($crate::ledger::slots::UPSERT)
                    .bind(account)
                    .bind(mode)
                    .bind(&slot.key)
                    .bind(row.fingerprint.as_slice())
                    .bind(row.owner.as_uuid())
                    .bind(row.expires_at.as_microsecond())
                    .bind(reply.map(|reply| reply.body.as_str()))
                    .bind(reply.map(|reply| reply.charged.as_i64()))
                    .bind(reply.map(|reply| reply.reserved.as_i64()))
                    .bind(reply.map(|reply| reply.available.as_i64()))
                    .execute(&mut *$connection)
                    .await?;
            } else {
                sqlx::query($crate::ledger::slots::DELETE)
                    .bind(account)
                    .bind(mode)
                    .bind(&slot.key)
                    .execute(&mut *$connection)
                    .await?;
            }
        }
    };
}
pub(super) use write_slots;
