//! Slows down guessing without locking out people who mistype.

use std::time::Duration;

use crate::Timestamp;

/// Consecutive failures of one subject: an email address or an IP address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attempts {
    /// The number of failures.
    pub failures: u32,
    /// When the last one happened.
    pub last: Timestamp,
}

/// How fast guessing is slowed down for a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throttle {
    /// Failures that cause no wait.
    pub free: u32,
}

impl Throttle {
    /// For an email address: after five failures, every guess has to wait longer.
    pub const PERSON: Self = Self { free: 5 };
    /// For an IP address, which many people may share.
    pub const MACHINE: Self = Self { free: 50 };
    const FIRST_WAIT: Duration = Duration::from_secs(5);
    const LONGEST_WAIT: Duration = Duration::from_mins(15);
    /// Failures expire after so long without another one.
    const FORGOTTEN_AFTER: Duration = Duration::from_hours(24);

    /// How long the subject still has to wait before its next try.
    #[must_use]
    pub fn wait(self, attempts: Attempts, now: Timestamp) -> Option<Duration> {
        let over = attempts.failures.checked_sub(self.free + 1)?;
        let wait = Self::FIRST_WAIT.saturating_mul(1 << over.min(16)).min(Self::LONGEST_WAIT);
        let passed = Duration::try_from(now.duration_since(attempts.last)).unwrap_or(Duration::ZERO);
        wait.checked_sub(passed).filter(|left| !left.is_zero())
    }

    /// Failures before this instant no longer count.
    #[must_use]
    pub fn ignores_before(now: Timestamp) -> Timestamp {
        now.checked_sub(Self::FORGOTTEN_AFTER).unwrap_or(Timestamp::MIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn a_few_failures_cost_nothing_and_more_cost_ever_more() {
        let wait = |failures| Throttle::PERSON.wait(Attempts { failures, last: at(0) }, at(0));
        assert_eq!(wait(5), None);
        assert_eq!(wait(6), Some(Duration::from_secs(5)));
        assert_eq!(wait(8), Some(Duration::from_secs(20)));
        assert_eq!(wait(4_000_000_000), Some(Duration::from_mins(15)));
    }

    #[test]
    fn waiting_helps_and_a_day_forgets() {
        let six = Attempts { failures: 6, last: at(0) };
        assert_eq!(Throttle::PERSON.wait(six, at(4)), Some(Duration::from_secs(1)));
        assert_eq!(Throttle::PERSON.wait(six, at(5)), None);
        assert_eq!(Throttle::ignores_before(at(24 * 3600 + 7)), at(7));
    }
}
