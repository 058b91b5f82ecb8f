//! Jobs that begin and end with a posting: one SQL text for both databases.

use std::collections::{HashMap, HashSet};

use domain::articles::ArticleId;
use domain::articles::order::PublishPolicy;
use domain::articles::record::{PublicationStatus, Written};
use domain::articles::timing::Maker;
use domain::credits::Credits;
use domain::jobs::{Fence, JobId, NewJob};
use domain::ledger::{Posting, PostingKind, Purse};
use ports::articles::{JobChange, JobOutcome, NewArticle};

use super::command::Answer;
use crate::jobs::task_to_sql;

/// A change of jobs with its columns prepared, so that nothing can fail once the transaction has begun.
#[derive(Debug, Clone)]
pub(super) enum PreparedChange {
    Order { article: ArticleColumns, job: JobColumns, most_open: u32 },
    Follow { job: JobColumns, most_open: u32 },
    End { job: JobId, token: Option<Fence>, columns: EndColumns },
}

#[derive(Debug, Clone)]
pub(super) struct ArticleColumns {
    pub(super) id: uuid::Uuid,
    pub(super) request: String,
    pub(super) language: String,
    pub(super) maker: Option<String>,
    pub(super) words: i64,
    pub(super) publication: &'static str,
    pub(super) at: i64,
}

#[derive(Debug, Clone)]
pub(super) struct JobColumns {
    pub(super) id: uuid::Uuid,
    pub(super) article: ArticleId,
    pub(super) task: String,
    pub(super) deadline: i64,
}

#[derive(Debug, Clone)]
pub(super) struct EndColumns {
    pub(super) article: ArticleId,
    pub(super) status: &'static str,
    pub(super) title: Option<String>,
    pub(super) excerpt: Option<String>,
    pub(super) problem: Option<String>,
    pub(super) publication: Option<&'static str>,
    pub(super) reason: Option<String>,
    pub(super) review: &'static str,
    pub(super) written: Option<String>,
    pub(super) dossier: Option<String>,
    pub(super) brief: Option<String>,
    pub(super) images: Vec<uuid::Uuid>,
    pub(super) messages: Vec<domain::jobs::OutboxMessage>,
    pub(super) at: i64,
}

impl PreparedChange {
    pub(super) fn new(change: JobChange) -> serde_json::Result<Self> {
        Ok(match change {
            JobChange::Order { article, job, most_open } => Self::Order {
                article: ArticleColumns::new(&article)?,
                job: JobColumns::new(&job)?,
                most_open,
            },
            JobChange::Follow { job, most_open } => Self::Follow { job: JobColumns::new(&job)?, most_open },
            JobChange::End { job, token, outcome } => {
                Self::End { job, token, columns: EndColumns::new(*outcome)? }
            }
        })
    }
}

impl ArticleColumns {
    fn new(article: &NewArticle) -> serde_json::Result<Self> {
        let publication = match article.order.publish {
            PublishPolicy::Never => PublicationStatus::Disabled,
            PublishPolicy::Auto | PublishPolicy::Always => PublicationStatus::Pending,
        };
        Ok(Self {
            id: article.id.as_uuid(),
            request: serde_json::to_string(&article.order)?,
            language: article.order.language.to_string(),
            maker: article.maker.as_ref().map(Maker::key),
            words: article.order.words.into(),
            publication: publication.as_str(),
            at: article.at.as_microsecond(),
        })
    }
}

impl JobColumns {
    fn new(job: &NewJob) -> serde_json::Result<Self> {
        Ok(Self {
            id: job.id.as_uuid(),
            article: job.article,
            task: task_to_sql(&job.task)?,
            deadline: job.deadline.as_microsecond(),
        })
    }
}

