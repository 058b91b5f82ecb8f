//! Stand-ins of all providers, with a small web behind them.
//!
//! One HTTP server on loopback implements the wire format of every provider, so the same adapters run against
//! it as against the real ones. A response depends only on the request, so equal requests get equal
//! responses. All data is synthetic and labelled so. A request can ask for faults in its texts
//! ([`FaultKind`]), and so can [`SandboxOptions`].

mod asked;
mod connection;
mod dataforseo;
mod faults;
mod folding;
mod front_door;
mod google_error;
mod images;
mod indexing;
mod journal;
mod keywords;
mod latency;
mod memory;
mod options;
mod payments;
mod provider;
mod reply;
mod seed;
mod serp;
mod server;
mod subject;
mod suggest;
mod text;
mod vitals;
mod web;
mod world;

pub use faults::{FaultKind, Flaw, TextFlaw, UnknownFault};
pub use front_door::router;
pub use options::{LatencyProfile, PaymentOptions, SandboxOptions};
pub use provider::Provider;
pub use server::Sandbox;
