//! Dates as pages and results show them.

use std::fmt;

/// A day of the calendar. Displayed as `2026-10-31`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Day {
    pub(crate) year: u16,
    pub(crate) month: u8,
    /// The day of the month, from 1.
    pub(crate) number: u8,
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl Day {
    /// Parses `2026-10-31`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let day = Self {
            year: parts.next()?.parse().ok()?,
            month: parts.next()?.parse().ok()?,
            number: parts.next()?.parse().ok()?,
        };
        let valid = parts.next().is_none()
            && (1990..2100).contains(&day.year)
            && (1..=12).contains(&day.month)
            && (1..=31).contains(&day.number);
        valid.then_some(day)
    }

    /// The format of results pages: `Oct 31, 2026` or `31 thg 10, 2026`.
    pub(crate) fn short(self, language: &str) -> String {
        let Self { year, month, number: day } = self;
        if language == "vi" {
            return format!("{day} thg {month}, {year}");
        }
        format!("{} {day}, {year}", &self.month_name()[..3])
    }

    /// The format `October 31, 2026`.
    pub(crate) fn long(self) -> String {
        format!("{} {}, {}", self.month_name(), self.number, self.year)
    }

    fn month_name(self) -> &'static str {
        MONTHS.get(usize::from(self.month).saturating_sub(1)).copied().unwrap_or("January")
    }
}

impl fmt::Display for Day {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04}-{:02}-{:02}", self.year, self.month, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_and_shown() {
        let day = Day::parse("2026-10-05").unwrap();
        assert_eq!(day.to_string(), "2026-10-05");
        assert_eq!(day.short("en"), "Oct 5, 2026");
        assert_eq!(day.short("vi"), "5 thg 10, 2026");
        assert_eq!(day.long(), "October 5, 2026");
        for bad in ["", "2026", "2026-13-01", "2026-00-01", "2026-01-32", "2026-1-1-1", "x-1-1"] {
            assert_eq!(Day::parse(bad), None, "{bad}");
        }
    }
}
