//! No request runs for ever.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::state::ApiState;

pub(crate) async fn time_limit(State(state): State<ApiState>, request: Request, next: Next) -> Response {
    match tokio::time::timeout(state.settings.request_timeout, next.run(request)).await {
        Ok(response) => response,
        Err(_elapsed) => ApiError::plain(ErrorCode::UpstreamTimeout).into_response(),
    }
}
