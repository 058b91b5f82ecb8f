//! The queue of jobs. Each lease has a number that grows; a worker with an older number has lost the job.

use async_trait::async_trait;
use domain::Timestamp;
use domain::articles::ArticleId;
use domain::articles::spending::Spending;
use domain::credits::Credits;
use domain::jobs::{Fence, JobId, LeasedJob, Task};
use domain::ledger::PostingId;
use ports::articles::{Advance, Approval, Lease};
use ports::{JobQueue, StoreError};
use uuid::Uuid;

use crate::Database;
use crate::database::on_either;
use crate::error::{corrupt, unavailable};
use crate::sql_types::{count_from_sql, purse_from_sql, time_from_sql};

pub(crate) fn task_to_sql(task: &Task) -> serde_json::Result<String> {
    serde_json::to_string(task)
}

/// The columns of a leased job.
macro_rules! job_columns {
    () => {
        "id, article_id, account_id, mode, task, hold_id, deadline, attempts, token, \
            (SELECT amount FROM open_holds AS held WHERE held.account_id = jobs.account_id AND held.mode = jobs.mode \
                AND held.id = jobs.hold_id) AS held"
    };
}
pub(crate) use job_columns;

#[derive(sqlx::FromRow)]
pub(crate) struct JobColumns {
    id: Uuid,
    article_id: Uuid,
    account_id: i64,
    mode: i64,
    task: String,
    hold_id: Uuid,
    deadline: i64,
    attempts: i64,
    token: i64,
    held: Option<i64>,
}

impl JobColumns {
    pub(crate) fn read(self) -> Result<LeasedJob, StoreError> {
        Ok(LeasedJob {
            id: JobId::from(self.id),
            article: ArticleId::from(self.article_id),
            purse: purse_from_sql(self.account_id, self.mode),
            task: serde_json::from_str(&self.task).map_err(|_| corrupt("jobs.task"))?,
            hold: PostingId::from(self.hold_id),
            held: self.held.map_or(Credits::ZERO, Credits::new),
            deadline: time_from_sql(self.deadline),
            attempts: count_from_sql(self.attempts),
            token: Fence(self.token),
        })
    }
}

#[async_trait]
impl JobQueue for Database {
    /// Purses take turns: the first job of each comes before the second of any, counting those in progress.
    async fn lease_jobs(&self, lease: Lease) -> Result<Vec<LeasedJob>, StoreError> {
        const DUE: &str = "SELECT id FROM ( \
                SELECT j.id, j.run_at, COALESCE(b.busy, 0) + ROW_NUMBER() OVER \
                    (PARTITION BY j.account_id, j.mode ORDER BY j.run_at, j.id) AS turn \
                FROM jobs j LEFT JOIN ( \
                    SELECT account_id, mode, COUNT(*) AS busy FROM jobs WHERE lease_until > $1 \
                    GROUP BY account_id, mode \
                ) b ON b.account_id = j.account_id AND b.mode = j.mode \
                WHERE j.run_at <= $1 AND (j.lease_until IS NULL OR j.lease_until <= $1) \
            ) due WHERE turn <= $2 ORDER BY turn, run_at, id LIMIT $3";
        const LEASE: &str = concat!(
            "UPDATE jobs SET lease_until = $3, token = token + 1, attempts = attempts + 1 \
                WHERE id = $1 AND run_at <= $2 AND (lease_until IS NULL OR lease_until <= $2) RETURNING ",
            job_columns!()
        );
        let now = lease.now.as_microsecond();
        let until = (lease.now + lease.lasts).as_microsecond();
        let mut leased = Vec::new();
        on_either!(self, pool => {
            let due: Vec<Uuid> = sqlx::query_scalar(DUE)
                .bind(now)
                .bind(i64::from(lease.most_per_purse))
                .bind(i64::from(lease.most))
                .fetch_all(pool)
                .await
                .map_err(unavailable)?;
            for id in due {
                let row: Option<JobColumns> = sqlx::query_as(LEASE)
                    .bind(id)
                    .bind(now)
                    .bind(until)
                    .fetch_optional(pool)
                    .await
                    .map_err(unavailable)?;
                leased.extend(row);
            }
        });
        leased.into_iter().map(JobColumns::read).collect()
    }

    async fn renew_job(&self, job: JobId, token: Fence, until: Timestamp) -> Result<bool, StoreError> {
        const RENEW: &str =
            "UPDATE jobs SET lease_until = $3 WHERE id = $1 AND token = $2 AND lease_until IS NOT NULL";
        let changed = on_either!(self, pool => {
            sqlx::query(RENEW)
                .bind(job.as_uuid())
                .bind(token.0)
                .bind(until.as_microsecond())
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        });
        Ok(changed.map_err(unavailable)? > 0)
    }

    async fn give_back_job(&self, job: JobId, token: Fence, run_at: Timestamp) -> Result<bool, StoreError> {
        const GIVE_BACK: &str =
            "UPDATE jobs SET run_at = $3, lease_until = NULL WHERE id = $1 AND token = $2";
        let changed = on_either!(self, pool => {
            sqlx::query(GIVE_BACK)
                .bind(job.as_uuid())
                .bind(token.0)
                .bind(run_at.as_microsecond())
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        });
        Ok(changed.map_err(unavailable)? > 0)
    }

