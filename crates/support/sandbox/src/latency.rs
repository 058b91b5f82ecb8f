//! Response times by profile, the same sequence in every run.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::options::LatencyProfile;
use crate::provider::Provider;
use crate::seed::Seed;

/// The response times of all providers.
#[derive(Debug)]
pub(crate) struct Latencies {
    profiles: HashMap<Provider, LatencyProfile>,
    sequences: Mutex<HashMap<Provider, fastrand::Rng>>,
}

impl Latencies {
    pub(crate) fn new(profiles: HashMap<Provider, LatencyProfile>) -> Self {
        Self { profiles, sequences: Mutex::default() }
    }

    /// The duration of the next request to this provider.
    pub(crate) fn next(&self, provider: Provider) -> Duration {
        let Some(profile) = self.profiles.get(&provider) else { return Duration::ZERO };
        let mut sequences = self.sequences.lock().unwrap_or_else(PoisonError::into_inner);
        let sequence = sequences.entry(provider).or_insert_with(|| Seed::of(&[provider.name()]).generator());
        draw(profile, sequence)
    }
}

fn draw(profile: &LatencyProfile, sequence: &mut fastrand::Rng) -> Duration {
    let (place, spread) = (sequence.f64(), sequence.f64());
    if place < profile.slow_share { profile.slow } else { profile.median.mul_f64(0.75 + spread / 2.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile() -> LatencyProfile {
        LatencyProfile {
            median: Duration::from_millis(80),
            slow_share: 0.01,
            slow: Duration::from_millis(900),
        }
    }

    fn thousand() -> Vec<Duration> {
        let latencies = Latencies::new(HashMap::from([(Provider::GoogleSuggest, profile())]));
        (0..1000).map(|_| latencies.next(Provider::GoogleSuggest)).collect()
    }

    #[test]
    fn half_take_the_median_and_the_asked_share_is_slow() {
        let mut times = thousand();
        times.sort_unstable();
        assert!((70..90).contains(&times[500].as_millis()), "{:?}", times[500]);
        let slow = times.iter().filter(|time| **time == Duration::from_millis(900)).count();
        assert!((4..20).contains(&slow), "{slow}");
    }

    #[test]
    fn the_sequence_is_the_same_in_every_run() {
        assert_eq!(thousand(), thousand());
    }

    #[test]
    fn a_provider_without_a_profile_answers_at_once() {
        let latencies = Latencies::new(HashMap::from([(Provider::GoogleSuggest, profile())]));
        assert_eq!(latencies.next(Provider::BingSuggest), Duration::ZERO);
    }
}
