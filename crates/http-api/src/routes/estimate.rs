//! The price of a call before it is made.

use application::estimate_price::{PriceQuestion, estimate_price};
use axum::Extension;
use domain::credits::Credits;
use domain::prices::{Estimate, Operation, PER_CHARACTER, PER_IMAGE};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Meta;
use super::articles::ModeName;
use crate::caller::{AnyKey, Caller};
use crate::edge::RequestContext;
use crate::error::ApiError;
use crate::json::Json;
use crate::validation::{Problems, language};

const WORDS: std::ops::RangeInclusive<u32> = 1_500..=5_000;
const IMAGES: std::ops::RangeInclusive<u32> = 0..=10;
const DEFAULT_WORDS: u32 = 2_000;
const DEFAULT_IMAGES: u32 = 1;

/// The call whose price is wanted, with the fields of it that decide the price.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"endpoint": "articles/generate", "targetWordCount": 2000, "imageOption": 1, "language": "en"}))]
pub(crate) struct EstimateRequest {
    /// The path of the call below `/v1`.
    endpoint: Endpoint,
    /// The `mode` of the article; `full` if left out. Other calls do not depend on it.
    #[serde(default)]
    mode: ModeName,
    /// Words of the article; 2000 if left out. Other calls do not depend on it.
    #[serde(default)]
    #[schema(minimum = 1500, maximum = 5000)]
    target_word_count: Option<u32>,
    /// Images of the article; 1 if left out. Other calls do not depend on it.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 10)]
    image_option: Option<u32>,
    /// Two-letter language code of the article; `en` if left out. Other calls do not depend on
    /// it.
    #[serde(default)]
    #[schema(pattern = "^[a-z]{2}$")]
    language: Option<String>,
}

/// The path of a priced call below `/v1`.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
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

/// The price of a call.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EstimateReply {
    /// Always `true`.
    #[schema(example = true)]
    success: bool,
    /// The call.
    #[schema(example = "articles/generate")]
    endpoint: &'static str,
    /// The rate in words.
    #[schema(example = "1 credit per generated character + 5,000 credits per image")]
    rate: &'static str,
    /// The expected charge.
    #[schema(example = 17_000)]
    estimated_credits: i64,
    /// What is set aside at the start. The charge is never higher; the rest returns at once.
    #[schema(example = 20_600)]
    reserved_credits: i64,
    /// The expected charge in US dollars.
    #[schema(example = "0.17000")]
    estimated_usd: String,
    /// How the expected charge comes about.
    breakdown: Vec<BreakdownItem>,
    meta: Meta,
}

/// One line of a price.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BreakdownItem {
    /// `characters`, `images` or `call`.
    #[schema(example = "characters")]
    item: &'static str,
    /// How many.
    #[schema(example = 12_000)]
    quantity: i64,
    /// Credits for one.
    #[schema(example = 1)]
    unit_credits: i64,
    /// Credits for all.
    #[schema(example = 12_000)]
    credits: i64,
}

/// Tells what a call will cost. For articles the length has to be estimated; all other prices are exact. Free.
#[utoipa::path(
    post, path = "/v1/estimate", operation_id = "estimate", tag = "credits",
    security(("apiKey" = [])), request_body = EstimateRequest, responses((status = 200, body = EstimateReply))
)]
pub(crate) async fn estimate(
    caller: Caller<AnyKey>,
    Extension(context): Extension<RequestContext>,
    Json(request): Json<EstimateRequest>,
) -> Result<Json<EstimateReply>, ApiError> {
    let question = request.check()?;
    let price = estimate_price(&question);
    Ok(Json(EstimateReply {
        success: true,
        endpoint: question.operation.as_str(),
        rate: question.rate(),
        estimated_credits: price.expected().as_i64(),
        reserved_credits: price.reserved.as_i64(),
        estimated_usd: price.expected().to_usd(),
        breakdown: breakdown(&price),
        meta: Meta::new(&context, &caller.claims),
    }))
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
