//! How an engine is treated.

use std::num::NonZeroU32;
use std::time::Duration;

use tokio::sync::Semaphore;

/// Limits of one engine. Each adapter states its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// How long one attempt may take.
    pub attempt_limit: Duration,
    /// How often a failed attempt is repeated before the next engine is asked.
    pub retries: u32,
    /// How long to wait before that.
    pub pauses: Pauses,
    /// How many attempts may be under way at once.
    pub concurrency: usize,
    /// How long a question waits while others use up the concurrency.
    pub queueing: Duration,
    /// How often the engine may be asked.
    pub quota: Option<Quota>,
    /// How many failures in a row open the circuit; `None` keeps it closed whatever happens.
    pub failures_to_open: Option<u32>,
    /// How long an open circuit rests before it is tried again.
    pub cool_down: Duration,
    /// The provider's list price of one answer, in millionths of a dollar.
    pub price_microdollars: u64,
    /// Whether a try may be billed though no answer came of it. Then only one is repeated that the engine surely did not take.
    pub each_try_costs: bool,
    /// How long an answer takes at most, if that is known. Engines before it leave it that much time and no more.
    pub takes_at_most: Option<Duration>,
}

/// How long to wait before a failed attempt is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pauses {
    /// At most this the first time; twice as much each further time.
    pub first: Duration,
    /// But never more than this, unless the engine asks for it.
    pub longest: Duration,
    /// The longest pause that the engine may ask for. If it asks for more, it is left alone for that long.
    pub patience: Duration,
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
    /// Of an engine whose time is bounded by nothing but the call's.
    pub const WHOLE_CALL: Duration = Duration::from_hours(1);

    /// For an engine of our own, within this process: it bounds its own concurrency, and it is always there.
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
