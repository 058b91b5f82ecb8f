//! The start page, which serves both people and programs, and the OpenAPI document.

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::Value;
use tower::ServiceExt;

use crate::accept::prefers_page;
use crate::json::{AcceptsJson, Json};
use crate::state::ApiState;
use crate::{openapi, routes};

pub(crate) fn pages(start_page: Router) -> Router<ApiState> {
    // The document takes a while to build and is the same for every client.
    let document = Arc::new(OnceLock::new());
    Router::new()
        .route("/", get(move |state, request| start(state, start_page, request)))
        .route("/openapi.json", get(move |state| async move { openapi_json(state, &document) }))
}

/// Responds with a page to browsers, and to programs with the same as `/v1`.
async fn start(state: State<ApiState>, page: Router, request: Request) -> Response {
    if prefers_page(request.headers()) {
        page.oneshot(request).await.into_response()
    } else {
        routes::service::describe(AcceptsJson, state).await.into_response()
    }
}

fn openapi_json(State(state): State<ApiState>, document: &OnceLock<Value>) -> Response {
    Json(document.get_or_init(|| openapi::document(&state.settings.public_url))).into_response()
}
