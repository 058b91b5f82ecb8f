//! Tests of every stand-in over real HTTP: formats as documented by the providers, credentials, determinism,
//! and every fault.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod adapters;
mod faults;
mod images;
mod indexing;
mod indexing_adapters;
mod keywords;
mod payment_adapters;
mod payments;
mod serp;
mod suggest;
mod support;
mod text;
mod text_adapters;
mod vitals;
mod vitals_adapters;
mod web;
