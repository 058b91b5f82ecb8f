//! The revenue and the costs of articles.

use std::time::Duration;

use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::articles::ArticleId;
use domain::articles::spending::Spending;
use ports::articles::ArticleCost;

use super::PLACE;
use crate::failure::PageError;
use crate::redirects::with_query;
use crate::state::Dashboard;

/// Articles on one page.
const ARTICLES: u32 = 25;
/// The period of the total.
const LATELY: Duration = Duration::from_hours(30 * 24);

/// The section of the page about costs.
pub(super) struct Costs {
    pub(super) articles: Vec<CostRow>,
    /// The credits charged for the articles of the total.
    pub(super) charged: i64,
    pub(super) total: CostFigures,
    /// Articles of the total whose cost is not fully known.
    pub(super) unpriced_articles: i64,
    pub(super) newest: Option<String>,
    pub(super) older: Option<String>,
}

pub(super) struct CostRow {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) account: String,
    pub(super) test: bool,
    pub(super) status: &'static str,
    pub(super) at: Timestamp,
    pub(super) charged: i64,
    pub(super) figures: Option<CostFigures>,
}

pub(super) struct CostFigures {
    pub(super) calls: i64,
    pub(super) retries: i64,
    pub(super) input_tokens: i64,
    pub(super) output_tokens: i64,
    /// `None` if the cost is not known.
    pub(super) nanodollars: Option<u64>,
}

impl Costs {
    pub(super) async fn read(dashboard: &Dashboard, cursor: &str) -> Result<Self, PageError> {
        let cursor = Some(cursor).filter(|cursor| !cursor.is_empty());
        let before: Option<ArticleId> =
            cursor.map(str::parse).transpose().map_err(|_| PageError::NotFound)?;
        let articles = dashboard.article_costs.article_costs(before, ARTICLES).await?;
        let full = u32::try_from(articles.len()).is_ok_and(|count| count == ARTICLES);
        let last = articles.last().map(|article| article.id.to_string()).filter(|_| full);
        let since = dashboard.clock.now() - LATELY;
        let total = dashboard.article_costs.total_cost(KeyMode::Live, since).await?;
        // The known part of a sum is shown with the number of articles that it lacks.
        let known = Some(total.spending.nanodollars).filter(|known| *known > 0);
        Ok(Self {
            articles: articles.into_iter().map(cost_row).collect(),
            charged: total.charged.as_i64(),
            total: CostFigures {
                nanodollars: total.spending.cost().or(known),
                ..CostFigures::of(&total.spending)
            },
            unpriced_articles: total.unpriced_articles.into(),
            newest: before.map(|_| PLACE.to_owned()),
            older: last.map(|id| with_query(PLACE, &[("article", &id)])),
        })
    }
}

impl CostFigures {
    fn of(spending: &Spending) -> Self {
        Self {
            calls: spending.calls.into(),
            retries: spending.retries.into(),
            input_tokens: i64::try_from(spending.input_tokens).unwrap_or(i64::MAX),
            output_tokens: i64::try_from(spending.output_tokens).unwrap_or(i64::MAX),
            nanodollars: spending.cost(),
        }
    }
}

fn cost_row(article: ArticleCost) -> CostRow {
    CostRow {
        id: article.id.to_string(),
        title: article.title.unwrap_or_default(),
        account: article.purse.account.to_string(),
        test: article.purse.mode == KeyMode::Test,
        status: article.status.as_str(),
        at: article.created_at,
        charged: article.charged.as_i64(),
        figures: article.spending.as_ref().map(CostFigures::of),
    }
}
