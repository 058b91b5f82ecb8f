//! The cells of an export: numbers, ranges, changes, months and levels as several languages write them.

use domain::keywords::Competition;

/// How a file writes fractions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberStyle {
    /// With a point, as in `2,150.00`.
    Point,
    /// With a comma, as in `2.150,00`.
    Comma,
}

/// How often a keyword is searched, as a cell states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Volume {
    Average(u64),
    Range(u64, u64),
}

impl NumberStyle {
    /// One amount that ends in a comma and one or two digits, or one count with a point (which can only
    /// group, as there are no half searches), determines the style of all cells.
    pub(super) fn of_cells<'a>(
        mut amounts: impl Iterator<Item = &'a str>,
        mut counts: impl Iterator<Item = &'a str>,
    ) -> Self {
        let has_decimal_comma = |cell: &str| {
            cell.rsplit_once(',').is_some_and(|(_, fraction)| {
                matches!(fraction.len(), 1 | 2) && fraction.bytes().all(|byte| byte.is_ascii_digit())
            })
        };
        let grouped_by_point = |cell: &str| cell.contains('.') && !cell.contains(char::is_alphabetic);
        if amounts.any(has_decimal_comma) || counts.any(grouped_by_point) { Self::Comma } else { Self::Point }
    }
}

pub(super) fn number(text: &str, style: NumberStyle) -> Option<f64> {
    let (grouping, point) = match style {
        NumberStyle::Point => (',', '.'),
        NumberStyle::Comma => ('.', ','),
    };
    let plain: String = text
        .chars()
        .filter(|character| *character != grouping && !character.is_whitespace())
        .map(|character| if character == point { '.' } else { character })
        .collect();
    plain.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)
}

/// `8100`, `8,100`, `1K – 10K`, `100K – 1M`.
pub(super) fn volume(text: &str, style: NumberStyle) -> Option<Volume> {
    let ends: Vec<&str> = text.split(['–', '—', '-']).map(str::trim).collect();
    match ends[..] {
        [one] => Some(Volume::Average(whole(one, style)?)),
        [from, to] => Some(Volume::Range(whole(from, style)?, whole(to, style)?)),
        _ => None,
    }
}

/// A whole number, possibly shortened with K or M (N and Tr in Vietnamese).
fn whole(text: &str, style: NumberStyle) -> Option<u64> {
    let digits = text.trim_end_matches(char::is_alphabetic);
    let factor = match text[digits.len()..].to_lowercase().as_str() {
        "" => 1.0,
        "k" | "n" => 1e3,
        "m" | "tr" => 1e6,
        _ => return None,
    };
    let value = number(digits, style)? * factor;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative, and bounded by the filter"
    )]
    (value < 1e15).then_some(value.round() as u64)
}

/// The range whose middle is shown to an account that spends little.
pub(super) fn range_around(middle: u64) -> Option<(u64, u64)> {
    match middle {
        0 => Some((0, 10)),
        50 => Some((10, 100)),
        500 => Some((100, 1_000)),
        5_000 => Some((1_000, 10_000)),
        50_000 => Some((10_000, 100_000)),
        500_000 => Some((100_000, 1_000_000)),
        _ => None,
    }
}

/// `22%`, `-18 %`; growth from nothing (`∞`) is no number.
pub(super) fn per_cent(text: &str, style: NumberStyle) -> Option<f64> {
    let text = text.trim().strip_suffix('%')?.trim();
    match text.strip_prefix(['-', '−']) {
        Some(rest) => number(rest, style).map(|value| -value),
        None => number(text.trim_start_matches('+'), style),
    }
}

/// A month and its year, as in ` Nov 2025`.
pub(super) fn month(text: &str) -> Option<(u16, u8)> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let (name, year) = text.trim().split_once(' ')?;
    let name = name.to_lowercase();
    let index = MONTHS.iter().position(|month| name.starts_with(month))?;
    Some((year.trim().parse().ok()?, u8::try_from(index + 1).ok()?))
}

/// A level, in the languages of the exports seen so far.
pub(super) fn competition(text: &str) -> Option<Competition> {
    match text.to_lowercase().as_str() {
        "low" | "thấp" | "faible" | "baja" | "bajo" | "baixa" | "niedrig" => Some(Competition::Low),
        "medium" | "trung bình" | "moyenne" | "moyen" | "media" | "medio" | "média" | "mittel" => {
            Some(Competition::Medium)
        }
        "high" | "cao" | "élevée" | "élevé" | "alta" | "alto" | "hoch" => Some(Competition::High),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_the_style_of_the_file() {
        let style = |amounts: &[&'static str], counts: &[&'static str]| {
            NumberStyle::of_cells(amounts.iter().copied(), counts.iter().copied())
        };
        assert_eq!(style(&["2.150", "6.800,00"], &["8100"]), NumberStyle::Comma);
        assert_eq!(style(&["2.150"], &["8.100"]), NumberStyle::Comma);
        assert_eq!(style(&["2,150", "5120.5"], &["8,100", "1.5K – 10K"]), NumberStyle::Point);
        assert_eq!(number("2.150,50", NumberStyle::Comma), Some(2150.5));
        assert_eq!(number("2,150.50", NumberStyle::Point), Some(2150.5));
        for text in ["", "-", "abc", "-5", "NaN", "1e999"] {
            assert_eq!(number(text, NumberStyle::Point), None, "{text}");
        }
    }

    #[test]
    fn volumes_are_averages_or_ranges() {
        for (text, expected) in [
            ("8,100", Some(Volume::Average(8_100))),
            ("1K – 10K", Some(Volume::Range(1_000, 10_000))),
            ("1 N – 10 N", Some(Volume::Range(1_000, 10_000))),
            ("100K-1M", Some(Volume::Range(100_000, 1_000_000))),
            ("10 – 100", Some(Volume::Range(10, 100))),
            ("–", None),
            ("many", None),
        ] {
            assert_eq!(volume(text, NumberStyle::Point), expected, "{text}");
        }
    }

    #[test]
    fn changes_and_months_are_read() {
        assert_eq!(per_cent("-18%", NumberStyle::Point), Some(-18.0));
        assert_eq!(per_cent("+900 %", NumberStyle::Point), Some(900.0));
        assert_eq!(per_cent("∞", NumberStyle::Point), None);
        assert_eq!(month(" Sept 2026"), Some((2026, 9)));
        assert_eq!(month(" Foo 2026"), None);
    }
}
