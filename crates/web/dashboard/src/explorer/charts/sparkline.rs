//! A small curve without numbers, for a line of text or a table cell.

use super::length;
use crate::explorer::markup::escaped;

const WIDTH: f64 = 120.0;
const HEIGHT: f64 = 32.0;
/// Space for half of the line's width.
const MARGIN: f64 = 2.0;
/// The maximum number of points, more than the drawing can show.
const MOST_POINTS: usize = 400;

/// The content of a small curve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sparkline<'a> {
    /// A description for people who can't see it.
    pub label: &'a str,
    /// The points from left to right. The scale begins at zero; negative values are drawn as zero.
    pub values: &'a [i64],
}

/// `<span class="chart spark">` with the drawing.
#[must_use]
pub fn sparkline(chart: &Sparkline<'_>) -> String {
    let left_out = chart.values.len().saturating_sub(MOST_POINTS);
    let values = chart.values.get(left_out..).unwrap_or_default();
    let curve = path(values).map(|path| format!("<path class=\"curve\" d=\"{path}\"/>")).unwrap_or_default();
    format!(
        "<span class=\"chart spark\"><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"{}\">{curve}</svg></span>",
        escaped(chart.label)
    )
}

/// The path of the curve. A single value is a horizontal line.
#[expect(clippy::cast_precision_loss, reason = "a drawing has fewer places than a float has digits")]
fn path(values: &[i64]) -> Option<String> {
    let most = values.iter().copied().max()?.max(1) as f64;
    let single = [*values.first()?; 2];
    let values = if values.len() == 1 { &single } else { values };
    let step = WIDTH / (values.len() - 1) as f64;
    let points = values.iter().enumerate().map(|(index, value)| {
        let height = (*value).max(0) as f64 / most * (HEIGHT - 2.0 * MARGIN);
        format!("{} {}", length(index as f64 * step), length(HEIGHT - MARGIN - height))
    });
    Some(format!("M{}", points.collect::<Vec<_>>().join("L")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_week_is_a_curve() {
        insta::assert_snapshot!(sparkline(&Sparkline {
            label: "Calls in the last 7 days",
            values: &[0, 5, 3, 8, 8, 1, 4]
        }));
    }

    #[test]
    fn nothing_and_one_value_can_be_drawn() {
        assert!(!sparkline(&Sparkline { label: "", values: &[] }).contains("<path"));
        assert!(sparkline(&Sparkline { label: "", values: &[0] }).contains("d=\"M0 30L120 30\""));
        assert!(sparkline(&Sparkline { label: "", values: &[7] }).contains("d=\"M0 2L120 2\""));
    }

    proptest::proptest! {
        #[test]
        fn the_curve_stays_inside(values in proptest::collection::vec(proptest::num::i64::ANY, 1..500)) {
            for point in path(&values).unwrap().trim_start_matches('M').split('L') {
                let (x, y) = point.split_once(' ').unwrap();
                let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
                proptest::prop_assert!((0.0..=WIDTH).contains(&x) && (0.0..=HEIGHT).contains(&y), "{} {}", x, y);
            }
        }
    }
}
