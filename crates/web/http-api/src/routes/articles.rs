//! Articles: requesting them, watching them, and actions on them.

pub(crate) mod answers;
mod brief;
mod call;
pub(crate) mod edit;
pub(crate) mod events;
mod headings;
mod judge;
mod links;
mod object;
mod request;
pub(crate) mod sections;
pub(crate) mod versions;
mod written;

use std::time::Duration;

use application::manage_articles::{ArticleView, is_at_rest};
use application::publish_article::HostedSite;
use application::request_article::{RequestedArticle, reservation};
use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::articles::ArticleStatus;
use domain::articles::brief::ContentBrief;
use domain::articles::record::{Approved, ArticleRecord};
use domain::prices::Operation;
use http::header::{ETAG, IF_NONE_MATCH};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Meta, time};
use crate::caller::{ArticlesScope, Caller};
use crate::charging::{Charged, ChargedCall, too_many_calls, written as as_json};
use crate::edge::RequestContext;
use crate::entity_tags::client_has;
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::idempotency::{FreeAnswer, Once, Repeatable};
use crate::json::{AcceptsJson, Json, NoFields, OptionalBody};
use crate::openapi::names;
use crate::paging::{Cut, PageParams};
use crate::query::Query;
use crate::state::ApiState;
use crate::validation::Problems;

use brief::BriefObject;
use call::{ArticleCall, outcome_of};
use headings::{HeadingRequest, wanted_headings};
pub(crate) use object::ProblemObject;
use object::{ArticleObject, ListedArticle};
use request::ArticleRequest;
pub(crate) use request::ModeName;

const PREFER: HeaderName = HeaderName::from_static("prefer");
const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");
/// The longest time that a request may wait for a change.
const LONGEST_WAIT: Duration = Duration::from_secs(25);

/// An article that was requested.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleJob)]
pub(crate) struct RequestedReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The id of the article.
    #[schema(example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    article_id: String,
    #[schema(value_type = names::ProcessingStatus, inline)]
    status: &'static str,
    /// The URL of the article's status.
    #[schema(
        format = "uri",
        example = "https://api.example.com/v1/articles/art_01k9zq6j4v8f0t3w5y7a9c1e2g/status"
    )]
    status_url: String,
    /// The URL of the article's progress as server-sent events.
    #[schema(
        format = "uri",
        example = "https://api.example.com/v1/articles/art_01k9zq6j4v8f0t3w5y7a9c1e2g/events"
    )]
    events_url: String,
    /// The estimated time in seconds: the median of the latest articles of the same engine and a similar length, or a formula if there
    /// are none. Time in which an outline waits for approval is not included.
    #[schema(example = 90)]
    estimated_seconds: u64,
    /// When the article was requested.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00.000Z")]
    created_at: String,
    meta: Meta,
}

/// Create an article.
///
/// Starts an article and reserves its credits. The charge is 1 credit per generated character and 5,000 per image, or 2,000 for a
/// content brief (`mode: "brief"`). Without a configured text engine only briefs and articles from your own notes can be made; other
/// requests are rejected with `provider_not_configured`.
#[utoipa::path(
    post, path = "/v1/articles/generate", operation_id = "generateArticle", tag = "articles",
    security(("apiKey" = ["articles"])), request_body = ArticleRequest,
    responses((status = 200, description = "The article was started.", body = Charged<RequestedReply>))
)]
pub(crate) async fn generate(
    Extension(context): Extension<RequestContext>,
    call: ChargedCall<ArticlesScope, ArticleRequest>,
) -> Result<Response, ApiError> {
    let (order, max_credits) = call.request.check()?;
    let claims = call.claims();
    let order = call.state.articles.order.resolve(claims.mode, order).map_err(ApiError::from)?;
    let meta = Meta::new(&context, &claims);
    let (price, rate) = (reservation(&order).reserved, order.rate());
    let begin = |state: ApiState, purchase| async move {
        let base = format!("{}/v1/articles", state.settings.public_url);
        let reply = |RequestedArticle { id, at, expected_time }| {
            as_json(&RequestedReply {
                success: true,
                article_id: id.to_string(),
                status: ArticleStatus::Processing.as_str(),
                status_url: format!("{base}/{id}/status"),
                events_url: format!("{base}/{id}/events"),
                estimated_seconds: whole_seconds(expected_time),
                created_at: time(at),
                meta,
            })
        };
        state.articles.order.order(purchase, order, reply).await
    };
    call.reserve((Operation::ArticlesGenerate, rate), price, max_credits, begin).await
}

