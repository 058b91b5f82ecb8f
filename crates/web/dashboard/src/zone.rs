//! The time zone in which a reader sees times.

use domain::Timestamp;
use http::HeaderMap;
use jiff::tz::{TimeZone, db};

use crate::cookies::{self, CookieJar, ZONE};

/// The prefix of a zone that the browser reported.
const REPORTED: &str = "auto.";
/// The choice to use the zone that the browser reports.
pub(crate) const AUTOMATIC: &str = "auto";
const LONGEST: usize = 64;

/// The origin of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// Not known: no script has run yet, or scripts are off.
    Unknown,
    Reported,
    Chosen,
}

#[derive(Debug, Clone)]
pub(crate) struct Zone {
    rules: TimeZone,
    name: String,
    origin: Origin,
}

impl Default for Zone {
    fn default() -> Self {
        Self { rules: TimeZone::UTC, name: "UTC".to_owned(), origin: Origin::Unknown }
    }
}

impl Zone {
    /// The zone in the reader's cookie; UTC if it names no known zone.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        cookies::read(headers, ZONE).and_then(Self::read).unwrap_or_default()
    }

    /// A zone that the reader chose.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-' | b'+');
        if name.len() > LONGEST || !name.bytes().all(is_plain) {
            return None;
        }
        Some(Self { rules: TimeZone::get(name).ok()?, name: name.to_owned(), origin: Origin::Chosen })
    }

    fn read(value: &str) -> Option<Self> {
        match value.strip_prefix(REPORTED) {
            Some(name) => Some(Self { origin: Origin::Reported, ..Self::named(name)? }),
            None => Self::named(value),
        }
    }

    /// Stores the zone of a form: a chosen zone, a reported zone, or the choice to use the reported one. A
    /// report does not replace a choice.
    pub(crate) fn remember(&self, jar: CookieJar, headers: &mut HeaderMap, value: &str) {
        match Self::read(value) {
            Some(zone) if zone.origin == Origin::Reported && self.origin == Origin::Chosen => {}
            Some(_) => jar.remember(headers, ZONE, value),
            None if value == AUTOMATIC => jar.remove(headers, ZONE),
            None => {}
        }
    }

    /// The name, such as `Asia/Ho_Chi_Minh`.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The zone that the script compares with the browser's; `None` if the reader chose one.
    pub(crate) fn reported(&self) -> Option<&str> {
        match self.origin {
            Origin::Unknown => Some(""),
            Origin::Reported => Some(&self.name),
            Origin::Chosen => None,
        }
    }

    /// Whether the reader chose it.
    pub(crate) fn is_chosen(&self) -> bool {
        self.origin == Origin::Chosen
    }

    pub(crate) const fn rules(&self) -> &TimeZone {
        &self.rules
    }

    /// The offset from UTC at a time: `UTC`, `UTC+7`, `UTC−3:30`.
    pub(crate) fn offset(&self, time: Timestamp) -> String {
        let minutes = self.rules.to_offset(time).seconds() / 60;
        let sign = if minutes < 0 { '−' } else { '+' };
        match (minutes.abs() / 60, minutes.abs() % 60) {
            (0, 0) => "UTC".to_owned(),
            (hours, 0) => format!("UTC{sign}{hours}"),
            (hours, rest) => format!("UTC{sign}{hours}:{rest:02}"),
        }
    }
}

/// The zones to choose from: UTC and those of cities.
pub(crate) fn choices() -> Vec<String> {
    const AREAS: [&str; 10] = [
        "Africa",
        "America",
        "Antarctica",
        "Arctic",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    ];
    let is_city = |name: &str| name.split_once('/').is_some_and(|(area, _)| AREAS.contains(&area));
    let known = db().available().map(|name| name.as_str().to_owned()).filter(|name| is_city(name));
    std::iter::once("UTC".to_owned()).chain(known).collect()
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;
    use http::header::{COOKIE, SET_COOKIE};

    use super::*;

    fn told(cookie: &'static str) -> Zone {
        Zone::of(&HeaderMap::from_iter([(COOKIE, HeaderValue::from_static(cookie))]))
    }

    #[test]
    fn what_is_no_zone_is_utc() {
        for cookie in ["a=b", "timezone=Nowhere/City", "timezone=../../etc/passwd", "timezone="] {
            let zone = told(cookie);
            assert_eq!((zone.name(), zone.reported()), ("UTC", Some("")), "{cookie}");
        }
        assert_eq!(told("timezone=auto.Asia/Tokyo").reported(), Some("Asia/Tokyo"));
        assert_eq!(told("timezone=Asia/Tokyo").reported(), None);
    }

    #[test]
    fn offsets_follow_the_season() {
        let winter: Timestamp = "2026-01-07T08:21:59Z".parse().unwrap();
        let summer: Timestamp = "2026-07-07T08:21:59Z".parse().unwrap();
        let offset = |name, time| Zone::named(name).unwrap().offset(time);
        assert_eq!(
            (offset("Europe/Berlin", winter), offset("Europe/Berlin", summer)),
            ("UTC+1".into(), "UTC+2".into())
        );
        assert_eq!(offset("America/St_Johns", winter), "UTC−3:30");
        assert_eq!(offset("UTC", winter), "UTC");
    }

    #[test]
    fn a_report_does_not_replace_a_choice() {
        let set = |zone: &Zone, value| {
            let mut headers = HeaderMap::new();
            zone.remember(CookieJar::new("https://a.example"), &mut headers, value);
            headers
                .get(SET_COOKIE)
                .map(|cookie| cookie.to_str().unwrap().split(';').next().unwrap().to_owned())
        };
        let chosen = told("timezone=Asia/Tokyo");
        assert_eq!(set(&chosen, "auto.Europe/Berlin"), None);
        assert_eq!(set(&chosen, "Europe/Berlin").as_deref(), Some("__Host-timezone=Europe/Berlin"));
        assert_eq!(set(&chosen, "auto").as_deref(), Some("__Host-timezone="));
        assert_eq!(
            set(&Zone::default(), "auto.Europe/Berlin").as_deref(),
            Some("__Host-timezone=auto.Europe/Berlin")
        );
        assert_eq!(set(&Zone::default(), "x; Path=/"), None);
    }

    #[test]
    fn cities_can_be_chosen() {
        let choices = choices();
        assert_eq!(choices[0], "UTC");
        assert!(
            choices.iter().any(|name| name == "Asia/Ho_Chi_Minh") && choices.len() > 300,
            "{}",
            choices.len()
        );
        assert!(!choices.iter().any(|name| name.starts_with("posix") || name.starts_with("Etc")));
    }
}
