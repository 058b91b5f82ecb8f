//! Google's token endpoint: `POST /token` with a refresh token or a signed assertion.

use http::{Method, StatusCode};
use serde_json::json;

use crate::asked::Asked;
use crate::faults::Failure;
use crate::reply::Reply;
use crate::vendor::{CREDENTIAL, StandIn};
use crate::world::World;

pub(crate) struct GoogleOauth;

const ASSERTION: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";

impl StandIn for GoogleOauth {
    fn answer(&self, _world: &World, asked: &Asked) -> Reply {
        if asked.path != "/token" || asked.method != Method::POST {
            return error(StatusCode::NOT_FOUND, "not_found", "Not found.");
        }
        match asked.param("grant_type") {
            Some("refresh_token") => refreshed(asked),
            Some(ASSERTION) => asserted(asked),
            Some(_) => error(StatusCode::BAD_REQUEST, "unsupported_grant_type", "Invalid grant_type"),
            None => {
                error(StatusCode::BAD_REQUEST, "invalid_request", "Required parameter is missing: grant_type")
            }
        }
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Unauthorised => invalid_client(),
            Failure::Throttled { retry_after } => {
                error(StatusCode::TOO_MANY_REQUESTS, "rate_limit_exceeded", "Rate Limit Exceeded")
                    .retry_after(retry_after)
            }
            Failure::Broken | Failure::Task(_) => {
                error(StatusCode::INTERNAL_SERVER_ERROR, "internal_failure", "Backend Error")
            }
            Failure::Unavailable => {
                error(StatusCode::SERVICE_UNAVAILABLE, "temporarily_unavailable", "Try again later")
            }
            Failure::Blocked => error(StatusCode::FORBIDDEN, "access_denied", "Account Restricted"),
        }
    }
}

fn error(status: StatusCode, code: &str, description: &str) -> Reply {
    Reply::json(status, &json!({ "error": code, "error_description": description }))
}

fn invalid_client() -> Reply {
    error(StatusCode::UNAUTHORIZED, "invalid_client", "The OAuth client was not found.")
}

fn refreshed(asked: &Asked) -> Reply {
    let given = |name| asked.param(name).is_some_and(|value| !value.is_empty());
    if !given("client_id") || !given("client_secret") {
        return invalid_client();
    }
    if asked.param("refresh_token") != Some(CREDENTIAL) {
        return error(StatusCode::BAD_REQUEST, "invalid_grant", "Token has been expired or revoked.");
    }
    token("https://www.googleapis.com/auth/adwords")
}

/// The sandbox knows no service account's public key, so it looks at the form of the assertion alone.
fn asserted(asked: &Asked) -> Reply {
    let parts: Vec<&str> = asked.param("assertion").unwrap_or_default().split('.').collect();
    if parts.len() != 3 || parts.iter().any(|part| part.is_empty()) {
        return error(StatusCode::BAD_REQUEST, "invalid_grant", "Bad Request");
    }
    token("https://www.googleapis.com/auth/indexing")
}

fn token(scope: &str) -> Reply {
    Reply::ok(&json!({
        "access_token": CREDENTIAL, "expires_in": 3599, "scope": scope, "token_type": "Bearer",
    }))
}