/// A time in seconds, rounded up.
fn whole_seconds(time: Duration) -> u64 {
    (time.as_secs() + u64::from(time.subsec_nanos() > 0)).max(1)
}

/// An article with its status and, when it is completed, its text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleDetails)]
pub(crate) struct StatusReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    #[serde(flatten)]
    #[schema(inline)]
    article: ArticleObject,
    meta: Meta,
}

impl StatusReply {
    fn new(view: &ArticleView, site: &HostedSite, meta: Meta) -> Self {
        Self { success: true, article: ArticleObject::new(view, site), meta }
    }
}

/// Get an article.
///
/// Returns an article with its status and, when it is completed, its text. Free.
///
/// With `If-None-Match` an unchanged article is answered with 304. With `Prefer: wait=25` the response waits up to 25 seconds: for a
/// change if there is an `If-None-Match`, otherwise until the article is finished or its outline waits for approval.
#[utoipa::path(
    get, path = "/v1/articles/{articleId}", operation_id = "getArticle", tag = "articles", security(("apiKey" = ["articles"])),
    params(
        ("articleId" = String, Path, description = "The id of the article.", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g"),
        ("If-None-Match" = Option<String>, Header, nullable = false, description = "The `ETag` header of your last response for this article.", example = "W/\"7\""),
        ("Prefer" = Option<String>, Header, nullable = false, description = "`wait=N` waits up to N seconds for the response, at most 25.", example = "wait=25"),
    ),
    responses(
        (status = 200, description = "The article.", body = StatusReply),
        (status = 304, description = "The article has not changed since the version in `If-None-Match`."),
    )
)]
pub(crate) async fn read(call: ArticleCall, headers: HeaderMap) -> Result<Response, ApiError> {
    let mut view = call.view(call.id()?).await?;
    let patience = patience(&headers);
    if let Some(patience) = patience
        && is_worth_waiting(&headers, &view.record)?
    {
        view = awaited(&call, &headers, &view.record, patience).await?;
    }
    let tag = tag(&view.record)?;
    let mut response = if client_has(&headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Json(StatusReply::new(&view, call.publisher().site(), call.meta())).into_response()
    };
    response.headers_mut().insert(ETAG, tag);
    if let Some(applied) =
        patience.and_then(|patience| HeaderValue::try_from(format!("wait={}", patience.as_secs())).ok())
    {
        response.headers_mut().insert(PREFERENCE_APPLIED, applied);
    }
    Ok(response)
}

/// Get the status of an article.
///
/// Returns the same response as `GET /v1/articles/{articleId}`. The `statusUrl` of a new article leads here. Free.
#[utoipa::path(
    get, path = "/v1/articles/{articleId}/status", operation_id = "getArticleStatus", tag = "articles", security(("apiKey" = ["articles"])),
    params(
        ("articleId" = String, Path, description = "The id of the article.", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g"),
        ("If-None-Match" = Option<String>, Header, nullable = false, description = "The `ETag` header of your last response for this article.", example = "W/\"7\""),
        ("Prefer" = Option<String>, Header, nullable = false, description = "`wait=N` waits up to N seconds for the response, at most 25.", example = "wait=25"),
    ),
    responses(
        (status = 200, description = "The article.", body = StatusReply),
        (status = 304, description = "The article has not changed since the version in `If-None-Match`."),
    )
)]
pub(crate) async fn status(call: ArticleCall, headers: HeaderMap) -> Result<Response, ApiError> {
    read(call, headers).await
}

