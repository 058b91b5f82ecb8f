//! Every error code with its status, meaning and remedy. The API reference, the page of errors and the
//! responses all use this table.

use http::StatusCode;

/// The catalogue entry of an error code.
pub struct ErrorEntry {
    /// The code, such as `validation_failed`.
    pub name: &'static str,
    /// The status of responses with this code.
    pub status: StatusCode,
    /// Whether the same request may succeed later.
    pub retryable: bool,
    /// What happened, with code between backticks.
    pub meaning: &'static str,
    /// What to do about it, with code between backticks.
    pub remedy: &'static str,
}

/// The whole catalogue, by status.
pub fn error_entries() -> impl Iterator<Item = ErrorEntry> {
    ErrorCode::ALL.iter().copied().map(ErrorCode::entry)
}

macro_rules! catalogue {
    ($($code:ident: $name:literal, $status:ident, retryable: $retryable:literal,
        meaning: $meaning:literal, remedy: $remedy:literal;)*) => {
        /// A stable name that clients can branch on.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum ErrorCode {
            $($code,)*
        }

        impl ErrorCode {
            /// Every code, by status.
            pub(crate) const ALL: &[Self] = &[$(Self::$code,)*];

            pub(crate) const fn entry(self) -> ErrorEntry {
                match self {
                    $(Self::$code => ErrorEntry {
                        name: $name,
                        status: StatusCode::$status,
                        retryable: $retryable,
                        meaning: $meaning,
                        remedy: $remedy,
                    },)*
                }
            }
        }
    };
}

