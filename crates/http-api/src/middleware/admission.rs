//! Who is calling, how often they have, and whether the request is of a sane size: all before any handler runs.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::api_keys::{Claims, KeyRefusal};
use http::HeaderMap;
use http::header::AUTHORIZATION;

use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::state::ApiState;

/// What the `Authorization` header proved. Handlers ask for it through [`crate::caller::Caller`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Identity {
    /// No bearer key was sent.
    Absent,
    /// A key was sent that opens nothing.
    Refused(KeyRefusal),
    /// A genuine key.
    Proven(Claims),
}

pub(crate) async fn admit(State(state): State<ApiState>, mut request: Request, next: Next) -> Response {
    let identity = identify(&state, request.headers());
    let verdict = match identity {
        Identity::Proven(claims) => state.rate_limits.admit_key(&claims),
        Identity::Absent | Identity::Refused(_) => state.rate_limits.admit_address(peer(&request)),
    };
    let mut response = match verdict.refusal {
        Some(delay) => ApiError::plain(ErrorCode::RateLimited).retry_after(delay).into_response(),
        None if header_bytes(&request) > state.settings.header_bytes => {
            ApiError::plain(ErrorCode::HeadersTooLarge).into_response()
        }
        None => {
            request.extensions_mut().insert(identity);
            next.run(request).await
        }
    };
    response.extensions_mut().insert(verdict.standing);
    if let Identity::Proven(claims) = identity {
        response.extensions_mut().insert(claims);
    }
    response
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

fn peer(request: &Request) -> IpAddr {
    request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(address)| address.ip())
}

fn header_bytes(request: &Request) -> usize {
    // Each header stands in its own line with a colon, a space and a line end.
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
