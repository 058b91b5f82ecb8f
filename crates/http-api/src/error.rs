//! How a failure becomes a response.
//!
//! Handlers return [`ApiError`]. It travels as a response extension to the outermost middleware, which alone knows the
//! request id and writes the body.

use std::time::Duration;

use application::authenticate::AccessRefusal;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderMap, HeaderValue};
use ports::StoreError;
use serde::Serialize;
use strict::{FieldError, FieldErrorKind};
use utoipa::ToSchema;

use crate::error_catalogue::ErrorCode;

/// A failure on its way to the client.
#[derive(Debug, Clone)]
pub(crate) struct ApiError {
    code: ErrorCode,
    message: String,
    details: Vec<ErrorDetail>,
    retry_after: Option<Duration>,
}

/// One field that was refused.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ErrorDetail {
    /// Path of the field in the request body.
    #[schema(example = "targetWordCount")]
    pub(crate) field: String,
    /// Why: `missing`, `wrong_type`, `out_of_range`, `not_allowed`, `unknown` or `invalid`.
    #[schema(example = "out_of_range")]
    pub(crate) code: &'static str,
    /// The same in words.
    #[schema(example = "1500..5000")]
    pub(crate) message: String,
}

/// The body of every response that is not a success.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ErrorBody {
    /// Always `false`.
    #[schema(example = false)]
    success: bool,
    error: ErrorObject,
}

/// What went wrong.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ErrorObject {
    /// A stable name to branch on.
    #[schema(example = "validation_failed")]
    code: &'static str,
    /// A sentence for people.
    message: String,
    /// The fields that were refused, if the request body was the problem.
    details: Vec<ErrorDetail>,
    /// Whether the same request may succeed later.
    retryable: bool,
    /// The request's id, to be quoted in questions.
    #[schema(example = "req_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    request_id: String,
    /// Where the code is explained.
    doc_url: String,
}

impl ApiError {
    /// An error with a message of its own.
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: Vec::new(), retry_after: None }
    }

    /// An error that the catalogue explains well enough.
    pub(crate) fn plain(code: ErrorCode) -> Self {
        Self::new(code, code.entry().meaning)
    }

    /// Fields that were understood but are not allowed.
    pub(crate) fn validation(details: Vec<ErrorDetail>) -> Self {
        let message = details
            .iter()
            .map(|detail| format!("{}: {}", detail.field, detail.message))
            .collect::<Vec<_>>()
            .join("; ");
        Self { details, ..Self::new(ErrorCode::ValidationFailed, message) }
    }

    /// Says when to try again.
    pub(crate) fn retry_after(self, delay: Duration) -> Self {
        Self { retry_after: Some(delay), ..self }
    }

    pub(crate) const fn code(&self) -> ErrorCode {
        self.code
    }

    /// Writes the final response, keeping the headers that came with the draft (such as `Allow`).
    pub(crate) fn render(&self, mut headers: HeaderMap, request_id: &str, public_url: &str) -> Response {
        let entry = self.code.entry();
        headers.remove(http::header::CONTENT_LENGTH);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if self.code.entry().status == http::StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(delay) = self.retry_after {
            headers.insert(RETRY_AFTER, HeaderValue::from(whole_seconds(delay)));
        }
        let mut response = (entry.status, self.body(request_id, public_url)).into_response();
        *response.headers_mut() = headers;
        response
    }

    fn body(&self, request_id: &str, public_url: &str) -> Bytes {
        let entry = self.code.entry();
        let body = ErrorBody {
            success: false,
            error: ErrorObject {
                code: entry.name,
                message: self.message.clone(),
                details: self.details.clone(),
                retryable: entry.retryable,
                request_id: request_id.to_owned(),
                doc_url: format!("{public_url}/docs/errors#{}", entry.name),
            },
        };
        serde_json::to_vec(&body).unwrap_or_default().into()
    }

    /// The body as the reference shows it.
    pub(crate) fn example(code: ErrorCode) -> serde_json::Value {
        let bytes = Self::plain(code).body("req_01k9zq6j4v8f0t3w5y7a9c1e2g", "https://api.example.com");
        serde_json::from_slice(&bytes).unwrap_or_default()
    }
}

fn whole_seconds(delay: Duration) -> u64 {
    delay.as_secs() + u64::from(delay.subsec_nanos() > 0)
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.code.entry().status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<FieldError> for ApiError {
    fn from(error: FieldError) -> Self {
        let (code, reason) = match &error.kind {
            FieldErrorKind::UnknownField { .. } => (ErrorCode::UnknownField, "unknown"),
            FieldErrorKind::Missing => (ErrorCode::ValidationFailed, "missing"),
            FieldErrorKind::NotAllowed { .. } => (ErrorCode::ValidationFailed, "not_allowed"),
            FieldErrorKind::WrongType { .. } => (ErrorCode::ValidationFailed, "wrong_type"),
            _ => (ErrorCode::ValidationFailed, "invalid"),
        };
        let message = error.to_string();
        let detail = ErrorDetail { message: error.kind.to_string(), field: error.path, code: reason };
        Self { details: vec![detail], ..Self::new(code, message) }
    }
}

impl From<AccessRefusal> for ApiError {
    fn from(refusal: AccessRefusal) -> Self {
        match refusal {
            // One answer for every bad key: the reason would help whoever guesses keys.
            AccessRefusal::Key(_) => Self::plain(ErrorCode::InvalidApiKey),
            AccessRefusal::Scope(_) => Self::new(ErrorCode::InsufficientScope, refusal.to_string()),
            AccessRefusal::Suspended => Self::plain(ErrorCode::AccountSuspended),
        }
    }
}

impl From<&StoreError> for ApiError {
    fn from(error: &StoreError) -> Self {
        tracing::error!(error = error as &dyn std::error::Error, "store failed");
        match error {
            StoreError::Unavailable(_) => {
                Self::plain(ErrorCode::ProviderUnavailable).retry_after(Duration::from_secs(1))
            }
            StoreError::Corrupt(_) => Self::plain(ErrorCode::InternalError),
            StoreError::Missing(_) => Self::plain(ErrorCode::NotFound),
        }
    }
}
