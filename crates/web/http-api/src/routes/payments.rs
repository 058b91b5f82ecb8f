//! Webhooks of payment providers. They have no API key; their signature over the raw bytes authenticates
//! them.

use application::buy_credits::{BuyCreditsError, Received};
use axum::Router;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use domain::api_keys::KeyMode;
use domain::purchases::PaymentProviderName;
use http::StatusCode;
use serde_json::json;

use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::json::{Json, raw_bytes};
use crate::state::ApiState;

/// The routes to which providers, and the stand-ins of the sandbox, send their messages. Other paths below
/// `/webhooks` are aliases of the API.
pub(crate) fn webhooks() -> Router<ApiState> {
    PaymentProviderName::ALL.into_iter().fold(Router::new(), |router, provider| {
        let name = provider.as_str();
        let reports = |mode| {
            post(move |State(state): State<ApiState>, request: Request| async move {
                receive(&state, mode, provider, request).await.unwrap_or_else(IntoResponse::into_response)
            })
        };
        router
            .route(&format!("/webhooks/{name}"), reports(KeyMode::Live))
            .route(&format!("/webhooks/sandbox/{name}"), reports(KeyMode::Test))
    })
}

async fn receive(
    state: &ApiState,
    mode: KeyMode,
    provider: PaymentProviderName,
    request: Request,
) -> Result<Response, ApiError> {
    let signature = request.headers().get("stripe-signature").and_then(|value| value.to_str().ok());
    let signature = signature.map(str::to_owned);
    let body = raw_bytes(request, state).await?;
    match state.buy_credits.receive(provider, mode, signature.as_deref(), &body).await {
        Ok(received) => {
            let known = matches!(received, Received::Heard(_));
            Ok(Json(json!({ "received": true, "known": known })).into_response())
        }
        Err(BuyCreditsError::Webhook(refusal)) => {
            tracing::warn!(provider = provider.as_str(), %refusal, "a message was not believed");
            Ok((StatusCode::BAD_REQUEST, format!("{refusal}\n")).into_response())
        }
        Err(BuyCreditsError::NotConfigured { .. }) => Err(ApiError::plain(ErrorCode::NotFound)),
        Err(error) => {
            tracing::error!(
                provider = provider.as_str(),
                error = &error as &dyn std::error::Error,
                "a message was not heard"
            );
            Err(ApiError::plain(ErrorCode::ProviderUnavailable))
        }
    }
}
