//! The performance score: of a page load in a browser by Lighthouse's formula (the place of each figure on a
//! log-normal curve through two control points, and their weighted mean), and of field data by the worst of
//! the Core Web Vitals.

use domain::rendering::LabVitals;
use domain::search::Device;
use domain::vitals::{FieldScope, FieldVitals, Metric, Rating};

use crate::facts::Facts;
use crate::report::{PerformanceBasis, RatedFigure};

/// The inverse of the complementary error function at one fifth, which puts the 90th percentile at `good`.
const INVERSE_ERFC_OF_FIFTH: f64 = 0.906_193_802_436_823_2;

/// A curve through the value that scores 0.9 and the value that scores 0.5.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Curve {
    /// The value that scores 0.9.
    pub(crate) good: f64,
    /// The value that scores 0.5.
    pub(crate) median: f64,
}

/// The curves of one device.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Curves {
    pub(crate) first_paint: Curve,
    pub(crate) largest_paint: Curve,
    pub(crate) blocking_time: Curve,
    pub(crate) layout_shift: Curve,
    pub(crate) speed_index: Curve,
}

const fn curve(good: f64, median: f64) -> Curve {
    Curve { good, median }
}

const MOBILE: Curves = Curves {
    first_paint: curve(1800.0, 3000.0),
    largest_paint: curve(2500.0, 4000.0),
    blocking_time: curve(200.0, 600.0),
    layout_shift: curve(0.1, 0.25),
    speed_index: curve(3387.0, 5800.0),
};
const DESKTOP: Curves = Curves {
    first_paint: curve(934.0, 1600.0),
    largest_paint: curve(1200.0, 2400.0),
    blocking_time: curve(150.0, 350.0),
    layout_shift: curve(0.1, 0.25),
    speed_index: curve(1311.0, 2300.0),
};

/// The curves for a device.
pub(crate) const fn curves(device: Device) -> &'static Curves {
    match device {
        Device::Mobile => &MOBILE,
        Device::Desktop => &DESKTOP,
    }
}

/// The performance score from 0 to 100. Missing figures are left out and the others weigh more; `None` if
/// there was no paint at all.
#[must_use]
pub fn score(vitals: &LabVitals, device: Device) -> Option<u8> {
    let curves = curves(device);
    vitals.fcp_ms.or(vitals.lcp_ms)?;
    let figures = [
        (vitals.fcp_ms, curves.first_paint, 10.0),
        (vitals.lcp_ms, curves.largest_paint, 25.0),
        (Some(vitals.tbt_ms), curves.blocking_time, 30.0),
        (Some(vitals.cls), curves.layout_shift, 25.0),
        (vitals.speed_index_ms, curves.speed_index, 10.0),
    ];
    let known = figures.into_iter().filter_map(|(value, curve, weight)| Some((curve.score(value?), weight)));
    let (sum, weights) =
        known.fold((0.0, 0.0), |(sum, weights), (score, weight)| (sum + score * weight, weights + weight));
    hundredths(sum / weights)
}

/// The score of field data, from 0 to 100: that of the worst of LCP, INP and CLS, where the limit of `good`
/// scores 90 and the limit of `poor` 50. `None` if all three are missing.
#[must_use]
pub fn field_score(vitals: &FieldVitals) -> Option<u8> {
    let score = |metric: Metric| {
        let (good, median) = metric.thresholds();
        vitals.of(metric).map(|figures| Curve { good, median }.score(figures.p75))
    };
    let worst = Metric::CORE.into_iter().filter_map(score).min_by(f64::total_cmp)?;
    hundredths(worst)
}

