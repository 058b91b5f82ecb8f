//! Articles and their URLs on the hosted site.

use std::time::Duration;

use async_trait::async_trait;
use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::articles::answers::BriefAnswer;
use domain::articles::brief::ContentBrief;
use domain::articles::record::{
    ArticleRecord, Dossier, Draft, Publication, PublicationStatus, Review, ReviewStatus, Written,
};
use domain::articles::versions::ArticleVersion;
use domain::articles::{ArticleId, ArticleStatus, Stage};
use domain::credits::Credits;
use domain::jobs::{LeasedJob, OutboxMessage};
use domain::ledger::Purse;
use ports::articles::{ArticleEdit, EditOutcome, PublicationChange, PublishedPage, SimilarArticles};
use ports::{ArticleStore, StoreError};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::Database;
use crate::article_versions::{ADD_FIRST, add_version};
use crate::database::on_either;
use crate::error::{corrupt, unavailable};
use crate::jobs::{JobColumns, job_columns};
use crate::outbox::add_messages;
use crate::sql_types::{count_from_sql, mode_to_sql, purse_from_sql, purse_to_sql, time_from_sql};

macro_rules! select {
    ($rest:expr) => {
        concat!(
            "SELECT id, account_id, mode, request, status, stage, progress, version, title, reserved, charged, problem, \
                slug, publication, publication_reason, published_at, review, reviewed_by, reviewed_at, created_at, updated_at, finished_at \
            FROM articles WHERE ",
            $rest
        )
    };
}

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    account_id: i64,
    mode: i64,
    request: String,
    status: String,
    stage: String,
    progress: i64,
    version: i64,
    title: Option<String>,
    reserved: i64,
    charged: i64,
    problem: Option<String>,
    slug: Option<String>,
    publication: String,
    publication_reason: Option<String>,
    published_at: Option<i64>,
    review: String,
    reviewed_by: Option<String>,
    reviewed_at: Option<i64>,
    created_at: i64,
    updated_at: i64,
    finished_at: Option<i64>,
}

impl Row {
    fn read(self) -> Result<ArticleRecord, StoreError> {
        let status = ArticleStatus::ALL.into_iter().find(|known| known.as_str() == self.status);
        let stage = Stage::ALL.into_iter().find(|known| known.as_str() == self.stage);
        let review = ReviewStatus::ALL.into_iter().find(|known| known.as_str() == self.review);
        let publication = PublicationStatus::ALL.into_iter().find(|known| known.as_str() == self.publication);
        Ok(ArticleRecord {
            id: ArticleId::from(self.id),
            purse: purse_from_sql(self.account_id, self.mode),
            order: from_json(&self.request, "articles.request")?,
            status: status.ok_or_else(|| corrupt("articles.status"))?,
            stage: stage.ok_or_else(|| corrupt("articles.stage"))?,
            progress: u8::try_from(self.progress).unwrap_or(100),
            version: self.version,
            title: self.title,
            reserved: Credits::new(self.reserved),
            charged: Credits::new(self.charged),
            problem: self.problem.map(|text| from_json(&text, "articles.problem")).transpose()?,
            publication: Publication {
                status: publication.ok_or_else(|| corrupt("articles.publication"))?,
                slug: self.slug,
                reason: self.publication_reason,
                published_at: self.published_at.map(time_from_sql),
            },
            review: Review {
                status: review.ok_or_else(|| corrupt("articles.review"))?,
                by: self.reviewed_by,
                at: self.reviewed_at.map(time_from_sql),
            },
            created_at: time_from_sql(self.created_at),
            updated_at: time_from_sql(self.updated_at),
            finished_at: self.finished_at.map(time_from_sql),
        })
    }
}

#[derive(sqlx::FromRow)]
struct PageRow {
    id: Uuid,
    slug: String,
    title: Option<String>,
    excerpt: Option<String>,
    language: String,
    published_at: i64,
    updated_at: i64,
}

impl PageRow {
    fn read(self) -> PublishedPage {
        PublishedPage {
            id: ArticleId::from(self.id),
            slug: self.slug,
            title: self.title.unwrap_or_default(),
            excerpt: self.excerpt.unwrap_or_default(),
            language: self.language.parse().unwrap_or_default(),
            published_at: time_from_sql(self.published_at),
            updated_at: time_from_sql(self.updated_at),
        }
    }
}

fn from_json<T: DeserializeOwned>(text: &str, column: &'static str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|_| corrupt(column))
}

/// How many numbers are tried behind a slug that other articles have taken, before the article's own id is
/// used.
const MOST_NUMBERS: u32 = 50;
/// How many of the latest articles of one maker are searched for similar ones.
const LOOKED_AT: i64 = 300;