    async fn approve(&self, article: ArticleId, approval: &Approval<'_>) -> Result<bool, StoreError> {
        const SHOW: &str = "UPDATE articles SET version = version + 1, stage = 'queued', updated_at = $2 \
            WHERE id = $1 AND stage = 'approval' AND status = 'processing'";
        const WAKE: &str = "UPDATE jobs SET run_at = $2, deadline = $3, attempts = 0, lease_until = NULL \
            WHERE article_id = $1 AND (lease_until IS NULL OR lease_until <= $2)";
        const DRAFT: &str = "UPDATE article_texts SET draft = $2 WHERE article_id = $1";
        let draft = serde_json::to_string(approval.draft).map_err(|_| corrupt("article_texts.draft"))?;
        let (id, at) = (article.as_uuid(), approval.at.as_microsecond());
        let deadline = approval.deadline.as_microsecond();
        on_either!(self, pool => {
            let mut change = pool.begin().await.map_err(unavailable)?;
            // In the same order as the ledger, which changes the job before the article.
            let woken = sqlx::query(WAKE).bind(id).bind(at).bind(deadline).execute(&mut *change).await;
            if woken.map_err(unavailable)?.rows_affected() == 0 {
                return Ok(false);
            }
            let shown = sqlx::query(SHOW).bind(id).bind(at).execute(&mut *change).await;
            if shown.map_err(unavailable)?.rows_affected() == 0 {
                return Ok(false);
            }
            sqlx::query(DRAFT).bind(id).bind(draft).execute(&mut *change).await.map_err(unavailable)?;
            change.commit().await.map_err(unavailable)?;
        });
        Ok(true)
    }

    async fn advance(&self, job: &LeasedJob, advance: &Advance<'_>) -> Result<bool, StoreError> {
        const SHOW: &str = "UPDATE articles SET stage = $3, progress = $4, version = version + 1, updated_at = $5 \
            WHERE id = $1 AND EXISTS (SELECT 1 FROM jobs WHERE jobs.article_id = $1 AND jobs.token = $2)";
        const DRAFT: &str = "UPDATE article_texts SET draft = $2 WHERE article_id = $1";
        let draft = serde_json::to_string(advance.draft).map_err(|_| corrupt("article_texts.draft"))?;
        let id = job.article.as_uuid();
        on_either!(self, pool => {
            let mut change = pool.begin().await.map_err(unavailable)?;
            let shown = sqlx::query(SHOW)
                .bind(id)
                .bind(job.token.0)
                .bind(advance.stage.as_str())
                .bind(i64::from(advance.progress))
                .bind(advance.at.as_microsecond())
                .execute(&mut *change)
                .await;
            if shown.map_err(unavailable)?.rows_affected() == 0 {
                return Ok(false);
            }
            sqlx::query(DRAFT).bind(id).bind(draft).execute(&mut *change).await.map_err(unavailable)?;
            change.commit().await.map_err(unavailable)?;
        });
        Ok(true)
    }

    async fn step(
        &self,
        article: ArticleId,
        name: &str,
        input: &[u8; 32],
    ) -> Result<Option<String>, StoreError> {
        on_either!(self, pool => {
            sqlx::query_scalar(STEP).bind(article.as_uuid()).bind(name).bind(&input[..]).fetch_optional(pool).await
        })
        .map_err(unavailable)
    }

    async fn keep_step(
        &self,
        job: &LeasedJob,
        name: &str,
        input: &[u8; 32],
        output: &str,
        at: Timestamp,
    ) -> Result<Option<String>, StoreError> {
        // A job that makes progress is not stuck, however often the process dies. Also locks the row against
        // the job's end.
        const AHEAD: &str = "UPDATE jobs SET attempts = 1 WHERE id = $1 AND token = $2";
        const KEEP: &str = "INSERT INTO job_steps (article_id, name, input, output, created_at) \
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT (article_id, name, input) DO NOTHING";
        let article = job.article.as_uuid();
        on_either!(self, pool => {
            let mut change = pool.begin().await.map_err(unavailable)?;
            let ours =
                sqlx::query(AHEAD).bind(job.id.as_uuid()).bind(job.token.0).execute(&mut *change).await;
            if ours.map_err(unavailable)?.rows_affected() == 0 {
                return Ok(None);
            }
            sqlx::query(KEEP)
                .bind(article)
                .bind(name)
                .bind(&input[..])
                .bind(output)
                .bind(at.as_microsecond())
                .execute(&mut *change)
                .await
                .map_err(unavailable)?;
            let kept = sqlx::query_scalar(STEP).bind(article).bind(name).bind(&input[..]).fetch_optional(&mut *change);
            let kept = kept.await.map_err(unavailable)?;
            change.commit().await.map_err(unavailable)?;
            Ok(kept)
        })
    }

    async fn add_spending(
        &self,
        article: ArticleId,
        spending: &Spending,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.add_cost(article, spending, at).await
    }
}

const STEP: &str = "SELECT output FROM job_steps WHERE article_id = $1 AND name = $2 AND input = $3";
