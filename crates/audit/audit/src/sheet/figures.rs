//! Formats figures for people, and decides which characters may be shown.

use std::time::Duration;

use domain::vitals::Rating;

use super::phrases::Phrases;
use crate::check::{Category, Severity};
use crate::report::{FieldFigures, LabFigures, RatedFigure, Verdicts};

/// All severities, worst first.
pub(super) const SEVERITIES: [Severity; 5] =
    [Severity::Critical, Severity::High, Severity::Medium, Severity::Low, Severity::Info];

/// The number of issues of a severity.
pub(super) fn issues_of(verdicts: &Verdicts, severity: Severity) -> usize {
    verdicts.issues.iter().filter(|issue| issue.severity == severity).count()
}

/// The number of issues in a category.
pub(super) fn issues_in(verdicts: &Verdicts, category: Category) -> usize {
    verdicts.issues.iter().filter(|issue| issue.category == category).count()
}

/// The rating of a score, with Lighthouse's limits.
pub(super) const fn rating(score: u8) -> Rating {
    match score {
        90.. => Rating::Good,
        50..=89 => Rating::NeedsImprovement,
        _ => Rating::Poor,
    }
}

/// A measure of speed with its name.
pub(super) struct Vital {
    pub(super) short: &'static str,
    pub(super) name: &'static str,
    pub(super) value: String,
    pub(super) rating: Rating,
}

/// The figures that the audit's browser measured.
pub(super) fn lab(figures: &LabFigures, phrases: &Phrases) -> Vec<Vital> {
    let of = |short, name, figure, show| vital(short, name, figure, show);
    let all = [
        of("LCP", phrases.lcp, figures.lcp, milliseconds as Show),
        of("CLS", phrases.cls, figures.cls, shift),
        of("TBT", phrases.tbt, figures.tbt, milliseconds),
        of("INP", phrases.inp, figures.inp, milliseconds),
        of("FCP", phrases.fcp, figures.fcp, milliseconds),
        of("SI", phrases.speed_index, figures.speed_index, milliseconds),
        of("TTFB", phrases.ttfb, figures.ttfb, milliseconds),
    ];
    all.into_iter().flatten().collect()
}

/// The figures of real users.
pub(super) fn field(figures: &FieldFigures, phrases: &Phrases) -> Vec<Vital> {
    let all = [
        vital("LCP", phrases.lcp, figures.lcp, milliseconds),
        vital("INP", phrases.inp, figures.inp, milliseconds),
        vital("CLS", phrases.cls, figures.cls, shift),
        vital("FCP", phrases.fcp, figures.fcp, milliseconds),
        vital("TTFB", phrases.ttfb, figures.ttfb, milliseconds),
    ];
    all.into_iter().flatten().collect()
}

type Show = fn(f64) -> String;

fn vital(short: &'static str, name: &'static str, figure: Option<RatedFigure>, show: Show) -> Option<Vital> {
    figure.map(|figure| Vital { short, name, value: show(figure.value), rating: figure.rating })
}

/// A time in milliseconds, or in seconds if it is long.
pub(super) fn milliseconds(value: f64) -> String {
    if value < 999.5 { format!("{value:.0} ms") } else { format!("{:.2} s", value / 1000.0) }
}

/// The same for whole milliseconds.
pub(super) fn duration(whole: u64) -> String {
    milliseconds(Duration::from_millis(whole).as_secs_f64() * 1000.0)
}

/// A layout shift. With two digits, 0.104 would look good.
fn shift(value: f64) -> String {
    format!("{value:.3}")
}

/// A number with thousands separators.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number of bytes.
pub(super) fn size(bytes: usize) -> String {
    const UNITS: [&str; 3] = ["KB", "MB", "GB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut tenths = bytes / 1024 * 10 + bytes % 1024 * 10 / 1024;
    let mut unit = 0;
    while tenths >= 10_240 && unit + 1 < UNITS.len() {
        tenths /= 1024;
        unit += 1;
    }
    format!("{}.{} {}", tenths / 10, tenths % 10, UNITS[unit])
}

/// Whether a character controls the display instead of being shown: control characters, and characters that
/// change the text direction.
pub(super) fn steers(character: char) -> bool {
    character.is_control() || matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_well() {
        assert_eq!([0.4, 870.2, 999.6, 2_613.0].map(milliseconds), ["0 ms", "870 ms", "1.00 s", "2.61 s"]);
        assert_eq!(duration(12_400), "12.40 s");
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([12, 1_024, 49_357, 5 * 1024 * 1024].map(size), ["12 B", "1.0 KB", "48.2 KB", "5.0 MB"]);
    }

    #[test]
    fn scores_are_good_from_ninety() {
        assert_eq!([100, 90, 89, 50, 49, 0].map(rating), {
            let (good, middle, poor) = (Rating::Good, Rating::NeedsImprovement, Rating::Poor);
            [good, good, middle, middle, poor, poor]
        });
    }
}
