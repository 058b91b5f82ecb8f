//! Stored files, which are public. They never change, so caches may store them forever.

mod pace;

use std::ops::Range;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::images::ImageFormat;
use futures_util::{StreamExt, stream};
use http::header::{
    ACCEPT_RANGES, ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_RANGE,
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, IF_RANGE, RANGE, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use ports::ObjectError;
use ports::objects::{ObjectBody, ObjectKey};

use crate::entity_tags::client_has;
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::listener::Connection;
use crate::path::Path;
use crate::state::ApiState;

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
/// The headers of every response with a file.
const ALWAYS: [(HeaderName, HeaderValue); 6] = [
    (CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")),
    (ACCEPT_RANGES, HeaderValue::from_static("bytes")),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox")),
    (ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
    (RESOURCE_POLICY, HeaderValue::from_static("cross-origin")),
];

/// One file, or part of it.
pub(crate) async fn read(
    method: Method,
    Path(key): Path<String>,
    headers: HeaderMap,
    connection: Option<Extension<Connection>>,
    State(state): State<ApiState>,
) -> Result<Response, ApiError> {
    let key = ObjectKey::parse(&key).map_err(|_| ApiError::plain(ErrorCode::NotFound))?;
    let mut answer = answer(&state, &method, &headers, &key).await?;
    if let (Some(Extension(connection)), Reply::File(_, body)) = (connection, &mut answer) {
        let pieces = std::mem::replace(&mut body.pieces, stream::empty().boxed());
        body.pieces = pace::in_time(pieces, body.range.end - body.range.start, connection).boxed();
    }
    Ok(answer.written(&key))
}

enum Reply {
    /// A file, or part of it.
    File(StatusCode, ObjectBody),
    /// The client already has the file.
    Known,
    /// The range begins after the end of the file, which has so many bytes.
    Outside(u64),
}

/// Reads only what is sent. For other responses the length is enough.
async fn answer(
    state: &ApiState,
    method: &Method,
    headers: &HeaderMap,
    key: &ObjectKey,
) -> Result<Reply, ApiError> {
    let objects = &state.pictures.objects;
    let is_plain = [IF_NONE_MATCH, RANGE].iter().all(|name| !headers.contains_key(name));
    if *method == Method::GET && is_plain {
        let whole = objects.read(key, None).await.map_err(|error| ApiError::from(&error))?;
        return Ok(Reply::File(StatusCode::OK, whole));
    }
    let size = objects.size(key).await.map_err(|error| ApiError::from(&error))?;
    let tag = tag(key);
    if client_has(headers, &tag) {
        return Ok(Reply::Known);
    }
    if *method == Method::HEAD {
        let nothing = ObjectBody { size, range: 0..size, pieces: stream::empty().boxed() };
        return Ok(Reply::File(StatusCode::OK, nothing));
    }
    let (status, range) = match range_header(headers, &tag).and_then(|text| wanted_range(text, size)) {
        None => (StatusCode::OK, None),
        Some(Wanted::Part(range)) => (StatusCode::PARTIAL_CONTENT, Some(range)),
        Some(Wanted::Nothing) => return Ok(Reply::Outside(size)),
    };
    match objects.read(key, range).await {
        Ok(body) => Ok(Reply::File(status, body)),
        Err(error @ ObjectError::OutOfRange { .. }) => {
            tracing::warn!(%key, %error, "an object has changed its length");
            Err(ApiError::plain(ErrorCode::InternalError))
        }
        Err(error) => Err(ApiError::from(&error)),
    }
}

impl Reply {
    fn written(self, key: &ObjectKey) -> Response {
        match self {
            Self::File(status, body) => file(status, key, body),
            Self::Known => (StatusCode::NOT_MODIFIED, ALWAYS, [(ETAG, tag(key))]).into_response(),
            Self::Outside(size) => {
                let told = [(CONTENT_RANGE, format!("bytes */{size}"))];
                let passing = [(CACHE_CONTROL, HeaderValue::from_static("no-store"))];
                (StatusCode::RANGE_NOT_SATISFIABLE, ALWAYS, told, passing, Body::empty()).into_response()
            }
        }
    }
}

fn file(status: StatusCode, key: &ObjectKey, body: ObjectBody) -> Response {
    let ObjectBody { size, range, pieces } = body;
    let mut response = (status, ALWAYS, Body::from_stream(pieces)).into_response();
    let headers = response.headers_mut();
    headers.insert(ETAG, tag(key));
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type(key)));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(range.end - range.start));
    if status == StatusCode::PARTIAL_CONTENT {
        let text = format!("bytes {}-{}/{size}", range.start, range.end.saturating_sub(1));
        if let Ok(value) = HeaderValue::try_from(text) {
            headers.insert(CONTENT_RANGE, value);
        }
    }
    response
}

