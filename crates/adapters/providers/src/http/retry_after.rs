//! Reads how long to wait before the next request to a provider.

use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822;
use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};

const RETRY_AFTER_MS: HeaderName = HeaderName::from_static("retry-after-ms");

/// The wait in milliseconds, in seconds, or until a date. A date is compared with the date of the reply, so
/// that clocks need not agree.
pub(super) fn of(headers: &HeaderMap) -> Option<Duration> {
    if let Some(milliseconds) = header(headers, &RETRY_AFTER_MS).and_then(|text| text.trim().parse().ok()) {
        return Some(Duration::from_millis(milliseconds));
    }
    let text = header(headers, &RETRY_AFTER)?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let now = date(header(headers, &DATE)?)?;
    Duration::try_from(date(text)?.duration_since(now)).ok()
}

fn header<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn date(text: &str) -> Option<Timestamp> {
    rfc2822::parse(text).ok().map(|zoned| zoned.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: &str = "Sun, 15 Nov 2026 12:00:00 GMT";

    #[rstest::rstest]
    #[case::seconds(Some("30"), None, Some(30))]
    #[case::date(Some("Sun, 15 Nov 2026 12:01:00 GMT"), Some(NOON), Some(60))]
    #[case::past(Some("Sun, 15 Nov 2026 11:00:00 GMT"), Some(NOON), None)]
    #[case::date_without_now(Some(NOON), None, None)]
    #[case::nonsense(Some("soon"), Some(NOON), None)]
    #[case::negative(Some("-5"), Some(NOON), None)]
    #[case::absent(None, Some(NOON), None)]
    fn waits_are_read(#[case] retry: Option<&str>, #[case] date: Option<&str>, #[case] wait: Option<u64>) {
        let mut headers = HeaderMap::new();
        for (name, value) in [(RETRY_AFTER, retry), (DATE, date)] {
            if let Some(value) = value {
                headers.insert(name, value.parse().unwrap());
            }
        }
        assert_eq!(of(&headers), wait.map(Duration::from_secs));
    }

    #[rstest::rstest]
    #[case::finer("1500", 1_500)]
    #[case::nonsense("soon", 30_000)]
    fn milliseconds_come_first(#[case] finer: &str, #[case] wait: u64) {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, "30".parse().unwrap());
        headers.insert(RETRY_AFTER_MS, finer.parse().unwrap());
        assert_eq!(of(&headers), Some(Duration::from_millis(wait)));
    }
}
