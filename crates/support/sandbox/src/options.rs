//! What a sandbox can be told at its start.

use std::collections::HashMap;
use std::time::Duration;

use crate::faults::FaultKind;
use crate::provider::Provider;

/// How a sandbox behaves.
#[derive(Debug, Clone, Default)]
pub struct SandboxOptions {
    /// The port on 127.0.0.1; 0 takes any that is free.
    pub port: u16,
    /// How long providers take to answer; the others answer at once.
    pub latency: HashMap<Provider, LatencyProfile>,
    /// Whether strangers may reach the port, so that nothing is noted that customers asked.
    pub private: bool,
    /// What goes wrong with every request to a provider, beside what the question asks for.
    pub faults: HashMap<Provider, Vec<FaultKind>>,
    /// How payment stand-ins reach buyers and the service.
    pub payments: PaymentOptions,
}

/// How payment stand-ins reach buyers and the service.
#[derive(Debug, Clone)]
pub struct PaymentOptions {
    /// What messages and orders are signed with, and payOS's checksum key.
    pub secret: String,
    /// Below what address buyers see the checkout pages; the sandbox's own `/__sandbox/checkout` if not told.
    pub checkout_url: Option<String>,
    /// Below what `http:` address the service takes messages, the provider's name behind it; without it none are sent.
    pub webhooks: Option<String>,
}

impl Default for PaymentOptions {
    fn default() -> Self {
        Self { secret: crate::provider::CREDENTIAL.to_owned(), checkout_url: None, webhooks: None }
    }
}

/// How long a provider takes: half of the requests at most `median`, and a share of them `slow`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LatencyProfile {
    /// The middle of the usual times, which lie between three and five quarters of it.
    pub median: Duration,
    /// The share of slow requests, 0 to 1.
    pub slow_share: f64,
    /// How long a slow request takes.
    pub slow: Duration,
}