catalogue! {
    InvalidJson: "invalid_json", BAD_REQUEST, retryable: false,
        meaning: "The body is not JSON in UTF-8.",
        remedy: "Send one JSON object; the message names line and column of the first problem.";
    InvalidIdempotencyKey: "invalid_idempotency_key", BAD_REQUEST, retryable: false,
        meaning: "The `Idempotency-Key` header is not 1 to 255 visible ASCII characters.",
        remedy: "Send for example a UUID, bare or in quotes.";
    MissingApiKey: "missing_api_key", UNAUTHORIZED, retryable: false,
        meaning: "The request has no API key.",
        remedy: "Send the header `Authorization: Bearer svc_live_…`.";
    InvalidApiKey: "invalid_api_key", UNAUTHORIZED, retryable: false,
        meaning: "The API key is invalid, expired or revoked.",
        remedy: "Check that you copied the whole key, or create a new one in the dashboard.";
    InsufficientCredits: "insufficient_credits", PAYMENT_REQUIRED, retryable: false,
        meaning: "The account has fewer credits than the call costs; see `requiredCredits` and `availableCredits`.",
        remedy: "Add credits, then retry.";
    KeyLimitReached: "key_limit_reached", PAYMENT_REQUIRED, retryable: false,
        meaning: "The call costs more than the API key may still spend this calendar month (UTC); see `requiredCredits` and `availableCredits`.",
        remedy: "Raise or lift the key's monthly limit, use another key, or wait for the next month.";
    CostLimitExceeded: "cost_limit_exceeded", PAYMENT_REQUIRED, retryable: false,
        meaning: "The call costs more than the `maxCredits` that the request allows.",
        remedy: "Raise `maxCredits` or request less.";
    InsufficientScope: "insufficient_scope", FORBIDDEN, retryable: false,
        meaning: "The API key is valid but lacks the permission for this call.",
        remedy: "Create a key with the scope that the message names.";
    AccountSuspended: "account_suspended", FORBIDDEN, retryable: false,
        meaning: "The account is suspended.",
        remedy: "Contact the operator of this installation.";
    NotFound: "not_found", NOT_FOUND, retryable: false,
        meaning: "The path or the object does not exist, or it belongs to another account or mode.",
        remedy: "Check the path and the id.";
    MethodNotAllowed: "method_not_allowed", METHOD_NOT_ALLOWED, retryable: false,
        meaning: "The path does not support this method.",
        remedy: "Use a method from the `Allow` header.";
    NotAcceptable: "not_acceptable", NOT_ACCEPTABLE, retryable: false,
        meaning: "The `Accept` header excludes JSON, the only format of this call.",
        remedy: "Send `Accept: application/json` or leave the header out.";
    RequestTimeout: "request_timeout", REQUEST_TIMEOUT, retryable: true,
        meaning: "The body did not arrive in time.",
        remedy: "Send the whole body at once.";
    IdempotencyInProgress: "idempotency_in_progress", CONFLICT, retryable: true,
        meaning: "A call with this idempotency key is in progress.",
        remedy: "Wait the number of seconds in `Retry-After`, then retry.";
    NotCancellable: "not_cancellable", CONFLICT, retryable: false,
        meaning: "The status of the article does not allow this call: for example, it is finished and cannot be cancelled, it is not completed yet, or other work on it is in progress.",
        remedy: "Get the article and check its status.";
    Conflict: "conflict", CONFLICT, retryable: false,
        meaning: "The state of the object does not allow this, or the account has as many objects of this kind as it can have.",
        remedy: "Change what the message names, then retry.";
    BodyTooLarge: "body_too_large", PAYLOAD_TOO_LARGE, retryable: false,
        meaning: "The body is larger than the limit: 256 KiB, or 8 MiB for audits, unless the operator changed it.",
        remedy: "Send a smaller body.";
    UnsupportedMediaType: "unsupported_media_type", UNSUPPORTED_MEDIA_TYPE, retryable: false,
        meaning: "The body is not declared as JSON.",
        remedy: "Send the header `Content-Type: application/json`.";
    ValidationFailed: "validation_failed", UNPROCESSABLE_ENTITY, retryable: false,
        meaning: "A field has the wrong type or a value that is not allowed.",
        remedy: "Correct the fields listed in `details`; nothing was charged.";
    UnknownField: "unknown_field", UNPROCESSABLE_ENTITY, retryable: false,
        meaning: "The body or the query has an unknown field.",
        remedy: "Correct or remove the field; `details` suggests the nearest known one. Nothing was charged.";
    IdempotencyKeyReused: "idempotency_key_reused", UNPROCESSABLE_ENTITY, retryable: false,
        meaning: "The idempotency key was used for another request within the last 24 hours.",
        remedy: "Use a new key for a new request.";
    ImageSubjectNotSupported: "image_subject_not_supported", UNPROCESSABLE_ENTITY, retryable: false,
        meaning: "The built-in illustrator does not draw the main subject of the prompt, and no other image engine drew it; nothing was charged.",
        remedy: "Send `style: \"abstract\"`, which always works, or name another main subject. Operators configure an engine that draws anything with `image.engines`.";
    TargetUnreachable: "target_unreachable", UNPROCESSABLE_ENTITY, retryable: true,
        meaning: "The page at the requested URL could not be fetched; nothing was charged.",
        remedy: "Check that the URL opens in a browser without a login, then retry.";
    TargetBlocked: "target_blocked", UNPROCESSABLE_ENTITY, retryable: false,
        meaning: "The requested URL is not allowed; nothing was charged.",
        remedy: "Send a public http or https URL on the usual ports, without a user name or password.";
    RateLimited: "rate_limited", TOO_MANY_REQUESTS, retryable: true,
        meaning: "Too many requests with this key, too many from this IP without a key, or too many charged calls of the account at the same time.",
        remedy: "Wait the number of seconds in `Retry-After`, then retry. The `RateLimit` header shows what remains.";
    TooManyJobs: "too_many_jobs", TOO_MANY_REQUESTS, retryable: true,
        meaning: "The account has too many articles in progress; nothing was reserved.",
        remedy: "Wait until one of them is finished, or cancel one.";
    HeadersTooLarge: "headers_too_large", REQUEST_HEADER_FIELDS_TOO_LARGE, retryable: false,
        meaning: "The URL and headers are larger than the limit, which is 16 KiB unless the operator changed it.",
        remedy: "Send fewer or shorter headers.";
    InternalError: "internal_error", INTERNAL_SERVER_ERROR, retryable: true,
        meaning: "Something went wrong on our side; nothing was charged.",
        remedy: "Retry. If it persists, report the `requestId` to the operator.";
    UpstreamFailed: "upstream_failed", BAD_GATEWAY, retryable: true,
        meaning: "Every engine that could serve the call failed; nothing was charged.",
        remedy: "Retry later; the message names the error of each engine.";
    ProviderNotConfigured: "provider_not_configured", SERVICE_UNAVAILABLE, retryable: false,
        meaning: "No engine is configured for this call; nothing was charged.",
        remedy: "Have the operator configure what the message names, or use a test key, which works without any provider.";
    ProviderUnavailable: "provider_unavailable", SERVICE_UNAVAILABLE, retryable: true,
        meaning: "A part that the call depends on, such as the database, does not respond.",
        remedy: "Retry after the seconds in `Retry-After`.";
    Overloaded: "overloaded", SERVICE_UNAVAILABLE, retryable: true,
        meaning: "More requests are waiting than can be served; nothing was charged.",
        remedy: "Retry after the seconds in `Retry-After`.";
    UpstreamTimeout: "upstream_timeout", GATEWAY_TIMEOUT, retryable: true,
        meaning: "The work took longer than a request may take; nothing was charged.",
        remedy: "Retry. If it persists, request less in one call.";
}
