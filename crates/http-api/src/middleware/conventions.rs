//! The outermost layer: request id in, error body and common headers out, one log line and two metrics per request.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::api_keys::Claims;
use domain::ids::RequestId;
use http::{HeaderName, HeaderValue, Method};

use super::rate_limits::Standing;
use crate::API_VERSION;
use crate::error::ApiError;
use crate::state::ApiState;

pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const VERSION: HeaderName = HeaderName::from_static("x-api-version");
const UNMATCHED: &str = "unmatched";

/// What is known about a request from its first byte on.
#[derive(Clone, Debug)]
pub(crate) struct RequestContext {
    pub(crate) id: RequestId,
}

pub(crate) async fn conventions(State(state): State<ApiState>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = request
        .headers()
        .get(REQUEST_ID)
        .and_then(|value| RequestId::from_client(value.to_str().ok()?))
        .unwrap_or_else(RequestId::generate);
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    request.extensions_mut().insert(RequestContext { id: id.clone() });

    let response = next.run(request).await;
    let mut response = finish(response, &id, &state.settings.public_url);
    if let Ok(value) = HeaderValue::from_str(id.as_str()) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response.headers_mut().insert(VERSION, HeaderValue::from_static(API_VERSION));
    observe(&method, route.as_ref(), &id, &response, started);
    response
}

fn finish(response: Response, id: &RequestId, public_url: &str) -> Response {
    let (mut parts, body) = response.into_parts();
    let standing = parts.extensions.get::<Standing>().copied();
    let mut response = match parts.extensions.remove::<ApiError>() {
        Some(error) => {
            let mut rendered = error.render(std::mem::take(&mut parts.headers), id.as_str(), public_url);
            *rendered.extensions_mut() = parts.extensions;
            rendered.extensions_mut().insert(error);
            rendered
        }
        None => Response::from_parts(parts, body),
    };
    if let Some(standing) = standing {
        standing.write_headers(response.headers_mut());
    }
    response
}

/// Logs the route, never the address as sent: an address may hold a key by mistake.
fn observe(
    method: &Method,
    route: Option<&MatchedPath>,
    id: &RequestId,
    response: &Response,
    started: Instant,
) {
    let elapsed = started.elapsed();
    let status = response.status();
    let code = response.extensions().get::<ApiError>().map_or("", |error| error.code().entry().name);
    let account = response.extensions().get::<Claims>().map(|claims| claims.account);
    tracing::info!(
        target: "rankwright::access",
        request_id = id.as_str(),
        method = method.as_str(),
        route = route.map_or(UNMATCHED, MatchedPath::as_str),
        status = status.as_u16(),
        code,
        account = account.map(tracing::field::display),
        micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX),
        "request"
    );
    let route = route.map_or_else(|| UNMATCHED.to_owned(), |route| route.as_str().to_owned());
    metrics::histogram!("http_request_duration_seconds", "route" => route.clone())
        .record(elapsed.as_secs_f64());
    metrics::counter!(
        "http_requests_total",
        "method" => method_label(method),
        "route" => route,
        "status" => status_label(status.as_u16()),
    )
    .increment(1);
}

/// A method can be any word; labels must stay few.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        Method::PATCH => "PATCH",
        _ => "other",
    }
}

fn status_label(status: u16) -> &'static str {
    match status {
        200 => "200",
        204 => "204",
        400 => "400",
        401 => "401",
        403 => "403",
        404 => "404",
        405 => "405",
        422 => "422",
        429 => "429",
        500 => "500",
        503 => "503",
        504 => "504",
        100..=199 => "1xx",
        201..=299 => "2xx",
        300..=399 => "3xx",
        402..=499 => "4xx",
        _ => "5xx",
    }
}

/// Turns a panic in a handler into the documented error.
pub(crate) fn panicked(_panic: Box<dyn std::any::Any + Send>) -> Response {
    tracing::error!("a handler panicked");
    ApiError::plain(crate::error_catalogue::ErrorCode::InternalError).into_response()
}