/// The performance score of the measured figures, and the figures that it follows. Field data of the page
/// decides. Field data of its whole origin may be of other pages, so it counts only if the browser measured
/// nothing worse.
#[must_use]
pub fn performance(facts: &Facts<'_>) -> Option<(u8, PerformanceBasis)> {
    let rendering = facts.browser.known().map(|rendered| &rendered.rendering);
    let lab = rendering.and_then(|rendering| score(&rendering.vitals, facts.device));
    let lab = lab.map(|score| (score, PerformanceBasis::Lab));
    let Some((scope, points)) = facts.field.and_then(|vitals| Some((vitals.scope, field_score(vitals)?)))
    else {
        return lab;
    };
    match (scope, lab) {
        (FieldScope::Origin, Some((worse, basis))) if worse < points => Some((worse, basis)),
        _ => Some((points, PerformanceBasis::Field)),
    }
}

/// A share from 0 to 1 as a whole number of hundredths.
fn hundredths(share: f64) -> Option<u8> {
    // Counting down, so that a half is rounded up.
    (0..=100_u8).rev().min_by(|one, other| {
        let distance = |score: &u8| (f64::from(*score) - 100.0 * share).abs();
        distance(one).total_cmp(&distance(other))
    })
}

/// A blocking time with the rating of its score.
#[must_use]
pub fn rated_blocking_time(milliseconds: f64, device: Device) -> RatedFigure {
    curves(device).blocking_time.rated(milliseconds)
}

/// A speed index with the rating of its score.
#[must_use]
pub fn rated_speed_index(milliseconds: f64, device: Device) -> RatedFigure {
    curves(device).speed_index.rated(milliseconds)
}

impl Curve {
    fn rated(self, value: f64) -> RatedFigure {
        let rating = if value <= self.good {
            Rating::Good
        } else if value <= self.median {
            Rating::NeedsImprovement
        } else {
            Rating::Poor
        };
        RatedFigure { value, rating }
    }

    /// The score of a value, from 0 to 1, in hundredths.
    fn score(self, value: f64) -> f64 {
        let exact = self.exact(value);
        // Lighthouse raises good scores slightly, because nothing would reach 1 otherwise.
        let lifted = if exact > 0.9 { exact + 0.05 * (exact - 0.9) } else { exact };
        (lifted * 100.0).floor() / 100.0
    }

    fn exact(self, value: f64) -> f64 {
        if value <= 0.0 {
            return 1.0;
        }
        let deviations = (value / self.median).ln() * INVERSE_ERFC_OF_FIFTH / -(self.good / self.median).ln();
        let share = f64::midpoint(1.0, -error_function(deviations));
        // Rounding must not carry a value across a control point.
        if value <= self.good {
            share.clamp(0.9, 1.0)
        } else if value <= self.median {
            share.clamp(0.5, 0.899_999_999_999_999_9)
        } else {
            share.clamp(0.0, 0.499_999_999_999_999_9)
        }
    }
}

/// The error function by formula 7.1.26 of Abramowitz and Stegun, as Lighthouse computes it.
fn error_function(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 5] =
        [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let polynomial = COEFFICIENTS.iter().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    (1.0 - polynomial * (-x * x).exp()).copysign(x)
}

#[cfg(test)]
mod tests {
    use domain::vitals::FieldMetric;

    use super::*;

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    fn vitals(fcp: f64, lcp: f64, tbt: f64, cls: f64, speed: f64) -> LabVitals {
        LabVitals {
            fcp_ms: Some(fcp),
            lcp_ms: Some(lcp),
            tbt_ms: tbt,
            cls,
            speed_index_ms: Some(speed),
            ..LabVitals::default()
        }
    }

    #[test]
    fn control_points_score_nine_tenths_and_a_half() {
        for curves in [MOBILE, DESKTOP] {
            for curve in [
                curves.first_paint,
                curves.largest_paint,
                curves.blocking_time,
                curves.layout_shift,
                curves.speed_index,
            ] {
                assert!(close(curve.score(curve.good), 0.9), "{curve:?}");
                assert!(close(curve.score(curve.median), 0.5), "{curve:?}");
                assert!(close(curve.score(0.0), 1.0));
                assert!(curve.score(curve.median * 100.0) < 0.01);
            }
        }
    }

