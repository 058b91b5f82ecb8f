//! The guarded fetcher: every request to a URL that came from outside goes through here.
//!
//! Guarantees: only http and https, only the usual ports, no user names, and only public IP addresses. A name
//! is resolved once per hop, all its answers are checked, and exactly the checked addresses are dialled.
//! Redirects are followed by hand, each hop is checked, and nothing that could authenticate crosses hosts.
//! Every part of a response is bounded in size and time. There is no connection pool, no third-party proxy is
//! used, and the environment is never read.
//!
//! A browser makes its own requests, so it gets a proxy ([`FilteringProxy`]) that dials by the same rules.

mod address;
mod body;
mod certificate;
mod coding;
mod connect;
mod connection_tasks;
mod exchange;
mod fetcher;
mod interfaces;
mod network;
mod outgoing;
mod proxy;
mod redirect;
mod rules;
mod target;
mod tls;

pub use crate::fetcher::GuardedFetcher;
pub use crate::network::{Network, SystemNetwork};
pub use crate::proxy::{FilteringProxy, ProxyError, ProxyLimits};
pub use crate::rules::{FetchLimits, FetchRules, RulesError};
