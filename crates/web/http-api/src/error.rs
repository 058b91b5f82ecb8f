//! How a failure becomes a response.
//!
//! Handlers return [`ApiError`]. It travels as a response extension to the edge, which adds the request id
//! and writes the body.

use std::time::Duration;

use application::audit_page::AuditError;
use application::authenticate::AccessRefusal;
use application::draw_image::DrawImageError;
use application::generate_image::GenerateImageError;
use application::manage_articles::ManageArticlesError;
use application::manage_audits::ManageAuditsError;
use application::manage_images::ManageImagesError;
use application::read_account::ReadAccountError;
use application::request_article::NoTextEngine;
use application::research_error::ResearchError;
use application::spend_credits::SpendError;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use domain::ledger::Refusal;
use http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderMap, HeaderValue};
use ports::{EngineFailure, FailureKind, FetchError, LedgerError, ObjectError, ServeError, StoreError};
use serde::Serialize;
use strict::{FieldError, FieldErrorKind};
use utoipa::ToSchema;

use crate::error_catalogue::ErrorCode;
use crate::openapi::names;
use crate::sentence::sentence;

/// A failure that becomes an error response.
#[derive(Debug, Clone)]
pub(crate) struct ApiError {
    code: ErrorCode,
    message: String,
    details: Vec<ErrorDetail>,
    retry_after: Option<Duration>,
    credits: Option<MissingCredits>,
}

/// The credits that a call needs and the credits that are left.
#[derive(Debug, Clone, Copy)]
struct MissingCredits {
    required: i64,
    available: i64,
}

/// A field that was rejected.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ErrorDetail {
    /// The path of the field in the request.
    #[schema(example = "targetWordCount")]
    pub(crate) field: String,
    /// Why the field was rejected.
    #[schema(value_type = names::ErrorDetailCode, example = "out_of_range")]
    pub(crate) code: &'static str,
    /// What is wrong with the field.
    #[schema(example = "Must be between 1,500 and 5,000.")]
    pub(crate) message: String,
}

impl ErrorDetail {
    fn in_a_sentence(&self) -> Self {
        Self { message: sentence(&self.message), ..self.clone() }
    }
}

/// The body of every error response.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ErrorResponse)]
pub(crate) struct ErrorBody {
    #[schema(value_type = names::False, inline)]
    success: bool,
    error: ErrorObject,
}

/// What went wrong.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApiError)]
pub(crate) struct ErrorObject {
    #[schema(value_type = names::ErrorCode, example = "validation_failed")]
    code: &'static str,
    /// What is wrong and what to do about it.
    #[schema(example = "targetWordCount: Must be between 1,500 and 5,000.")]
    message: String,
    /// The fields that were rejected; empty if the error is not about fields.
    details: Vec<ErrorDetail>,
    /// Whether the same request may succeed later.
    retryable: bool,
    /// Credits that the call needs. Only with `insufficient_credits` and `key_limit_reached`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    required_credits: Option<i64>,
    /// Credits that are left: of the account with `insufficient_credits`, of the key's monthly limit with `key_limit_reached`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    available_credits: Option<i64>,
    /// The id of the request. Quote it when you contact the operator.
    #[schema(example = "req_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    request_id: String,
    /// The URL of the documentation of the code.
    #[schema(format = "uri", example = "https://api.example.com/docs/errors#validation_failed")]
    doc_url: String,
}

