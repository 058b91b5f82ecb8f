//! The HTTP interface: routes, extractors, middleware, the error catalogue and the OpenAPI document.
//!
//! A handler parses the request, calls one use case and maps the result. Everything that applies to every
//! call (request ids, rate limits, CORS, error bodies, time and size limits) is in [`Edge`], once.

mod accept;
mod caller;
mod calls_under_way;
mod charging;
mod documentation;
mod edge;
mod entity_tags;
mod error;
mod error_catalogue;
mod idempotency;
mod json;
mod listener;
mod openapi;
mod paging;
mod path;
mod query;
mod router;
mod routes;
mod sentence;
mod state;
mod validation;

pub use edge::Edge;
pub use error_catalogue::{ErrorEntry, error_entries};
pub use listener::{ConnectionLimits, serve};
pub use openapi::document as openapi_document;
pub use router::{Pages, operations_router, router};
pub use routes::articles::{article_json, brief_json};
pub use state::{
    Api, ApiSettings, ApiState, Articles, ByMode, MetricsAccess, Pictures, RequestRates, Research, UseCases,
};

/// The version of the API that customers see.
pub const API_VERSION: &str = "1.0";
