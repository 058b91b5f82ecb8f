//! How searches for a keyword change.

use domain::keywords::{KeywordIdea, MonthlySearches};

/// Changes in per cent; `None` if the months do not show them.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Trend {
    /// The last month against the one two months before, as keyword planners count three months.
    pub three_months: Option<f64>,
    /// The last month against the same month a year before.
    pub year_over_year: Option<f64>,
}

impl Trend {
    /// The planner's own figures, or else those of the months.
    pub(super) fn of(idea: &KeywordIdea) -> Self {
        Self {
            three_months: idea.three_month_change.or_else(|| change(&idea.months, 2)),
            year_over_year: idea.yearly_change.or_else(|| change(&idea.months, 12)),
        }
    }
}

/// The change of the latest month against the one `months_before` it.
fn change(months: &[MonthlySearches], months_before: u32) -> Option<f64> {
    let number = |month: &MonthlySearches| u32::from(month.year) * 12 + u32::from(month.month);
    let last = months.iter().max_by_key(|month| number(month))?;
    let wanted = number(last).checked_sub(months_before)?;
    let before = months.iter().find(|month| number(month) == wanted)?;
    if before.searches == 0 {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "searches of a month are far below 2^52")]
    let (last, before) = (last.searches as f64, before.searches as f64);
    Some(((last - before) / before * 1000.0).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn idea(months: &[(u16, u8, u64)]) -> KeywordIdea {
        let months = months.iter().map(|(year, month, searches)| MonthlySearches {
            year: *year,
            month: *month,
            searches: *searches,
        });
        KeywordIdea { months: months.collect(), ..KeywordIdea::default() }
    }

    #[test]
    fn changes_compare_calendar_months() {
        let known = idea(&[(2025, 10, 1000), (2026, 8, 800), (2026, 9, 1), (2026, 10, 1100)]);
        assert_eq!(Trend::of(&known), Trend { three_months: Some(37.5), year_over_year: Some(10.0) });
        let gap = idea(&[(2026, 7, 800), (2026, 9, 1), (2026, 10, 1100)]);
        assert_eq!(Trend::of(&gap), Trend::default());
        let from_nothing = idea(&[(2026, 8, 0), (2026, 10, 10)]);
        assert_eq!(Trend::of(&from_nothing), Trend::default());
    }

    #[test]
    fn the_planners_own_figures_win() {
        let told = KeywordIdea { yearly_change: Some(-18.0), ..idea(&[(2025, 10, 1), (2026, 10, 2)]) };
        assert_eq!(Trend::of(&told).year_over_year, Some(-18.0));
    }
}
