//! JSON bodies of requests and responses.

use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::response::{IntoResponse, Response};
use bytes::{Bytes, BytesMut};
use http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE};
use http::request::Parts;
use http::{HeaderMap, HeaderValue};
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::state::ApiState;

/// A request body of type `T`, or a response body.
pub(crate) struct Json<T>(pub(crate) T);

/// A request body of type `T` with its raw bytes, for calls whose idempotency key covers the body.
pub(crate) struct JsonBytes<T>(pub(crate) T, pub(crate) Bytes);

impl<T: DeserializeOwned> FromRequest<ApiState> for JsonBytes<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &ApiState) -> Result<Self, ApiError> {
        let bytes = json_bytes(request, state).await?;
        Ok(Self(parse(&bytes)?, bytes))
    }
}

/// The body limit of a route, if it is above the usual one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LargeBodies(pub(crate) usize);

/// Proof that the client accepts JSON.
pub(crate) struct AcceptsJson;

impl FromRequestParts<ApiState> for AcceptsJson {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &ApiState) -> Result<Self, ApiError> {
        if accepts_json(&parts.headers) { Ok(Self) } else { Err(ApiError::plain(ErrorCode::NotAcceptable)) }
    }
}

impl<T: DeserializeOwned> FromRequest<ApiState> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &ApiState) -> Result<Self, ApiError> {
        parse(&json_bytes(request, state).await?).map(Json)
    }
}

/// Extracts `E` from a request whose body is optional: without a body, from an empty object.
pub(crate) struct OptionalBody<E>(pub(crate) E);

impl<E: FromRequest<ApiState, Rejection = ApiError>> FromRequest<ApiState> for OptionalBody<E> {
    type Rejection = ApiError;

    async fn from_request(mut request: Request, state: &ApiState) -> Result<Self, ApiError> {
        // Many clients send a content type without a body.
        if request.body().is_end_stream() {
            *request.body_mut() = Body::from("{}");
            request.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        E::from_request(request, state).await.map(Self)
    }
}

/// A request body without fields: every field in it is unknown.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoFields {}

async fn json_bytes(request: Request, state: &ApiState) -> Result<Bytes, ApiError> {
    if !accepts_json(request.headers()) {
        return Err(ApiError::plain(ErrorCode::NotAcceptable));
    }
    if !is_json(request.headers()) {
        return Err(ApiError::plain(ErrorCode::UnsupportedMediaType));
    }
    raw_bytes(request, state).await
}

/// The body as sent, of any type, within the limits of size and time.
pub(crate) async fn raw_bytes(request: Request, state: &ApiState) -> Result<Bytes, ApiError> {
    let settings = &state.settings;
    let limit = request
        .extensions()
        .get()
        .map_or(settings.body_bytes, |LargeBodies(bytes)| settings.body_bytes.max(*bytes));
    let reading = read_body(request, limit);
    match tokio::time::timeout(settings.body_timeout, reading).await {
        Ok(outcome) => outcome,
        Err(_elapsed) => Err(ApiError::plain(ErrorCode::RequestTimeout)),
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(bytes) => {
                ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], bytes).into_response()
            }
            Err(error) => {
                tracing::error!(%error, "a response could not be written as JSON");
                ApiError::plain(ErrorCode::InternalError).into_response()
            }
        }
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let invalid = |message: String| ApiError::new(ErrorCode::InvalidJson, message);
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(invalid("the body is empty; send a JSON object".to_owned()));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| invalid(format!("the body is not UTF-8 at byte {}", error.valid_up_to())))?;
    let value =
        serde_json::from_str(text).map_err(|error| invalid(format!("the body is not JSON: {error}")))?;
    Ok(strict::from_value(value)?)
}

/// Reads a body of at most `limit` bytes.
async fn read_body(request: Request, limit: usize) -> Result<Bytes, ApiError> {
    let declared = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    let mut body = request.into_body();
    if declared.is_some_and(|length: usize| length > limit) {
        discard(body).await;
        return Err(too_large(limit));
    }
    let mut collected = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| ApiError::new(ErrorCode::InvalidJson, "the body ended early"))?;
        if let Ok(data) = frame.into_data() {
            if collected.len() + data.len() > limit {
                discard(body).await;
                return Err(too_large(limit));
            }
            collected.extend_from_slice(&data);
        }
    }
    Ok(collected.freeze())
}

fn too_large(limit: usize) -> ApiError {
    ApiError::new(ErrorCode::BodyTooLarge, format!("the body is larger than {limit} bytes"))
}

/// Reads on for a moment: a client that is still sending would see a reset connection instead of the
/// response.
async fn discard(mut body: Body) {
    const PATIENCE: Duration = Duration::from_secs(2);
    const MOST: usize = 16 * 1024 * 1024;
    let reading = async {
        let mut seen = 0;
        while let Some(Ok(frame)) = body.frame().await {
            seen += frame.data_ref().map_or(0, Bytes::len);
            if seen > MOST {
                break;
            }
        }
    };
    // The response is the same whether the body ended, exceeded the limit or took too long.
    let _ = tokio::time::timeout(PATIENCE, reading).await;
}

fn is_json(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()) else {
        return false;
    };
    let mut parts = value.split(';').map(str::trim);
    let essence = parts.next().unwrap_or_default().to_ascii_lowercase();
    let charset_fits = parts.all(|parameter| match parameter.split_once('=') {
        Some((name, value)) if name.trim().eq_ignore_ascii_case("charset") => {
            value.trim().trim_matches('"').eq_ignore_ascii_case("utf-8")
        }
        _ => true,
    });
    let json =
        essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"));
    json && charset_fits
}

fn accepts_json(headers: &HeaderMap) -> bool {
    let mut values = headers.get_all(ACCEPT).iter().peekable();
    if values.peek().is_none() {
        return true;
    }
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|range| range.trim().is_empty() || covers_json(range))
}

fn covers_json(range: &str) -> bool {
    let mut parts = range.split(';').map(str::trim);
    let media_type = parts.next().unwrap_or_default().to_ascii_lowercase();
    let refused = parts.any(|parameter| {
        parameter
            .split_once('=')
            .is_some_and(|(name, value)| name.trim() == "q" && value.trim().parse() == Ok(0.0_f32))
    });
    !refused && matches!(media_type.as_str(), "application/json" | "application/*" | "*/*")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: http::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn json_is_recognised_by_its_media_type() {
        for good in ["application/json", "Application/JSON; charset=UTF-8", "application/ld+json"] {
            assert!(is_json(&headers(CONTENT_TYPE, good)), "{good}");
        }
        for bad in ["text/json", "application/xml", "application/json; charset=latin1", "", "json"] {
            assert!(!is_json(&headers(CONTENT_TYPE, bad)), "{bad}");
        }
        assert!(!is_json(&HeaderMap::new()));
    }

    #[test]
    fn accept_headers_are_honoured() {
        assert!(accepts_json(&HeaderMap::new()));
        for good in ["*/*", "application/*;q=0.5", "text/html, application/json", ""] {
            assert!(accepts_json(&headers(ACCEPT, good)), "{good}");
        }
        for bad in ["text/html", "application/json;q=0", "application/json; q=0.0", "image/*"] {
            assert!(!accepts_json(&headers(ACCEPT, bad)), "{bad}");
        }
    }
}
