//! A circuit breaker: an engine that keeps failing is not called for a while, then tried with one request.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The state of one engine's circuit.
pub(super) struct Breaker {
    state: Mutex<State>,
    failures_to_open: Option<u32>,
    cool_down: Duration,
}

/// The state of a circuit, for operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Circuit {
    /// The engine is called.
    Closed,
    /// The engine is not called.
    Open {
        /// How long the circuit stays open.
        left: Duration,
    },
    /// The next answer, or the one in progress, decides.
    HalfOpen,
}

#[derive(Clone, Copy)]
enum State {
    Closed { failures: u32 },
    Open { until: Instant },
    Probing,
}

/// The permission for one call. Dropped without a result, as when the caller is gone, it counts for nothing.
pub(super) struct Admission<'a> {
    breaker: &'a Breaker,
    probe: bool,
    settled: bool,
}

impl Breaker {
    /// Without a number of failures the circuit stays closed.
    pub(super) fn new(failures_to_open: Option<u32>, cool_down: Duration) -> Self {
        Self { state: Mutex::new(State::Closed { failures: 0 }), failures_to_open, cool_down }
    }

    /// The permission for a call, or how long to wait before the next try; `None` while a probe is in
    /// progress.
    pub(super) fn admit(&self) -> Result<Admission<'_>, Option<Duration>> {
        let mut state = self.state();
        let probe = match *state {
            State::Closed { .. } => false,
            State::Open { until } => {
                let left = until.saturating_duration_since(Instant::now());
                if !left.is_zero() {
                    return Err(Some(left));
                }
                *state = State::Probing;
                true
            }
            State::Probing => return Err(None),
        };
        Ok(Admission { breaker: self, probe, settled: false })
    }

    /// Counts a failure of a call that was not awaited to the end.
    pub(super) fn strike(&self) {
        let Some(failures_to_open) = self.failures_to_open else { return };
        let mut state = self.state();
        *state = match *state {
            State::Closed { failures } if failures + 1 < failures_to_open => {
                State::Closed { failures: failures + 1 }
            }
            State::Closed { .. } | State::Probing => State::Open { until: Instant::now() + self.cool_down },
            open @ State::Open { .. } => open,
        };
    }

    pub(super) fn circuit(&self) -> Circuit {
        match *self.state() {
            State::Closed { .. } => Circuit::Closed,
            State::Open { until } => match until.saturating_duration_since(Instant::now()) {
                Duration::ZERO => Circuit::HalfOpen,
                left => Circuit::Open { left },
            },
            State::Probing => Circuit::HalfOpen,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Admission<'_> {
    /// Records that the engine works. Only a probe closes an open circuit: other answers may be old.
    pub(super) fn works(mut self) {
        self.settled = true;
        let mut state = self.breaker.state();
        if self.probe || matches!(*state, State::Closed { .. }) {
            *state = State::Closed { failures: 0 };
        }
    }

    /// Records an answer that shows nothing about the engine's health beyond that it answers.
    pub(super) fn answers(mut self) {
        self.settled = true;
        if self.probe {
            *self.breaker.state() = State::Closed { failures: 0 };
        }
    }

    /// Records a failure; with `rest` the circuit opens for that long at once.
    pub(super) fn failed(mut self, rest: Option<Duration>) {
        self.settled = true;
        let Some(rest) = rest else { return self.breaker.strike() };
        if self.breaker.failures_to_open.is_none() {
            return;
        }
        let until = Instant::now() + rest;
        let mut state = self.breaker.state();
        *state = match *state {
            State::Open { until: already } => State::Open { until: until.max(already) },
            State::Closed { .. } | State::Probing => State::Open { until },
        };
    }
}

impl Drop for Admission<'_> {
    fn drop(&mut self) {
        if self.probe && !self.settled {
            let mut state = self.breaker.state();
            if matches!(*state, State::Probing) {
                *state = State::Open { until: Instant::now() };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const COOL_DOWN: Duration = Duration::from_secs(20);

    fn opened() -> Breaker {
        let breaker = Breaker::new(Some(2), COOL_DOWN);
        for _ in 0..2 {
            breaker.admit().ok().unwrap().failed(None);
        }
        breaker
    }

    #[tokio::test(start_paused = true)]
    async fn failures_in_a_row_open_it_and_a_success_between_does_not() {
        let breaker = Breaker::new(Some(2), COOL_DOWN);
        breaker.admit().ok().unwrap().failed(None);
        breaker.admit().ok().unwrap().works();
        breaker.admit().ok().unwrap().failed(None);
        assert_eq!(breaker.circuit(), Circuit::Closed);
        breaker.admit().ok().unwrap().failed(None);
        assert_eq!(breaker.circuit(), Circuit::Open { left: COOL_DOWN });
        assert_eq!(breaker.admit().err(), Some(Some(COOL_DOWN)));
    }

    #[tokio::test(start_paused = true)]
    async fn one_probe_decides_after_the_cool_down() {
        let breaker = opened();
        advance(COOL_DOWN).await;
        assert_eq!(breaker.circuit(), Circuit::HalfOpen);
        let probe = breaker.admit().ok().unwrap();
        assert_eq!(breaker.admit().err(), Some(None), "one probe at a time");
        probe.failed(None);
        assert_eq!(breaker.circuit(), Circuit::Open { left: COOL_DOWN });
        advance(COOL_DOWN).await;
        breaker.admit().ok().unwrap().works();
        assert_eq!(breaker.circuit(), Circuit::Closed);
    }

    #[tokio::test(start_paused = true)]
    async fn a_probe_whose_caller_is_gone_leaves_the_place_to_the_next() {
        let breaker = opened();
        advance(COOL_DOWN).await;
        drop(breaker.admit().ok().unwrap());
        assert!(breaker.admit().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_rest_opens_at_once_and_the_longest_counts() {
        let breaker = Breaker::new(Some(5), COOL_DOWN);
        let (first, second, late) =
            (breaker.admit().ok().unwrap(), breaker.admit().ok().unwrap(), breaker.admit().ok().unwrap());
        first.failed(Some(Duration::from_mins(5)));
        second.failed(Some(Duration::from_mins(1)));
        late.works();
        assert_eq!(breaker.circuit(), Circuit::Open { left: Duration::from_mins(5) });
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_does_not_count_closes_a_probed_circuit_and_keeps_the_count() {
        let breaker = Breaker::new(Some(2), COOL_DOWN);
        breaker.admit().ok().unwrap().failed(None);
        breaker.admit().ok().unwrap().answers();
        breaker.admit().ok().unwrap().failed(None);
        assert_eq!(breaker.circuit(), Circuit::Open { left: COOL_DOWN });
        advance(COOL_DOWN).await;
        breaker.admit().ok().unwrap().answers();
        assert_eq!(breaker.circuit(), Circuit::Closed);
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_number_of_failures_it_stays_closed() {
        let breaker = Breaker::new(None, COOL_DOWN);
        for rest in [None, Some(COOL_DOWN)] {
            breaker.admit().ok().unwrap().failed(rest);
        }
        breaker.strike();
        assert_eq!(breaker.circuit(), Circuit::Closed);
    }
}
