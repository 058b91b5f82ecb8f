//! How long to wait before a retry of the same engine.

use std::time::Duration;

use ports::{EngineFailure, FailureKind};

use crate::link::Pauses;

/// The pause before retry number `retry`, from 0; `None` if a retry is useless. A pause that the engine
/// requests is kept. The rest is random over its whole length, so that callers who failed together do not
/// retry together.
pub(super) fn pause(failure: &EngineFailure, retry: u32, pauses: Pauses) -> Option<Duration> {
    match failure.kind {
        FailureKind::Unreachable | FailureKind::Throttled | FailureKind::Broken => {}
        // A time-out has used up the engine's share of the time, and the other kinds would fail again.
        FailureKind::TimedOut
        | FailureKind::Blocked
        | FailureKind::Refused
        | FailureKind::Unsuitable
        | FailureKind::SubjectUnknown
        | FailureKind::Declined
        | FailureKind::NotSetUp
        | FailureKind::Skipped => return None,
    }
    let asked = failure.retry_after.unwrap_or_default();
    if asked > pauses.patience {
        return None;
    }
    let ceiling = pauses.first.saturating_mul(2_u32.saturating_pow(retry)).min(pauses.longest);
    Some(asked + ceiling.mul_f64(fastrand::f64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(kind: FailureKind, retry_after: Option<u64>) -> EngineFailure {
        let retry_after = retry_after.map(Duration::from_secs);
        EngineFailure { engine: "test", kind, reason: String::new(), is_ours: true, retry_after }
    }

    #[test]
    fn pauses_grow_up_to_a_bound_and_hold_what_was_asked_for() {
        let pauses = Pauses::default();
        for retry in [0, 1, 5, 40, u32::MAX] {
            let free = pause(&failure(FailureKind::Broken, None), retry, pauses).unwrap();
            let ceiling = pauses.first.saturating_mul(2_u32.saturating_pow(retry)).min(pauses.longest);
            assert!(free <= ceiling, "{retry}: {free:?}");
            let asked = pause(&failure(FailureKind::Throttled, Some(1)), retry, pauses).unwrap();
            assert!(asked >= Duration::from_secs(1) && asked <= Duration::from_secs(1) + ceiling);
        }
    }

    #[test]
    fn nothing_is_tried_again_that_would_fail_again() {
        for kind in [
            FailureKind::Refused,
            FailureKind::Blocked,
            FailureKind::Unsuitable,
            FailureKind::SubjectUnknown,
            FailureKind::Declined,
            FailureKind::TimedOut,
        ] {
            assert_eq!(pause(&failure(kind, None), 0, Pauses::default()), None, "{kind:?}");
        }
        let asked = failure(FailureKind::Throttled, Some(30));
        assert_eq!(pause(&asked, 0, Pauses::default()), None);
        let patient = Pauses { patience: Duration::from_secs(30), ..Pauses::default() };
        assert!(pause(&asked, 0, patient).is_some_and(|pause| pause >= Duration::from_secs(30)));
    }
}
