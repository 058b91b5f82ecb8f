//! The figures of one page on one kind of device.

use crate::faults;
use crate::seed::Seed;

/// A field metric with its thresholds: up to the first is good, beyond the second is poor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Metric {
    LargestContentfulPaint,
    InteractionToNextPaint,
    CumulativeLayoutShift,
    FirstContentfulPaint,
    TimeToFirstByte,
}

impl Metric {
    pub(crate) const ALL: [Self; 5] = [
        Self::LargestContentfulPaint,
        Self::InteractionToNextPaint,
        Self::CumulativeLayoutShift,
        Self::FirstContentfulPaint,
        Self::TimeToFirstByte,
    ];

    pub(crate) const fn thresholds(self) -> (u64, u64) {
        match self {
            Self::LargestContentfulPaint => (2500, 4000),
            Self::InteractionToNextPaint => (200, 500),
            Self::CumulativeLayoutShift => (10, 25),
            Self::FirstContentfulPaint => (1800, 3000),
            Self::TimeToFirstByte => (800, 1800),
        }
    }

    /// The name in the Chrome UX Report.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::LargestContentfulPaint => "largest_contentful_paint",
            Self::InteractionToNextPaint => "interaction_to_next_paint",
            Self::CumulativeLayoutShift => "cumulative_layout_shift",
            Self::FirstContentfulPaint => "first_contentful_paint",
            Self::TimeToFirstByte => "experimental_time_to_first_byte",
        }
    }
}

/// The rating of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rating {
    Good,
    Middling,
    Poor,
}

impl Rating {
    /// The shares of good, middling and poor page loads that put the 75th percentile into this rating.
    pub(crate) const fn shares(self) -> [f64; 3] {
        match self {
            Self::Good => [0.82, 0.12, 0.06],
            Self::Middling => [0.62, 0.26, 0.12],
            Self::Poor => [0.35, 0.3, 0.35],
        }
    }
}

/// The figures of one page on one kind of device.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Figures {
    seed: Seed,
    slower: bool,
}

impl Figures {
    /// The figures of a URL; `slower` is for phones. Fault words do not count.
    pub(crate) fn of(address: &str, slower: bool) -> Self {
        let asked = faults::without_words(address);
        Self { seed: Seed::of(&["vitals", asked.trim_end_matches(['?', '&'])]), slower }
    }

    pub(crate) fn value(&self, metric: Metric) -> u64 {
        let (good, poor) = metric.thresholds();
        let base = Seed::of(&["metric", metric.name(), &self.seed.hex(64)]).between(good / 3, poor);
        if self.slower { base + base / 5 } else { base }
    }

    /// The rating of the 75th percentile.
    pub(crate) fn rating(&self, metric: Metric) -> Rating {
        let (good, poor) = metric.thresholds();
        match self.value(metric) {
            value if value <= good => Rating::Good,
            value if value <= poor => Rating::Middling,
            _ => Rating::Poor,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_follow_the_values() {
        let pages = (0..200).map(|number| Figures::of(&number.to_string(), number % 2 == 0));
        let ratings: Vec<Rating> = pages.map(|page| page.rating(Metric::LargestContentfulPaint)).collect();
        for rating in [Rating::Good, Rating::Middling, Rating::Poor] {
            assert!(ratings.contains(&rating), "{rating:?} occurs");
            assert!((rating.shares().iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn phones_are_slower() {
        for metric in Metric::ALL {
            assert!(Figures::of("x", true).value(metric) > Figures::of("x", false).value(metric));
        }
    }
}
