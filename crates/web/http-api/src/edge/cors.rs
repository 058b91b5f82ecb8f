//! Cross-origin access: any origin, no credentials, on every bearer route, errors and preflights included.

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS,
    ACCESS_CONTROL_REQUEST_METHOD, VARY,
};
use http::{HeaderMap, HeaderValue, Method, Request, StatusCode};

const ANY_ORIGIN: HeaderValue = HeaderValue::from_static("*");
const ALLOWED_METHODS: HeaderValue = HeaderValue::from_static("GET, POST, PUT, PATCH, DELETE");
/// `*` covers every header except `Authorization`.
const ANY_HEADER: HeaderValue = HeaderValue::from_static("Authorization, *");
const EXPOSED_HEADERS: HeaderValue = HeaderValue::from_static(
    "X-Request-Id, X-Api-Version, RateLimit-Policy, RateLimit, Retry-After, X-Credits-Charged, X-Credits-Balance, \
     Idempotency-Replayed, ETag, Preference-Applied, WWW-Authenticate, Allow",
);
const MAX_AGE: HeaderValue = HeaderValue::from_static("7200");

/// Whether the request is a CORS preflight.
pub(super) fn is_preflight(request: &Request<Body>) -> bool {
    *request.method() == Method::OPTIONS && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD)
}

/// The response to a preflight. Every requested header is allowed, because libraries and tracers add their
/// own. Each is listed by name, because not all browsers understand `*`.
pub(super) fn preflight(request: &Request<Body>) -> Response {
    let asked = request.headers().get(ACCESS_CONTROL_REQUEST_HEADERS).filter(|names| !names.is_empty());
    let headers = [
        (ACCESS_CONTROL_ALLOW_ORIGIN, ANY_ORIGIN),
        (ACCESS_CONTROL_ALLOW_METHODS, ALLOWED_METHODS),
        (ACCESS_CONTROL_ALLOW_HEADERS, asked.cloned().unwrap_or(ANY_HEADER)),
        (VARY, HeaderValue::from_name(ACCESS_CONTROL_REQUEST_HEADERS)),
        (ACCESS_CONTROL_MAX_AGE, MAX_AGE),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Lets scripts of any origin read the response.
pub(super) fn expose(headers: &mut HeaderMap) {
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, ANY_ORIGIN);
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED_HEADERS);
}
