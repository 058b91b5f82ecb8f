//! Numbers, money and times in the formats that people read.

use std::time::Duration;

use domain::Timestamp;
pub(crate) use domain::counts::grouped;
use domain::locale::Language;
use domain::purchases::{Currency, Money};

use crate::zone::Zone;

/// A number or a collection that can be counted.
pub(crate) trait Count {
    /// How many there are.
    fn count(&self) -> i64;
}

impl Count for i64 {
    fn count(&self) -> i64 {
        *self
    }
}

impl Count for u32 {
    fn count(&self) -> i64 {
        (*self).into()
    }
}

impl Count for usize {
    fn count(&self) -> i64 {
        i64::try_from(*self).unwrap_or(i64::MAX)
    }
}

impl<T: Count> Count for &T {
    fn count(&self) -> i64 {
        (*self).count()
    }
}

/// A number and the matching form of the counted noun, as in [`domain::counts::counted`].
pub(crate) fn counted(number: impl Count, forms: &str, language: Language) -> String {
    domain::counts::counted(number.count(), forms, language)
}

/// Only the noun, for a number that is shown separately.
pub(crate) fn unit(number: impl Count, forms: &str) -> &str {
    domain::counts::noun(number.count(), forms)
}

/// Credits in dollars: `12.84`.
pub(crate) fn dollars(credits: i64, language: Language) -> String {
    const CREDITS_PER_CENT: i64 = 1_000;
    let cents = (credits + CREDITS_PER_CENT / 2) / CREDITS_PER_CENT;
    let point = if language == Language::VIETNAMESE { ',' } else { '.' };
    format!("{}{point}{:02}", grouped(cents / 100, language), cents % 100)
}

/// The cost at a provider, which is small for one article: `$0.0123`.
pub(crate) fn provider_cost(nanodollars: u64, language: Language) -> String {
    const PER_UNIT: u64 = 100_000;
    const UNITS_PER_DOLLAR: u64 = 10_000;
    let units = nanodollars.saturating_add(PER_UNIT / 2) / PER_UNIT;
    let dollars = i64::try_from(units / UNITS_PER_DOLLAR).unwrap_or(i64::MAX);
    let point = if language == Language::VIETNAMESE { ',' } else { '.' };
    format!("${}{point}{:04}", grouped(dollars, language), units % UNITS_PER_DOLLAR)
}

/// A sum of money: `$5.00`, `125.000 ₫`.
pub(crate) fn money(money: Money, language: Language) -> String {
    let sign = if money.amount < 0 { "−" } else { "" };
    let sum = money.amount.saturating_abs();
    match money.currency {
        Currency::Usd => {
            let point = if language == Language::VIETNAMESE { ',' } else { '.' };
            format!("{sign}${}{point}{:02}", grouped(sum / 100, language), sum % 100)
        }
        Currency::Vnd => format!("{sign}{} ₫", grouped(sum, language)),
    }
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

/// A share in percent: `3.6 %`.
pub(crate) fn percent(part: i64, whole: i64, language: Language) -> String {
    let point = if language == Language::VIETNAMESE { ',' } else { '.' };
    let tenths = (part.saturating_mul(1_000) + whole / 2).checked_div(whole).unwrap_or(0);
    format!("{}{point}{} %", tenths / 10, tenths % 10)
}

/// The start of a day that the reader chose, such as `2026-11-17`; `None` if it is not a day.
pub(crate) fn chosen_day(text: &str, zone: &Zone) -> Option<Timestamp> {
    let day: jiff::civil::Date = text.parse().ok()?;
    Some(day.to_zoned(zone.rules().clone()).ok()?.timestamp())
}

/// The date of a day counted from 1970, such as `2026-11-17`.
pub(crate) fn day_name(day: i64) -> String {
    const SECONDS_PER_DAY: i64 = 24 * 60 * 60;
    Timestamp::from_second(day.saturating_mul(SECONDS_PER_DAY))
        .map_or_else(|_| day.to_string(), |time| time.strftime("%F").to_string())
}

/// A date and time with the reader's zone: `17 Nov 2026, 08:21 UTC`, in Vietnamese `17/11/2026 15:21 UTC+7`.
pub(crate) fn moment(time: Timestamp, zone: &Zone, language: Language) -> String {
    let zoned = time.to_zoned(zone.rules().clone());
    let format = if language == Language::VIETNAMESE { "%d/%m/%Y %H:%M" } else { "%-d %b %Y, %H:%M" };
    format!("{} {}", zoned.strftime(format), zone.offset(time))
}

/// A date in the reader's zone.
pub(crate) fn day(time: Timestamp, zone: &Zone, language: Language) -> String {
    let zoned = time.to_zoned(zone.rules().clone());
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
    fn credits_are_told_in_dollars() {
        assert_eq!(dollars(1_284_310, Language::ENGLISH), "12.84");
        assert_eq!(dollars(1_284_310, Language::VIETNAMESE), "12,84");
        assert_eq!(dollars(499, Language::ENGLISH), "0.00");
    }

    #[test]
    fn money_is_told_with_its_currency() {
        let price = |amount, currency| Money { amount, currency };
        assert_eq!(money(price(200_005, Currency::Usd), Language::ENGLISH), "$2,000.05");
        assert_eq!(money(price(125_000, Currency::Vnd), Language::VIETNAMESE), "125.000 ₫");
        assert_eq!(money(price(-50, Currency::Usd), Language::ENGLISH), "−$0.50");
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
            chosen_day("2026-11-17", &Zone::default()).map(|time| time.to_string()).as_deref(),
            Some("2026-11-17T00:00:00Z")
        );
        assert_eq!(chosen_day("17.11.2026", &Zone::default()), None);
        assert_eq!(day_name(20_774), "2026-11-17");
    }

    #[test]
    fn times_are_told_as_people_write_them() {
        let time: Timestamp = "2026-11-07T18:21:59Z".parse().unwrap();
        let utc = Zone::default();
        assert_eq!(moment(time, &utc, Language::ENGLISH), "7 Nov 2026, 18:21 UTC");
        assert_eq!(day(time, &utc, Language::ENGLISH), "7 Nov 2026");
        let hanoi = Zone::named("Asia/Ho_Chi_Minh").unwrap();
        assert_eq!(moment(time, &hanoi, Language::VIETNAMESE), "08/11/2026 01:21 UTC+7");
        assert_eq!(day(time, &hanoi, Language::VIETNAMESE), "08/11/2026");
        let start = chosen_day("2026-11-08", &hanoi).unwrap();
        assert_eq!(start.to_string(), "2026-11-07T17:00:00Z");
    }
}
