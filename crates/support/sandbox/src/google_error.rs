//! Errors in the format of Google's APIs.

use http::StatusCode;
use serde_json::{Value, json};

use crate::faults::Failure;
use crate::reply::Reply;

/// A response of the form `{"error": {"code", "message", "status"}}`.
pub(crate) fn reply(status: StatusCode, name: &str, message: &str) -> Reply {
    Reply::json(status, &body(status, name, message))
}

/// The body of [`reply`], for callers that add details.
pub(crate) fn body(status: StatusCode, name: &str, message: &str) -> Value {
    json!({ "error": { "code": status.as_u16(), "message": message, "status": name } })
}

/// 400 `INVALID_ARGUMENT`.
pub(crate) fn invalid(message: &str) -> Reply {
    reply(StatusCode::BAD_REQUEST, "INVALID_ARGUMENT", message)
}

/// 404 `NOT_FOUND`.
pub(crate) fn not_found(message: &str) -> Reply {
    reply(StatusCode::NOT_FOUND, "NOT_FOUND", message)
}

/// The failures that all of Google's APIs report in the same way, with the retry delay among the details.
pub(crate) fn failure(failure: Failure) -> Reply {
    match failure {
        Failure::Unauthorised => reply(
            StatusCode::UNAUTHORIZED,
            "UNAUTHENTICATED",
            "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid \
             authentication credential.",
        ),
        Failure::Throttled { retry_after } => {
            let status = StatusCode::TOO_MANY_REQUESTS;
            let mut body =
                body(status, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).");
            body["error"]["details"] = json!([{
                "@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": format!("{retry_after}s"),
            }]);
            Reply::json(status, &body).retry_after(retry_after)
        }
        Failure::Broken | Failure::Task(_) => {
            reply(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL", "Internal error encountered.")
        }
        Failure::Unavailable => {
            reply(StatusCode::SERVICE_UNAVAILABLE, "UNAVAILABLE", "The service is currently unavailable.")
        }
        Failure::Blocked => {
            reply(StatusCode::FORBIDDEN, "PERMISSION_DENIED", "The caller does not have permission")
        }
    }
}

/// 403 for a call without a valid key.
pub(crate) fn unregistered() -> Reply {
    reply(
        StatusCode::FORBIDDEN,
        "PERMISSION_DENIED",
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other \
         form of API consumer identity to call this API.",
    )
}
