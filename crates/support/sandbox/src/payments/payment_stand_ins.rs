//! What the payment stand-ins share: their secret, where their pages are, and messages that wait to be delivered.

use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::options::PaymentOptions;

/// A message to the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Message {
    /// The provider's part of the address.
    pub(crate) provider: &'static str,
    /// The header that signs it, of providers that sign so.
    pub(crate) signature: Option<String>,
    pub(crate) body: String,
}

/// The payment_stand_ins of all payment stand-ins.
#[derive(Debug)]
pub(crate) struct PaymentStandIns {
    pub(crate) secret: String,
    pub(crate) webhooks: Option<String>,
    checkout_url: String,
    outgoing: Mutex<Vec<Message>>,
}

impl PaymentStandIns {
    /// Pages are below `own_address` unless the options say otherwise.
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

    /// Where an order is paid.
    pub(super) fn page(&self, provider: &str, id: &str) -> String {
        format!("{}/{provider}/{id}", self.checkout_url)
    }

    pub(super) fn send(&self, message: Message) {
        if self.webhooks.is_some() {
            self.outgoing.lock().unwrap_or_else(PoisonError::into_inner).push(message);
        }
    }

    /// Messages that wait, each told once.
    pub(crate) fn take_outgoing(&self) -> Vec<Message> {
        std::mem::take(&mut *self.outgoing.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
