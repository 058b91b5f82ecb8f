//! Stand-ins of all providers, with a small web behind them.
//!
//! One HTTP server on loopback speaks the wire format of every provider. The same adapters run against it as against the
//! real ones. Answers depend on the question alone, so a question asked twice is answered twice the same. All data is
//! synthetic and says so. Faults can be asked for in the words of a question ([`FaultKind`]) or by [`SandboxOptions`].

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
