//! How long to wait for a new quota at Google.

use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::google::error::GoogleError;

/// Quota days begin at midnight in California. The rules of the time zone are spelled out because a container
/// may lack the time zone database.
const PACIFIC: &str = "PST8PDT,M3.2.0,M11.1.0";
const DAY: Duration = Duration::from_hours(24);
const MINUTE: Duration = Duration::from_mins(1);

/// How long to wait after `error`. The daily quota is the narrow one, so it is assumed unless the error names
/// a delay or a minute.
pub(super) fn rest(error: &GoogleError, now: Timestamp) -> Duration {
    let limit = error.limit();
    if limit.contains("per day") || limit.contains("perday") {
        return until_midnight(now);
    }
    match error.retry_delay() {
        Some(delay) => delay,
        None if limit.contains("minute") => MINUTE,
        None => until_midnight(now),
    }
}

fn until_midnight(now: Timestamp) -> Duration {
    let midnight = || {
        let here = now.to_zoned(TimeZone::posix(PACIFIC)?);
        Ok::<_, jiff::Error>(here.tomorrow()?.start_of_day()?.timestamp())
    };
    midnight().ok().and_then(|midnight| midnight.duration_since(now).try_into().ok()).unwrap_or(DAY)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[rstest::rstest]
    #[case::winter("2026-11-15T12:00:00Z", 20 * 3_600)]
    #[case::summer("2026-07-01T06:59:59Z", 1)]
    #[case::at_midnight("2026-07-01T07:00:00Z", 24 * 3_600)]
    #[case::short_day("2026-03-08T08:00:00Z", 23 * 3_600)]
    #[case::long_day("2026-11-01T07:00:00Z", 25 * 3_600)]
    fn days_begin_at_midnight_in_california(#[case] now: &str, #[case] seconds: u64) {
        assert_eq!(until_midnight(now.parse().unwrap()), Duration::from_secs(seconds));
    }

    #[rstest::rstest]
    #[case::day(json!({ "message": "Quota exceeded for limit 'Publish requests per day'" }), 3_600)]
    #[case::named(json!({ "details": [
        { "metadata": { "quota_limit": "DefaultPublishRequestsPerDayPerProject" } }, { "retryDelay": "9s" },
    ] }), 3_600)]
    #[case::minute(json!({ "message": "Quota exceeded for limit 'Requests per minute'" }), 60)]
    #[case::delay(json!({ "message": "per minute", "details": [{ "retryDelay": "9s" }] }), 9)]
    #[case::nothing(json!({}), 3_600)]
    fn the_quota_decides_how_long_to_wait(#[case] error: Value, #[case] seconds: u64) {
        let error: GoogleError = serde_json::from_value(error).unwrap();
        let an_hour_before = "2026-11-15T07:00:00Z".parse().unwrap();
        assert_eq!(rest(&error, an_hour_before), Duration::from_secs(seconds));
    }
}
