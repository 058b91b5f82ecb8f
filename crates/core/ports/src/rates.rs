//! Requests per second of callers whom several processes serve.

use std::num::NonZeroU32;
use std::time::Duration;

use async_trait::async_trait;

/// What counting a request told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// It may go on, and as many more at once.
    Admitted {
        /// How many more.
        remaining: u32,
    },
    /// It came too soon, and was not counted.
    TooSoon {
        /// After which it may come again.
        wait: Duration,
    },
}

/// The request could not be counted where all processes count.
#[derive(Debug, thiserror::Error)]
#[error("requests can't be counted together: {0}")]
pub struct RatesUnavailable(pub String);

/// Counts requests for all processes of an installation.
#[async_trait]
pub trait SharedRates: Send + Sync {
    /// Counts a request of a caller who may make `per_second`, that many at once. Answers soon, whether it could or not.
    async fn count(&self, caller: &str, per_second: NonZeroU32) -> Result<Counted, RatesUnavailable>;
}
