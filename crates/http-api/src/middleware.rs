//! What holds for every call. From the outside in: [`conventions`] (ids, error bodies, headers, log), [`cors`],
//! [`admission`] (identity, rate and size limits), time limit, route.

mod admission;
mod conventions;
mod cors;
mod rate_limits;
mod time_limit;

pub(crate) use admission::{Identity, admit};
pub(crate) use conventions::{RequestContext, conventions, panicked};
pub(crate) use cors::cors;
pub(crate) use rate_limits::RateLimits;
pub(crate) use time_limit::time_limit;
