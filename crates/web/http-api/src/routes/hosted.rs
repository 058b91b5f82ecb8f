//! The hosted site: published articles, their list, sitemaps, the feed, and the files that crawlers request.

use application::read_site::HostedArticle;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use publishing::{ASSETS, Asset};
use serde::Deserialize;

use crate::entity_tags::client_has;
use crate::error::ApiError;
use crate::path::Path;
use crate::query::Query;
use crate::state::ApiState;

const HTML: &str = "text/html; charset=utf-8";
const XML: &str = "application/xml; charset=utf-8";
const ATOM: &str = "application/atom+xml; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";
const ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");
/// Pages change seldom, so caches may show an older one for a minute.
const A_MINUTE: HeaderValue = HeaderValue::from_static("public, max-age=60");
const A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// All routes of the site.
pub(crate) fn pages() -> Router<ApiState> {
    let mut pages = Router::new()
        .route("/p", get(index))
        .route("/p/{slug}", get(article))
        .route("/feed.xml", get(feed))
        .route("/robots.txt", get(robots))
        .route("/sitemap.xml", get(sitemap_index));
    for asset in ASSETS.iter().copied() {
        pages = pages.route(asset.path, get(move || async move { reply_asset(asset) }));
    }
    pages
}

async fn article(
    Path(slug): Path<String>,
    headers: HeaderMap,
    State(state): State<ApiState>,
) -> Result<Response, ApiError> {
    let found = state.articles.site.article(&slug).await.map_err(|error| ApiError::from(&error))?;
    let Some(HostedArticle { html, version, for_search }) = found else { return Ok(missing(&state)) };
    let tag = HeaderValue::try_from(format!("\"{version}\"")).unwrap_or(HeaderValue::from_static("\"\""));
    if client_has(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, [(ETAG, tag), (CACHE_CONTROL, A_MINUTE)]).into_response());
    }
    let mut response = page(&state, html.as_ref().to_owned());
    response.headers_mut().insert(ETAG, tag);
    if !for_search {
        response.headers_mut().insert(ROBOTS_TAG, HeaderValue::from_static("noindex, nofollow"));
    }
    Ok(response)
}

/// The page number of the list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct IndexPage {
    #[serde(default)]
    page: Option<u32>,
}

async fn index(Query(wanted): Query<IndexPage>, State(state): State<ApiState>) -> Result<Response, ApiError> {
    let found = state.articles.site.index(wanted.page.unwrap_or(1)).await;
    let found = found.map_err(|error| ApiError::from(&error))?;
    Ok(found.map_or_else(|| missing(&state), |html| page(&state, html)))
}

async fn feed(State(state): State<ApiState>) -> Result<Response, ApiError> {
    let feed = state.articles.site.feed().await.map_err(|error| ApiError::from(&error))?;
    Ok(reply(ATOM, feed))
}

async fn robots(State(state): State<ApiState>) -> Response {
    reply(TEXT, state.articles.site.robots())
}

async fn sitemap_index(State(state): State<ApiState>) -> Result<Response, ApiError> {
    let index = state.articles.site.sitemap_index().await.map_err(|error| ApiError::from(&error))?;
    Ok(reply(XML, index))
}

/// Files of the site whose names contain numbers or keys. No route can distinguish them from other paths.
pub(crate) async fn file(state: &ApiState, path: &str) -> Option<Response> {
    let name = path.strip_prefix('/')?;
    let part = name.strip_prefix("sitemap-").and_then(|rest| rest.strip_suffix(".xml"));
    if let Some(number) = part.and_then(|number| number.parse().ok()) {
        let reply = match state.articles.site.sitemap(number).await {
            Ok(found) => found.map_or_else(|| missing(state), |sitemap| reply(XML, sitemap)),
            Err(error) => ApiError::from(&error).into_response(),
        };
        return Some(reply);
    }
    let key = state.settings.indexnow_key.as_deref()?;
    (name.strip_suffix(".txt") == Some(key)).then(|| reply(TEXT, key.to_owned()))
}

fn page(state: &ApiState, html: String) -> Response {
    let mut response = reply(HTML, html);
    let origins: Vec<&str> = state.settings.image_origin.as_deref().into_iter().collect();
    if let Ok(policy) = HeaderValue::try_from(publishing::content_security_policy(&origins)) {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

fn missing(state: &ApiState) -> Response {
    (StatusCode::NOT_FOUND, page(state, state.articles.site.not_found())).into_response()
}

fn reply(media_type: &'static str, body: String) -> Response {
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (CACHE_CONTROL, A_MINUTE),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    (headers, body).into_response()
}

fn reply_asset(asset: Asset) -> Response {
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(asset.media_type)),
        (CACHE_CONTROL, A_DAY),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    (headers, asset.bytes).into_response()
}
