//! Metrics in the format of Prometheus.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, State};
use axum::response::{IntoResponse, Response};
use http::HeaderMap;
use http::header::{AUTHORIZATION, CONTENT_TYPE, FORWARDED};
use secrecy::ExposeSecret;
use subtle::ConstantTimeEq;

use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::state::{ApiState, MetricsAccess};

pub(crate) async fn render(
    State(state): State<ApiState>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Response {
    if !allowed(&state.settings.metrics, peer, &headers) {
        return ApiError::plain(ErrorCode::NotFound).into_response();
    }
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], state.metrics.render()).into_response()
}

fn allowed(access: &MetricsAccess, peer: SocketAddr, headers: &HeaderMap) -> bool {
    match access {
        // Behind a proxy on this machine, remote clients look local, but the proxy adds a header.
        MetricsAccess::LocalOnly => {
            peer.ip().is_loopback()
                && !headers.contains_key(FORWARDED)
                && !headers.contains_key("x-forwarded-for")
        }
        MetricsAccess::Token(expected) => {
            let given = headers
                .get(AUTHORIZATION)
                .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
                .unwrap_or_default();
            given.as_bytes().ct_eq(expected.expose_secret().as_bytes()).into()
        }
    }
}
