//! All routes and the middleware around them.

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate, SizeAbove};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::middleware::{admit, conventions, cors, panicked, time_limit};
use crate::state::ApiState;
use crate::{documentation, routes};

/// Below this a compressed body is hardly smaller.
const SMALLEST_COMPRESSED: u64 = 1024;

/// The whole HTTP interface.
pub fn router(state: ApiState) -> Router {
    let (api, _) = api_routes().split_for_parts();
    let (operations, _) = operations_routes().split_for_parts();
    let api = Router::new()
        .nest("/v1", api.clone())
        .merge(api)
        .merge(documentation::routes())
        .fallback(|| async { ApiError::plain(ErrorCode::NotFound) })
        .method_not_allowed_fallback(|| async { ApiError::plain(ErrorCode::MethodNotAllowed) })
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(state.clone(), time_limit))
        .layer(from_fn_with_state(state.clone(), admit))
        .layer(from_fn(cors));
    // Probes and scrapes must work when everything else is being refused, so they pass no rate limit.
    operations
        .route("/metrics", get(routes::metrics::render))
        .method_not_allowed_fallback(|| async { ApiError::plain(ErrorCode::MethodNotAllowed) })
        .merge(api)
        .layer(from_fn_with_state(state.clone(), conventions))
        .layer(
            CompressionLayer::new()
                .compress_when(DefaultPredicate::new().and(SizeAbove::new(SMALLEST_COMPRESSED))),
        )
        .with_state(state)
}

/// Routes that stand under `/v1` and, as aliases, at the root.
pub(crate) fn api_routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(routes::service::describe))
        .routes(routes!(routes::account::read))
        .routes(routes!(routes::estimate::estimate))
}

/// Routes for whoever runs the service.
pub(crate) fn operations_routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new().routes(routes!(routes::health::live)).routes(routes!(routes::health::ready))
}