fn tag(record: &ArticleRecord) -> Result<HeaderValue, ApiError> {
    let tag = HeaderValue::try_from(format!("W/\"{}\"", record.version));
    tag.map_err(|_| ApiError::plain(ErrorCode::InternalError))
}

/// Whether it makes sense to wait: for another version than the client has, or for the article to come to
/// rest.
fn is_worth_waiting(headers: &HeaderMap, record: &ArticleRecord) -> Result<bool, ApiError> {
    if headers.contains_key(IF_NONE_MATCH) {
        return Ok(client_has(headers, &tag(record)?));
    }
    Ok(!is_at_rest(record))
}

/// The article after the wait.
async fn awaited(
    call: &ArticleCall,
    headers: &HeaderMap,
    record: &ArticleRecord,
    patience: Duration,
) -> Result<ArticleView, ApiError> {
    let (purse, keep) = (call.purse(), &call.state.articles.keep);
    let _waiting = call.state.waiting_readers.begin(purse).ok_or_else(too_many_calls)?;
    let waited = if headers.contains_key(IF_NONE_MATCH) {
        keep.wait(purse, record.id, record.version, patience).await
    } else {
        keep.wait_for_rest(purse, record.id, patience).await
    };
    waited.map_err(|error| ApiError::from(&error))?;
    call.view(record.id).await
}

/// How long the client wants to wait.
fn patience(headers: &HeaderMap) -> Option<Duration> {
    let preferences = headers.get(PREFER)?.to_str().ok()?;
    let wait = preferences.split(',').find_map(|one| one.trim().strip_prefix("wait="))?;
    Some(Duration::from_secs(wait.trim().parse().ok()?).min(LONGEST_WAIT))
}

/// Which articles to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Page {
    /// The number of articles.
    #[serde(default)]
    #[param(minimum = 1, maximum = 100, nullable = false, default = 20)]
    limit: Option<u32>,
    /// The `nextCursor` of the previous page.
    #[serde(default)]
    #[param(pattern = "^art_[0-7][0-9a-hjkmnp-tv-z]{25}$", nullable = false)]
    cursor: Option<String>,
    /// List only articles with this status.
    #[serde(default)]
    #[param(value_type = Option<names::ArticleStatus>, nullable = false)]
    status: Option<StatusName>,
}

/// The status of an article.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StatusName {
    Processing,
    Completed,
    Failed,
    Cancelled,
}

impl From<StatusName> for ArticleStatus {
    fn from(name: StatusName) -> Self {
        match name {
            StatusName::Processing => Self::Processing,
            StatusName::Completed => Self::Completed,
            StatusName::Failed => Self::Failed,
            StatusName::Cancelled => Self::Cancelled,
        }
    }
}

/// A page of articles, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleList)]
pub(crate) struct ArticlesReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The articles, newest first.
    data: Vec<ListedArticle>,
    /// Whether there is another page.
    has_more: bool,
    /// The `cursor` of the next page; `null` on the last one.
    next_cursor: Option<String>,
    meta: Meta,
}

/// List articles.
///
/// Returns the articles of the key's account and mode, newest first, without their text. Free.
#[utoipa::path(
    get, path = "/v1/articles", operation_id = "listArticles", tag = "articles",
    security(("apiKey" = ["articles"])), params(Page),
    responses((status = 200, description = "A page of articles.", body = ArticlesReply))
)]
pub(crate) async fn list(
    caller: Caller<ArticlesScope>,
    _: AcceptsJson,
    Query(page): Query<Page>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<ArticlesReply>, ApiError> {
    let wanted = PageParams::check(page.limit, page.cursor.as_deref())?;
    let status = page.status.map(ArticleStatus::from);
    let read = state.articles.keep.list(caller.purse(), status, wanted.before, wanted.to_read()).await;
    let articles = read.map_err(|error| ApiError::from(&error))?;
    let Cut { data, has_more, next_cursor } = wanted.cut(articles, |article| article.id.to_string());
    let site = state.articles.publish.of(caller.claims.mode).site();
    Ok(Json(ArticlesReply {
        success: true,
        data: data.iter().map(|record| ListedArticle::new(record, site)).collect(),
        has_more,
        next_cursor,
        meta: Meta::new(&context, &caller.claims),
    }))
}

/// An action on an article succeeded.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleActionResult)]
pub(crate) struct DoneReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The id of the article.
    #[schema(example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    article_id: String,
    meta: Meta,
}

