//! Dates, times and durations of ISO 8601, in all the forms that schema.org accepts.

use jiff::civil::{Date, ISOWeekDate, Weekday};

/// A date, and what is known of its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    /// The day, or the last day of the year, month or week.
    pub(crate) day: Date,
    pub(crate) has_time: bool,
    pub(crate) has_zone: bool,
}

pub(super) fn is_date(text: &str) -> bool {
    moment(text).is_some()
}

/// Parses a date with an optional time.
pub(crate) fn moment(text: &str) -> Option<Moment> {
    let text = text.trim();
    let Some((day, time)) = text.split_once(['T', 't', ' ']) else {
        return Some(Moment { day: day(text)?, has_time: false, has_zone: false });
    };
    // A time needs a day, not just a month.
    let is_whole = day.len() >= 8;
    let has_zone = time_with_zone(time).filter(|_| is_whole)?;
    Some(Moment { day: self::day(day)?, has_time: true, has_zone })
}

pub(super) fn is_time(text: &str) -> bool {
    time_with_zone(text.trim().trim_start_matches(['T', 't'])).is_some()
}

fn day(text: &str) -> Option<Date> {
    let parts: Vec<&str> = text.split('-').collect();
    match parts.as_slice() {
        [year] if year.len() == 4 => Date::new(number(year)?, 12, 31).ok(),
        [basic] if basic.len() == 8 => {
            Date::new(number(&basic[..4])?, number(basic.get(4..6)?)?, number(basic.get(6..)?)?).ok()
        }
        [year, week] if week.starts_with('W') => week_end(year, &week[1..], 7),
        [year, week, day] if week.starts_with('W') => week_end(year, &week[1..], number(day)?),
        [year, ordinal] if year.len() == 4 && ordinal.len() == 3 => {
            let first = Date::new(number(year)?, 1, 1).ok()?;
            let day: i16 = number(ordinal)?;
            (1..=first.days_in_year()).contains(&day).then_some(())?;
            first.checked_add(jiff::Span::new().days(day - 1)).ok()
        }
        [year, month] if year.len() == 4 && month.len() == 2 => {
            Some(Date::new(number(year)?, number(month)?, 1).ok()?.last_of_month())
        }
        [year, month, day] if year.len() == 4 && month.len() == 2 && day.len() == 2 => {
            Date::new(number(year)?, number(month)?, number(day)?).ok()
        }
        _ => None,
    }
}

fn week_end(year: &str, week: &str, day: i8) -> Option<Date> {
    let weekday = Weekday::from_monday_one_offset(day).ok()?;
    ISOWeekDate::new(number(year)?, number(week)?, weekday).ok().map(ISOWeekDate::date)
}

fn number<N: std::str::FromStr>(digits: &str) -> Option<N> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// Whether the time has a zone; `None` if the text is not a time.
fn time_with_zone(text: &str) -> Option<bool> {
    let end = text.find(['Z', 'z', '+', '-', '\u{2212}']).unwrap_or(text.len());
    let (time, zone) = text.split_at(end);
    let is_valid = is_clock(time) && (zone.is_empty() || is_zone(zone));
    is_valid.then_some(!zone.is_empty())
}

fn is_clock(text: &str) -> bool {
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let parts: Vec<&str> = match (whole.contains(':'), whole.len()) {
        (true, _) => whole.split(':').collect(),
        (false, 2 | 4 | 6) if whole.is_ascii() => {
            (0..whole.len()).step_by(2).map(|start| &whole[start..start + 2]).collect()
        }
        _ => return false,
    };
    let Some(numbers) = parts.iter().map(|part| number::<u32>(part)).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let two_digits = parts.iter().skip(1).all(|part| part.len() == 2) && parts[0].len() <= 2;
    let minutes_and_seconds = numbers.iter().skip(1).all(|number| *number <= 60);
    let is_midnight = numbers[0] == 24 && numbers.iter().skip(1).all(|number| *number == 0);
    two_digits && numbers.len() <= 3 && minutes_and_seconds && (numbers[0] < 24 || is_midnight)
}