impl ApiError {
    /// An error with its own message.
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: Vec::new(), retry_after: None, credits: None }
    }

    /// An error with the message of the catalogue.
    pub(crate) fn plain(code: ErrorCode) -> Self {
        Self::new(code, code.entry().meaning)
    }

    /// No object of this kind with this id is visible to the caller. Text that can't be an id is not
    /// repeated.
    pub(crate) fn missing(kind: &str, id: &str) -> Self {
        const LONGEST: usize = 64;
        let is_id = (1..=LONGEST).contains(&id.len())
            && id.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c));
        if !is_id {
            return Self::plain(ErrorCode::NotFound);
        }
        let message = format!("The {kind} {id} does not exist, or it belongs to another account or mode.");
        Self::new(ErrorCode::NotFound, message)
    }

    /// Fields that were parsed but are not allowed.
    pub(crate) fn validation(details: Vec<ErrorDetail>) -> Self {
        let message = details
            .iter()
            .map(|detail| format!("{}: {}", detail.field, sentence(&detail.message)))
            .collect::<Vec<_>>()
            .join(" ");
        Self { details, ..Self::new(ErrorCode::ValidationFailed, message) }
    }

    /// Adds the time after which the client may retry.
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
                message: sentence(&self.message),
                details: self.details.iter().map(ErrorDetail::in_a_sentence).collect(),
                retryable: entry.retryable,
                required_credits: self.credits.map(|credits| credits.required),
                available_credits: self.credits.map(|credits| credits.available),
                request_id: request_id.to_owned(),
                doc_url: format!("{public_url}/docs/errors#{}", entry.name),
            },
        };
        serde_json::to_vec(&body).unwrap_or_default().into()
    }

    /// The example body for the API reference.
    pub(crate) fn example(code: ErrorCode) -> serde_json::Value {
        let bytes = Self::plain(code).body("req_01k9zq6j4v8f0t3w5y7a9c1e2g", "https://api.example.com");
        serde_json::from_slice(&bytes).unwrap_or_default()
    }
}

const RETRY_SOON: Duration = Duration::from_secs(1);
/// About how long an article takes.
const RETRY_AFTER_A_JOB: Duration = Duration::from_secs(30);
/// The operator must change something first.
const RETRY_AFTER_SETUP: Duration = Duration::from_mins(10);

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::InsufficientCredits { required, available } => Self {
                credits: Some(MissingCredits { required: required.as_i64(), available: available.as_i64() }),
                ..Self::new(ErrorCode::InsufficientCredits, refusal.to_string())
            },
            Refusal::KeyLimitReached { limit, spent, required } => {
                let available = limit.as_i64().saturating_sub(spent.as_i64()).max(0);
                Self {
                    credits: Some(MissingCredits { required: required.as_i64(), available }),
                    ..Self::new(ErrorCode::KeyLimitReached, refusal.to_string())
                }
            }
            Refusal::KeyRevoked | Refusal::NoSuchAccount => Self::plain(ErrorCode::InvalidApiKey),
            Refusal::Suspended => Self::plain(ErrorCode::AccountSuspended),
            Refusal::Frozen => {
                Self::new(ErrorCode::ProviderUnavailable, refusal.to_string()).retry_after(RETRY_SOON)
            }
            Refusal::InvalidAmount
            | Refusal::HoldNotOpen
            | Refusal::ExceedsHold { .. }
            | Refusal::NotRefundable { .. }
            | Refusal::Duplicate => {
                tracing::error!(%refusal, "the ledger refused what a handler should never ask");
                Self::plain(ErrorCode::InternalError)
            }
        }
    }
}

impl From<&LedgerError> for ApiError {
    fn from(error: &LedgerError) -> Self {
        match error {
            LedgerError::Refused(refusal) => Self::from(*refusal),
            LedgerError::SlotLost => Self::idempotency_in_progress(),
            LedgerError::Overloaded => Self::plain(ErrorCode::Overloaded).retry_after(RETRY_SOON),
            LedgerError::TooManyJobs { .. } => {
                Self::new(ErrorCode::TooManyJobs, error.to_string()).retry_after(RETRY_AFTER_A_JOB)
            }
            LedgerError::JobLost | LedgerError::JobUnderWay => Self::plain(ErrorCode::NotCancellable),
            LedgerError::Unavailable(_) => {
                tracing::error!(error = error as &dyn std::error::Error, "ledger failed");
                Self::plain(ErrorCode::ProviderUnavailable).retry_after(RETRY_SOON)
            }
        }
    }
}

impl From<ResearchError> for ApiError {
    fn from(error: ResearchError) -> Self {
        match error {
            ResearchError::Engines(error) => Self::from(&error),
            ResearchError::PageGone => {
                let (field, code, message) = ("cursor".to_owned(), "invalid", error.to_string());
                Self::validation(vec![ErrorDetail { field, code, message }])
            }
            ResearchError::OwnPage(error) => Self::unfetched(&error),
        }
    }
}