impl EndColumns {
    fn new(outcome: JobOutcome) -> serde_json::Result<Self> {
        let text = outcome.written.as_ref();
        let publication = outcome.publication;
        let brief = outcome.brief.as_ref();
        let working_title = brief.and_then(|brief| brief.titles.first()).map(|title| &title.text);
        Ok(Self {
            article: outcome.article,
            status: outcome.status.as_str(),
            title: text.map(|written| &written.article.title).or(working_title).cloned(),
            excerpt: text.map(|written| written.article.excerpt.clone()),
            problem: outcome.problem.as_ref().map(serde_json::to_string).transpose()?,
            publication: publication.as_ref().map(|change| change.status.as_str()),
            review: outcome.review.as_str(),
            reason: publication.and_then(|change| change.reason),
            written: text.map(serde_json::to_string).transpose()?,
            dossier: outcome.dossier.as_ref().map(serde_json::to_string).transpose()?,
            brief: brief.map(serde_json::to_string).transpose()?,
            images: text.map(images_of).unwrap_or_default(),
            messages: outcome.messages,
            at: outcome.at.as_microsecond(),
        })
    }
}

fn images_of(written: &Written) -> Vec<uuid::Uuid> {
    written.article.images.iter().map(|image| image.id.as_uuid()).collect()
}

/// What must be loaded about jobs before a batch can be decided.
#[derive(Debug, Default)]
pub(super) struct JobNeeds {
    pub(super) ending: HashSet<JobId>,
    /// Purses that get another job.
    pub(super) growing: HashSet<Purse>,
    /// Articles that get another job.
    pub(super) followed: HashSet<ArticleId>,
}

impl JobNeeds {
    pub(super) fn note(&mut self, purse: Purse, change: &PreparedChange) {
        match change {
            PreparedChange::Order { .. } => {
                self.growing.insert(purse);
            }
            PreparedChange::Follow { job, .. } => {
                self.growing.insert(purse);
                self.followed.insert(job.article);
            }
            PreparedChange::End { job, .. } => {
                self.ending.insert(*job);
            }
        }
    }
}

/// The loaded state of jobs.
#[derive(Debug, Default)]
pub(super) struct JobState {
    pub(super) open: HashMap<JobId, (Purse, Fence)>,
    pub(super) counts: HashMap<Purse, u32>,
    pub(super) busy_articles: HashSet<ArticleId>,
}

impl JobState {
    /// The error if a change is not allowed.
    pub(super) fn refusal(&self, purse: Purse, change: &PreparedChange) -> Option<Answer> {
        match change {
            PreparedChange::Order { most_open, .. } => self.refusal_of_one_more(purse, *most_open),
            PreparedChange::Follow { job, most_open } => {
                if self.busy_articles.contains(&job.article) {
                    return Some(Answer::JobUnderWay);
                }
                self.refusal_of_one_more(purse, *most_open)
            }
            PreparedChange::End { job, token, .. } => {
                let ours = self.open.get(job).is_some_and(|(owner, current)| {
                    *owner == purse && token.is_none_or(|token| token == *current)
                });
                (!ours).then_some(Answer::JobLost)
            }
        }
    }

    fn refusal_of_one_more(&self, purse: Purse, most: u32) -> Option<Answer> {
        let open = self.counts.get(&purse).copied().unwrap_or(0);
        (open >= most).then_some(Answer::TooManyJobs { open })
    }

    /// Applies a change, so that the rest of the batch sees it.
    pub(super) fn record(&mut self, purse: Purse, change: &PreparedChange) {
        match change {
            PreparedChange::Order { job, .. } | PreparedChange::Follow { job, .. } => {
                *self.counts.entry(purse).or_default() += 1;
                self.busy_articles.insert(job.article);
            }
            PreparedChange::End { job, columns, .. } => {
                self.open.remove(job);
                self.busy_articles.remove(&columns.article);
                if let Some(count) = self.counts.get_mut(&purse) {
                    *count = count.saturating_sub(1);
                }
            }
        }
    }
}

/// A change of jobs in a batch, with its posting.
#[derive(Debug)]
pub(super) struct JobWrite {
    pub(super) posting: Posting,
    pub(super) change: PreparedChange,
}

impl JobWrite {
    /// What the article costs with the posting.
    pub(super) fn charged(&self) -> Credits {
        match self.posting.kind {
            PostingKind::Capture => self.posting.amount,
            _ => Credits::ZERO,
        }
    }

    /// What was reserved until the posting.
    pub(super) fn set_aside(&self) -> i64 {
        match self.posting.kind {
            PostingKind::Capture => self.posting.amount.as_i64() + self.posting.released.as_i64(),
            _ => self.posting.amount.as_i64(),
        }
    }
}