/// The entity tag of a file: its folder, which is the hash of its content.
fn tag(key: &ObjectKey) -> HeaderValue {
    let hash = key.as_str().rsplit('/').nth(1).unwrap_or(key.as_str());
    HeaderValue::try_from(format!("\"{hash}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

fn media_type(key: &ObjectKey) -> &'static str {
    let extension = key.as_str().rsplit('.').next().unwrap_or_default();
    ImageFormat::from_extension(extension).map_or("application/octet-stream", ImageFormat::media_type)
}

/// The requested range, unless `If-Range` names another version.
fn range_header<'a>(headers: &'a HeaderMap, tag: &HeaderValue) -> Option<&'a str> {
    if headers.get(IF_RANGE).is_some_and(|condition| condition != tag) {
        return None;
    }
    headers.get(RANGE)?.to_str().ok()
}

/// The range that the client requests.
#[derive(Debug, PartialEq, Eq)]
enum Wanted {
    Part(Range<u64>),
    /// The range begins after the end.
    Nothing,
}

/// Parses one range of bytes. For several ranges or an invalid one, the response is the whole file, as the
/// standard allows.
fn wanted_range(text: &str, size: u64) -> Option<Wanted> {
    let (first, last) = text.strip_prefix("bytes=")?.split_once('-')?;
    let range = match (first.trim(), last.trim()) {
        ("", count) => {
            let count: u64 = count.parse().ok()?;
            size.saturating_sub(count)..if count == 0 { 0 } else { size }
        }
        (first, "") => first.parse().ok()?..size,
        (first, last) => {
            let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
            if last < first {
                return None;
            }
            first..last.saturating_add(1).min(size)
        }
    };
    Some(if range.start < range.end { Wanted::Part(range) } else { Wanted::Nothing })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_the_standard_says() {
        let part = |range| Some(Wanted::Part(range));
        assert_eq!(wanted_range("bytes=0-9", 100), part(0..10));
        assert_eq!(wanted_range("bytes=90-200", 100), part(90..100));
        assert_eq!(wanted_range("bytes=5-", 100), part(5..100));
        assert_eq!(wanted_range("bytes=-10", 100), part(90..100));
        assert_eq!(wanted_range("bytes=-200", 100), part(0..100));
        assert_eq!(wanted_range("bytes=100-", 100), Some(Wanted::Nothing));
        assert_eq!(wanted_range("bytes=-0", 100), Some(Wanted::Nothing));
        for text in ["bytes=9-5", "bytes=0-1,3-4", "bytes=x-", "lines=1-2", "bytes=", "bytes=--5"] {
            assert_eq!(wanted_range(text, 100), None, "{text}");
        }
    }

    #[test]
    fn tags_and_types_come_from_the_key() {
        let key = ObjectKey::parse("a/b/0123/green-tea.jpg").unwrap();
        assert_eq!(tag(&key), "\"0123\"");
        assert_eq!(media_type(&key), "image/jpeg");
        assert_eq!(media_type(&ObjectKey::parse("a/b.html").unwrap()), "application/octet-stream");
    }
}
