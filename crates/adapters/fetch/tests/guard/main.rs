//! The fetch guard, rule by rule, against servers on loopback that misbehave on purpose.
//!
//! Environment proxies need no test: nothing in the crate reads the environment, and `std::env::var` is banned.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod addresses;
mod bodies;
mod encryption;
mod exchanges;
mod proxy;
mod redirects;
mod sizes;
mod stand_in;
mod support;
mod times;
