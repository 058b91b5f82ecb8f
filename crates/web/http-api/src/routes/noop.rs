//! A charged call that does nothing, for tests and benchmarks of charging. Only built with `fault-injection`.

use axum::response::Response;
use domain::prices::Operation;
use serde::{Deserialize, Serialize};

use crate::caller::AnyKey;
use crate::charging::{ChargedCall, Terms};
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;

const OPERATION: Operation = Operation::KeywordsSuggestions;

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

pub(crate) async fn run(call: ChargedCall<AnyKey, NoopRequest>) -> Result<Response, ApiError> {
    let NoopRequest { outcome, hold, max_credits } = call.request;
    call.settle(Terms { operation: OPERATION, hold_first: hold, max_credits }, work(outcome)).await
}

#[derive(Debug, Serialize)]
struct NoopReply {
    success: bool,
}

#[expect(clippy::panic, reason = "a test asks for it")]
async fn work(outcome: Outcome) -> Result<NoopReply, ApiError> {
    match outcome {
        Outcome::Succeed => Ok(NoopReply { success: true }),
        Outcome::Fail => Err(ApiError::plain(ErrorCode::ProviderUnavailable)),
        Outcome::Panic => panic!("as asked"),
        Outcome::Hang => std::future::pending().await,
    }
}
