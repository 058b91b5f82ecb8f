//! Purchases of credits, and which messages of payment providers were processed.
//!
//! A change locks the purchase's row first, so changes of one purchase happen one after the other however
//! many nodes make them.

mod columns;

use async_trait::async_trait;
use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ledger::Purse;
use domain::purchases::{PaymentProviderName, Purchase, PurchaseId, PurchaseStatus, Report};
use ports::payments::{Added, Checkout, PaymentSubject};
use ports::{PurchaseStore, StoreError};
use uuid::Uuid;

use self::columns::{Columns, columns, read_all};
use crate::Database;
use crate::database::on_either;
use crate::error::unavailable;
use crate::fault;
use crate::sql_types::{mode_to_sql, purse_to_sql};

macro_rules! select {
    ($rest:expr) => {
        concat!("SELECT ", columns!(), " FROM purchases WHERE ", $rest)
    };
}

/// Buyers take a while to pay, and the provider's message usually comes first.
const FIRST_CHECK_MICROSECONDS: i64 = 2 * 60 * 1_000_000;

/// A change of one purchase.
type Change<'a> = &'a (dyn Fn(&mut Purchase) + Sync);

/// A message that is processed once.
struct Message<'a> {
    id: &'a str,
    at: Timestamp,
}

impl Database {
    /// Changes a purchase in one transaction, unless the message was processed before.
    async fn change_purchase(
        &self,
        id: PurchaseId,
        message: Option<Message<'_>>,
        change: Change<'_>,
    ) -> Result<Purchase, StoreError> {
        const LOCK: &str =
            concat!("UPDATE purchases SET version = version + 1 WHERE id = $1 RETURNING ", columns!());
        const HEAR: &str = "INSERT INTO payment_messages (provider, mode, id, purchase_id, heard_at) \
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT (provider, mode, id) DO NOTHING";
        const WRITE: &str = "UPDATE purchases SET status = $2, reference = $3, checkout_url = $4, payment = $5, paid_at = $6, \
            granted = $7, refunded = $8, reversal = $9, reversal_at = $10, reversals = $11, reversed = $12, owed = $13, \
            problem = $14, unsettled = $15 WHERE id = $1";
        on_either!(self, pool => {
            let mut transaction = pool.begin().await.map_err(unavailable)?;
            let row: Option<Columns> = sqlx::query_as(LOCK)
                .bind(id.as_uuid())
                .fetch_optional(&mut *transaction)
                .await
                .map_err(unavailable)?;
            let mut purchase = row.ok_or_else(|| StoreError::Missing(id.to_string()))?.read()?;
            if let Some(message) = message {
                let heard = sqlx::query(HEAR)
                    .bind(purchase.provider.as_str())
                    .bind(mode_to_sql(purchase.purse.mode))
                    .bind(message.id)
                    .bind(id.as_uuid())
                    .bind(message.at.as_microsecond())
                    .execute(&mut *transaction)
                    .await
                    .map_err(unavailable)?;
                if heard.rows_affected() == 0 {
                    return Ok(purchase);
                }
            }
            change(&mut purchase);
            sqlx::query(WRITE)
                .bind(id.as_uuid())
                .bind(purchase.status.as_str())
                .bind(purchase.reference.as_deref())
                .bind(purchase.checkout_url.as_deref())
                .bind(purchase.payment.as_deref())
                .bind(purchase.paid_at.map(Timestamp::as_microsecond))
                .bind(i64::from(purchase.granted))
                .bind(purchase.refunded)
                .bind(purchase.reversal.map(|reversal| reversal.credits.as_i64()))
                .bind(purchase.reversal.map(|reversal| reversal.at.as_microsecond()))
                .bind(i64::from(purchase.reversals))
                .bind(purchase.reversed.as_i64())
                .bind(purchase.owed.as_i64())
                .bind(purchase.problem.as_deref())
                .bind(i64::from(!purchase.is_settled()))
                .execute(&mut *transaction)
                .await
                .map_err(unavailable)?;
            fault::point("purchases.before_commit");
            transaction.commit().await.map_err(unavailable)?;
            fault::point("purchases.after_commit");
            Ok(purchase)
        })
    }