impl From<ManageAuditsError> for ApiError {
    fn from(error: ManageAuditsError) -> Self {
        let message = error.to_string();
        match error {
            ManageAuditsError::Audit(AuditError::Page(error)) => Self::unfetched(&error),
            ManageAuditsError::Audit(AuditError::NotAPage(_)) => {
                let (field, code) = ("url".to_owned(), "not_a_page");
                let detail = ErrorDetail { field, code, message: message.clone() };
                Self { details: vec![detail], ..Self::new(ErrorCode::TargetUnreachable, message) }
            }
            ManageAuditsError::NoBaseline(_) => {
                let (field, code) = ("baselineId".to_owned(), "not_found");
                Self::validation(vec![ErrorDetail { field, code, message }])
            }
            ManageAuditsError::Store(error) => Self::from(&error),
            ManageAuditsError::Report(_) | ManageAuditsError::Random => {
                tracing::error!(error = message, "an audit could not be kept or read");
                Self::plain(ErrorCode::InternalError)
            }
        }
    }
}

impl ApiError {
    fn idempotency_in_progress() -> Self {
        Self::plain(ErrorCode::IdempotencyInProgress).retry_after(RETRY_SOON)
    }

    /// A page that the customer named could not be fetched.
    fn unfetched(error: &FetchError) -> Self {
        let (code, reason) = match error {
            FetchError::Blocked(_) => (ErrorCode::TargetBlocked, "blocked"),
            _ => (ErrorCode::TargetUnreachable, "unreachable"),
        };
        let message = error.to_string();
        let detail = ErrorDetail { field: "url".to_owned(), code: reason, message: message.clone() };
        Self { details: vec![detail], ..Self::new(code, message) }
    }
}

impl From<GenerateImageError> for ApiError {
    fn from(error: GenerateImageError) -> Self {
        match error {
            GenerateImageError::Draw(error) => Self::from(error),
            GenerateImageError::Storage(error) => Self::from(&error),
            GenerateImageError::Store(error) => Self::from(&error),
        }
    }
}

impl From<DrawImageError> for ApiError {
    fn from(error: DrawImageError) -> Self {
        let message = error.to_string();
        match error {
            // If no engine is suitable, the customer is not at fault here: every field of a request is
            // supported by some engine.
            DrawImageError::Engines(error) => Self::unserved(&error, ErrorCode::UpstreamFailed),
            DrawImageError::NotAPicture { .. } | DrawImageError::Lettering { .. } => {
                tracing::warn!(error = message, "an image was refused");
                Self::new(ErrorCode::UpstreamFailed, message)
            }
            DrawImageError::NoDetector(_) => {
                tracing::warn!(error = message, "an image was not generated without a text detector");
                let told = "text in images can't be detected at present, so no image is generated; send allowText, or ask the operator to set up the text detector";
                Self::new(ErrorCode::ProviderNotConfigured, told).retry_after(RETRY_AFTER_SETUP)
            }
            DrawImageError::Detector(_) | DrawImageError::NotWritten(_) => {
                tracing::error!(error = message, "an image could not be finished");
                Self::plain(ErrorCode::InternalError)
            }
        }
    }
}

impl From<&ManageImagesError> for ApiError {
    fn from(error: &ManageImagesError) -> Self {
        match error {
            ManageImagesError::Store(error) => Self::from(error),
            ManageImagesError::Storage(error) => Self::from(error),
        }
    }
}

impl From<&ManageArticlesError> for ApiError {
    fn from(error: &ManageArticlesError) -> Self {
        match error {
            ManageArticlesError::Store(error) => Self::from(error),
            ManageArticlesError::Ledger(error) => Self::from(error),
        }
    }
}

impl From<&ObjectError> for ApiError {
    fn from(error: &ObjectError) -> Self {
        match error {
            ObjectError::Missing(_) | ObjectError::OutOfRange { .. } => Self::plain(ErrorCode::NotFound),
            ObjectError::Unavailable { .. } => {
                tracing::error!(error = error as &dyn std::error::Error, "object storage failed");
                let message = "the object storage is not available; nothing was charged";
                Self::new(ErrorCode::ProviderUnavailable, message).retry_after(RETRY_SOON)
            }
        }
    }
}

impl From<NoTextEngine> for ApiError {
    fn from(error: NoTextEngine) -> Self {
        Self::new(ErrorCode::ProviderNotConfigured, error.to_string()).retry_after(RETRY_AFTER_SETUP)
    }
}

