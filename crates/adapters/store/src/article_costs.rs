//! What articles cost the operator.

use async_trait::async_trait;
use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::articles::spending::Spending;
use domain::articles::{ArticleId, ArticleStatus};
use domain::credits::Credits;
use ports::articles::{ArticleCost, CostTotal};
use ports::{ArticleCosts, StoreError};
use uuid::Uuid;

use crate::Database;
use crate::database::on_either;
use crate::error::{corrupt, unavailable};
use crate::sql_types::{count_from_sql, mode_to_sql, purse_from_sql, time_from_sql};

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    account_id: i64,
    mode: i64,
    title: Option<String>,
    status: String,
    charged: i64,
    created_at: i64,
    /// `None` if no call was recorded.
    calls: Option<i64>,
    #[sqlx(flatten)]
    used: Used,
}

#[derive(sqlx::FromRow)]
struct TotalRow {
    articles: i64,
    charged: i64,
    calls: i64,
    unpriced_articles: i64,
    #[sqlx(flatten)]
    used: Used,
}

#[derive(sqlx::FromRow)]
struct Used {
    retries: i64,
    input_tokens: i64,
    output_tokens: i64,
    nanodollars: i64,
    unpriced: i64,
}

impl Used {
    fn with_calls(self, calls: i64) -> Spending {
        Spending {
            calls: count_from_sql(calls),
            retries: count_from_sql(self.retries),
            input_tokens: amount_from_sql(self.input_tokens),
            output_tokens: amount_from_sql(self.output_tokens),
            nanodollars: amount_from_sql(self.nanodollars),
            unpriced: count_from_sql(self.unpriced),
        }
    }
}

impl Row {
    fn read(self) -> Result<ArticleCost, StoreError> {
        let status = ArticleStatus::ALL.into_iter().find(|known| known.as_str() == self.status);
        Ok(ArticleCost {
            id: ArticleId::from(self.id),
            purse: purse_from_sql(self.account_id, self.mode),
            title: self.title,
            status: status.ok_or_else(|| corrupt("articles.status"))?,
            charged: Credits::new(self.charged),
            created_at: time_from_sql(self.created_at),
            spending: self.calls.map(|calls| self.used.with_calls(calls)),
        })
    }
}

/// Checks in the schema rule out negative amounts.
fn amount_from_sql(amount: i64) -> u64 {
    u64::try_from(amount).unwrap_or(0)
}

fn amount_to_sql(amount: u64) -> i64 {
    i64::try_from(amount).unwrap_or(i64::MAX)
}

impl Database {
    pub(crate) async fn add_cost(
        &self,
        article: ArticleId,
        spending: &Spending,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        const ADD: &str = "INSERT INTO article_costs \
                (article_id, calls, retries, input_tokens, output_tokens, nanodollars, unpriced, created_at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (article_id) DO UPDATE SET \
                calls = article_costs.calls + excluded.calls, \
                retries = article_costs.retries + excluded.retries, \
                input_tokens = article_costs.input_tokens + excluded.input_tokens, \
                output_tokens = article_costs.output_tokens + excluded.output_tokens, \
                nanodollars = article_costs.nanodollars + excluded.nanodollars, \
                unpriced = article_costs.unpriced + excluded.unpriced";
        on_either!(self, pool => {
            sqlx::query(ADD)
                .bind(article.as_uuid())
                .bind(i64::from(spending.calls))
                .bind(i64::from(spending.retries))
                .bind(amount_to_sql(spending.input_tokens))
                .bind(amount_to_sql(spending.output_tokens))
                .bind(amount_to_sql(spending.nanodollars))
                .bind(i64::from(spending.unpriced))
                .bind(at.as_microsecond())
                .execute(pool)
                .await
                .map(|_| ())
        })
        .map_err(unavailable)
    }
}

#[async_trait]
impl ArticleCosts for Database {
    async fn article_costs(
        &self,
        before: Option<ArticleId>,
        limit: u32,
    ) -> Result<Vec<ArticleCost>, StoreError> {
        const PAGE: &str = "SELECT article.id, article.account_id, article.mode, article.title, article.status, \
                article.charged, article.created_at, cost.calls, COALESCE(cost.retries, 0) AS retries, \
                COALESCE(cost.input_tokens, 0) AS input_tokens, COALESCE(cost.output_tokens, 0) AS output_tokens, \
                COALESCE(cost.nanodollars, 0) AS nanodollars, COALESCE(cost.unpriced, 0) AS unpriced \
            FROM articles article LEFT JOIN article_costs cost ON cost.article_id = article.id \
            WHERE article.id < $1 ORDER BY article.id DESC LIMIT $2";
        let rows: Vec<Row> = on_either!(self, pool => {
            sqlx::query_as(PAGE)
                .bind(before.map_or(Uuid::max(), ArticleId::as_uuid))
                .bind(i64::from(limit))
                .fetch_all(pool)
                .await
        })
        .map_err(unavailable)?;
        rows.into_iter().map(Row::read).collect()
    }

    async fn total_cost(&self, mode: KeyMode, since: Timestamp) -> Result<CostTotal, StoreError> {
        const TOTAL: &str = "SELECT COUNT(*) AS articles, \
                CAST(COALESCE(SUM(article.charged), 0) AS BIGINT) AS charged, \
                CAST(COALESCE(SUM(cost.calls), 0) AS BIGINT) AS calls, \
                CAST(COALESCE(SUM(cost.retries), 0) AS BIGINT) AS retries, \
                CAST(COALESCE(SUM(cost.input_tokens), 0) AS BIGINT) AS input_tokens, \
                CAST(COALESCE(SUM(cost.output_tokens), 0) AS BIGINT) AS output_tokens, \
                CAST(COALESCE(SUM(cost.nanodollars), 0) AS BIGINT) AS nanodollars, \
                CAST(COALESCE(SUM(cost.unpriced), 0) AS BIGINT) AS unpriced, \
                CAST(COALESCE(SUM(CASE WHEN cost.unpriced > 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS unpriced_articles \
            FROM article_costs cost JOIN articles article ON article.id = cost.article_id \
            WHERE cost.created_at >= $1 AND article.mode = $2";
        let total: TotalRow = on_either!(self, pool => {
            sqlx::query_as(TOTAL)
                .bind(since.as_microsecond())
                .bind(mode_to_sql(mode))
                .fetch_one(pool)
                .await
        })
        .map_err(unavailable)?;
        Ok(CostTotal {
            articles: count_from_sql(total.articles),
            charged: Credits::new(total.charged),
            spending: total.used.with_calls(total.calls),
            unpriced_articles: count_from_sql(total.unpriced_articles),
        })
    }
}
