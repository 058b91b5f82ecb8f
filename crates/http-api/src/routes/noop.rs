//! A charged call that does nothing, for tests and benchmarks of charging. Only built with `fault-injection`.

use application::spend_credits::Purchase;
use axum::extract::State;
use axum::response::Response;
use domain::credits::Credits;
use domain::prices::Operation;
use serde::Deserialize;

use crate::caller::{AnyKey, Caller};
use crate::charging::{charged_reply, fingerprint};
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::idempotency::IdempotencyKey;
use crate::json::JsonBytes;
use crate::state::ApiState;

const OPERATION: Operation = Operation::SeoAudit;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NoopRequest {
    #[serde(default)]
    outcome: Outcome,
    #[serde(default)]
    hold: bool,
    #[serde(default)]
    max_credits: Option<i64>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    #[default]
    Succeed,
    Fail,
    Panic,
    Hang,
}

pub(crate) async fn run(
    caller: Caller<AnyKey>,
    State(state): State<ApiState>,
    IdempotencyKey(key): IdempotencyKey,
    JsonBytes(request, bytes): JsonBytes<NoopRequest>,
) -> Result<Response, ApiError> {
    let purchase = Purchase {
        claims: caller.claims,
        operation: OPERATION,
        price: OPERATION.fixed_price().unwrap_or(Credits::ZERO),
        max_credits: request.max_credits.map(Credits::new),
        hold_first: request.hold,
        idempotency: key.map(|key| (key, fingerprint(OPERATION, &bytes))),
    };
    let limit = state.settings.request_timeout;
    let paid = state.spend_credits.spend(purchase, limit, work(request.outcome)).await?;
    Ok(charged_reply(OPERATION, &paid))
}

#[expect(clippy::panic, reason = "a test asks for it")]
async fn work(outcome: Outcome) -> Result<String, ApiError> {
    match outcome {
        Outcome::Succeed => Ok("{\"success\":true}".to_owned()),
        Outcome::Fail => Err(ApiError::plain(ErrorCode::ProviderUnavailable)),
        Outcome::Panic => panic!("as asked"),
        Outcome::Hang => std::future::pending().await,
    }
}