impl From<&ServeError> for ApiError {
    fn from(error: &ServeError) -> Self {
        Self::unserved(error, ErrorCode::ValidationFailed)
    }
}

impl ApiError {
    /// No engine returned a result. `unsuitable` is the error if none of them can serve such requests.
    fn unserved(error: &ServeError, unsuitable: ErrorCode) -> Self {
        let message = error.to_string();
        let ServeError::Failed { failures } = error else {
            return Self::new(ErrorCode::ProviderNotConfigured, message).retry_after(RETRY_AFTER_SETUP);
        };
        if let Some(declined) = failures.iter().find(|failure| failure.kind == FailureKind::Declined) {
            let (field, code) = ("prompt".to_owned(), "declined");
            return Self::validation(vec![ErrorDetail { field, code, message: declined.for_customers() }]);
        }
        let has = |kind: FailureKind| failures.iter().any(|failure| failure.kind == kind);
        // Engines that can't serve such requests matter only if there are no others.
        let able = |failure: &&EngineFailure| {
            !matches!(
                failure.kind,
                FailureKind::NotSetUp | FailureKind::Unsuitable | FailureKind::SubjectUnknown
            )
        };
        let only =
            |kinds: &[FailureKind]| failures.iter().filter(able).all(|failure| kinds.contains(&failure.kind));
        if only(&[]) && has(FailureKind::SubjectUnknown) {
            let (field, code) = ("prompt".to_owned(), "not_supported");
            let detail = ErrorDetail { field, code, message: message.clone() };
            Self { details: vec![detail], ..Self::new(ErrorCode::ImageSubjectNotSupported, message) }
        } else if only(&[]) && has(FailureKind::NotSetUp) {
            Self::new(ErrorCode::ProviderNotConfigured, message).retry_after(RETRY_AFTER_SETUP)
        } else if only(&[]) {
            tracing::info!(%error, "no engine suits a call");
            Self::new(unsuitable, message)
        } else if only(&[FailureKind::TimedOut, FailureKind::Skipped]) && has(FailureKind::TimedOut) {
            Self::new(ErrorCode::UpstreamTimeout, message)
        } else if only(&[FailureKind::Throttled, FailureKind::Skipped]) {
            let soonest = failures.iter().filter_map(|failure| failure.retry_after).min();
            Self::new(ErrorCode::ProviderUnavailable, message).retry_after(soonest.unwrap_or(RETRY_SOON))
        } else {
            tracing::warn!(%error, "no engine served a call");
            Self::new(ErrorCode::UpstreamFailed, message)
        }
    }
}

impl From<&ReadAccountError> for ApiError {
    fn from(error: &ReadAccountError) -> Self {
        match error {
            ReadAccountError::Store(error) => Self::from(error.as_ref()),
            ReadAccountError::Ledger(error) => Self::from(error.as_ref()),
        }
    }
}

impl From<SpendError<ApiError>> for ApiError {
    fn from(error: SpendError<ApiError>) -> Self {
        match error {
            SpendError::CostLimit { .. } => Self::new(ErrorCode::CostLimitExceeded, error.to_string()),
            SpendError::InProgress => Self::idempotency_in_progress(),
            SpendError::KeyReused => Self::plain(ErrorCode::IdempotencyKeyReused),
            SpendError::Work(error) => error,
            SpendError::TimedOut => Self::plain(ErrorCode::UpstreamTimeout),
            SpendError::Panicked => Self::plain(ErrorCode::InternalError),
            SpendError::Ledger(error) => Self::from(&error),
        }
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
        let message = error.kind.to_string();
        let of_all = match error.path.as_str() {
            "" => message.clone(),
            path => format!("{path}: {}", sentence(&message)),
        };
        let detail = ErrorDetail { message, field: error.path, code: reason };
        Self { details: vec![detail], ..Self::new(code, of_all) }
    }
}

impl From<AccessRefusal> for ApiError {
    fn from(refusal: AccessRefusal) -> Self {
        match refusal {
            // All invalid keys get the same response, because the reason would help someone who guesses keys.
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
            StoreError::Unavailable(_) => Self::plain(ErrorCode::ProviderUnavailable).retry_after(RETRY_SOON),
            StoreError::Corrupt(_) => Self::plain(ErrorCode::InternalError),
            StoreError::Missing(_) => Self::plain(ErrorCode::NotFound),
        }
    }
}
