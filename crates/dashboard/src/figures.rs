//! Numbers, money and times as people read them.

use std::time::Duration;

use domain::Timestamp;
use domain::locale::Language;
use domain::purchases::{Currency, Money};

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

/// What providers take, which is little for one article: `$0.0123`.
pub(crate) fn provider_cost(nanodollars: u64, language: Language) -> String {
    const PER_UNIT: u64 = 100_000;
    const UNITS_PER_DOLLAR: u64 = 10_000;
    let units = nanodollars.saturating_add(PER_UNIT / 2) / PER_UNIT;
    let dollars = i64::try_from(units / UNITS_PER_DOLLAR).unwrap_or(i64::MAX);
    let point = if language == Language::VIETNAMESE { ',' } else { '.' };
    format!("${}{point}{:04}", grouped(dollars, language), units % UNITS_PER_DOLLAR)
}

/// A sum of money: `5.00 USD`, `125,000 VND`.
pub(crate) fn money(money: Money, language: Language) -> String {
    let sign = if money.amount < 0 { "−" } else { "" };
    let sum = money.amount.saturating_abs();
    let amount = match money.currency {
        Currency::Usd => {
            let point = if language == Language::VIETNAMESE { ',' } else { '.' };
            format!("{}{point}{:02}", grouped(sum / 100, language), sum % 100)
        }
        Currency::Vnd => grouped(sum, language),
    };
    format!("{sign}{amount} {}", money.currency.as_str().to_uppercase())
}

/// How long something took: `41 ms`, `8.1 s`.
pub(crate) fn took(duration: Duration, language: Language) -> String {
    let milliseconds = duration.as_millis();
    if milliseconds < 1_000 {
        return format!("{milliseconds} ms");
    }
    let point = if language == Language::VIETNAMESE { ',' } else { '.' };
    let tenths = (milliseconds + 50) / 100;
    format!("{}{point}{} s", tenths / 10, tenths % 10)
}

/// A part of a whole in percent: `3.6 %`.
pub(crate) fn percent(part: i64, whole: i64, language: Language) -> String {
    let point = if language == Language::VIETNAMESE { ',' } else { '.' };
    let tenths = (part.saturating_mul(1_000) + whole / 2).checked_div(whole).unwrap_or(0);
    format!("{}{point}{} %", tenths / 10, tenths % 10)
}

/// The first instant of a day that somebody chose, such as `2026-11-17`; nothing if it is none.
pub(crate) fn chosen_day(text: &str) -> Option<Timestamp> {
    let day: jiff::civil::Date = text.parse().ok()?;
    Some(day.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp())
}

/// The name of a day that is counted from 1970, such as `2026-11-17`.
pub(crate) fn day_name(day: i64) -> String {
    const SECONDS_PER_DAY: i64 = 24 * 60 * 60;
    Timestamp::from_second(day.saturating_mul(SECONDS_PER_DAY))
        .map_or_else(|_| day.to_string(), |time| time.strftime("%F").to_string())
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
    fn costs_of_providers_have_four_decimals() {
        assert_eq!(provider_cost(0, Language::ENGLISH), "$0.0000");
        assert_eq!(provider_cost(12_349_999, Language::ENGLISH), "$0.0123");
        assert_eq!(provider_cost(1_234_567_850_000_000, Language::ENGLISH), "$1,234,567.8500");
        assert_eq!(provider_cost(1_500_000_000_000, Language::VIETNAMESE), "$1.500,0000");
    }

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
    fn money_is_told_with_its_currency() {
        let price = |amount, currency| Money { amount, currency };
        assert_eq!(money(price(200_005, Currency::Usd), Language::ENGLISH), "2,000.05 USD");
        assert_eq!(money(price(125_000, Currency::Vnd), Language::VIETNAMESE), "125.000 VND");
        assert_eq!(money(price(-50, Currency::Usd), Language::ENGLISH), "−0.50 USD");
    }

    #[test]
    fn parts_and_durations_are_told_with_one_decimal() {
        assert_eq!(percent(50, 1_381, Language::ENGLISH), "3.6 %");
        assert_eq!(percent(0, 0, Language::ENGLISH), "0.0 %");
        assert_eq!(took(Duration::from_millis(999), Language::ENGLISH), "999 ms");
        assert_eq!(took(Duration::from_millis(8_149), Language::VIETNAMESE), "8,1 s");
    }

    #[test]
    fn days_are_read_as_browsers_write_them() {
        assert_eq!(
            chosen_day("2026-11-17").map(|time| time.to_string()).as_deref(),
            Some("2026-11-17T00:00:00Z")
        );
        assert_eq!(chosen_day("17.11.2026"), None);
        assert_eq!(day_name(20_774), "2026-11-17");
    }

    #[test]
    fn times_are_told_as_people_write_them() {
        let time: Timestamp = "2026-11-07T08:21:59Z".parse().unwrap();
        assert_eq!(moment(time, Language::ENGLISH), "7 Nov 2026, 08:21");
        assert_eq!(moment(time, Language::VIETNAMESE), "07/11/2026 08:21");
        assert_eq!(day(time, Language::ENGLISH), "7 Nov 2026");
    }
}
