//! All routes of the service.

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use http::{Method, Request, Uri};
use tower::ServiceExt;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::edge::{Edge, ObserveRoute};
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::json::LargeBodies;
use crate::state::ApiState;
use crate::{documentation, routes};

const PREFIX: &str = "/v1";

/// Pages for people, which are served beside the API.
pub struct Pages {
    /// The page at `/` for people. Programs get the same there as from `/v1`.
    pub start: Router,
    /// All pages other than the start page.
    pub rest: Router,
    /// The page that browsers get if nothing is found.
    pub missing: Router,
    /// The first path segments of the pages.
    pub places: &'static [&'static str],
}

/// The whole HTTP interface.
#[must_use]
pub fn router(state: ApiState, pages: Pages) -> Edge {
    let Pages { start, rest, missing, places } = pages;
    let (api, _) = api_routes().split_for_parts();
    let (operations, _) = operations_routes().split_for_parts();
    #[cfg(feature = "fault-injection")]
    let api = api.route("/v1/noop", axum::routing::post(routes::noop::run));
    let api = api.layer(ObserveRoute);
    let aliases = with_json_refusals(api.clone()).fallback(not_found).with_state(state.clone());
    let routes = operations
        .route("/metrics", get(routes::metrics::render))
        .route("/media/{*key}", get(routes::media::read))
        .merge(routes::hosted::pages())
        .merge(routes::audits::page::pages())
        .merge(routes::payments::webhooks())
        .merge(documentation::pages(start))
        .merge(rest.with_state(()))
        .layer(ObserveRoute)
        .merge(api)
        .fallback(move |State(state), request| answer_others(state, aliases.clone(), request));
    Edge::new(state.clone(), with_json_refusals(routes).with_state(state), places, Some(missing))
}

/// The routes that an operator needs on a node that serves no calls.
#[must_use]
pub fn operations_router(state: ApiState) -> Edge {
    let (operations, _) = operations_routes().split_for_parts();
    let routes =
        operations.route("/metrics", get(routes::metrics::render)).layer(ObserveRoute).fallback(not_found);
    Edge::new(state.clone(), with_json_refusals(routes).with_state(state), &[], None)
}

/// Routes of the API, all under `/v1`.
pub(crate) fn api_routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(routes::service::describe))
        .routes(routes!(routes::account::read))
        .routes(routes!(routes::transactions::list))
        .routes(routes!(routes::estimate::estimate))
        .routes(routes!(routes::serp::analyse))
        .routes(routes!(routes::suggestions::suggest))
        .routes(routes!(routes::ideas::find))
        .routes(routes!(routes::articles::generate))
        .routes(routes!(routes::articles::list))
        .routes(routes!(routes::articles::read, routes::articles::cancel, routes::articles::edit::edit))
        .routes(routes!(routes::articles::status))
        .routes(routes!(routes::articles::events::events))
        .routes(routes!(routes::articles::approve))
        .routes(routes!(routes::articles::answers::save))
        .routes(routes!(routes::articles::publish))
        .routes(routes!(routes::articles::edit::unpublish))
        .routes(routes!(routes::articles::edit::preview))
        .routes(routes!(routes::articles::sections::regenerate))
        .routes(routes!(routes::articles::versions::list))
        .routes(routes!(routes::articles::versions::read))
        .routes(routes!(routes::articles::versions::restore))
        .routes(routes!(routes::images::generate))
        .routes(routes!(routes::images::list))
        .routes(routes!(routes::images::read, routes::images::delete))
        .merge(
            OpenApiRouter::new()
                .routes(routes!(routes::audits::audit))
                .layer(Extension(LargeBodies(routes::audits::MOST_BYTES))),
        )
        .routes(routes!(routes::audits::kept::list))
        .routes(routes!(routes::audits::kept::read))
        .routes(routes!(routes::keys::list, routes::keys::create))
        .routes(routes!(routes::keys::read, routes::keys::update, routes::keys::revoke))
        .routes(routes!(routes::purchases::list, routes::purchases::create))
        .routes(routes!(routes::purchases::read))
        .routes(routes!(routes::webhook_endpoints::list, routes::webhook_endpoints::create))
        .routes(routes!(
            routes::webhook_endpoints::read,
            routes::webhook_endpoints::update,
            routes::webhook_endpoints::delete
        ))
        .routes(routes!(routes::webhook_endpoints::test))
        .routes(routes!(routes::webhook_endpoints::rotate))
        .routes(routes!(routes::webhook_endpoints::deliveries::list))
}

/// Routes for the operator of the service.
pub(crate) fn operations_routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new().routes(routes!(routes::health::live)).routes(routes!(routes::health::ready))
}

/// `/account` is the same as `/v1/account`: a path that matches no route and no file of the hosted site is
/// routed again with the prefix.
async fn answer_others(state: ApiState, api: Router, mut request: Request<Body>) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD)
        && let Some(file) = routes::hosted::file(&state, request.uri().path()).await
    {
        return file;
    }
    match with_prefix(request.uri()) {
        Some(uri) => {
            *request.uri_mut() = uri;
            api.oneshot(request).await.into_response()
        }
        None => not_found().await.into_response(),
    }
}

fn with_prefix(uri: &Uri) -> Option<Uri> {
    let path = uri.path_and_query()?.as_str();
    let prefixed = path.strip_prefix(PREFIX).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if prefixed {
        return None;
    }
    format!("{PREFIX}{path}").parse().ok()
}

fn with_json_refusals(routes: Router<ApiState>) -> Router<ApiState> {
    routes.method_not_allowed_fallback(|| async { ApiError::plain(ErrorCode::MethodNotAllowed) })
}

async fn not_found() -> ApiError {
    ApiError::plain(ErrorCode::NotFound)
}

#[cfg(test)]
mod tests {
    use super::with_prefix;

    #[test]
    fn only_paths_without_the_prefix_are_tried_again() {
        let tried = |path: &str| with_prefix(&path.parse().unwrap()).map(|uri| uri.to_string());
        assert_eq!(tried("/account?a=b").as_deref(), Some("/v1/account?a=b"));
        assert_eq!(tried("/v1x").as_deref(), Some("/v1/v1x"));
        assert_eq!(tried("/v1"), None);
        assert_eq!(tried("/v1/none"), None);
    }
}
