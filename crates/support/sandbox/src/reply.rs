//! The response of a stand-in, before it is sent.

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, LOCATION, RETRY_AFTER};
use http::{HeaderName, HeaderValue, StatusCode};
use serde_json::Value;

/// A response whose bytes are known, so that a fault can damage it.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    status: StatusCode,
    headers: Vec<(HeaderName, HeaderValue)>,
    /// Several parts are sent as a stream, part by part.
    parts: Vec<Bytes>,
}

impl Reply {
    /// A reply with this body and media type.
    pub(crate) fn of(status: StatusCode, media_type: &'static str, body: impl Into<Bytes>) -> Self {
        Self {
            status,
            headers: vec![(CONTENT_TYPE, HeaderValue::from_static(media_type))],
            parts: vec![body.into()],
        }
    }

    /// A reply with a JSON body.
    pub(crate) fn json(status: StatusCode, body: &Value) -> Self {
        Self::of(status, "application/json", body.to_string())
    }

    /// A JSON body with status 200.
    pub(crate) fn ok(body: &Value) -> Self {
        Self::json(StatusCode::OK, body)
    }

    pub(crate) fn html(status: StatusCode, body: impl Into<Bytes>) -> Self {
        Self::of(status, "text/html; charset=utf-8", body)
    }

    pub(crate) fn text(status: StatusCode, body: impl Into<Bytes>) -> Self {
        Self::of(status, "text/plain; charset=utf-8", body)
    }

    /// A reply without a body.
    pub(crate) fn bare(status: StatusCode) -> Self {
        Self { status, headers: Vec::new(), parts: Vec::new() }
    }

    /// Server-sent events, each with its blank line.
    pub(crate) fn events(events: impl IntoIterator<Item = String>) -> Self {
        Self {
            status: StatusCode::OK,
            headers: vec![(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"))],
            parts: events.into_iter().map(Bytes::from).collect(),
        }
    }

    /// A redirect to another URL.
    pub(crate) fn redirect(target: &str, body: &'static str) -> Self {
        Self::html(StatusCode::FOUND, body).with(LOCATION, target)
    }

    /// Adds a header; an invalid value is left out.
    pub(crate) fn with(mut self, name: HeaderName, value: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.push((name, value));
        }
        self
    }

    pub(crate) fn retry_after(self, seconds: u64) -> Self {
        self.with(RETRY_AFTER, &seconds.to_string())
    }

    /// Half of the body with the same status, as if it were complete.
    pub(crate) fn malformed(mut self) -> Self {
        let whole = self.whole();
        let half = whole.slice(..whole.len() / 2);
        self.parts = vec![if half.is_empty() { Bytes::from_static(b"{\"") } else { half }];
        self
    }

    /// A response that announces the whole body, sends half of it and closes the connection.
    pub(crate) fn truncated(self) -> Response {
        let whole = self.whole();
        let announced = whole.len().max(2);
        let half = whole.slice(..whole.len() / 2);
        let body = stream::unfold(Cutting::Begin(half), |state| async move {
            match state {
                Cutting::Begin(half) => Some((Ok(half), Cutting::Flush)),
                Cutting::Flush => {
                    // Being pending once lets the connection send what it has before the error closes it.
                    tokio::task::yield_now().await;
                    Some((Err(std::io::Error::from(std::io::ErrorKind::ConnectionAborted)), Cutting::End))
                }
                Cutting::End => None,
            }
        });
        let mut response = Response::new(Body::from_stream(body));
        *response.status_mut() = self.status;
        response.headers_mut().extend(self.headers);
        response.headers_mut().insert(CONTENT_LENGTH, announced.into());
        response
    }

    fn whole(&self) -> Bytes {
        match self.parts.as_slice() {
            [only] => only.clone(),
            parts => parts.concat().into(),
        }
    }
}

enum Cutting {
    Begin(Bytes),
    Flush,
    End,
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let body = if self.parts.len() > 1 {
            let parts = self.parts.into_iter().map(Ok::<_, std::convert::Infallible>);
            Body::from_stream(stream::iter(parts))
        } else {
            Body::from(self.parts.into_iter().next().unwrap_or_default())
        };
        let mut response = Response::new(body);
        *response.status_mut() = self.status;
        response.headers_mut().extend(self.headers);
        response
    }
}
