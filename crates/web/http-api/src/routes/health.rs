//! Liveness and readiness of the process.

use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::RETRY_AFTER;
use serde::Serialize;
use utoipa::ToSchema;

use crate::json::Json;
use crate::openapi::names;
use crate::state::ApiState;

const PATIENCE: Duration = Duration::from_secs(2);
/// Seconds after which a retry makes sense.
const LOOK_AGAIN: &str = "1";

/// The process is up.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    #[schema(value_type = names::HealthStatus, inline)]
    status: &'static str,
}

/// Whether the service can serve requests.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Readiness {
    #[schema(value_type = names::ReadinessStatus, example = "ready")]
    status: &'static str,
    /// The parts that were checked.
    checks: Vec<ReadinessCheck>,
}

/// A part that the service depends on.
#[derive(Debug, Serialize, ToSchema)]
struct ReadinessCheck {
    /// The name of the part.
    #[schema(example = "database")]
    name: &'static str,
    /// Whether it responded in time.
    #[schema(example = true)]
    ok: bool,
}

/// Check liveness.
///
/// Responds as soon as the process listens. Needs no key.
#[utoipa::path(
    get, path = "/healthz", operation_id = "getHealth", tag = "operations",
    responses((status = 200, description = "The process is up.", body = Health))
)]
pub(crate) async fn live() -> Json<Health> {
    Json(Health { status: "ok" })
}

/// Check readiness.
///
/// Returns 200 if every part that the service depends on responds, otherwise 503. Needs no key.
#[utoipa::path(
    get, path = "/readyz", operation_id = "getReadiness", tag = "operations",
    responses(
        (status = 200, description = "Every part responds.", body = Readiness),
        (status = 503, description = "A part does not respond.", body = Readiness),
    )
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
