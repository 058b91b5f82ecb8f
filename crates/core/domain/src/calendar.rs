//! Days and months in UTC, as usage and spend limits count them.

use crate::Timestamp;

const MICROSECONDS_PER_DAY: i64 = 24 * 60 * 60 * 1_000_000;

/// The day of an instant, counted from 1970.
#[must_use]
pub fn day_of(instant: Timestamp) -> i64 {
    instant.as_microsecond().div_euclid(MICROSECONDS_PER_DAY)
}

/// A month of a year, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Month {
    year: i64,
    /// Counted from 0, which is January.
    month: i64,
}

impl Month {
    /// The month of an instant.
    #[must_use]
    pub fn containing(instant: Timestamp) -> Self {
        Self::containing_day(day_of(instant))
    }

    /// The month of a day, counted from 1970. Years are taken to begin in March, so that the leap day is the last one.
    #[must_use]
    pub const fn containing_day(day: i64) -> Self {
        let from_march_of_year_zero = day + DAYS_BEFORE_1970;
        let era = from_march_of_year_zero.div_euclid(DAYS_PER_ERA);
        let day_of_era = from_march_of_year_zero.rem_euclid(DAYS_PER_ERA);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / (DAYS_PER_ERA - 1)) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * day_of_year + 2) / 153;
        let year = year_of_era + era * YEARS_PER_ERA;
        Self { year: year + (from_march + 2) / 12, month: (from_march + 2) % 12 }
    }

    /// The first day of the month, counted from 1970.
    #[must_use]
    pub const fn first_day(self) -> i64 {
        let from_march = (self.month + 10) % 12;
        let year = if self.month < 2 { self.year - 1 } else { self.year };
        let year_of_era = year.rem_euclid(YEARS_PER_ERA);
        let day_of_year = (153 * from_march + 2) / 5;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        year.div_euclid(YEARS_PER_ERA) * DAYS_PER_ERA + day_of_era - DAYS_BEFORE_1970
    }

    /// The month after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self { year: self.year + (self.month + 1) / 12, month: (self.month + 1) % 12 }
    }
}

/// Leap years repeat in eras of this many years.
const YEARS_PER_ERA: i64 = 400;
const DAYS_PER_ERA: i64 = 146_097;
/// The days from 1 March of the year 0.
const DAYS_BEFORE_1970: i64 = 719_468;

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> i64 {
        day_of(format!("{text}T00:00:00Z").parse().unwrap())
    }

    #[test]
    fn a_day_begins_at_midnight() {
        assert_eq!(day_of(Timestamp::UNIX_EPOCH), 0);
        assert_eq!(day_of(Timestamp::from_microsecond(-1).unwrap()), -1);
        assert_eq!(day_of("1970-01-02T23:59:59.999999Z".parse().unwrap()), 1);
    }

    #[test]
    fn a_month_reaches_from_its_first_day_to_the_next_ones() {
        for (inside, first, next) in [
            ("1970-01-01", "1970-01-01", "1970-02-01"),
            ("2024-02-29", "2024-02-01", "2024-03-01"),
            ("2026-12-31", "2026-12-01", "2027-01-01"),
            ("2000-03-01", "2000-03-01", "2000-04-01"),
            ("1969-12-31", "1969-12-01", "1970-01-01"),
            ("2100-02-28", "2100-02-01", "2100-03-01"),
        ] {
            let month = Month::containing_day(day(inside));
            assert_eq!((month.first_day(), month.next().first_day()), (day(first), day(next)), "{inside}");
        }
    }

    #[test]
    fn months_follow_one_another_without_a_gap() {
        let (mut month, last) =
            (Month::containing_day(day("1600-01-01")), Month::containing_day(day("2500-01-01")));
        while month < last {
            let next = month.next();
            for day in month.first_day()..next.first_day() {
                assert_eq!(Month::containing_day(day), month);
            }
            assert!((28..=31).contains(&(next.first_day() - month.first_day())));
            month = next;
        }
    }
}
