//! The errors that each operation can return. Common errors follow from the traits of an operation;
//! individual ones are listed under its name. Tests compare the codes of real responses with this.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{header_reference, operations};
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode::{
    self, AccountSuspended, BodyTooLarge, Conflict, CostLimitExceeded, HeadersTooLarge,
    IdempotencyInProgress, IdempotencyKeyReused, ImageSubjectNotSupported, InsufficientCredits,
    InsufficientScope, InternalError, InvalidApiKey, InvalidIdempotencyKey, InvalidJson, KeyLimitReached,
    MethodNotAllowed, MissingApiKey, NotAcceptable, NotCancellable, NotFound, Overloaded,
    ProviderNotConfigured, ProviderUnavailable, RateLimited, RequestTimeout, TargetBlocked,
    TargetUnreachable, TooManyJobs, UnknownField, UnsupportedMediaType, UpstreamFailed, UpstreamTimeout,
    ValidationFailed,
};
use crate::error_catalogue::ErrorEntry;

/// What decides which errors an operation can return.
#[derive(Clone, Copy)]
pub(super) enum Trait {
    ForCustomers,
    WithKey,
    WithScope,
    WithQuery,
    WithBody,
    /// Its path names an object.
    OfObject,
    Charged,
    /// It takes an idempotency key.
    Repeatable,
}

const FOR_CUSTOMERS: &[ErrorCode] = &[NotAcceptable, RateLimited, HeadersTooLarge, InternalError];
const WITH_KEY: &[ErrorCode] =
    &[MissingApiKey, InvalidApiKey, AccountSuspended, ProviderUnavailable, UpstreamTimeout];
const WITH_QUERY: &[ErrorCode] = &[ValidationFailed, UnknownField];
const WITH_BODY: &[ErrorCode] =
    &[InvalidJson, RequestTimeout, BodyTooLarge, UnsupportedMediaType, ValidationFailed, UnknownField];
const CHARGED: &[ErrorCode] = &[InsufficientCredits, KeyLimitReached, CostLimitExceeded];
const REPEATABLE: &[ErrorCode] =
    &[InvalidIdempotencyKey, IdempotencyInProgress, IdempotencyKeyReused, Overloaded];

const BOUND_TO_A_STATE: &[ErrorCode] = &[NotCancellable];
const CHANGES_A_TEXT: &[ErrorCode] = &[NotCancellable, Conflict, ValidationFailed];
const STARTS_A_JOB: &[ErrorCode] = &[TooManyJobs, NotCancellable, ValidationFailed];
const FETCHES_A_PAGE: &[ErrorCode] = &[TargetUnreachable, TargetBlocked];
const CALLS_ENGINES: &[ErrorCode] = &[ProviderNotConfigured, UpstreamFailed];
const RESEARCHES: &[ErrorCode] = &[TargetUnreachable, TargetBlocked, ProviderNotConfigured, UpstreamFailed];

/// This operation responds with events, whatever the `Accept` header says.
const STREAM: &str = "watchArticle";

/// Errors of single operations beside those of their traits.
pub(super) const OWN: [(&str, &[ErrorCode]); 19] = [
    ("analyseSerp", RESEARCHES),
    ("approveOutline", BOUND_TO_A_STATE),
    ("auditPage", FETCHES_A_PAGE),
    ("cancelArticle", BOUND_TO_A_STATE),
    ("createPurchase", &[Conflict, UpstreamFailed, ProviderNotConfigured]),
    ("createWebhookEndpoint", &[Conflict]),
    ("editArticle", CHANGES_A_TEXT),
    ("findKeywordIdeas", RESEARCHES),
    ("generateArticle", &[TooManyJobs, ProviderNotConfigured]),
    ("generateImage", &[ImageSubjectNotSupported, ProviderNotConfigured, UpstreamFailed]),
    ("previewArticle", CHANGES_A_TEXT),
    ("publishArticle", BOUND_TO_A_STATE),
    ("regenerateSection", STARTS_A_JOB),
    ("restoreArticleVersion", CHANGES_A_TEXT),
    ("rotateWebhookSecret", &[Conflict]),
    ("suggestKeywords", CALLS_ENGINES),
    ("testWebhookEndpoint", &[Conflict]),
    ("unpublishArticle", BOUND_TO_A_STATE),
    ("updateWebhookEndpoint", &[Conflict]),
];

