//! The searches of twelve months, shaped by the season.

use crate::web::Season;

/// The searches of one month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Month {
    pub(crate) year: u16,
    pub(crate) number: u8,
    pub(crate) searches: u64,
}

/// The months from November 2025 to October 2026, oldest first.
const CALENDAR: [(u16, u8); 12] = [
    (2025, 11),
    (2025, 12),
    (2026, 1),
    (2026, 2),
    (2026, 3),
    (2026, 4),
    (2026, 5),
    (2026, 6),
    (2026, 7),
    (2026, 8),
    (2026, 9),
    (2026, 10),
];

/// The rounded counts that planners show, per power of ten.
const STEPS: [u64; 10] = [10, 13, 16, 19, 24, 29, 36, 44, 54, 66];
const HIGHER_STEPS: [u64; 2] = [81, 99];

/// The twelve months of a keyword with `average` searches per month.
pub(crate) fn twelve(average: u64, season: Season) -> Vec<Month> {
    let shape = percentages(season);
    let counted = CALENDAR.iter().zip(shape);
    counted
        .map(|(&(year, month), percent)| Month {
            year,
            number: month,
            searches: stepped(average.saturating_mul(percent) / 100),
        })
        .collect()
}

/// Percentages of the average, in the order of the calendar above.
const fn percentages(season: Season) -> [u64; 12] {
    match season {
        Season::Flat => [98, 96, 104, 100, 101, 99, 100, 98, 97, 99, 103, 105],
        Season::Summer => [62, 55, 60, 64, 82, 104, 132, 158, 162, 146, 98, 74],
        Season::Winter => [138, 164, 158, 130, 100, 78, 64, 56, 54, 62, 84, 112],
        Season::Rising => [72, 75, 80, 84, 90, 96, 102, 108, 114, 120, 126, 133],
        Season::Falling => [133, 126, 120, 114, 108, 102, 96, 90, 84, 80, 75, 72],
    }
}

/// The nearest rounded count that a planner would show, at least 10.
pub(super) fn stepped(count: u64) -> u64 {
    let mut scale = 1;
    while count / scale >= 105 && scale < 1_000_000_000_000 {
        scale *= 10;
    }
    let steps = STEPS.iter().chain(&HIGHER_STEPS).chain(&[100]);
    steps.map(|step| step * scale).min_by_key(|step| step.abs_diff(count)).unwrap_or(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_a_planner() {
        for (count, shown) in
            [(0, 10), (12, 13), (105, 100), (850, 810), (90_500, 99_000), (1_234_567, 1_300_000)]
        {
            assert_eq!(stepped(count), shown, "{count}");
        }
        assert!(stepped(u64::MAX) > 0);
    }

    #[test]
    fn the_season_shapes_the_year_and_keeps_its_average() {
        for season in [Season::Flat, Season::Summer, Season::Winter, Season::Rising, Season::Falling] {
            let months = twelve(10_000, season);
            let average = months.iter().map(|month| month.searches).sum::<u64>() / 12;
            assert!((9_000..=11_000).contains(&average), "{season:?}: {average}");
            assert_eq!((months[0].year, months[0].number), (2025, 11));
            assert_eq!((months[11].year, months[11].number), (2026, 10));
        }
        let (july, january) = (8, 2);
        let summer = twelve(10_000, Season::Summer);
        assert!(summer[july].searches > 2 * summer[january].searches);
    }
}
