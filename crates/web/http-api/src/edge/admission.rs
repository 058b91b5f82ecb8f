//! Checks before any handler runs: the identity of the caller, the rate limits, and the size of the headers.

use std::net::{IpAddr, SocketAddr};

use axum::body::Body;
use axum::extract::ConnectInfo;
use domain::api_keys::{Claims, KeyRefusal};
use http::header::AUTHORIZATION;
use http::{HeaderMap, Request};

use super::rate_limits::{RateLimitResult, RateLimitState};
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::state::ApiState;

/// The result of checking the `Authorization` header. Handlers read it through [`crate::caller::Caller`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Identity {
    /// The request has no bearer key.
    Absent,
    /// The request has a key that is not valid.
    Refused(KeyRefusal),
    Proven(Claims),
}

/// The result of the checks before any handler runs.
pub(super) struct Admission {
    pub(super) identity: Identity,
    pub(super) rate_limit_state: RateLimitState,
    pub(super) refusal: Option<ApiError>,
}

/// The checks for a stored file, which is public and needs no key.
pub(super) fn check_reader(state: &ApiState, request: &Request<Body>) -> Admission {
    let verdict = state.rate_limits.admit_reader(peer(request));
    let refusal = too_soon(&verdict);
    Admission { identity: Identity::Absent, rate_limit_state: verdict.rate_limit_state, refusal }
}

/// The identity, IP address and fault of a request before it is counted.
pub(super) struct Application {
    identity: Identity,
    peer: IpAddr,
    fault: Option<ApiError>,
}

impl Application {
    pub(super) fn of(state: &ApiState, request: &Request<Body>) -> Self {
        let is_too_large = header_bytes(request) > state.settings.header_bytes;
        let fault = is_too_large.then(|| ApiError::plain(ErrorCode::HeadersTooLarge));
        Self { identity: identify(state, request.headers()), peer: peer(request), fault }
    }

    /// Rate limits are checked first.
    pub(super) async fn check(self, state: &ApiState) -> Admission {
        let verdict = match &self.identity {
            Identity::Proven(claims) => state.rate_limits.admit_key(claims).await,
            Identity::Absent | Identity::Refused(_) => state.rate_limits.admit_address(self.peer).await,
        };
        let refusal = too_soon(&verdict).or(self.fault);
        Admission { identity: self.identity, rate_limit_state: verdict.rate_limit_state, refusal }
    }
}

/// The error for a request that came too soon. It names the limit that was reached.
fn too_soon(verdict: &RateLimitResult) -> Option<ApiError> {
    let message = || format!("Rate limit reached: {}.", verdict.limit);
    verdict.refusal.map(|delay| ApiError::new(ErrorCode::RateLimited, message()).retry_after(delay))
}

fn identify(state: &ApiState, headers: &HeaderMap) -> Identity {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let token = match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok().and_then(bearer_token),
        (Some(_), Some(_)) => return Identity::Refused(KeyRefusal::Malformed),
        (None, _) => None,
    };
    let Some(token) = token else {
        return Identity::Absent;
    };
    match state.authenticator.identify(token) {
        Ok(claims) => Identity::Proven(claims),
        Err(refusal) => {
            metrics::counter!("api_keys_refused_total", "reason" => refusal.as_str()).increment(1);
            Identity::Refused(refusal)
        }
    }
}

fn bearer_token(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn peer(request: &Request<Body>) -> IpAddr {
    request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(address)| address.ip())
}

fn header_bytes(request: &Request<Body>) -> usize {
    // Each header takes a line with a colon, a space and a line end.
    const PER_LINE: usize = 4;
    let uri = request.uri().path_and_query().map_or(0, |path| path.as_str().len());
    request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + PER_LINE).sum::<usize>()
        + uri
}

#[cfg(test)]
mod tests {
    use super::bearer_token;

    #[test]
    fn only_bearer_credentials_are_taken() {
        assert_eq!(bearer_token("Bearer abc"), Some("abc"));
        assert_eq!(bearer_token("bearer  abc "), Some("abc"));
        assert_eq!(bearer_token("Basic abc"), None);
        assert_eq!(bearer_token("abc"), None);
    }
}
