//! The start page, which is for people and programs alike, and the OpenAPI document.

use axum::Router;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header::ACCEPT;
use tower::ServiceExt;

use crate::json::{AcceptsJson, Json};
use crate::state::ApiState;
use crate::{openapi, routes};

pub(crate) fn pages(start_page: Router) -> Router<ApiState> {
    Router::new()
        .route("/", get(move |state, request| start(state, start_page, request)))
        .route("/openapi.json", get(openapi_json))
}

/// People get a page, programs the same as from `/v1`.
async fn start(state: State<ApiState>, page: Router, request: Request) -> Response {
    let wants_page = request
        .headers()
        .get(ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accepted| accepted.contains("text/html"));
    if wants_page {
        page.oneshot(request).await.into_response()
    } else {
        routes::service::describe(AcceptsJson, state).await.into_response()
    }
}

async fn openapi_json(State(state): State<ApiState>) -> impl IntoResponse {
    Json(openapi::document(&state.settings.public_url))
}
