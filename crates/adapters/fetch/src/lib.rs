//! The guarded fetcher: every request to an address that came from outside goes through here.
//!
//! What it guarantees: only http and https, only the usual ports, no user names, and no address that is not public. A name is
//! resolved once per hop, all its answers are checked, and exactly the checked addresses are dialled. Redirects are followed by
//! hand, each hop checked anew, and nothing that could authenticate crosses hosts. Every part of an answer is bounded in size and
//! time. There is no connection pool, nothing goes through somebody else's proxy, and the environment is never read.
//!
//! A browser fetches for itself, so it gets a proxy of our own ([`FilteringProxy`]) that dials by the same rules.

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
