//! How an engine is treated.

use std::num::NonZeroU32;
use std::time::Duration;

/// Limits of one engine. Each adapter states its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// How long one attempt may take.
    pub attempt_limit: Duration,
    /// How often a failed attempt is repeated before the next engine is asked.
    pub retries: u32,
    /// How many attempts may be under way at once.
    pub concurrency: usize,
    /// How often the engine may be asked.
    pub quota: Option<Quota>,
    /// How many failures in a row open the circuit; `None` keeps it closed whatever happens.
    pub failures_to_open: Option<u32>,
    /// How long an open circuit rests before it is tried again.
    pub cool_down: Duration,
    /// The vendor's list price of one answer, in millionths of a dollar.
    pub price_microdollars: u64,
}

/// A steady rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// The time between two requests.
    pub every: Duration,
    /// How many unused requests may be made up for at once.
    pub burst: u32,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            attempt_limit: Duration::from_secs(10),
            retries: 1,
            concurrency: 16,
            quota: None,
            failures_to_open: Some(5),
            cool_down: Duration::from_secs(20),
            price_microdollars: 0,
        }
    }
}

impl Policy {
    /// For a stand-in. It costs nothing and knows no quota, and faults that one test asks for must not leave the next without
    /// an answer.
    #[must_use]
    pub fn of_stand_in(self) -> Self {
        Self { quota: None, failures_to_open: None, concurrency: 1_024, price_microdollars: 0, ..self }
    }
}

impl Quota {
    /// So many requests each second, evenly spread, with as many at once.
    #[must_use]
    pub fn per_second(requests: NonZeroU32) -> Self {
        Self { every: Duration::from_secs(1) / requests.get(), burst: requests.get() }
    }

    /// So many requests each minute, evenly spread, with at most the share of a second at once.
    #[must_use]
    pub fn per_minute(requests: NonZeroU32) -> Self {
        Self { every: Duration::from_mins(1) / requests.get(), burst: (requests.get() / 60).max(1) }
    }
}
