//! Autocomplete suggestions.

use application::suggest_keywords::{Expansion, PhraseKind, RankedSuggestion, Suggestions, SuggestionsInput};
use axum::response::Response;
use domain::keywords::{SuggestQuery, SuggestSource};
use domain::prices::Operation;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::caller::KeywordsScope;
use crate::charging::{Charged, ChargedCall, ResultMeta, Terms};
use crate::error::ApiError;
use crate::openapi::names;
use crate::validation::{CountryCode, LanguageCode, Problems, language};

const LONGEST_QUERY: usize = 200;
const LIMITS: std::ops::RangeInclusive<u32> = 1..=100;
const DEFAULT_LIMIT: u32 = 10;

/// A query to complete.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"query": "cold brew coffee", "limit": 10, "expand": "questions"}))]
pub(crate) struct SuggestionsRequest {
    /// The beginning of a search query.
    #[schema(
        min_length = 1,
        max_length = 200,
        pattern = r"[^\s\x00-\x1f\x7f-\x9f]",
        example = "cold brew coffee"
    )]
    query: String,
    /// The number of suggestions.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100, default = 10)]
    limit: Option<u32>,
    /// The country of the searcher.
    #[serde(default)]
    country: Option<CountryCode>,
    /// The two-letter code of the searcher's language.
    #[serde(default)]
    #[schema(value_type = Option<LanguageCode>, default = "en")]
    language: Option<String>,
    /// The autocomplete feed to use. Without it, the first feed that responds is used.
    #[serde(default)]
    source: Option<Source>,
    /// What to add to the query before it is completed.
    #[serde(default)]
    #[schema(default = "none")]
    expand: Expand,
    /// The maximum age of a cached result, in seconds. With 0 the feeds are queried again. The default is 24 hours.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 604_800)]
    max_age_seconds: Option<u64>,
    /// The most credits that the call may cost.
    #[serde(default)]
    #[schema(minimum = 0)]
    max_credits: Option<i64>,
}

/// An autocomplete feed.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = SuggestionFeed)]
enum Source {
    Google,
    Bing,
    Duckduckgo,
    Youtube,
    Amazon,
}

/// `none` adds nothing; the others add question words, prepositions, each letter of the alphabet, or words that compare.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = QueryExpansion)]
enum Expand {
    #[default]
    None,
    Questions,
    Prepositions,
    Alphabet,
    Comparisons,
}

/// Keyword suggestions, best first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeywordSuggestions)]
pub(crate) struct SuggestionsReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The suggestions, best first.
    suggestions: Vec<SuggestionObject>,
    coverage: Coverage,
    meta: ResultMeta,
}

/// A keyword suggestion.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = KeywordSuggestion)]
struct SuggestionObject {
    /// The keyword.
    #[schema(example = "cold brew coffee ratio")]
    keyword: String,
    /// Its position in the list, from 1.
    #[schema(example = 1)]
    position: u32,
    /// How high the feeds rank it, from 0 to 1.
    #[schema(example = 0.92, minimum = 0.0, maximum = 1.0)]
    relevance: f64,
    #[schema(value_type = names::SuggestionKind, example = "phrase")]
    r#type: &'static str,
    /// The feed that suggested it.
    #[schema(example = "google")]
    source: String,
}

/// How many phrases the feeds completed in time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SuggestionCoverage)]
struct Coverage {
    /// The number of phrases sent to the feeds: the query and its expansions.
    #[schema(example = 13)]
    phrases_asked: usize,
    /// The number of phrases that a feed completed in time.
    #[schema(example = 13)]
    phrases_answered: usize,
}

/// Suggest keywords.
///
/// Completes a query with what people search for, from live autocomplete feeds. Costs 500 credits.
#[utoipa::path(
    post, path = "/v1/keywords/suggestions", operation_id = "suggestKeywords", tag = "keywords",
    security(("apiKey" = ["keywords"])), request_body = SuggestionsRequest,
    responses((status = 200, description = "The suggestions, best first.", body = Charged<SuggestionsReply>))
)]
pub(crate) async fn suggest(
    call: ChargedCall<KeywordsScope, SuggestionsRequest>,
) -> Result<Response, ApiError> {
    let (wanted, max_credits) = call.request.check()?;
    let suggest = call.state.research.of(call.claims().mode).suggest_keywords.clone();
    let context = call.context.clone();
    let work = async move {
        let found = suggest.suggest(&wanted).await?;
        let meta = context.meta(found.provider.clone(), found.fetched_at, found.cached);
        Ok(SuggestionsReply::new(found, meta))
    };
    let operation = Operation::KeywordsSuggestions;
    call.settle(Terms { operation, hold_first: false, max_credits }, work).await
}

impl SuggestionsRequest {
    fn check(&self) -> Result<(SuggestionsInput, Option<i64>), ApiError> {
        let mut problems = Problems::default();
        problems.range("limit", self.limit, &LIMITS);
        let wanted = SuggestionsInput {
            query: SuggestQuery {
                text: problems.text("query", &self.query, LONGEST_QUERY),
                country: CountryCode::check(self.country.as_ref(), &mut problems),
                language: language(&mut problems, self.language.as_deref()),
            },
            source: self.source.map(SuggestSource::from),
            expansion: Expansion::from(self.expand),
            limit: usize::try_from(self.limit.unwrap_or(DEFAULT_LIMIT)).unwrap_or(usize::MAX),
            max_age: problems.max_age(self.max_age_seconds),
        };
        let max_credits = problems.max_credits(self.max_credits);
        problems.finish()?;
        Ok((wanted, max_credits))
    }
}

impl SuggestionsReply {
    fn new(found: Suggestions, meta: ResultMeta) -> Self {
        Self {
            success: true,
            suggestions: (1..).zip(found.suggestions).map(SuggestionObject::from).collect(),
            coverage: Coverage { phrases_asked: found.phrases, phrases_answered: found.phrases_answered },
            meta,
        }
    }
}

impl From<(u32, RankedSuggestion)> for SuggestionObject {
    fn from((position, suggestion): (u32, RankedSuggestion)) -> Self {
        Self {
            keyword: suggestion.keyword,
            position,
            relevance: suggestion.relevance,
            r#type: match suggestion.kind {
                PhraseKind::Phrase => "phrase",
                PhraseKind::Question => "question",
                PhraseKind::Preposition => "preposition",
                PhraseKind::Comparison => "comparison",
                PhraseKind::Navigational => "navigational",
            },
            source: suggestion.source,
        }
    }
}

impl From<Source> for SuggestSource {
    fn from(source: Source) -> Self {
        match source {
            Source::Google => Self::Google,
            Source::Bing => Self::Bing,
            Source::Duckduckgo => Self::DuckDuckGo,
            Source::Youtube => Self::YouTube,
            Source::Amazon => Self::Amazon,
        }
    }
}

impl From<Expand> for Expansion {
    fn from(expand: Expand) -> Self {
        match expand {
            Expand::None => Self::None,
            Expand::Questions => Self::Questions,
            Expand::Prepositions => Self::Prepositions,
            Expand::Alphabet => Self::Alphabet,
            Expand::Comparisons => Self::Comparisons,
        }
    }
}
