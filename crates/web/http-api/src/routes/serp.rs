//! Analysis of search results.

mod reply;

use application::analyse_serp::SerpInput;
use axum::response::Response;
use domain::prices::Operation;
use domain::search::{Device, SerpQuery};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::caller::AnalysisScope;
use crate::charging::{Charged, ChargedCall, Terms};
use crate::error::ApiError;
use crate::validation::{CountryCode, DeviceName, LanguageCode, Problems, language};

pub(super) use reply::IntentObject;
use reply::SerpReply;

const LONGEST_QUERY: usize = 200;

/// A search to analyse.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"query": "how to make cold brew coffee", "country": "us", "language": "en"}))]
pub(crate) struct SerpRequest {
    /// The search query.
    #[schema(
        min_length = 1,
        max_length = 200,
        pattern = r"[^\s\x00-\x1f\x7f-\x9f]",
        example = "how to make cold brew coffee"
    )]
    query: String,
    /// The country of the searcher.
    #[serde(default)]
    country: Option<CountryCode>,
    /// The two-letter code of the searcher's language.
    #[serde(default)]
    #[schema(value_type = Option<LanguageCode>, default = "en")]
    language: Option<String>,
    /// The device of the searcher.
    #[serde(default)]
    #[schema(default = "desktop")]
    device: Option<DeviceName>,
    /// The URL of your own page. Content gaps are then what your page lacks and ranking pages have.
    #[serde(default)]
    #[schema(max_length = 2048, format = "uri", example = "https://my-blog.example/cold-brew-notes")]
    url: Option<String>,
    /// The maximum age of a cached analysis, in seconds. Without it, a new search is made.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 604_800)]
    max_age_seconds: Option<u64>,
    /// The most credits that the call may cost.
    #[serde(default)]
    #[schema(minimum = 0)]
    max_credits: Option<i64>,
}

/// Analyse search results.
///
/// Runs a search, reads the pages that rank, and returns what searchers want and what the pages leave out. Costs 2,000 credits.
#[utoipa::path(
    post, path = "/v1/analysis/serp", operation_id = "analyseSerp", tag = "analysis",
    security(("apiKey" = ["analysis"])), request_body = SerpRequest,
    responses((status = 200, description = "The analysis.", body = Charged<SerpReply>))
)]
pub(crate) async fn analyse(call: ChargedCall<AnalysisScope, SerpRequest>) -> Result<Response, ApiError> {
    let (wanted, max_credits) = call.request.check()?;
    let analyse = call.state.research.of(call.claims().mode).analyse_serp.clone();
    let context = call.context.clone();
    let work = async move {
        let report = analyse.analyse(&wanted).await?;
        let meta = context.meta(report.findings.provider.clone(), report.fetched_at, report.cached);
        Ok(SerpReply::new(&wanted.query.text, &report.findings, meta))
    };
    let operation = Operation::AnalysisSerp;
    call.settle(Terms { operation, hold_first: true, max_credits }, work).await
}

impl SerpRequest {
    fn check(&self) -> Result<(SerpInput, Option<i64>), ApiError> {
        let mut problems = Problems::default();
        let wanted = SerpInput {
            query: SerpQuery {
                text: problems.text("query", &self.query, LONGEST_QUERY),
                country: CountryCode::check(self.country.as_ref(), &mut problems),
                language: language(&mut problems, self.language.as_deref()),
                device: self.device.map_or(Device::Desktop, Device::from),
            },
            own_page: problems.url("url", self.url.as_deref()),
            max_age: problems.max_age(self.max_age_seconds),
        };
        let max_credits = problems.max_credits(self.max_credits);
        problems.finish()?;
        Ok((wanted, max_credits))
    }
}