    #[test]
    fn scores_are_those_of_lighthouse() {
        // The pairs of values in Lighthouse's tests of its own curve.
        let curve = curve(3785.0, 7300.0);
        for (value, expected) in [
            (1000.0, 1.0),
            (2500.0, 0.98),
            (3785.0, 0.9),
            (5000.0, 0.77),
            (7300.0, 0.5),
            (7500.0, 0.48),
            (10_000.0, 0.27),
            (30_000.0, 0.0),
        ] {
            assert!((curve.exact(value) - expected).abs() < 0.005, "{value}");
        }
        assert!(close(curve.score(0.0), 1.0) && close(curve.score(1_000_000.0), 0.0));
    }

    #[test]
    fn what_is_good_is_lifted_and_the_rest_cut() {
        assert!(close(MOBILE.largest_paint.score(1500.0), 1.0));
        assert!(close(MOBILE.largest_paint.score(2000.0), 0.97));
        assert!(close(MOBILE.largest_paint.score(3000.0), 0.78));
        assert!(close(MOBILE.blocking_time.score(300.0), 0.79));
        assert!(close(MOBILE.layout_shift.score(0.4), 0.25));
    }

    #[test]
    fn pages_score_between_nothing_and_a_hundred() {
        assert_eq!(score(&vitals(1800.0, 2500.0, 200.0, 0.1, 3387.0), Device::Mobile), Some(90));
        assert_eq!(score(&vitals(1600.0, 2400.0, 350.0, 0.25, 2300.0), Device::Desktop), Some(50));
        assert_eq!(score(&vitals(100.0, 100.0, 0.0, 0.0, 100.0), Device::Desktop), Some(100));
        assert_eq!(score(&vitals(6e4, 6e4, 6e4, 9.0, 6e4), Device::Mobile), Some(0));
    }

    fn field(lcp: f64, inp: f64, cls: f64) -> FieldVitals {
        let figures = |p75| Some(FieldMetric { p75, good: None, needs_improvement: None, poor: None });
        FieldVitals {
            scope: FieldScope::Page,
            lcp: figures(lcp),
            inp: figures(inp),
            cls: figures(cls),
            fcp: figures(60_000.0),
            ttfb: figures(60_000.0),
            period: None,
        }
    }

    #[test]
    fn field_data_scores_as_its_worst_core_web_vital() {
        assert_eq!(field_score(&field(0.0, 0.0, 0.0)), Some(100));
        assert_eq!(field_score(&field(2500.0, 0.0, 0.0)), Some(90));
        assert_eq!(field_score(&field(0.0, 500.0, 0.0)), Some(50));
        assert_eq!(field_score(&field(0.0, 0.0, 0.26)), Some(47));
        let reported = field(4320.0, 441.0, 0.13);
        assert_eq!(field_score(&reported), field_score(&field(4320.0, 0.0, 0.0)));
        let paints_only = FieldVitals { lcp: None, inp: None, cls: None, ..reported };
        assert_eq!(field_score(&paints_only), None);
    }

    #[test]
    fn the_score_of_field_data_has_the_rating_of_its_worst_figure() {
        for (lcp, inp, cls) in [
            (2500.0, 200.0, 0.1),
            (2501.0, 150.0, 0.05),
            (4000.0, 500.0, 0.25),
            (4001.0, 100.0, 0.0),
            (100.0, 501.0, 0.0),
            (100.0, 100.0, 0.251),
        ] {
            let worst = Metric::Lcp.rate(lcp).max(Metric::Inp.rate(inp)).max(Metric::Cls.rate(cls));
            let rating = match field_score(&field(lcp, inp, cls)).unwrap() {
                90.. => Rating::Good,
                50..=89 => Rating::NeedsImprovement,
                _ => Rating::Poor,
            };
            assert_eq!(rating, worst, "{lcp} {inp} {cls}");
        }
    }

    #[test]
    fn what_is_missing_is_left_out() {
        let without = LabVitals { speed_index_ms: None, ..vitals(3000.0, 4000.0, 600.0, 0.25, 0.0) };
        assert_eq!(score(&without, Device::Mobile), Some(50));
        assert_eq!(score(&LabVitals::default(), Device::Mobile), None);
    }
}