/// Also locks the row against a lease at the same moment.
pub(super) const LOCK_JOB: &str =
    "UPDATE jobs SET token = token WHERE id = $1 RETURNING account_id, mode, token";
pub(super) const COUNT_JOBS: &str = "SELECT COUNT(*) FROM jobs WHERE account_id = $1 AND mode = $2";
pub(super) const IS_BUSY: &str = "SELECT COUNT(*) FROM jobs WHERE article_id = $1";
pub(super) const ADD_ARTICLE: &str = "INSERT INTO articles (id, account_id, mode, request, language, status, stage, \
        progress, version, reserved, charged, publication, created_at, updated_at, maker, words) \
    VALUES ($1, $2, $3, $4, $5, 'processing', 'queued', 0, 1, $6, 0, $7, $8, $8, $9, $10)";
pub(super) const ADD_TEXT: &str = "INSERT INTO article_texts (article_id) VALUES ($1)";
pub(super) const ADD_JOB: &str = "INSERT INTO jobs (id, article_id, account_id, mode, task, hold_id, deadline, run_at, \
        token, attempts) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0)";
pub(super) const END_ARTICLE: &str = "UPDATE articles SET status = $4, version = version + 1, charged = charged + $5, \
        reserved = reserved + CASE WHEN finished_at IS NULL THEN 0 ELSE $12 END, \
        progress = CASE WHEN $4 = 'completed' THEN 100 ELSE progress END, \
        title = COALESCE($6, title), excerpt = COALESCE($7, excerpt), problem = $8, \
        publication = COALESCE($9, publication), \
        publication_reason = CASE WHEN $9 IS NULL THEN publication_reason ELSE $10 END, \
        published_at = CASE WHEN $9 = 'published' THEN COALESCE(published_at, $11) ELSE published_at END, \
        review = CASE WHEN $13 = 'not_needed' THEN review ELSE $13 END, \
        reviewed_at = CASE WHEN $13 = 'not_needed' THEN reviewed_at ELSE $11 END, \
        reviewed_by = CASE WHEN $13 = 'not_needed' THEN reviewed_by ELSE NULL END, \
        updated_at = $11, finished_at = COALESCE(finished_at, $11) \
    WHERE account_id = $1 AND mode = $2 AND id = $3";
pub(super) const END_TEXT: &str = "UPDATE article_texts SET draft = NULL, written = COALESCE($2, written), dossier = COALESCE($3, dossier), \
        brief = COALESCE($4, brief) \
    WHERE article_id = $1";
/// What a job changes in a finished article.
pub(super) const WRITTEN_ANEW: &str = r#"["sections"]"#;
pub(super) const END_JOB: &str = "DELETE FROM jobs WHERE id = $1";
pub(super) const DELETE_STEPS: &str = "DELETE FROM job_steps WHERE article_id = $1";
pub(super) const PAY_IMAGE: &str = "UPDATE images SET settlement_id = $5 \
    WHERE account_id = $1 AND mode = $2 AND id = $3 AND settlement_id = $4";

/// A macro, because the type of the connection determines the types of all statements.
macro_rules! load_jobs {
    ($connection:expr, $needs:expr) => {{
        use $crate::ledger::jobs;
        use $crate::sql_types::{purse_from_sql, purse_to_sql};
        let needs: &jobs::JobNeeds = $needs;
        let mut state = jobs::JobState::default();
        for job in &needs.ending {
            let row: Option<(i64, i64, i64)> =
                sqlx::query_as(jobs::LOCK_JOB).bind(job.as_uuid()).fetch_optional(&mut *$connection).await?;
            if let Some((account, mode, token)) = row {
                state.open.insert(*job, (purse_from_sql(account, mode), domain::jobs::Fence(token)));
            }
        }
        for purse in &needs.growing {
            let (account, mode) = purse_to_sql(*purse);
            let count: i64 = sqlx::query_scalar(jobs::COUNT_JOBS)
                .bind(account)
                .bind(mode)
                .fetch_one(&mut *$connection)
                .await?;
            state.counts.insert(*purse, u32::try_from(count).unwrap_or(u32::MAX));
        }
        for article in &needs.followed {
            let count: i64 = sqlx::query_scalar(jobs::IS_BUSY)
                .bind(article.as_uuid())
                .fetch_one(&mut *$connection)
                .await?;
            if count > 0 {
                state.busy_articles.insert(*article);
            }
        }
        state
    }};
}
pub(super) use load_jobs;

