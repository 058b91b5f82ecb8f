//! Versions of articles. The first one is stored when an article changes, so that unchanged articles are
//! stored once.

use domain::articles::ArticleId;
use domain::articles::record::Written;
use domain::articles::versions::{ArticleVersion, MOST_VERSIONS};
use ports::StoreError;

use crate::Database;
use crate::database::on_either;
use crate::error::{corrupt, unavailable};
use crate::sql_types::{count_from_sql, time_from_sql};

/// How many versions are stored beside the first.
pub(crate) const LATEST: u32 = MOST_VERSIONS - 1;
/// Stores the text before the first change. Runs before the change.
pub(crate) const ADD_FIRST: &str = "INSERT INTO article_versions (article_id, number, made_at, made_by, changes, restored_from, written) \
        SELECT articles.id, 1, COALESCE(articles.finished_at, articles.updated_at), NULL, '[]', NULL, article_texts.written \
        FROM articles JOIN article_texts ON article_texts.article_id = articles.id \
        WHERE articles.id = $1 AND article_texts.written IS NOT NULL \
            AND NOT EXISTS (SELECT 1 FROM article_versions WHERE article_id = $1)";
/// Adds a version to the existing ones; an article that is written for the first time has none.
pub(crate) const ADD_NEXT: &str = "INSERT INTO article_versions (article_id, number, made_at, made_by, changes, restored_from, written) \
        SELECT article_id, MAX(number) + 1, $2, $3, $4, $5, $6 FROM article_versions WHERE article_id = $1 GROUP BY article_id";
/// Deletes all versions but the first and the latest ones.
pub(crate) const PRUNE: &str = "DELETE FROM article_versions WHERE article_id = $1 AND number > 1 \
        AND number <= (SELECT MAX(number) FROM article_versions WHERE article_id = $1) - $2";

/// Adds the version that a change creates. A macro, because the type of the connection determines the types
/// of all statements.
macro_rules! add_version {
    ($connection:expr, $article:expr, $at:expr, $by:expr, $changes:expr, $restored_from:expr, $written:expr) => {{
        sqlx::query($crate::article_versions::ADD_NEXT)
            .bind($article)
            .bind($at)
            .bind($by)
            .bind($changes)
            .bind($restored_from)
            .bind($written)
            .execute(&mut *$connection)
            .await?;
        sqlx::query($crate::article_versions::PRUNE)
            .bind($article)
            .bind(i64::from($crate::article_versions::LATEST))
            .execute(&mut *$connection)
            .await?;
    }};
}
pub(crate) use add_version;

#[derive(sqlx::FromRow)]
struct VersionRow {
    number: i64,
    made_at: i64,
    made_by: Option<String>,
    changes: String,
    restored_from: Option<i64>,
}

impl VersionRow {
    fn read(self) -> Result<ArticleVersion, StoreError> {
        Ok(ArticleVersion {
            number: count_from_sql(self.number),
            at: time_from_sql(self.made_at),
            by: self.made_by,
            changes: serde_json::from_str(&self.changes).map_err(|_| corrupt("article_versions.changes"))?,
            restored_from: self.restored_from.map(count_from_sql),
        })
    }
}

impl Database {
    pub(crate) async fn versions_of(&self, id: ArticleId) -> Result<Vec<ArticleVersion>, StoreError> {
        const VERSIONS: &str = "SELECT number, made_at, made_by, changes, restored_from FROM article_versions \
            WHERE article_id = $1 ORDER BY number DESC";
        let rows: Vec<VersionRow> = on_either!(self, pool => {
            sqlx::query_as(VERSIONS).bind(id.as_uuid()).fetch_all(pool).await
        })
        .map_err(unavailable)?;
        rows.into_iter().map(VersionRow::read).collect()
    }

    pub(crate) async fn text_of_version(
        &self,
        id: ArticleId,
        number: u32,
    ) -> Result<Option<Written>, StoreError> {
        const TEXT: &str = "SELECT written FROM article_versions WHERE article_id = $1 AND number = $2";
        let text: Option<String> = on_either!(self, pool => {
            sqlx::query_scalar(TEXT).bind(id.as_uuid()).bind(i64::from(number)).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        text.map(|text| serde_json::from_str(&text).map_err(|_| corrupt("article_versions.written")))
            .transpose()
    }
}
