//! Keyword ideas with the figures of a keyword planner.

mod cursor;
mod reply;

use application::find_keyword_ideas::IdeasInput;
use axum::response::Response;
use domain::keywords::{IdeaSeed, IdeasQuery};
use domain::prices::Operation;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::caller::KeywordsScope;
use crate::charging::{Charged, ChargedCall, Terms};
use crate::error::ApiError;
use crate::validation::{CountryCode, LanguageCode, Problems, language};

use reply::IdeasReply;

const MOST_KEYWORDS: usize = 20;
const LONGEST_KEYWORD: usize = 80;
const LIMITS: std::ops::RangeInclusive<u32> = 1..=1_000;
const DEFAULT_LIMIT: u32 = 100;

/// The keywords or the page to find ideas for. Send either `keywords` or `url`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"keywords": ["cold brew coffee"], "country": "us", "limit": 100}))]
pub(crate) struct IdeasRequest {
    /// The seed keywords to find ideas for. Required unless you send `url`; do not send both.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 20, example = json!(["cold brew coffee"]))]
    keywords: Option<Vec<Keyword>>,
    /// The URL of a page to take the topics from, instead of `keywords`.
    #[serde(default)]
    #[schema(max_length = 2048, format = "uri", example = "https://shop.example/coffee")]
    url: Option<String>,
    /// The country whose searches are counted. Without it, searches worldwide are counted.
    #[serde(default)]
    country: Option<CountryCode>,
    /// The two-letter code of the searchers' language.
    #[serde(default)]
    #[schema(value_type = Option<LanguageCode>, default = "en")]
    language: Option<String>,
    /// The number of ideas.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000, default = 100)]
    limit: Option<u32>,
    /// The `nextCursor` of the previous page. Send the same keywords, URL, country and language.
    #[serde(default)]
    cursor: Option<String>,
    /// The maximum age of a cached result, in seconds. With 0 the planner is queried again. The default is 24 hours.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 604_800)]
    max_age_seconds: Option<u64>,
    /// The most credits that the call may cost.
    #[serde(default)]
    #[schema(minimum = 0)]
    max_credits: Option<i64>,
}

/// A phrase of 1 to 80 characters.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_length = 1, max_length = 80, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
struct Keyword(String);

/// Find keyword ideas.
///
/// Returns keywords with monthly searches, competition and bids from a keyword planner. Costs 2,000 credits.
#[utoipa::path(
    post, path = "/v1/keywords/ideas", operation_id = "findKeywordIdeas", tag = "keywords",
    security(("apiKey" = ["keywords"])), request_body = IdeasRequest,
    responses((status = 200, description = "A page of keyword ideas.", body = Charged<IdeasReply>))
)]
pub(crate) async fn find(call: ChargedCall<KeywordsScope, IdeasRequest>) -> Result<Response, ApiError> {
    let (wanted, max_credits) = call.request.check()?;
    let find = call.state.research.of(call.claims().mode).find_keyword_ideas.clone();
    let context = call.context.clone();
    let work = async move {
        let found = find.find(&wanted).await?;
        let meta = context.meta(found.provider.clone(), found.fetched_at, found.cached);
        let next = found.next.map(|start| cursor::write(start, &wanted.query));
        Ok(IdeasReply::new(found, next, meta))
    };
    let operation = Operation::KeywordsIdeas;
    call.settle(Terms { operation, hold_first: true, max_credits }, work).await
}

impl IdeasRequest {
    fn check(&self) -> Result<(IdeasInput, Option<i64>), ApiError> {
        let mut problems = Problems::default();
        problems.range("limit", self.limit, &LIMITS);
        let seed = self.seed(&mut problems);
        let query = IdeasQuery {
            seed,
            country: CountryCode::check(self.country.as_ref(), &mut problems),
            language: language(&mut problems, self.language.as_deref()),
        };
        let after = self.cursor.as_deref().and_then(|text| cursor::read(text, &query));
        if self.cursor.is_some() && after.is_none() {
            let message =
                "must be the nextCursor of a page with the same keywords, url, country and language";
            problems.add("cursor", "invalid", message);
        }
        let wanted = IdeasInput {
            query,
            after,
            limit: usize::try_from(self.limit.unwrap_or(DEFAULT_LIMIT)).unwrap_or(usize::MAX),
            max_age: problems.max_age(self.max_age_seconds),
        };
        let max_credits = problems.max_credits(self.max_credits);
        problems.finish()?;
        Ok((wanted, max_credits))
    }

    fn seed(&self, problems: &mut Problems) -> IdeaSeed {
        match (&self.keywords, &self.url) {
            (Some(keywords), None) => {
                if !(1..=MOST_KEYWORDS).contains(&keywords.len()) {
                    problems.add(
                        "keywords",
                        "out_of_range",
                        format!("must have 1 to {MOST_KEYWORDS} phrases"),
                    );
                }
                let phrases = keywords.iter().take(MOST_KEYWORDS).enumerate();
                let checked = phrases.map(|(index, Keyword(phrase))| {
                    problems.text(&format!("keywords[{index}]"), phrase, LONGEST_KEYWORD)
                });
                IdeaSeed::Keywords(checked.collect())
            }
            (None, url @ Some(_)) => {
                let url = problems.url("url", url.as_deref());
                IdeaSeed::Url(url.map(String::from).unwrap_or_default())
            }
            (None, None) => {
                problems.add("keywords", "missing", "send either keywords or url");
                IdeaSeed::Keywords(Vec::new())
            }
            (Some(_), Some(_)) => {
                problems.add("url", "not_allowed", "send either keywords or url, not both");
                IdeaSeed::Keywords(Vec::new())
            }
        }
    }
}