/// Cancel an article.
///
/// Cancels an article that is not finished. The reserved credits are returned at once. Free.
#[utoipa::path(
    delete, path = "/v1/articles/{articleId}", operation_id = "cancelArticle", tag = "articles", security(("apiKey" = ["articles"])),
    params(("articleId" = String, Path, description = "The id of the article.", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    responses((status = 200, description = "The article was cancelled.", body = DoneReply))
)]
pub(crate) async fn cancel(call: ArticleCall, once: Once) -> Result<FreeAnswer, ApiError> {
    let id = call.id()?;
    let (state, purse) = (call.state.clone(), call.purse());
    let work = async move { call.done(id, call.state.articles.keep.cancel(purse, id).await) };
    once.answer(&state, purse, work).await
}

/// The approval of an outline.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ApproveRequest {
    /// Second-level headings to write instead of the outline. Without them, the outline is written as it is.
    #[serde(default)]
    #[schema(max_items = 12)]
    outline: Vec<HeadingRequest>,
}

/// Approve an outline.
///
/// Writes an article that was requested with `mode: "outline"`, from its outline or from your own headings. Free: the credits are
/// already reserved.
#[utoipa::path(
    post, path = "/v1/articles/{articleId}/approve", operation_id = "approveOutline", tag = "articles", security(("apiKey" = ["articles"])),
    params(("articleId" = String, Path, description = "The id of the article.", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    request_body = Option<ApproveRequest>,
    responses((status = 200, description = "The outline was approved.", body = DoneReply))
)]
pub(crate) async fn approve(
    call: ArticleCall,
    OptionalBody(Repeatable { request, once }): OptionalBody<Repeatable<ApproveRequest>>,
) -> Result<FreeAnswer, ApiError> {
    let id = call.id()?;
    let mut problems = Problems::default();
    let approved = Approved { headings: wanted_headings(&request.outline, &mut problems) };
    problems.finish()?;
    let (state, purse) = (call.state.clone(), call.purse());
    let work = async move { call.done(id, call.state.articles.keep.approve(purse, id, approved).await) };
    once.answer(&state, purse, work).await
}

/// Publish an article.
///
/// Publishes a completed article on the hosted site even if quality checks failed. The request has no body. Free.
#[utoipa::path(
    post, path = "/v1/articles/{articleId}/publish", operation_id = "publishArticle", tag = "articles", security(("apiKey" = ["articles"])),
    params(("articleId" = String, Path, description = "The id of the article.", example = "art_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    responses((status = 200, description = "The article was published.", body = DoneReply))
)]
pub(crate) async fn publish(
    call: ArticleCall,
    OptionalBody(Repeatable { once, .. }): OptionalBody<Repeatable<NoFields>>,
) -> Result<FreeAnswer, ApiError> {
    let id = call.id()?;
    let (state, purse) = (call.state.clone(), call.purse());
    let work = async move { call.done(id, call.publisher().publish(purse, id).await.map(outcome_of)) };
    once.answer(&state, purse, work).await
}

/// A content brief as the status endpoint returns it.
#[must_use]
pub fn brief_json(brief: &ContentBrief) -> serde_json::Value {
    // All keys are strings, so serialization can't fail.
    serde_json::to_value(BriefObject::new(brief, &[])).unwrap_or_default()
}

/// An article as the status endpoint returns it.
#[must_use]
pub fn article_json(view: &ArticleView, site: &HostedSite) -> serde_json::Value {
    // All keys are strings, so serialization can't fail.
    serde_json::to_value(ArticleObject::new(view, site)).unwrap_or_default()
}
