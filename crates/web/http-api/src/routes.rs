//! One file per resource.

pub(crate) mod account;
pub(crate) mod articles;
pub(crate) mod audits;
pub(crate) mod estimate;
pub(crate) mod health;
pub(crate) mod hosted;
pub(crate) mod ideas;
pub(crate) mod images;
pub(crate) mod keys;
pub(crate) mod media;
pub(crate) mod metrics;
#[cfg(feature = "fault-injection")]
pub(crate) mod noop;
pub(crate) mod payments;
pub(crate) mod purchases;
pub(crate) mod serp;
pub(crate) mod service;
pub(crate) mod suggestions;
pub(crate) mod transactions;
pub(crate) mod webhook_endpoints;

use domain::Timestamp;
use domain::api_keys::{Claims, KeyMode};
use serde::Serialize;
use utoipa::ToSchema;

use crate::edge::RequestContext;

/// A time in the format of all replies: in UTC, to the millisecond.
pub(crate) fn time(at: Timestamp) -> String {
    format!("{at:.3}")
}

/// Facts about the response.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Meta {
    /// The id of the request, as in the header `X-Request-Id`.
    #[schema(example = "req_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    request_id: String,
    /// `false` for test keys: the results are synthetic and nothing real was spent or fetched.
    livemode: bool,
}

impl Meta {
    pub(crate) fn new(context: &RequestContext, claims: &Claims) -> Self {
        Self { request_id: context.id.to_string(), livemode: claims.mode == KeyMode::Live }
    }
}
