//! The options of a sandbox.

use std::collections::HashMap;
use std::time::Duration;

use crate::faults::FaultKind;
use crate::provider::Provider;

/// How a sandbox behaves.
#[derive(Debug, Clone, Default)]
pub struct SandboxOptions {
    /// The port on 127.0.0.1; 0 takes any that is free.
    pub port: u16,
    /// The latency of providers; the others respond at once.
    pub latency: HashMap<Provider, LatencyProfile>,
    /// Whether the port is reachable from outside, in which case requests of customers are not recorded.
    pub private: bool,
    /// Faults of every request to a provider, in addition to those that the request asks for.
    pub faults: HashMap<Provider, Vec<FaultKind>>,
    /// How payment stand-ins reach buyers and the service.
    pub payments: PaymentOptions,
}

/// How payment stand-ins reach buyers and the service.
#[derive(Debug, Clone)]
pub struct PaymentOptions {
    /// The secret that signs messages and payments, also payOS's checksum key.
    pub secret: String,
    /// The base URL of the checkout pages for buyers; by default the sandbox's own `/__sandbox/checkout`.
    pub checkout_url: Option<String>,
    /// The base `http:` URL to which messages are sent, followed by the provider's name; without it none are
    /// sent.
    pub webhooks: Option<String>,
}

impl Default for PaymentOptions {
    fn default() -> Self {
        Self { secret: crate::provider::CREDENTIAL.to_owned(), checkout_url: None, webhooks: None }
    }
}

/// The response times of a provider: half of the requests take at most `median`, and a share of them takes
/// `slow`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LatencyProfile {
    /// The middle of the usual times, which are between 75 % and 125 % of it.
    pub median: Duration,
    /// The share of slow requests, 0 to 1.
    pub slow_share: f64,
    /// How long a slow request takes.
    pub slow: Duration,
}
