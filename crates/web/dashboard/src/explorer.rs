//! Presents the API to people: forms from its OpenAPI document, the requests that forms make, sample code,
//! highlighted responses, charts and tables. Everything here is a pure function from values to values or
//! text; texts in pages are escaped.

pub mod charts;
pub mod endpoint;
pub mod field;
pub mod json_view;
pub mod request;
pub mod samples;
pub mod tables;

mod events;
mod form;
mod label;
mod markup;
mod parameters;
mod replay;
mod schema;
mod source_json;
mod tree;

pub use endpoint::{Endpoint, Method, PriceRule, Reply, endpoints};
pub use events::{WebhookEvent, webhook_events};
pub use field::{Field, Items, Kind, Place, Shape};
pub use request::{Call, FieldError, Problem};
pub use tree::Node;
