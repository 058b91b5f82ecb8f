//! The reply with keyword ideas.

use application::find_keyword_ideas::{Ideas, RatedIdea};
use domain::keywords::{Competition, MonthlySearches, TopOfPageBid};
use serde::Serialize;
use utoipa::ToSchema;

use crate::charging::ResultMeta;
use crate::openapi::names;

/// A page of keyword ideas.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeywordIdeas)]
pub(crate) struct IdeasReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The ideas, best first.
    ideas: Vec<IdeaObject>,
    /// The number of ideas on all pages.
    #[schema(example = 240)]
    total: usize,
    /// Whether there is another page.
    has_more: bool,
    /// The `cursor` of the next page; `null` on the last one.
    next_cursor: Option<String>,
    /// The keywords that were taken from the page at `url`; empty if the planner reads pages itself.
    seeds_from_page: Vec<String>,
    meta: ResultMeta,
}

/// A keyword with its search figures. Figures that the planner does not return are `null`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeywordIdea)]
struct IdeaObject {
    /// The keyword.
    #[schema(example = "cold brew coffee")]
    keyword: String,
    /// The average number of searches per month.
    #[schema(example = 90_500)]
    avg_monthly_searches: Option<u64>,
    /// The range of searches per month, if the planner returns a range instead of an average.
    search_volume_range: Option<SearchRange>,
    /// Searches by month, oldest first.
    monthly_searches: Vec<MonthObject>,
    trend: TrendObject,
    /// How advertisers compete for the keyword.
    #[schema(value_type = Option<names::Competition>, example = "medium")]
    competition: Option<&'static str>,
    /// The competition from 0 to 100.
    #[schema(example = 34)]
    competition_index: Option<u8>,
    /// The competition from 0 to 1.
    #[schema(example = 0.34)]
    competition_density: Option<f64>,
    /// What advertisers bid for a click at the top of the page.
    top_of_page_bid: Option<BidObject>,
    /// What searchers want, judged by the words of the keyword.
    #[schema(value_type = names::SearchIntentKind, example = "informational")]
    intent: &'static str,
    /// Whether the figures are modelled; `false` for figures of the advertising platform.
    estimated: bool,
}

/// A range of monthly searches.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchVolumeRange)]
struct SearchRange {
    /// The lower end.
    #[schema(example = 1_000)]
    from: u64,
    /// The upper end.
    #[schema(example = 10_000)]
    to: u64,
}

/// The searches of one month.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MonthlySearches)]
struct MonthObject {
    /// The year.
    #[schema(example = 2026)]
    year: u16,
    /// The month, from 1 to 12.
    #[schema(example = 10, minimum = 1, maximum = 12)]
    month: u8,
    /// The number of searches.
    #[schema(example = 110_000)]
    searches: u64,
}

/// Changes in percent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchTrend)]
struct TrendObject {
    /// The last month compared with two months earlier.
    #[schema(example = 22.0)]
    three_month_pct: Option<f64>,
    /// The last month compared with the same month of the previous year.
    #[schema(example = -18.0)]
    year_over_year_pct: Option<f64>,
}

/// What advertisers bid for a click at the top of the page.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TopOfPageBid)]
struct BidObject {
    /// The 20th percentile.
    #[schema(example = 0.35)]
    low: Option<f64>,
    /// The 80th percentile.
    #[schema(example = 1.2)]
    high: Option<f64>,
    /// The currency of the planner account.
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