/// A macro for the same reason.
macro_rules! write_jobs {
    ($connection:expr, $writes:expr) => {
        for write in &$writes.jobs {
            use $crate::ledger::jobs::{self, PreparedChange};
            let posting = &write.posting;
            let (account, mode) = $crate::sql_types::purse_to_sql(posting.purse);
            match &write.change {
                PreparedChange::Order { article, job, .. } => {
                    sqlx::query(jobs::ADD_ARTICLE)
                        .bind(article.id)
                        .bind(account)
                        .bind(mode)
                        .bind(&article.request)
                        .bind(&article.language)
                        .bind(posting.amount.as_i64())
                        .bind(article.publication)
                        .bind(article.at)
                        .bind(article.maker.as_deref())
                        .bind(article.words)
                        .execute(&mut *$connection)
                        .await?;
                    sqlx::query(jobs::ADD_TEXT).bind(article.id).execute(&mut *$connection).await?;
                    jobs::add_job!($connection, job, posting);
                }
                PreparedChange::Follow { job, .. } => jobs::add_job!($connection, job, posting),
                PreparedChange::End { job, columns, .. } => {
                    jobs::end_article!($connection, columns, write);
                    sqlx::query(jobs::END_JOB).bind(job.as_uuid()).execute(&mut *$connection).await?;
                    $crate::outbox::add_messages!($connection, &columns.messages);
                }
            }
        }
    };
}
pub(super) use write_jobs;

macro_rules! add_job {
    ($connection:expr, $job:expr, $posting:expr) => {{
        let (account, mode) = $crate::sql_types::purse_to_sql($posting.purse);
        sqlx::query($crate::ledger::jobs::ADD_JOB)
            .bind($job.id)
            .bind($job.article.as_uuid())
            .bind(account)
            .bind(mode)
            .bind(&$job.task)
            .bind($posting.id.as_uuid())
            .bind($job.deadline)
            .bind($posting.at.as_microsecond())
            .execute(&mut *$connection)
            .await?;
    }};
}
pub(super) use add_job;

macro_rules! end_article {
    ($connection:expr, $columns:expr, $write:expr) => {{
        let (account, mode) = $crate::sql_types::purse_to_sql($write.posting.purse);
        let (article, charged) = ($columns.article.as_uuid(), $write.charged());
        sqlx::query($crate::ledger::jobs::END_ARTICLE)
            .bind(account)
            .bind(mode)
            .bind(article)
            .bind($columns.status)
            .bind(charged.as_i64())
            .bind($columns.title.as_deref())
            .bind($columns.excerpt.as_deref())
            .bind($columns.problem.as_deref())
            .bind($columns.publication)
            .bind($columns.reason.as_deref())
            .bind($columns.at)
            .bind($write.set_aside())
            .bind($columns.review)
            .execute(&mut *$connection)
            .await?;
        let written = $columns.written.as_deref();
        if written.is_some() {
            sqlx::query($crate::article_versions::ADD_FIRST).bind(article).execute(&mut *$connection).await?;
        }
        sqlx::query($crate::ledger::jobs::END_TEXT)
            .bind(article)
            .bind(written)
            .bind($columns.dossier.as_deref())
            .bind($columns.brief.as_deref())
            .execute(&mut *$connection)
            .await?;
        if let Some(written) = written {
            let (by, restored_from) = (None::<&str>, None::<i64>);
            let changes = $crate::ledger::jobs::WRITTEN_ANEW;
            $crate::article_versions::add_version!(
                $connection,
                article,
                $columns.at,
                by,
                changes,
                restored_from,
                written
            );
        }
        sqlx::query($crate::ledger::jobs::DELETE_STEPS).bind(article).execute(&mut *$connection).await?;
        for image in &$columns.images {
            sqlx::query($crate::ledger::jobs::PAY_IMAGE)
                .bind(account)
                .bind(mode)
                .bind(image)
                .bind(article)
                .bind($write.posting.id.as_uuid())
                .execute(&mut *$connection)
                .await?;
        }
    }};
}
pub(super) use end_article;
