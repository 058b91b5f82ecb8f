//! Cross-origin access: any origin, no credentials, on every bearer route, errors and preflights included.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD,
};
use http::{HeaderValue, Method, StatusCode};

const ALLOWED_METHODS: HeaderValue = HeaderValue::from_static("GET, POST, DELETE");
const ALLOWED_HEADERS: HeaderValue = HeaderValue::from_static(
    "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, X-Request-Id",
);
const EXPOSED_HEADERS: HeaderValue = HeaderValue::from_static(
    "X-Request-Id, X-Api-Version, RateLimit-Policy, RateLimit, Retry-After, ETag, WWW-Authenticate, Allow",
);
const MAX_AGE: HeaderValue = HeaderValue::from_static("7200");

pub(crate) async fn cors(request: Request, next: Next) -> Response {
    let preflight =
        *request.method() == Method::OPTIONS && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    let mut response =
        if preflight { StatusCode::NO_CONTENT.into_response() } else { next.run(request).await };
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    if preflight {
        headers.insert(ACCESS_CONTROL_ALLOW_METHODS, ALLOWED_METHODS);
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_HEADERS);
        headers.insert(ACCESS_CONTROL_MAX_AGE, MAX_AGE);
    } else {
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED_HEADERS);
    }
    response
}
