//! The state that all payment stand-ins share: their secret, the URL of their pages, and messages that wait
//! for delivery.

use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::options::PaymentOptions;

/// A message to the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Message {
    /// The provider's part of the URL.
    pub(crate) provider: &'static str,
    /// The signature header, if the provider signs in a header.
    pub(crate) signature: Option<String>,
    pub(crate) body: String,
}

/// The shared state of all payment stand-ins.
#[derive(Debug)]
pub(crate) struct PaymentStandIns {
    pub(crate) secret: String,
    pub(crate) webhooks: Option<String>,
    checkout_url: String,
    outgoing: Mutex<Vec<Message>>,
}

impl PaymentStandIns {
    /// The pages are below `own_address` unless the options set another URL.
    pub(crate) fn new(options: PaymentOptions, own_address: &str) -> Self {
        let checkout_url =
            options.checkout_url.unwrap_or_else(|| format!("http://{own_address}/__sandbox/checkout"));
        Self {
            secret: options.secret,
            webhooks: options.webhooks.map(|address| address.trim_end_matches('/').to_owned()),
            checkout_url: checkout_url.trim_end_matches('/').to_owned(),
            outgoing: Mutex::default(),
        }
    }

    /// The URL of a payment's page.
    pub(super) fn page(&self, provider: &str, id: &str) -> String {
        format!("{}/{provider}/{id}", self.checkout_url)
    }

    pub(super) fn send(&self, message: Message) {
        if self.webhooks.is_some() {
            self.outgoing.lock().unwrap_or_else(PoisonError::into_inner).push(message);
        }
    }

    /// Removes and returns the waiting messages.
    pub(crate) fn take_outgoing(&self) -> Vec<Message> {
        std::mem::take(&mut *self.outgoing.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
