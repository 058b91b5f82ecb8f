//! Who owns which images. An image is delivered if the posting that it names exists: no second write has to
//! succeed for that.

use async_trait::async_trait;
use domain::Timestamp;
use domain::ids::AccountId;
use domain::images::{Image, ImageId};
use domain::ledger::{PostingId, Purse};
use ports::images::OwnedImage;
use ports::{ImageStore, StoreError};
use uuid::Uuid;

use crate::Database;
use crate::accounts::id_to_sql;
use crate::database::on_either;
use crate::error::{corrupt, unavailable};
use crate::sql_types::{purse_from_sql, purse_to_sql, time_from_sql};

/// The condition that an image is paid for.
macro_rules! is_paid {
    () => {
        "EXISTS (SELECT 1 FROM postings p WHERE p.account_id = images.account_id AND p.mode = images.mode \
            AND p.id = images.settlement_id)"
    };
}

macro_rules! select {
    ($rest:expr) => {
        concat!(
            "SELECT id, account_id, mode, settlement_id, created_at, payable_until, details FROM images WHERE ",
            $rest
        )
    };
}

type Row = (Uuid, i64, i64, Uuid, i64, Option<i64>, String);

fn read(row: Row) -> Result<Image, StoreError> {
    let (id, account, mode, settlement, created_at, payable_until, details) = row;
    Ok(Image {
        id: ImageId::from(id),
        purse: purse_from_sql(account, mode),
        settlement: PostingId::from(settlement),
        created_at: time_from_sql(created_at),
        payable_until: payable_until.map(time_from_sql),
        details: serde_json::from_str(&details).map_err(|_| corrupt("images.details"))?,
    })
}

/// What a deletion needs; it works also for an image whose details can't be read.
type OwnedRow = (Uuid, i64, i64);

fn owned((id, account, mode): OwnedRow) -> OwnedImage {
    OwnedImage { id: ImageId::from(id), purse: purse_from_sql(account, mode) }
}

fn read_all(rows: Vec<Row>) -> Result<Vec<Image>, StoreError> {
    rows.into_iter().map(read).collect()
}

#[async_trait]
impl ImageStore for Database {
    async fn add_image(&self, image: &Image) -> Result<(), StoreError> {
        const INSERT: &str = "INSERT INTO images \
            (id, account_id, mode, settlement_id, created_at, payable_until, details) \
            VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let (account, mode) = purse_to_sql(image.purse);
        let details = serde_json::to_string(&image.details).map_err(|_| corrupt("images.details"))?;
        on_either!(self, pool => {
            sqlx::query(INSERT)
                .bind(image.id.as_uuid())
                .bind(account)
                .bind(mode)
                .bind(image.settlement.as_uuid())
                .bind(image.created_at.as_microsecond())
                .bind(image.payable_until.map(Timestamp::as_microsecond))
                .bind(details)
                .execute(pool)
                .await
                .map(|_| ())
        })
        .map_err(unavailable)
    }

    async fn image(&self, purse: Purse, id: ImageId) -> Result<Option<Image>, StoreError> {
        const BY_ID: &str = select!(concat!(
            "account_id = $1 AND mode = $2 AND id = $3 AND (payable_until IS NULL OR ",
            is_paid!(),
            ")"
        ));
        let (account, mode) = purse_to_sql(purse);
        let row: Option<Row> = on_either!(self, pool => {
            sqlx::query_as(BY_ID).bind(account).bind(mode).bind(id.as_uuid()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(read).transpose()
    }

    async fn images(
        &self,
        purse: Purse,
        before: Option<ImageId>,
        limit: u32,
    ) -> Result<Vec<Image>, StoreError> {
        const PAGE: &str = select!(concat!(
            "account_id = $1 AND mode = $2 AND id < $3 AND (payable_until IS NULL OR ",
            is_paid!(),
            ") ORDER BY id DESC LIMIT $4"
        ));
        let (account, mode) = purse_to_sql(purse);
        let before = before.map_or(Uuid::max(), ImageId::as_uuid);
        let rows: Vec<Row> = on_either!(self, pool => {
            sqlx::query_as(PAGE).bind(account).bind(mode).bind(before).bind(i64::from(limit)).fetch_all(pool).await
        })
        .map_err(unavailable)?;
        read_all(rows)
    }

    async fn unpaid_images(
        &self,
        now: Timestamp,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<OwnedImage>, StoreError> {
        const SETTLE: &str =
            concat!("UPDATE images SET payable_until = NULL WHERE payable_until < $1 AND ", is_paid!());
        const UNPAID: &str = concat!(
            "SELECT id, account_id, mode FROM images WHERE payable_until < $1 AND NOT ",
            is_paid!(),
            " ORDER BY payable_until, id LIMIT $2 OFFSET $3"
        );
        let now = now.as_microsecond();
        let (limit, skip) = (i64::from(limit), i64::from(skip));
        let rows: Vec<OwnedRow> = on_either!(self, pool => {
            sqlx::query(SETTLE).bind(now).execute(pool).await.map_err(unavailable)?;
            sqlx::query_as(UNPAID).bind(now).bind(limit).bind(skip).fetch_all(pool).await
        })
        .map_err(unavailable)?;
        Ok(rows.into_iter().map(owned).collect())
    }

    async fn settled_images(
        &self,
        account: AccountId,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<OwnedImage>, StoreError> {
        const SETTLED: &str = concat!(
            "SELECT id, account_id, mode FROM images WHERE account_id = $1 \
                AND (payable_until IS NULL OR payable_until < $2 OR ",
            is_paid!(),
            ") ORDER BY id LIMIT $3"
        );
        let (account, now) = (id_to_sql(account.as_u64()), now.as_microsecond());
        let rows: Vec<OwnedRow> = on_either!(self, pool => {
            sqlx::query_as(SETTLED).bind(account).bind(now).bind(i64::from(limit)).fetch_all(pool).await
        })
        .map_err(unavailable)?;
        Ok(rows.into_iter().map(owned).collect())
    }

    async fn count_images(&self, account: AccountId) -> Result<u64, StoreError> {
        const COUNT: &str = "SELECT COUNT(*) FROM images WHERE account_id = $1";
        let account = id_to_sql(account.as_u64());
        let count: i64 =
            on_either!(self, pool => sqlx::query_scalar(COUNT).bind(account).fetch_one(pool).await)
                .map_err(unavailable)?;
        u64::try_from(count).map_err(|_| corrupt("images"))
    }

    async fn delete_image(&self, id: ImageId) -> Result<(), StoreError> {
        const DELETE: &str = "DELETE FROM images WHERE id = $1";
        on_either!(self, pool => sqlx::query(DELETE).bind(id.as_uuid()).execute(pool).await.map(|_| ()))
            .map_err(unavailable)
    }
}
