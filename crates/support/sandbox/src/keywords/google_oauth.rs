//! Google's token endpoint: `POST /token` with a refresh token or a signed assertion.

use aws_lc_rs::signature::{RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::{CREDENTIAL, StandIn};
use crate::reply::Reply;
use crate::world::World;

pub(crate) struct GoogleOauth;

const ASSERTION: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/// The audience that assertions must have.
const AUDIENCE: &str = "https://oauth2.googleapis.com/token";
const LONGEST_LIFE: i64 = 3_600;
/// The service account whose key the sandbox has.
const ACCOUNT: &str = "sandbox@sandbox.iam.gserviceaccount.com";
const ACCOUNT_KEY: &[u8] = include_bytes!("google_oauth_key.der");

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

/// An assertion must be complete and, if it is of the service account whose key is known, signed with that
/// key. Dates are not compared with the clock, so that a response depends only on the request.
fn asserted(asked: &Asked) -> Reply {
    let invalid = |why| error(StatusCode::BAD_REQUEST, "invalid_grant", why);
    let assertion = asked.param("assertion").unwrap_or_default();
    let Some((signed, signature)) = assertion.rsplit_once('.') else { return invalid("Bad Request") };
    let Some((header, claims)) =
        signed.split_once('.').and_then(|(header, claims)| Some((decoded(header)?, decoded(claims)?)))
    else {
        return invalid("Invalid JWT: Token must be in JSON format.");
    };
    let (Some(issuer), Some(scope)) = (claims["iss"].as_str(), claims["scope"].as_str()) else {
        return invalid("Invalid JWT: iss and scope are required.");
    };
    if header["alg"] != "RS256" || claims["aud"] != AUDIENCE {
        return invalid("Invalid JWT: Failed audience check.");
    }
    let life =
        claims["exp"].as_i64().zip(claims["iat"].as_i64()).map(|(end, start)| end.saturating_sub(start));
    if !life.is_some_and(|life| (1..=LONGEST_LIFE).contains(&life)) {
        return invalid("Invalid JWT: Token must be a short-lived token (60 minutes).");
    }
    if issuer == ACCOUNT && !is_signed_by_the_account(signed, signature) {
        return invalid("Invalid JWT Signature.");
    }
    token(scope)
}

fn decoded(part: &str) -> Option<Value> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).ok()?).ok()
}

fn is_signed_by_the_account(signed: &str, signature: &str) -> bool {
    let key = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, ACCOUNT_KEY);
    let signature = URL_SAFE_NO_PAD.decode(signature).unwrap_or_default();
    key.verify(signed.as_bytes(), &signature).is_ok()
}

fn token(scope: &str) -> Reply {
    Reply::ok(&json!({
        "access_token": CREDENTIAL, "expires_in": 3599, "scope": scope, "token_type": "Bearer",
    }))
}