    async fn purchase_by_key(&self, purse: Purse, key: Option<&str>) -> Result<Option<Purchase>, StoreError> {
        const BY_KEY: &str = select!("account_id = $1 AND mode = $2 AND start_key = $3");
        let (account, mode) = purse_to_sql(purse);
        let row: Option<Columns> = on_either!(self, pool => {
            sqlx::query_as(BY_KEY).bind(account).bind(mode).bind(key).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(Columns::read).transpose()
    }
}

#[async_trait]
impl PurchaseStore for Database {
    async fn add_purchase(
        &self,
        purchase: &Purchase,
        key: Option<&str>,
        most_open: u32,
    ) -> Result<Added, StoreError> {
        const ADD: &str = "INSERT INTO purchases (id, account_id, mode, credits, currency, price, provider, order_code, created_at, \
                expires_at, start_key, check_at, status, granted, refunded, reversals, reversed, owed, unsettled) \
            SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $13, 'open', 0, 0, 0, 0, 0, 0 \
            WHERE (SELECT COUNT(*) FROM purchases WHERE account_id = $2 AND mode = $3 AND status = 'open') < $12 \
            ON CONFLICT (account_id, mode, start_key) WHERE start_key IS NOT NULL DO NOTHING";
        if let Some(known) = self.purchase_by_key(purchase.purse, key).await? {
            return Ok(Added::Known(Box::new(known)));
        }
        let (account, mode) = purse_to_sql(purchase.purse);
        let added = on_either!(self, pool => {
            sqlx::query(ADD)
                .bind(purchase.id.as_uuid())
                .bind(account)
                .bind(mode)
                .bind(purchase.order.credits().as_i64())
                .bind(purchase.price.currency.as_str())
                .bind(purchase.price.amount)
                .bind(purchase.provider.as_str())
                .bind(purchase.id.order_code())
                .bind(purchase.created_at.as_microsecond())
                .bind(purchase.expires_at.as_microsecond())
                .bind(key)
                .bind(i64::from(most_open))
                .bind(purchase.created_at.as_microsecond().saturating_add(FIRST_CHECK_MICROSECONDS))
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        })
        .map_err(unavailable)?;
        if added > 0 {
            return Ok(Added::New);
        }
        let known = self.purchase_by_key(purchase.purse, key).await?;
        Ok(known.map_or(Added::TooMany, |known| Added::Known(Box::new(known))))
    }

    async fn purchase(&self, id: PurchaseId) -> Result<Option<Purchase>, StoreError> {
        const BY_ID: &str = select!("id = $1");
        let row: Option<Columns> = on_either!(self, pool => {
            sqlx::query_as(BY_ID).bind(id.as_uuid()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(Columns::read).transpose()
    }

    async fn purchases(
        &self,
        purse: Option<Purse>,
        before: Option<PurchaseId>,
        limit: u32,
    ) -> Result<Vec<Purchase>, StoreError> {
        const OF_PURSE: &str = select!("account_id = $3 AND mode = $4 AND id < $1 ORDER BY id DESC LIMIT $2");
        const OF_ALL: &str = select!("id < $1 ORDER BY id DESC LIMIT $2");
        let before = before.map_or(Uuid::max(), PurchaseId::as_uuid);
        let rows: Vec<Columns> = on_either!(self, pool => {
            match purse.map(purse_to_sql) {
                Some((account, mode)) => {
                    let page = sqlx::query_as(OF_PURSE).bind(before).bind(i64::from(limit));
                    page.bind(account).bind(mode).fetch_all(pool).await
                }
                None => sqlx::query_as(OF_ALL).bind(before).bind(i64::from(limit)).fetch_all(pool).await,
            }
        })
        .map_err(unavailable)?;
        read_all(rows)
    }

    async fn meant_purchase(
        &self,
        provider: PaymentProviderName,
        mode: KeyMode,
        subject: &PaymentSubject,
    ) -> Result<Option<Purchase>, StoreError> {
        const MEANT: &str = select!(
            "provider = $1 AND mode = $2 AND (id = $3 OR order_code = $4 OR reference = $5 OR payment = $6) \
             ORDER BY CASE WHEN id = $3 THEN 0 WHEN order_code = $4 THEN 1 WHEN reference = $5 THEN 2 ELSE 3 END LIMIT 1"
        );
        let row: Option<Columns> = on_either!(self, pool => {
            sqlx::query_as(MEANT)
                .bind(provider.as_str())
                .bind(mode_to_sql(mode))
                .bind(subject.purchase.map(PurchaseId::as_uuid))
                .bind(subject.order_code)
                .bind(subject.reference.as_deref())
                .bind(subject.payment.as_deref())
                .fetch_optional(pool)
                .await
        })
        .map_err(unavailable)?;
        row.map(Columns::read).transpose()
    }

    async fn note_checkout(&self, id: PurchaseId, checkout: &Checkout) -> Result<Purchase, StoreError> {
        self.change_purchase(id, None, &|purchase| {
            purchase.reference = Some(checkout.reference.clone());
            purchase.checkout_url = Some(checkout.url.clone());
        })
        .await
    }

    async fn note_failed_start(&self, id: PurchaseId, problem: &str) -> Result<Purchase, StoreError> {
        const FREE: &str = "UPDATE purchases SET start_key = NULL WHERE id = $1";
        let failed = self
            .change_purchase(id, None, &|purchase| {
                purchase.status = purchase.status.max(PurchaseStatus::Failed);
                purchase.problem = Some(problem.to_owned());
            })
            .await?;
        on_either!(self, pool => sqlx::query(FREE).bind(id.as_uuid()).execute(pool).await.map(|_| ()))
            .map_err(unavailable)?;
        Ok(failed)
    }

    async fn hear(
        &self,
        id: PurchaseId,
        message: Option<&str>,
        reports: &[Report],
        at: Timestamp,
    ) -> Result<Purchase, StoreError> {
        let message = message.map(|id| Message { id, at });
        self.change_purchase(id, message, &|purchase| {
            for report in reports {
                purchase.hear(report, at);
            }
        })
        .await
    }

    async fn note_granted(&self, id: PurchaseId) -> Result<Purchase, StoreError> {
        self.change_purchase(id, None, &Purchase::note_granted).await
    }

    async fn note_reversed(
        &self,
        id: PurchaseId,
        number: u32,
        taken: Credits,
        at: Timestamp,
    ) -> Result<Purchase, StoreError> {
        self.change_purchase(id, None, &|purchase| purchase.note_reversed(number, taken, at)).await
    }

    async fn unsettled_purchases(&self, limit: u32) -> Result<Vec<Purchase>, StoreError> {
        const UNSETTLED: &str = select!("unsettled = 1 ORDER BY id LIMIT $1");
        let rows: Vec<Columns> = on_either!(self, pool => {
            sqlx::query_as(UNSETTLED).bind(i64::from(limit)).fetch_all(pool).await
        })
        .map_err(unavailable)?;
        read_all(rows)
    }

    async fn claim_open_purchases(
        &self,
        now: Timestamp,
        next: Timestamp,
        limit: u32,
    ) -> Result<Vec<Purchase>, StoreError> {
        const CLAIM: &str = concat!(
            "UPDATE purchases SET check_at = $2 WHERE id IN \
                (SELECT id FROM purchases WHERE status = 'open' AND check_at <= $1 ORDER BY check_at LIMIT $3) \
                AND status = 'open' AND check_at <= $1 RETURNING ",
            columns!()
        );
        let rows: Vec<Columns> = on_either!(self, pool => {
            sqlx::query_as(CLAIM)
                .bind(now.as_microsecond())
                .bind(next.as_microsecond())
                .bind(i64::from(limit))
                .fetch_all(pool)
                .await
        })
        .map_err(unavailable)?;
        read_all(rows)
    }
}
