//! Request rates of callers that several processes serve.

use std::num::NonZeroU32;
use std::time::Duration;

use async_trait::async_trait;

/// The result of counting a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// The request may proceed.
    Admitted {
        /// How many more requests may follow at once.
        remaining: u32,
    },
    /// The request came too soon and was not counted.
    TooSoon {
        /// How long to wait before the next request.
        wait: Duration,
    },
}

/// The request could not be counted in the storage that all processes share.
#[derive(Debug, thiserror::Error)]
#[error("requests can't be counted together: {0}")]
pub struct RatesUnavailable(pub String);

/// Counts requests for all processes of an installation.
#[async_trait]
pub trait SharedRates: Send + Sync {
    /// Counts a request of a caller who may make `per_second` requests, that many at once. Returns soon, even
    /// if it fails.
    async fn count(&self, caller: &str, per_second: NonZeroU32) -> Result<Counted, RatesUnavailable>;
}
