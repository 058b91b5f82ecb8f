//! Recent latencies of an engine.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The last durations, oldest first.
#[derive(Default)]
pub(super) struct Latencies(Mutex<VecDeque<Duration>>);

/// Measures one attempt. A cancelled one only shows that it took longer than that: it counts if that is slow
/// already, or slow attempts would never count.
pub(super) struct Stopwatch<'a> {
    latencies: &'a Latencies,
    started: Instant,
    counts: bool,
}

impl Latencies {
    const KEPT: usize = 64;
    /// With fewer latencies, the percentile would be the slowest one.
    const TELLING: usize = 16;

    pub(super) fn start(&self) -> Stopwatch<'_> {
        Stopwatch { latencies: self, started: Instant::now(), counts: true }
    }

    /// The 95th percentile of the latencies, once there are enough.
    pub(super) fn p95(&self) -> Option<Duration> {
        let mut sorted: Vec<_> =
            self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
        if sorted.len() < Self::TELLING {
            return None;
        }
        sorted.sort_unstable();
        sorted.get((sorted.len() * 95).div_ceil(100) - 1).copied()
    }

    fn record(&self, taken: Duration) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == Self::KEPT {
            kept.pop_front();
        }
        kept.push_back(taken);
    }
}

impl Stopwatch<'_> {
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub(super) fn finish(mut self) {
        self.latencies.record(self.started.elapsed());
        self.counts = false;
    }

    /// Records nothing: a failure does not show how long answers take.
    pub(super) fn discard(mut self) {
        self.counts = false;
    }
}

impl Drop for Stopwatch<'_> {
    fn drop(&mut self) {
        let taken = self.started.elapsed();
        if self.counts && self.latencies.p95().is_some_and(|usual| taken > usual) {
            self.latencies.record(taken);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_percentile_follows_the_last_attempts() {
        let latencies = Latencies::default();
        for milliseconds in 0..15 {
            latencies.record(Duration::from_millis(milliseconds));
        }
        assert_eq!(latencies.p95(), None);
        for milliseconds in 1..=200 {
            latencies.record(Duration::from_millis(milliseconds));
        }
        assert_eq!(latencies.p95(), Some(Duration::from_millis(197)), "of 137 to 200");
    }

    #[tokio::test(start_paused = true)]
    async fn an_attempt_given_up_counts_only_if_it_was_slow_already() {
        let latencies = Latencies::default();
        for _ in 0..Latencies::TELLING {
            let stopwatch = latencies.start();
            tokio::time::advance(Duration::from_millis(50)).await;
            stopwatch.finish();
        }
        for (given_up_after, p95) in [(10, 50), (80, 80)] {
            let stopwatch = latencies.start();
            tokio::time::advance(Duration::from_millis(given_up_after)).await;
            drop(stopwatch);
            assert_eq!(latencies.p95(), Some(Duration::from_millis(p95)), "{given_up_after}");
        }
    }
}