impl Trait {
    const fn errors(self) -> &'static [ErrorCode] {
        match self {
            Self::ForCustomers => FOR_CUSTOMERS,
            Self::WithKey => WITH_KEY,
            Self::WithScope => &[InsufficientScope],
            Self::WithQuery => WITH_QUERY,
            Self::WithBody => WITH_BODY,
            Self::OfObject => &[NotFound],
            Self::Charged => CHARGED,
            Self::Repeatable => REPEATABLE,
        }
    }
}

/// The codes of all errors that the operation can return, by status.
fn codes(operation: &str, traits: &[Trait]) -> BTreeMap<u16, Vec<ErrorCode>> {
    let own = OWN.iter().filter(|(name, _)| *name == operation).flat_map(|(_, codes)| *codes);
    let shared = traits.iter().flat_map(|of| of.errors());
    let can_return: Vec<&ErrorCode> = own
        .chain(shared)
        .chain(&[MethodNotAllowed])
        .filter(|code| operation != STREAM || **code != NotAcceptable)
        .collect();
    let mut by_status = BTreeMap::<u16, Vec<ErrorCode>>::new();
    for code in ErrorCode::ALL.iter().filter(|code| can_return.contains(code)) {
        by_status.entry(code.entry().status.as_u16()).or_default().push(*code);
    }
    by_status
}

/// The error responses, shared by operations that can return the same codes.
#[derive(Default)]
pub(super) struct ErrorResponses(Map<String, Value>);

impl ErrorResponses {
    /// References to the operation's responses, by status.
    pub(super) fn of(&mut self, operation: &str, traits: &[Trait]) -> Vec<(String, Value)> {
        let responses = codes(operation, traits).into_iter().map(|(status, codes)| {
            let name = codes.iter().map(|code| format!("{code:?}")).collect::<Vec<_>>().join("Or");
            self.0.entry(&name).or_insert_with(|| response(status, &codes));
            (status.to_string(), json!({"$ref": format!("#/components/responses/{name}")}))
        });
        responses.collect()
    }

    /// All error responses, by name.
    pub(super) fn into_components(self) -> Value {
        Value::Object(self.0)
    }
}

/// An example of each error, by code.
pub(super) fn examples() -> Value {
    let example = |code: &ErrorCode| {
        let example = json!({"summary": code.entry().meaning, "value": ApiError::example(*code)});
        (code.entry().name.to_owned(), example)
    };
    Value::Object(ErrorCode::ALL.iter().map(example).collect())
}

fn response(status: u16, codes: &[ErrorCode]) -> Value {
    let special = match status {
        401 => Some("WWW-Authenticate"),
        405 => Some("Allow"),
        429 | 503 => Some("Retry-After"),
        _ => None,
    };
    let names = operations::ALWAYS.into_iter().chain(special);
    let mut headers: Map<String, Value> =
        names.map(|name| (name.to_owned(), header_reference(name))).collect();
    if codes.contains(&IdempotencyInProgress) {
        let header = json!({
            "description": "Seconds to wait before you retry. Only with `idempotency_in_progress`.",
            "schema": {"type": "integer"}, "example": 1, "required": false,
        });
        headers.insert("Retry-After".to_owned(), header);
    }
    let entries = || codes.iter().map(|code| code.entry());
    let meanings = entries().map(|entry| format!("`{}`: {}", entry.name, entry.meaning));
    let examples: Map<String, Value> = entries()
        .map(|ErrorEntry { name, .. }| {
            (name.to_owned(), json!({"$ref": format!("#/components/examples/{name}")}))
        })
        .collect();
    json!({
        "description": meanings.collect::<Vec<_>>().join(" "),
        "headers": headers,
        "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/ErrorResponse"},
            "examples": examples,
        }},
    })
}
