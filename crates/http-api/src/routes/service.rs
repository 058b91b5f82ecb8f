//! What this service is.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::API_VERSION;
use crate::json::{AcceptsJson, Json};
use crate::state::ApiState;

/// What this service is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ServiceInfo {
    /// Always `true`.
    #[schema(example = true)]
    success: bool,
    /// The product.
    #[schema(example = "Rankwright")]
    name: &'static str,
    /// The version of the API.
    #[schema(example = "1.0")]
    version: &'static str,
    /// The release of the server.
    #[schema(example = "1.0.0")]
    release: &'static str,
    /// The API reference for people.
    #[schema(format = "uri")]
    docs_url: String,
    /// The API reference for machines.
    #[schema(format = "uri")]
    openapi_url: String,
}

/// Name, version and where to read on. Needs no key.
#[utoipa::path(get, path = "/v1", operation_id = "getService", tag = "service", responses((status = 200, body = ServiceInfo)))]
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
