//! Whether the process lives, and whether it can serve.

use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::RETRY_AFTER;
use serde::Serialize;
use utoipa::ToSchema;

use crate::json::Json;
use crate::state::ApiState;

const PATIENCE: Duration = Duration::from_secs(2);
/// Seconds after which it is worth asking again.
const LOOK_AGAIN: &str = "1";

/// Whether the process lives.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// Always `ok`.
    #[schema(example = "ok")]
    status: &'static str,
}

/// Whether the process can serve.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Readiness {
    /// `ready` or `unavailable`.
    #[schema(example = "ready")]
    status: &'static str,
    /// Everything that was asked.
    checks: Vec<ReadinessCheck>,
}

/// One part that the process depends on.
#[derive(Debug, Serialize, ToSchema)]
struct ReadinessCheck {
    /// The part.
    #[schema(example = "database")]
    name: &'static str,
    /// Whether it answered in time.
    #[schema(example = true)]
    ok: bool,
}

/// Answers as soon as the process listens.
#[utoipa::path(get, path = "/healthz", operation_id = "getHealth", tag = "operations", responses((status = 200, body = Health)))]
pub(crate) async fn live() -> Json<Health> {
    Json(Health { status: "ok" })
}

/// Answers 200 when every part that serving depends on answers, otherwise 503.
#[utoipa::path(
    get, path = "/readyz", operation_id = "getReadiness", tag = "operations",
    responses((status = 200, body = Readiness), (status = 503, body = Readiness, description = "A part does not answer"))
)]
pub(crate) async fn ready(State(state): State<ApiState>) -> Response {
    let mut checks = Vec::new();
    for part in &state.readiness {
        let ok = match tokio::time::timeout(PATIENCE, part.check()).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::warn!(part = part.name(), %error, "not ready");
                false
            }
            Err(_elapsed) => {
                tracing::warn!(part = part.name(), "not ready: no answer in time");
                false
            }
        };
        checks.push(ReadinessCheck { name: part.name(), ok });
    }
    if checks.iter().all(|check| check.ok) {
        Json(Readiness { status: "ready", checks }).into_response()
    } else {
        let reply = Json(Readiness { status: "unavailable", checks });
        (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, LOOK_AGAIN)], reply).into_response()
    }
}
