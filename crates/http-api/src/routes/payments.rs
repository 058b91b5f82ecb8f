//! Messages of payment vendors. They carry no key; their signature over the bytes as sent is their proof.

use application::buy_credits::{BuyCreditsError, Received};
use axum::Router;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use domain::api_keys::KeyMode;
use domain::purchases::PaymentVendor;
use http::StatusCode;
use serde_json::json;

use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::json::{Json, raw_bytes};
use crate::path::Path;
use crate::state::ApiState;

/// Where vendors and, apart from them, their stand-ins report.
pub(crate) fn webhooks() -> Router<ApiState> {
    Router::new().route("/webhooks/{vendor}", post(live)).route("/webhooks/sandbox/{vendor}", post(test))
}

async fn live(path: Path<String>, State(state): State<ApiState>, request: Request) -> Response {
    receive(&state, KeyMode::Live, path, request).await.unwrap_or_else(IntoResponse::into_response)
}

async fn test(path: Path<String>, State(state): State<ApiState>, request: Request) -> Response {
    receive(&state, KeyMode::Test, path, request).await.unwrap_or_else(IntoResponse::into_response)
}

async fn receive(
    state: &ApiState,
    mode: KeyMode,
    Path(vendor): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let vendor = PaymentVendor::from_name(&vendor).ok_or_else(|| ApiError::plain(ErrorCode::NotFound))?;
    let signature = request.headers().get("stripe-signature").and_then(|value| value.to_str().ok());
    let signature = signature.map(str::to_owned);
    let body = raw_bytes(request, state).await?;
    match state.buy_credits.receive(vendor, mode, signature.as_deref(), &body).await {
        Ok(received) => {
            let known = matches!(received, Received::Heard(_));
            Ok(Json(json!({ "received": true, "known": known })).into_response())
        }
        Err(BuyCreditsError::Webhook(refusal)) => {
            tracing::warn!(vendor = vendor.as_str(), %refusal, "a message was not believed");
            Ok((StatusCode::BAD_REQUEST, format!("{refusal}\n")).into_response())
        }
        Err(BuyCreditsError::NotConfigured { .. }) => Err(ApiError::plain(ErrorCode::NotFound)),
        Err(error) => {
            tracing::error!(
                vendor = vendor.as_str(),
                error = &error as &dyn std::error::Error,
                "a message was not heard"
            );
            Err(ApiError::plain(ErrorCode::ProviderUnavailable))
        }
    }
}