impl Database {
    async fn text(&self, query: &'static str, id: ArticleId) -> Result<Option<String>, StoreError> {
        let text: Option<Option<String>> = on_either!(self, pool => {
            sqlx::query_scalar(query).bind(id.as_uuid()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        Ok(text.flatten())
    }

    /// `false` if another article has the slug.
    async fn try_slug(&self, id: ArticleId, slug: &str) -> Result<bool, StoreError> {
        const CLAIM: &str = "UPDATE articles SET slug = $2 WHERE id = $1 AND slug IS NULL";
        let claimed = on_either!(self, pool => {
            sqlx::query(CLAIM).bind(id.as_uuid()).bind(slug).execute(pool).await.map(|_| ())
        });
        match claimed {
            Ok(()) => Ok(true),
            Err(error)
                if error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation) =>
            {
                Ok(false)
            }
            Err(error) => Err(unavailable(error)),
        }
    }

    async fn slug_of(&self, id: ArticleId) -> Result<Option<String>, StoreError> {
        self.text("SELECT slug FROM articles WHERE id = $1", id).await
    }
}

#[async_trait]
impl ArticleStore for Database {
    async fn article(&self, purse: Purse, id: ArticleId) -> Result<Option<ArticleRecord>, StoreError> {
        const BY_ID: &str = select!("account_id = $1 AND mode = $2 AND id = $3");
        let (account, mode) = purse_to_sql(purse);
        let row: Option<Row> = on_either!(self, pool => {
            sqlx::query_as(BY_ID).bind(account).bind(mode).bind(id.as_uuid()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(Row::read).transpose()
    }

    async fn version(&self, purse: Purse, id: ArticleId) -> Result<Option<i64>, StoreError> {
        const VERSION: &str = "SELECT version FROM articles WHERE account_id = $1 AND mode = $2 AND id = $3";
        let (account, mode) = purse_to_sql(purse);
        on_either!(self, pool => {
            sqlx::query_scalar(VERSION).bind(account).bind(mode).bind(id.as_uuid()).fetch_optional(pool).await
        })
        .map_err(unavailable)
    }

    async fn articles(
        &self,
        purse: Purse,
        status: Option<ArticleStatus>,
        before: Option<ArticleId>,
        limit: u32,
    ) -> Result<Vec<ArticleRecord>, StoreError> {
        const PAGE: &str = select!(
            "account_id = $1 AND mode = $2 AND id < $3 AND ($4 = '' OR status = $4) ORDER BY id DESC LIMIT $5"
        );
        let (account, mode) = purse_to_sql(purse);
        let rows: Vec<Row> = on_either!(self, pool => {
            sqlx::query_as(PAGE)
                .bind(account)
                .bind(mode)
                .bind(before.map_or(Uuid::max(), ArticleId::as_uuid))
                .bind(status.map_or("", ArticleStatus::as_str))
                .bind(i64::from(limit))
                .fetch_all(pool)
                .await
        })
        .map_err(unavailable)?;
        rows.into_iter().map(Row::read).collect()
    }

    async fn draft(&self, id: ArticleId) -> Result<Option<Draft>, StoreError> {
        let text = self.text("SELECT draft FROM article_texts WHERE article_id = $1", id).await?;
        text.map(|text| from_json(&text, "article_texts.draft")).transpose()
    }

    async fn written(&self, id: ArticleId) -> Result<Option<Written>, StoreError> {
        let text = self.text("SELECT written FROM article_texts WHERE article_id = $1", id).await?;
        text.map(|text| from_json(&text, "article_texts.written")).transpose()
    }

    async fn dossier(&self, id: ArticleId) -> Result<Option<Dossier>, StoreError> {
        let text = self.text("SELECT dossier FROM article_texts WHERE article_id = $1", id).await?;
        text.map(|text| from_json(&text, "article_texts.dossier")).transpose()
    }

    async fn brief(&self, id: ArticleId) -> Result<Option<ContentBrief>, StoreError> {
        let text = self.text("SELECT brief FROM article_texts WHERE article_id = $1", id).await?;
        text.map(|text| from_json(&text, "article_texts.brief")).transpose()
    }

    async fn answers(&self, id: ArticleId) -> Result<Vec<BriefAnswer>, StoreError> {
        let text = self.text("SELECT answers FROM article_texts WHERE article_id = $1", id).await?;
        text.map_or_else(|| Ok(Vec::new()), |text| from_json(&text, "article_texts.answers"))
    }

    async fn save_answers(
        &self,
        purse: Purse,
        id: ArticleId,
        answers: &[BriefAnswer],
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        const CHANGE: &str = "UPDATE articles SET version = version + 1, updated_at = $4 \
            WHERE account_id = $1 AND mode = $2 AND id = $3 \
                AND EXISTS (SELECT 1 FROM article_texts WHERE article_id = $3 AND brief IS NOT NULL)";
        const TEXT: &str = "UPDATE article_texts SET answers = $2 WHERE article_id = $1";
        let (account, mode) = purse_to_sql(purse);
        let answers = serde_json::to_string(answers).map_err(|_| corrupt("article_texts.answers"))?;
        let result: Result<bool, sqlx::Error> = on_either!(self, pool => {
            async {
                let mut transaction = pool.begin().await?;
                let changed = sqlx::query(CHANGE)
                    .bind(account)
                    .bind(mode)
                    .bind(id.as_uuid())
                    .bind(at.as_microsecond())
                    .execute(&mut *transaction)
                    .await?;
                if changed.rows_affected() == 0 {
                    return Ok(false);
                }
                sqlx::query(TEXT).bind(id.as_uuid()).bind(&answers).execute(&mut *transaction).await?;
                transaction.commit().await?;
                Ok(true)
            }
            .await
        });
        result.map_err(unavailable)
    }

    async fn times_of(&self, similar: &SimilarArticles<'_>) -> Result<Vec<Duration>, StoreError> {
        const TIMES: &str = "SELECT finished_at - created_at FROM ( \
                SELECT finished_at, created_at, words FROM articles \
                WHERE mode = $1 AND maker = $2 AND status = 'completed' ORDER BY finished_at DESC LIMIT $3 \
            ) latest WHERE words BETWEEN $4 AND $5 ORDER BY finished_at DESC LIMIT $6";
        let times: Vec<i64> = on_either!(self, pool => {
            sqlx::query_scalar(TIMES)
                .bind(mode_to_sql(similar.mode))
                .bind(similar.maker.key())
                .bind(LOOKED_AT)
                .bind(i64::from(*similar.words.start()))
                .bind(i64::from(*similar.words.end()))
                .bind(i64::from(similar.most))
                .fetch_all(pool)
                .await
        })
        .map_err(unavailable)?;
        Ok(times.into_iter().filter_map(|time| u64::try_from(time).ok()).map(Duration::from_micros).collect())
    }

    async fn job_of(&self, purse: Purse, id: ArticleId) -> Result<Option<LeasedJob>, StoreError> {
        const OF_ARTICLE: &str = concat!(
            "SELECT ",
            job_columns!(),
            " FROM jobs WHERE account_id = $1 AND mode = $2 AND article_id = $3"
        );
        let (account, mode) = purse_to_sql(purse);
        let row: Option<JobColumns> = on_either!(self, pool => {
            sqlx::query_as(OF_ARTICLE).bind(account).bind(mode).bind(id.as_uuid()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(JobColumns::read).transpose()
    }

    async fn claim_slug(&self, id: ArticleId, wanted: &str) -> Result<String, StoreError> {
        let numbered = (2..=MOST_NUMBERS).map(|number| format!("{wanted}-{number}"));
        let with_id = format!("{wanted}-{}", id.as_uuid().simple());
        for slug in std::iter::once(wanted.to_owned()).chain(numbered).chain([with_id]) {
            if self.try_slug(id, &slug).await? {
                break;
            }
        }
        self.slug_of(id).await?.ok_or_else(|| StoreError::Missing(id.to_string()))
    }

    async fn set_publication(
        &self,
        id: ArticleId,
        change: &PublicationChange,
        messages: &[OutboxMessage],
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        const CHANGE: &str = "UPDATE articles SET publication = $2, publication_reason = $3, version = version + 1, \
                updated_at = $4, published_at = CASE WHEN $2 = 'published' THEN $4 ELSE published_at END \
            WHERE id = $1 AND status = 'completed' AND publication <> $2";
        let result: Result<bool, sqlx::Error> = on_either!(self, pool => {
            async {
                let mut transaction = pool.begin().await?;
                let changed = sqlx::query(CHANGE)
                    .bind(id.as_uuid())
                    .bind(change.status.as_str())
                    .bind(change.reason.as_deref())
                    .bind(at.as_microsecond())
                    .execute(&mut *transaction)
                    .await?;
                if changed.rows_affected() == 0 {
                    return Ok(false);
                }
                add_messages!(transaction, messages);
                transaction.commit().await?;
                Ok(true)
            }
            .await
        });
        result.map_err(unavailable)
    }

    async fn keep_edit(
        &self,
        purse: Purse,
        id: ArticleId,
        edit: &ArticleEdit<'_>,
    ) -> Result<EditOutcome, StoreError> {
        const CHANGE: &str = "UPDATE articles SET title = $5, excerpt = $6, version = version + 1, updated_at = $7, \
                slug = CASE WHEN slug IS NULL THEN NULL ELSE $8 END, \
                publication_reason = CASE WHEN publication = 'held' THEN $9 ELSE publication_reason END \
            WHERE account_id = $1 AND mode = $2 AND id = $3 AND version = $4 AND status = 'completed' \
                AND NOT EXISTS (SELECT 1 FROM jobs WHERE article_id = $3)";
        const TEXT: &str = "UPDATE article_texts SET written = $2 WHERE article_id = $1";
        let (account, mode) = purse_to_sql(purse);
        let written = serde_json::to_string(edit.written).map_err(|_| corrupt("article_texts.written"))?;
        let changes = serde_json::to_string(edit.changes).map_err(|_| corrupt("article_versions.changes"))?;
        let article = &edit.written.article;
        let result: Result<bool, sqlx::Error> = on_either!(self, pool => {
            async {
                let mut transaction = pool.begin().await?;
                let update = sqlx::query(CHANGE)
                    .bind(account)
                    .bind(mode)
                    .bind(id.as_uuid())
                    .bind(edit.version)
                    .bind(&article.title)
                    .bind(&article.excerpt)
                    .bind(edit.at.as_microsecond())
                    .bind(&article.slug)
                    .bind(edit.reason)
                    .execute(&mut *transaction)
                    .await?;
                if update.rows_affected() == 0 {
                    return Ok(false);
                }
                sqlx::query(ADD_FIRST).bind(id.as_uuid()).execute(&mut *transaction).await?;
                sqlx::query(TEXT).bind(id.as_uuid()).bind(&written).execute(&mut *transaction).await?;
                let restored_from = edit.restored_from.map(i64::from);
                add_version!(
                    transaction, id.as_uuid(), edit.at.as_microsecond(), edit.by, &changes, restored_from, &written
                );
                transaction.commit().await?;
                Ok(true)
            }
            .await
        });
        match result {
            Ok(true) => Ok(EditOutcome::Kept),
            Ok(false) => Ok(EditOutcome::Outdated),
            Err(error)
                if error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation) =>
            {
                Ok(EditOutcome::SlugTaken)
            }
            Err(error) => Err(unavailable(error)),
        }
    }

    async fn set_review(
        &self,
        purse: Purse,
        id: ArticleId,
        review: &Review,
        reason: Option<&str>,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        const REVIEW: &str = "UPDATE articles SET review = $4, reviewed_by = $5, reviewed_at = $6, version = version + 1, \
                publication_reason = CASE WHEN publication = 'held' THEN $7 ELSE publication_reason END, updated_at = $8 \
            WHERE account_id = $1 AND mode = $2 AND id = $3 AND status = 'completed'";
        let (account, mode) = purse_to_sql(purse);
        let changed = on_either!(self, pool => {
            sqlx::query(REVIEW)
                .bind(account)
                .bind(mode)
                .bind(id.as_uuid())
                .bind(review.status.as_str())
                .bind(review.by.as_deref())
                .bind(review.at.map(Timestamp::as_microsecond))
                .bind(reason)
                .bind(at.as_microsecond())
                .execute(pool)
                .await
                .map(|done| done.rows_affected())
        })
        .map_err(unavailable)?;
        Ok(changed > 0)
    }

    async fn article_versions(&self, id: ArticleId) -> Result<Vec<ArticleVersion>, StoreError> {
        self.versions_of(id).await
    }

    async fn written_version(&self, id: ArticleId, number: u32) -> Result<Option<Written>, StoreError> {
        self.text_of_version(id, number).await
    }

    async fn published(&self, slug: &str) -> Result<Option<ArticleRecord>, StoreError> {
        const BY_SLUG: &str = select!("slug = $1 AND publication = 'published'");
        let row: Option<Row> = on_either!(self, pool => {
            sqlx::query_as(BY_SLUG).bind(slug).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(Row::read).transpose()
    }

    async fn count_published(&self, mode: KeyMode) -> Result<u32, StoreError> {
        const COUNT: &str = "SELECT COUNT(*) FROM articles WHERE mode = $1 AND publication = 'published'";
        let count: i64 = on_either!(self, pool => {
            sqlx::query_scalar(COUNT).bind(mode_to_sql(mode)).fetch_one(pool).await
        })
        .map_err(unavailable)?;
        Ok(count_from_sql(count))
    }

    async fn published_pages(
        &self,
        mode: KeyMode,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<PublishedPage>, StoreError> {
        const PAGES: &str = "SELECT id, slug, title, excerpt, language, published_at, updated_at FROM articles \
            WHERE mode = $1 AND publication = 'published' AND slug IS NOT NULL AND published_at IS NOT NULL \
            ORDER BY published_at DESC, id DESC LIMIT $2 OFFSET $3";
        let rows: Vec<PageRow> = on_either!(self, pool => {
            sqlx::query_as(PAGES)
                .bind(mode_to_sql(mode))
                .bind(i64::from(limit))
                .bind(i64::from(skip))
                .fetch_all(pool)
                .await
        })
        .map_err(unavailable)?;
        Ok(rows.into_iter().map(PageRow::read).collect())
    }
}
