//! Numbers, money and times as people read them.

use domain::Timestamp;
use domain::locale::Language;

/// A whole number in groups of three: `1,284,310`, in Vietnamese `1.284.310`.
pub(crate) fn grouped(number: i64, language: Language) -> String {
    let separator = if language == Language::VIETNAMESE { '.' } else { ',' };
    let digits = number.unsigned_abs().to_string();
    let mut text = if number < 0 { String::from("−") } else { String::new() };
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// Credits in dollars, as prices are told: `12.84`.
pub(crate) fn dollars(credits: i64, language: Language) -> String {
    const CREDITS_PER_CENT: i64 = 1_000;
    let cents = (credits + CREDITS_PER_CENT / 2) / CREDITS_PER_CENT;
    let point = if language == Language::VIETNAMESE { ',' } else { '.' };
    format!("{}{point}{:02}", grouped(cents / 100, language), cents % 100)
}

/// A day and time in UTC: `17 Nov 2026, 08:21`, in Vietnamese `17/11/2026 08:21`.
pub(crate) fn moment(time: Timestamp, language: Language) -> String {
    let zoned = time.to_zoned(jiff::tz::TimeZone::UTC);
    let format = if language == Language::VIETNAMESE { "%d/%m/%Y %H:%M" } else { "%-d %b %Y, %H:%M" };
    zoned.strftime(format).to_string()
}

/// A day in UTC.
pub(crate) fn day(time: Timestamp, language: Language) -> String {
    let zoned = time.to_zoned(jiff::tz::TimeZone::UTC);
    let format = if language == Language::VIETNAMESE { "%d/%m/%Y" } else { "%-d %b %Y" };
    zoned.strftime(format).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let (english, vietnamese) = (Language::ENGLISH, Language::VIETNAMESE);
        assert_eq!(grouped(0, english), "0");
        assert_eq!(grouped(999, english), "999");
        assert_eq!(grouped(1_284_310, english), "1,284,310");
        assert_eq!(grouped(-1_284, vietnamese), "−1.284");
        assert_eq!(grouped(i64::MIN, english), "−9,223,372,036,854,775,808");
    }

    #[test]
    fn credits_are_told_in_dollars() {
        assert_eq!(dollars(1_284_310, Language::ENGLISH), "12.84");
        assert_eq!(dollars(1_284_310, Language::VIETNAMESE), "12,84");
        assert_eq!(dollars(499, Language::ENGLISH), "0.00");
    }

    #[test]
    fn times_are_told_as_people_write_them() {
        let time: Timestamp = "2026-11-07T08:21:59Z".parse().unwrap();
        assert_eq!(moment(time, Language::ENGLISH), "7 Nov 2026, 08:21");
        assert_eq!(moment(time, Language::VIETNAMESE), "07/11/2026 08:21");
        assert_eq!(day(time, Language::ENGLISH), "7 Nov 2026");
    }
}
