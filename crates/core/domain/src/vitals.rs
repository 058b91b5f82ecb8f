//! Core Web Vitals from the field: what browsers of real visitors measured on a page, and its rating.

use serde::{Deserialize, Serialize};

use crate::search::Device;

/// A query for the experience of a page's visitors.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FieldQuery {
    /// The page's URL, normalised, with http or https.
    pub url: String,
    /// The device of the visitors.
    pub device: Device,
}

/// What visitors experience. Pages and origins with few visitors have no such data, which is a valid result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldVitals {
    /// Which pages were measured.
    pub scope: FieldScope,
    pub lcp: Option<FieldMetric>,
    /// Interaction to next paint.
    pub inp: Option<FieldMetric>,
    pub cls: Option<FieldMetric>,
    pub fcp: Option<FieldMetric>,
    /// Time to first byte.
    pub ttfb: Option<FieldMetric>,
    /// The first and the last day of the measurements, as in 2026-11-15.
    pub period: Option<(String, String)>,
}

impl FieldVitals {
    /// The figures of one metric.
    #[must_use]
    pub const fn of(&self, metric: Metric) -> Option<&FieldMetric> {
        match metric {
            Metric::Lcp => self.lcp.as_ref(),
            Metric::Inp => self.inp.as_ref(),
            Metric::Cls => self.cls.as_ref(),
            Metric::Fcp => self.fcp.as_ref(),
            Metric::Ttfb => self.ttfb.as_ref(),
        }
    }
}

/// Which pages were measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldScope {
    /// Only the page itself.
    Page,
    /// All pages of its origin, because the page alone has too few visitors.
    Origin,
}

impl FieldScope {
    /// The name that customers see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Origin => "origin",
        }
    }
}

/// The figures of one metric.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FieldMetric {
    /// The value that three of four page loads do not exceed: milliseconds, or a bare number for layout
    /// shifts.
    pub p75: f64,
    /// The share of good page loads, 0 to 1.
    pub good: Option<f64>,
    /// The share of page loads that need improvement, 0 to 1.
    pub needs_improvement: Option<f64>,
    /// The share of poor page loads, 0 to 1.
    pub poor: Option<f64>,
}

/// A metric that browsers measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// Largest contentful paint, in milliseconds.
    Lcp,
    /// Interaction to next paint, in milliseconds.
    Inp,
    /// Cumulative layout shift, a bare number.
    Cls,
    /// First contentful paint, in milliseconds.
    Fcp,
    /// Time to first byte, in milliseconds.
    Ttfb,
}

impl Metric {
    /// The Core Web Vitals.
    pub const CORE: [Self; 3] = [Self::Lcp, Self::Inp, Self::Cls];
    pub const ALL: [Self; 5] = [Self::Lcp, Self::Inp, Self::Cls, Self::Fcp, Self::Ttfb];

    /// The name that customers see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lcp => "lcp",
            Self::Inp => "inp",
            Self::Cls => "cls",
            Self::Fcp => "fcp",
            Self::Ttfb => "ttfb",
        }
    }

    /// The largest value that is good and the largest that is not poor, as Google defines them.
    #[must_use]
    pub const fn thresholds(self) -> (f64, f64) {
        match self {
            Self::Lcp => (2_500.0, 4_000.0),
            Self::Inp => (200.0, 500.0),
            Self::Cls => (0.1, 0.25),
            Self::Fcp => (1_800.0, 3_000.0),
            Self::Ttfb => (800.0, 1_800.0),
        }
    }

    /// How good a value is.
    #[must_use]
    pub fn rate(self, value: f64) -> Rating {
        let (good, not_poor) = self.thresholds();
        if value <= good {
            Rating::Good
        } else if value <= not_poor {
            Rating::NeedsImprovement
        } else {
            Rating::Poor
        }
    }
}

/// How good a value is. Worse is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    /// The value is good.
    Good,
    /// Between good and poor.
    NeedsImprovement,
    /// The value is poor.
    Poor,
}

impl Rating {
    /// The name that customers see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::NeedsImprovement => "needs_improvement",
            Self::Poor => "poor",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_belong_to_the_better_side() {
        for (metric, good, not_poor) in [
            (Metric::Lcp, 2_500.0, 4_000.0),
            (Metric::Inp, 200.0, 500.0),
            (Metric::Cls, 0.1, 0.25),
            (Metric::Fcp, 1_800.0, 3_000.0),
            (Metric::Ttfb, 800.0, 1_800.0),
        ] {
            let rated = [0.0, good, good + 0.01, not_poor, not_poor + 0.01].map(|value| metric.rate(value));
            let middle = Rating::NeedsImprovement;
            assert_eq!(rated, [Rating::Good, Rating::Good, middle, middle, Rating::Poor], "{metric:?}");
        }
    }

    #[test]
    fn every_metric_has_its_own_figures() {
        let figures = |p75| Some(FieldMetric { p75, good: None, needs_improvement: None, poor: None });
        let vitals = FieldVitals {
            scope: FieldScope::Page,
            lcp: figures(1.0),
            inp: figures(2.0),
            cls: figures(3.0),
            fcp: figures(4.0),
            ttfb: figures(5.0),
            period: None,
        };
        let found = Metric::ALL.map(|metric| vitals.of(metric).map(|figures| figures.p75));
        assert_eq!(found, [1.0, 2.0, 3.0, 4.0, 5.0].map(Some));
    }
}