fn is_zone(text: &str) -> bool {
    if text.eq_ignore_ascii_case("z") {
        return true;
    }
    let offset = text.trim_start_matches(['+', '-', '\u{2212}']);
    let is_digits = offset.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
    is_digits && matches!((offset.len(), offset.find(':')), (2 | 4, None) | (5, Some(2)))
}

/// Whether the text is a duration, such as `P1DT2H30M`.
pub(super) fn is_duration(text: &str) -> bool {
    let Some(rest) = text.trim().strip_prefix('P') else { return false };
    let (days, time) = rest.split_once('T').map_or((rest, None), |(days, time)| (days, Some(time)));
    let days_are_right = has_units(days, "YMWD");
    match time {
        None => !days.is_empty() && days_are_right,
        Some(time) => !time.is_empty() && days_are_right && has_units(time, "HMS"),
    }
}

/// Whether the text consists of numbers with these units, each at most once and in this order.
fn has_units(mut text: &str, units: &str) -> bool {
    let mut left = units;
    while let Some(end) = text.find(|character: char| character.is_ascii_alphabetic()) {
        let unit = &text[end..=end];
        let Some((_, after)) = left.split_once(unit) else { return false };
        if !super::literals::is_number(&text[..end].replace(',', ".")) {
            return false;
        }
        left = after;
        text = &text[end + 1..];
    }
    text.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_have_many_forms() {
        for good in [
            "2026",
            "2026-11",
            "2026-11-16",
            "20261116",
            "2026-W47",
            "2026-W47-1",
            "2026-320",
            "2024-366",
            "2026-11-16T09:30",
            "2026-11-16T09:30:00Z",
            "2026-11-16T09:30:00.123+01:00",
            "2026-11-16T09:30:00+0100",
            "2026-11-16T09Z",
            "2026-11-16 09:30:00",
            "20261116T093000Z",
            " 2026-11-16 ",
            "2026-11-16T24:00",
        ] {
            assert!(is_date(good), "{good}");
        }
        for bad in [
            "",
            "16.11.2026",
            "11/16/2026",
            "2026-13-01",
            "2026-02-30",
            "2026-1-1",
            "Nov 16, 2026",
            "2025-366",
            "2026-W54",
            "2026-11-16T25:00",
            "2026-11-16T09:30:00+1",
            "2026-11T09:30",
            "2026-11-16T",
            "0000-00-00",
            "2026-11-16T09:30 CET",
            "+053005-12-18T19:21:22.000Z",
            "２０２６",
            "2026-11-1é",
        ] {
            assert!(!is_date(bad), "{bad}");
        }
    }

    #[test]
    fn moments_say_what_was_said() {
        let moment = |text| super::moment(text).unwrap();
        assert_eq!(moment("2026").day, Date::new(2026, 12, 31).unwrap());
        assert_eq!(moment("2026-02").day, Date::new(2026, 2, 28).unwrap());
        assert_eq!(moment("2026-W47").day, Date::new(2026, 11, 22).unwrap());
        assert_eq!(moment("2026-032").day, Date::new(2026, 2, 1).unwrap());
        assert!(!moment("2026-11-16").has_time);
        assert!(moment("2026-11-16T09:30").has_time && !moment("2026-11-16T09:30").has_zone);
        assert!(moment("2026-11-16T09:30-05:00").has_zone);
    }

    #[test]
    fn times_and_durations_are_read() {
        for good in ["09:00", "9:00", "09:00:00", "24:00", "0900", "18:30:00+02:00", "T10:00"] {
            assert!(is_time(good), "{good}");
        }
        for bad in ["", "9am", "25:00", "09:60:61", "09:0", "nine", "09:00:00:00", "é9:00"] {
            assert!(!is_time(bad), "{bad}");
        }
        for good in ["PT30M", "P1DT2H", "PT1H30M15S", "P2W", "PT1.5H", "P0DT0H45M", "PT0S", "P1Y"] {
            assert!(is_duration(good), "{good}");
        }
        for bad in ["", "P", "PT", "30M", "PT30", "PTM", "PT30m", "P1H", "PT1M1H", "30 minutes", "PT1M é"] {
            assert!(!is_duration(bad), "{bad}");
        }
    }
}
