//! Keeps requests within an engine's rate.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::RateLimiter;
use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use tokio::time::{Instant, sleep};

use super::policy::Quota;

/// Hands out turns at the rate of a [`Quota`].
pub(super) struct Pace {
    limiter: RateLimiter<NotKeyed, InMemoryState, RuntimeClock, NoOpMiddleware<Duration>>,
}

/// The runtime's clock, so that tests can advance it.
#[derive(Clone)]
struct RuntimeClock {
    started: Instant,
}

impl Clock for RuntimeClock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Pace {
    /// `None` for a rate without limit.
    pub(super) fn new(quota: Quota) -> Option<Self> {
        let burst = NonZeroU32::new(quota.burst).unwrap_or(NonZeroU32::MIN);
        let quota = governor::Quota::with_period(quota.every)?.allow_burst(burst);
        let clock = RuntimeClock { started: Instant::now() };
        Some(Self { limiter: RateLimiter::direct_with_clock(quota, clock) })
    }

    /// Waits for a turn before `until`; otherwise returns how long it would take.
    pub(super) async fn turn(&self, until: Instant) -> Result<(), Duration> {
        loop {
            let Err(not_yet) = self.limiter.check() else { return Ok(()) };
            let wait = not_yet.wait_time_from(self.limiter.clock().now());
            if Instant::now() + wait >= until {
                return Err(wait);
            }
            sleep(wait).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn turns_keep_the_rate_and_a_turn_too_late_is_not_waited_for() {
        let pace = Pace::new(Quota { every: Duration::from_secs(5), burst: 2 }).unwrap();
        let start = Instant::now();
        let until = start + Duration::from_secs(6);
        for _ in 0..2 {
            assert_eq!(pace.turn(until).await, Ok(()));
        }
        assert_eq!(start.elapsed(), Duration::ZERO);
        assert_eq!(pace.turn(until).await, Ok(()));
        assert!(start.elapsed() >= Duration::from_secs(5));
        let refused = pace.turn(until).await.unwrap_err();
        assert!(refused > Duration::from_secs(4), "{refused:?}");
    }

    #[tokio::test]
    async fn no_time_between_requests_means_no_limit() {
        assert!(Pace::new(Quota { every: Duration::ZERO, burst: 1 }).is_none());
    }
}
