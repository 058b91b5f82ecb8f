//! Emulates the connection for responses that were never on a network. The browser throttles what comes over
//! the network, but not what it gets through interception.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use domain::rendering::Throttling;
use tokio::time::{Instant, sleep_until};

/// A connection that transfers one response after the other.
pub(crate) struct Line {
    latency: Duration,
    bytes_per_second: f64,
    busy_until: Mutex<Option<Instant>>,
}

impl Line {
    pub(crate) fn of(throttling: &Throttling) -> Self {
        let latency = Duration::from_secs_f64(throttling.request_latency_ms / 1000.0);
        Self { latency, bytes_per_second: throttling.download_bytes(), busy_until: Mutex::default() }
    }

    /// Waits as long as a response of `bytes` bytes takes to a request that was made at `requested`.
    pub(crate) async fn carry(&self, requested: Instant, bytes: u64) {
        sleep_until(self.arrival(requested, bytes)).await;
    }

    fn arrival(&self, requested: Instant, bytes: u64) -> Instant {
        let mut busy_until = self.busy_until.lock().unwrap_or_else(PoisonError::into_inner);
        let first_byte = (requested + self.latency).max(busy_until.unwrap_or(requested));
        let arrival = first_byte + Duration::from_secs_f64(seconds(bytes, self.bytes_per_second));
        *busy_until = Some(arrival);
        arrival
    }
}

fn seconds(bytes: u64, bytes_per_second: f64) -> f64 {
    // No response is larger than this type can count.
    f64::from(u32::try_from(bytes).unwrap_or(u32::MAX)) / bytes_per_second
}

#[cfg(test)]
mod tests {
    use domain::search::Device;

    use super::*;
    use crate::emulation::Emulation;

    #[test]
    fn responses_wait_for_their_first_byte_and_for_one_another() {
        let line = Line::of(&Emulation::of(Device::Mobile).throttling);
        let now = Instant::now();
        let after = |arrival: Instant| (arrival - now).as_secs_f64();
        let close = |one: f64, other: f64| (one - other).abs() < 0.001;
        let (first, second) = (line.arrival(now, 188_744), line.arrival(now, 188_744));
        assert!(close(after(first), 1.5625) && close(after(second), 2.5625), "{first:?} {second:?}");
        let later = now + Duration::from_mins(1);
        assert!(close(after(line.arrival(later, 0)), 60.5625), "the line is free again");
    }
}
