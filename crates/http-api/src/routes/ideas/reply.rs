//! The reply with keyword ideas.

use application::find_keyword_ideas::{Ideas, RatedIdea};
use domain::keywords::{Competition, MonthlySearches, TopOfPageBid};
use serde::Serialize;
use utoipa::ToSchema;

use crate::charging::ResultMeta;

/// A page of ideas.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct IdeasReply {
    /// Always `true`.
    #[schema(example = true)]
    success: bool,
    ideas: Vec<IdeaObject>,
    /// How many ideas there are in all.
    #[schema(example = 240)]
    total: usize,
    /// Whether there is another page.
    has_more: bool,
    /// Where it begins.
    next_cursor: Option<String>,
    /// The keywords that were read from the page at `url`, where the planner does not read pages itself.
    seeds_from_page: Vec<String>,
    meta: ResultMeta,
}

/// A keyword with its figures. What the planner does not tell is `null`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct IdeaObject {
    /// The keyword.
    #[schema(example = "cold brew coffee")]
    keyword: String,
    /// Average searches a month.
    #[schema(example = 90_500)]
    avg_monthly_searches: Option<u64>,
    /// The range that planners show in place of an average to accounts that spend little.
    search_volume_range: Option<SearchRange>,
    /// Searches by month, oldest first.
    monthly_searches: Vec<MonthObject>,
    trend: TrendObject,
    /// `low`, `medium` or `high`.
    #[schema(example = "medium")]
    competition: Option<&'static str>,
    /// The same from 0 to 100.
    #[schema(example = 34)]
    competition_index: Option<u8>,
    /// The same from 0 to 1.
    #[schema(example = 0.34)]
    competition_density: Option<f64>,
    top_of_page_bid: Option<BidObject>,
    /// What its searchers want, judged by the words: `informational`, `commercial`, `transactional`, `navigational` or `local`.
    #[schema(example = "informational")]
    intent: &'static str,
    /// Whether the figures are modelled; `false` for figures of the advertising platform.
    estimated: bool,
}

/// From and to.
#[derive(Debug, Serialize, ToSchema)]
struct SearchRange {
    /// At least.
    #[schema(example = 1_000)]
    from: u64,
    /// At most.
    #[schema(example = 10_000)]
    to: u64,
}

/// The searches of one month.
#[derive(Debug, Serialize, ToSchema)]
struct MonthObject {
    /// The year.
    #[schema(example = 2026)]
    year: u16,
    /// The month, from 1.
    #[schema(example = 10)]
    month: u8,
    /// How many.
    #[schema(example = 110_000)]
    searches: u64,
}

/// Changes in per cent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TrendObject {
    /// The last month against the one two months before.
    #[schema(example = 22.0)]
    three_month_pct: Option<f64>,
    /// The last month against the same month a year before.
    #[schema(example = -18.0)]
    year_over_year_pct: Option<f64>,
}

/// What advertisers pay for a click at the top of the page.
#[derive(Debug, Serialize, ToSchema)]
struct BidObject {
    /// The 20th percentile.
    #[schema(example = 0.35)]
    low: Option<f64>,
    /// The 80th percentile.
    #[schema(example = 1.2)]
    high: Option<f64>,
    /// The planner account's currency.
    #[schema(example = "USD")]
    currency: Option<String>,
}

impl IdeasReply {
    pub(super) fn new(found: Ideas, next_cursor: Option<String>, meta: ResultMeta) -> Self {
        Self {
            success: true,
            ideas: found.ideas.into_iter().map(IdeaObject::from).collect(),
            total: found.total,
            has_more: next_cursor.is_some(),
            next_cursor,
            seeds_from_page: found.seeds_from_page,
            meta,
        }
    }
}

impl From<RatedIdea> for IdeaObject {
    fn from(RatedIdea { idea, trend, intent }: RatedIdea) -> Self {
        Self {
            keyword: idea.keyword,
            avg_monthly_searches: idea.average_searches,
            search_volume_range: idea.search_range.map(|(from, to)| SearchRange { from, to }),
            monthly_searches: idea.months.into_iter().map(MonthObject::from).collect(),
            trend: TrendObject {
                three_month_pct: trend.three_months,
                year_over_year_pct: trend.year_over_year,
            },
            competition: idea.competition.map(|level| match level {
                Competition::Low => "low",
                Competition::Medium => "medium",
                Competition::High => "high",
            }),
            competition_index: idea.competition_index,
            competition_density: idea.competition_index.map(|index| f64::from(index) / 100.0),
            top_of_page_bid: idea.bid.map(BidObject::from),
            intent: intent.as_str(),
            estimated: false,
        }
    }
}

impl From<MonthlySearches> for MonthObject {
    fn from(month: MonthlySearches) -> Self {
        Self { year: month.year, month: month.month, searches: month.searches }
    }
}

impl From<TopOfPageBid> for BidObject {
    fn from(bid: TopOfPageBid) -> Self {
        Self { low: bid.low, high: bid.high, currency: bid.currency }
    }
}
