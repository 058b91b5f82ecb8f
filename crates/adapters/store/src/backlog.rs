//! Counts work that is not done yet.

use async_trait::async_trait;
use domain::Timestamp;
use ports::articles::Backlog;
use ports::{Backlogs, StoreError};

use crate::Database;
use crate::database::on_either;
use crate::error::unavailable;
use crate::sql_types::{count_from_sql, time_from_sql};

#[async_trait]
impl Backlogs for Database {
    async fn backlog(&self, now: Timestamp) -> Result<Backlog, StoreError> {
        const JOBS: &str = "SELECT COUNT(*), \
            CAST(COALESCE(SUM(CASE WHEN lease_until > $1 THEN 1 ELSE 0 END), 0) AS BIGINT), \
            CAST(COALESCE(SUM(CASE WHEN run_at <= $1 AND COALESCE(lease_until, $1) <= $1 THEN 1 ELSE 0 END), 0) AS BIGINT), \
            MIN(CASE WHEN run_at <= $1 AND COALESCE(lease_until, $1) <= $1 THEN run_at END) FROM jobs";
        const MESSAGES: &str = "SELECT COUNT(*) FROM outbox WHERE state = 'pending'";
        let (all, under_way, waiting, since): (i64, i64, i64, Option<i64>) = on_either!(self, pool => {
            sqlx::query_as(JOBS).bind(now.as_microsecond()).fetch_one(pool).await
        })
        .map_err(unavailable)?;
        let messages: i64 = on_either!(self, pool => sqlx::query_scalar(MESSAGES).fetch_one(pool).await)
            .map_err(unavailable)?;
        Ok(Backlog {
            under_way: count_from_sql(under_way),
            waiting: count_from_sql(waiting),
            waiting_since: since.map(time_from_sql),
            later: count_from_sql(all - under_way - waiting),
            messages: count_from_sql(messages),
        })
    }
}
