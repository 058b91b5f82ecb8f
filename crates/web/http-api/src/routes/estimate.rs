//! The price of a call before it is made.

use application::estimate_price::{PriceQuestion, estimate_price};
use axum::Extension;
use axum::extract::State;
use domain::credits::Credits;
use domain::prices::{Estimate, Operation, PER_CHARACTER, PER_IMAGE};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Meta;
use super::articles::ModeName;
use crate::caller::{AnyKey, Caller};
use crate::edge::RequestContext;
use crate::error::ApiError;
use crate::idempotency::{FreeAnswer, Repeatable};
use crate::openapi::names;
use crate::state::ApiState;
use crate::validation::{LanguageCode, Problems, language};

const WORDS: std::ops::RangeInclusive<u32> = 1_500..=5_000;
const IMAGES: std::ops::RangeInclusive<u32> = 0..=10;
const DEFAULT_WORDS: u32 = 2_000;
const DEFAULT_IMAGES: u32 = 1;

/// The call to estimate, with the fields that decide its price.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"endpoint": "articles/generate", "targetWordCount": 2000, "imageOption": 1, "language": "en"}))]
pub(crate) struct EstimateRequest {
    endpoint: Endpoint,
    /// The `mode` of the article. Only for `articles/generate`.
    #[serde(default)]
    #[schema(default = "full")]
    mode: ModeName,
    /// Words of the article. Only for `articles/generate`.
    #[serde(default)]
    #[schema(minimum = 1500, maximum = 5000, default = 2000)]
    target_word_count: Option<u32>,
    /// Images of the article. Only for `articles/generate`.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 10, default = 1)]
    image_option: Option<u32>,
    /// The two-letter code of the article's language. Only for `articles/generate`.
    #[serde(default)]
    #[schema(value_type = Option<LanguageCode>, default = "en")]
    language: Option<String>,
}

/// The path of a priced call below `/v1`.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = PricedEndpoint)]
enum Endpoint {
    #[serde(rename = "articles/generate")]
    ArticlesGenerate,
    #[serde(rename = "images/generate")]
    ImagesGenerate,
    #[serde(rename = "analysis/serp")]
    AnalysisSerp,
    #[serde(rename = "keywords/suggestions")]
    KeywordsSuggestions,
    #[serde(rename = "keywords/ideas")]
    KeywordsIdeas,
    #[serde(rename = "seo/audit")]
    SeoAudit,
}

/// The estimated price of a call.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PriceEstimate)]
pub(crate) struct EstimateReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The call that was estimated.
    #[schema(value_type = Endpoint, example = "articles/generate")]
    endpoint: &'static str,
    /// The rate in words.
    #[schema(example = "1 credit per generated character + 5,000 credits per image")]
    rate: &'static str,
    /// The expected charge.
    #[schema(example = 17_000)]
    estimated_credits: i64,
    /// Credits reserved at the start. The charge is never higher; the rest is returned.
    #[schema(example = 20_600)]
    reserved_credits: i64,
    /// The expected charge in US dollars.
    #[schema(example = "0.17000")]
    estimated_usd: String,
    /// The lines that add up to the expected charge.
    breakdown: Vec<BreakdownItem>,
    meta: Meta,
}

/// A line of a price.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BreakdownItem {
    #[schema(value_type = names::BreakdownKind, example = "characters")]
    pub(super) item: &'static str,
    /// How many.
    #[schema(example = 12_000)]
    pub(super) quantity: i64,
    /// Credits for one.
    #[schema(example = 1)]
    pub(super) unit_credits: i64,
    /// Credits for all.
    #[schema(example = 12_000)]
    pub(super) credits: i64,
}

/// Estimate a price.
///
/// Returns what a call will cost. For articles the length is estimated; all other prices are exact. Free.
#[utoipa::path(
    post, path = "/v1/estimate", operation_id = "estimate", tag = "credits",
    security(("apiKey" = [])), request_body = EstimateRequest,
    responses((status = 200, description = "The estimated price.", body = EstimateReply))
)]
pub(crate) async fn estimate(
    caller: Caller<AnyKey>,
    Extension(context): Extension<RequestContext>,
    State(state): State<ApiState>,
    Repeatable { request, once }: Repeatable<EstimateRequest>,
) -> Result<FreeAnswer, ApiError> {
    let question = request.check()?;
    let price = estimate_price(&question);
    let reply = EstimateReply {
        success: true,
        endpoint: question.operation.as_str(),
        rate: question.rate(),
        estimated_credits: price.expected().as_i64(),
        reserved_credits: price.reserved.as_i64(),
        estimated_usd: price.expected().to_usd(),
        breakdown: breakdown(&price),
        meta: Meta::new(&context, &caller.claims),
    };
    once.answer(&state, caller.purse(), std::future::ready(Ok(reply))).await
}

impl EstimateRequest {
    fn check(&self) -> Result<PriceQuestion, ApiError> {
        let mut problems = Problems::default();
        problems.range("targetWordCount", self.target_word_count, &WORDS);
        problems.range("imageOption", self.image_option, &IMAGES);
        let language = language(&mut problems, self.language.as_deref());
        problems.finish()?;
        Ok(PriceQuestion {
            operation: Operation::from(self.endpoint),
            brief: matches!(self.mode, ModeName::Brief),
            words: self.target_word_count.unwrap_or(DEFAULT_WORDS),
            images: self.image_option.unwrap_or(DEFAULT_IMAGES),
            language: language.to_string(),
        })
    }
}

impl From<Endpoint> for Operation {
    fn from(endpoint: Endpoint) -> Self {
        match endpoint {
            Endpoint::ArticlesGenerate => Self::ArticlesGenerate,
            Endpoint::ImagesGenerate => Self::ImagesGenerate,
            Endpoint::AnalysisSerp => Self::AnalysisSerp,
            Endpoint::KeywordsSuggestions => Self::KeywordsSuggestions,
            Endpoint::KeywordsIdeas => Self::KeywordsIdeas,
            Endpoint::SeoAudit => Self::SeoAudit,
        }
    }
}

fn breakdown(price: &Estimate) -> Vec<BreakdownItem> {
    [
        ("characters", price.characters, PER_CHARACTER),
        ("images", price.images, PER_IMAGE),
        ("call", price.fixed, price.fixed),
    ]
    .into_iter()
    .filter(|(_, credits, _)| *credits != Credits::ZERO)
    .map(|(item, credits, unit)| BreakdownItem {
        item,
        quantity: credits.as_i64() / unit.as_i64(),
        unit_credits: unit.as_i64(),
        credits: credits.as_i64(),
    })
    .collect()
}
