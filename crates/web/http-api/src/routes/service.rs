//! Name, version and documentation of this service.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::API_VERSION;
use crate::json::{AcceptsJson, Json};
use crate::openapi::names;
use crate::state::ApiState;

/// The name and version of the service, and where its documentation is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ServiceInfo {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The name of the product.
    #[schema(example = "Rankwright")]
    name: &'static str,
    /// The version of the API.
    #[schema(example = "1.0")]
    version: &'static str,
    /// The release of the server.
    #[schema(example = "1.0.0")]
    release: &'static str,
    /// The URL of the API reference.
    #[schema(format = "uri", example = "https://api.example.com/docs")]
    docs_url: String,
    /// The URL of the OpenAPI document.
    #[schema(format = "uri", example = "https://api.example.com/openapi.json")]
    openapi_url: String,
}

/// Get service info.
///
/// Returns the name and version of the service and the URLs of its documentation. Needs no key.
#[utoipa::path(
    get, path = "/v1", operation_id = "getService", tag = "service",
    responses((status = 200, description = "Name, version and documentation of the service.", body = ServiceInfo))
)]
pub(crate) async fn describe(_: AcceptsJson, State(state): State<ApiState>) -> Json<ServiceInfo> {
    let base = &state.settings.public_url;
    Json(ServiceInfo {
        success: true,
        name: "Rankwright",
        version: API_VERSION,
        release: env!("CARGO_PKG_VERSION"),
        docs_url: format!("{base}/docs"),
        openapi_url: format!("{base}/openapi.json"),
    })
}
