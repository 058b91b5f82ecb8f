//! The limits of an engine.

use std::num::NonZeroU32;
use std::time::Duration;

use tokio::sync::Semaphore;

/// Limits of one engine. Each adapter states its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// The time limit of one attempt.
    pub attempt_limit: Duration,
    /// How often a failed attempt is repeated before the next engine is called.
    pub retries: u32,
    /// The pauses between attempts.
    pub pauses: Pauses,
    /// The most concurrent attempts.
    pub concurrency: usize,
    /// How long a call waits while others use up the concurrency.
    pub queueing: Duration,
    /// The request rate of the engine.
    pub quota: Option<Quota>,
    /// How many failures in a row open the circuit; with `None` it never opens.
    pub failures_to_open: Option<u32>,
    /// How long the circuit stays open before a probe.
    pub cool_down: Duration,
    /// The provider's list price of one answer, in millionths of a dollar.
    pub price_microdollars: u64,
    /// Whether an attempt without an answer may be billed. Then it is repeated only if the engine certainly
    /// did not process it.
    pub each_try_costs: bool,
    /// How long an answer takes at most, if that is known. Engines before it leave it that much time and no
    /// more.
    pub takes_at_most: Option<Duration>,
}

/// How long to wait before a failed attempt is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pauses {
    /// The longest first pause; it doubles for each further retry.
    pub first: Duration,
    /// The limit of the doubling, unless the engine requests a longer pause.
    pub longest: Duration,
    /// The longest pause that the engine may request. If it requests more, it is not called for that long.
    pub patience: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// The time between two requests.
    pub every: Duration,
    /// How many unused requests may be made at once.
    pub burst: u32,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            attempt_limit: Duration::from_secs(10),
            retries: 1,
            pauses: Pauses::default(),
            concurrency: 16,
            queueing: Duration::from_millis(50),
            quota: None,
            failures_to_open: Some(5),
            cool_down: Duration::from_secs(20),
            price_microdollars: 0,
            each_try_costs: false,
            takes_at_most: None,
        }
    }
}

impl Default for Pauses {
    fn default() -> Self {
        Self {
            first: Duration::from_millis(200),
            longest: Duration::from_secs(2),
            patience: Duration::from_secs(3),
        }
    }
}

impl Policy {
    /// For an engine with no limit but that of the call.
    pub const WHOLE_CALL: Duration = Duration::from_hours(1);

    /// For our own engine within this process: it bounds its own concurrency, and it is always available.
    #[must_use]
    pub fn of_our_own() -> Self {
        Self {
            attempt_limit: Self::WHOLE_CALL,
            concurrency: Semaphore::MAX_PERMITS,
            failures_to_open: None,
            takes_at_most: Some(Duration::from_secs(10)),
            ..Self::default()
        }
    }

    /// For a stand-in. It costs nothing and has no quota, and faults that one test triggers must not affect
    /// the next.
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

    /// So many requests each minute, evenly spread, with at most one second's share at once.
    #[must_use]
    pub fn per_minute(requests: NonZeroU32) -> Self {
        Self { every: Duration::from_mins(1) / requests.get(), burst: (requests.get() / 60).max(1) }
    }
}
