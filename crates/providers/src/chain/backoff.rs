//! How long to wait before the same engine is asked again.

use std::time::Duration;

use ports::{EngineFailure, FailureKind};

use crate::link::PATIENCE;

const FIRST: Duration = Duration::from_millis(200);
const LONGEST: Duration = Duration::from_secs(2);

/// The pause before retry number `retry`, from 0; `None` if another try is no use. A pause that the engine asks for is kept,
/// and the rest is random over its whole length, so that callers who failed together do not return together.
pub(super) fn pause(failure: &EngineFailure, retry: u32) -> Option<Duration> {
    match failure.kind {
        FailureKind::Unreachable | FailureKind::Throttled | FailureKind::Broken => {}
        // A time-out has used up the engine's share of the time, and the others would fail again.
        FailureKind::TimedOut
        | FailureKind::Blocked
        | FailureKind::Refused
        | FailureKind::Unsuitable
        | FailureKind::Declined
        | FailureKind::NotSetUp
        | FailureKind::Skipped => return None,
    }
    let asked = failure.retry_after.unwrap_or_default();
    if asked > PATIENCE {
        return None;
    }
    let ceiling = FIRST.saturating_mul(2_u32.saturating_pow(retry)).min(LONGEST);
    Some(asked + ceiling.mul_f64(fastrand::f64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(kind: FailureKind, retry_after: Option<u64>) -> EngineFailure {
        let retry_after = retry_after.map(Duration::from_secs);
        EngineFailure { engine: "test", kind, reason: String::new(), retry_after }
    }

    #[test]
    fn pauses_grow_up_to_a_bound_and_hold_what_was_asked_for() {
        for retry in [0, 1, 5, 40, u32::MAX] {
            let free = pause(&failure(FailureKind::Broken, None), retry).unwrap();
            let ceiling = FIRST.saturating_mul(2_u32.saturating_pow(retry)).min(LONGEST);
            assert!(free <= ceiling, "{retry}: {free:?}");
            let asked = pause(&failure(FailureKind::Throttled, Some(1)), retry).unwrap();
            assert!(asked >= Duration::from_secs(1) && asked <= Duration::from_secs(1) + ceiling);
        }
    }

    #[test]
    fn nothing_is_tried_again_that_would_fail_again() {
        for kind in [
            FailureKind::Refused,
            FailureKind::Blocked,
            FailureKind::Unsuitable,
            FailureKind::Declined,
            FailureKind::TimedOut,
        ] {
            assert_eq!(pause(&failure(kind, None), 0), None, "{kind:?}");
        }
        assert_eq!(pause(&failure(FailureKind::Throttled, Some(30)), 0), None);
    }
}
