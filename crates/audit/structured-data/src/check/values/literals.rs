//! Checks texts, numbers and booleans against the range of their property.

use url::{ParseError, Url};

use super::{Expected, dates};
use crate::model::Value;
use crate::namespace::{is_address, short_name};
use crate::suggestion::Suggester;
use crate::vocabulary::{self, vocabulary};

/// The abbreviations of days in opening hours.
const SHORT_DAYS: [&str; 7] = ["mo", "tu", "we", "th", "fr", "sa", "su"];
/// Properties whose texts are read as URLs although they also accept items.
const ADDRESSES: [&str; 6] = ["image", "logo", "photo", "screenshot", "thumbnail", "license"];
/// The years that a number without context can mean.
const YEARS: std::ops::RangeInclusive<f64> = 1000.0..=9999.0;

/// The exact kinds of values that a property accepts.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one of schema.org's data types")]
pub(super) struct Kinds {
    /// Whether any value is accepted.
    any: bool,
    date: bool,
    time: bool,
    duration: bool,
    address: bool,
    number: bool,
    truth: bool,
    enumerations: Vec<&'static str>,
}

impl Kinds {
    pub(super) fn of(name: &str, property: &'static vocabulary::Property) -> Self {
        let mut kinds = Self::default();
        let mut takes_things = false;
        for range in &property.ranges {
            match *range {
                "Date" | "DateTime" => kinds.date = true,
                "Time" => kinds.time = true,
                "Duration" => kinds.duration = true,
                "URL" => kinds.address = true,
                "Number" | "Integer" | "Float" => kinds.number = true,
                "Boolean" => kinds.truth = true,
                name if vocabulary().is_a(name, "Enumeration") => kinds.enumerations.push(name),
                name if vocabulary().is_data_type(name) => kinds.any = true,
                _ => takes_things = true,
            }
        }
        // A text may replace an item, but not an image.
        kinds.any |= kinds.address && takes_things && !ADDRESSES.contains(&name);
        kinds
    }

    /// Whether the property accepts only items, which any text may replace.
    fn is_open(&self) -> bool {
        let exact = self.date || self.time || self.duration || self.address || self.number || self.truth;
        self.any || (!exact && self.enumerations.is_empty())
    }

    /// The expected kind of value, if the value is of another kind.
    pub(super) fn expected(&self, suggester: &mut Suggester, value: &Value) -> Option<Expected> {
        if self.is_open() {
            return None;
        }
        let fits = match value {
            Value::Bool(_) => self.truth,
            Value::Number(number) => self.takes_number(*number),
            Value::Text(text) => self.takes_text(text.trim()),
            Value::Reference(reference) => self.enumerations.is_empty() || self.takes_text(reference),
            Value::Item(_) | Value::Null => true,
        };
        if fits {
            return None;
        }
        let text = if let Value::Text(text) | Value::Reference(text) = value { text.trim() } else { "" };
        Some(self.words(suggester, text))
    }

    fn takes_number(&self, number: f64) -> bool {
        self.number || (self.date && YEARS.contains(&number) && number.fract() == 0.0)
    }

    fn takes_text(&self, text: &str) -> bool {
        (self.date && dates::is_date(text))
            || (self.time && dates::is_time(text))
            || (self.duration && dates::is_duration(text))
            || (self.address && is_usable_address(text))
            || (self.number && is_number(text))
            || (self.truth && is_truth(text))
            || self.enumerations.iter().any(|enumeration| is_member(text, enumeration))
    }

    fn words(&self, suggester: &mut Suggester, text: &str) -> Expected {
        if let Some(enumeration) = self.enumerations.first() {
            return member_expected(suggester, text, enumeration);
        }
        if self.date {
            return Expected::new("date in ISO 8601", "Write it as 2026-11-16 or 2026-11-16T09:30:00+01:00.");
        }
        if self.duration {
            return Expected::new(
                "duration in ISO 8601",
                "Write it as PT1H30M for one hour and thirty minutes.",
            );
        }
        if self.time {
            return Expected::new("time in ISO 8601", "Write it as 09:30 or 09:30:00.");
        }
        if self.number {
            return Expected::new("number", "Write digits only, with a point before the fraction.");
        }
        if self.truth {
            return Expected::new("truth value", "Write true or false.");
        }
        let fix = if text.contains('.') && !text.contains(char::is_whitespace) {
            format!("Write the whole address: https://{text}")
        } else {
            "Write a whole address that begins with https://.".to_owned()
        };
        Expected::new("address", fix)
    }
}

fn member_expected(suggester: &mut Suggester, text: &str, enumeration: &'static str) -> Expected {
    let members = vocabulary().members_of(enumeration);
    let name = text.rsplit('/').next().unwrap_or(text);
    let kind = format!("{enumeration} of schema.org");
    if let Some(near) = suggester.nearest(name, members.iter().copied(), |_| false) {
        return Expected::new(kind, format!("Write https://schema.org/{near}."));
    }
    let some: Vec<_> = members.iter().take(5).map(|name| format!("https://schema.org/{name}")).collect();
    Expected::new(kind, format!("Write one of its members, such as {}.", some.join(", ")))
}

fn is_member(text: &str, enumeration: &str) -> bool {
    let Some(name) = short_name(text).or_else(|| text.strip_prefix("schema:")) else {
        // Other vocabularies have their own members.
        return is_address(text) || names_member(text, enumeration);
    };
    names_member(name, enumeration)
}

fn names_member(name: &str, enumeration: &str) -> bool {
    let types = vocabulary().member(name).map_or(&[][..], |member| &member.types);
    let is_short_day =
        enumeration == "DayOfWeek" && SHORT_DAYS.iter().any(|day| day.eq_ignore_ascii_case(name));
    is_short_day
        || types.iter().any(|each| vocabulary().is_a(each, enumeration))
        || (name != enumeration && vocabulary().is_a(name, enumeration))
}

/// Whether a text can be a URL. Relative URLs are: they are relative to the page.
fn is_usable_address(text: &str) -> bool {
    let has_space = text.contains(char::is_whitespace);
    if has_space || text.is_empty() {
        return false;
    }
    let lower = text.to_ascii_lowercase();
    let is_mistyped = lower.starts_with("www.")
        || ["http", "https"].into_iter().any(|scheme| {
            lower
                .strip_prefix(scheme)
                .is_some_and(|rest| rest.starts_with([':', '/']) && !rest.starts_with("://"))
        });
    match Url::parse(text) {
        Ok(_) | Err(ParseError::RelativeUrlWithoutBase) => !is_mistyped,
        Err(_) => false,
    }
}

pub(super) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    digits.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        && digits.ends_with(|last: char| last.is_ascii_digit())
        && text.parse::<f64>().is_ok_and(f64::is_finite)
}

fn is_truth(text: &str) -> bool {
    let name = short_name(text).unwrap_or(text);
    name.eq_ignore_ascii_case("true") || name.eq_ignore_ascii_case("false")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(property: &str, value: impl Into<String>) -> bool {
        let known = vocabulary().property(property).unwrap();
        Kinds::of(property, known).expected(&mut Suggester::default(), &Value::Text(value.into())).is_none()
    }

    #[test]
    fn exact_kinds_are_told_from_others() {
        for (property, good, bad) in [
            ("datePublished", "2026-11-16", "yesterday"),
            ("opens", "09:00", "nine"),
            ("prepTime", "PT20M", "20 minutes"),
            ("duration", "PT1M33S", "1:33"),
            ("url", "https://example.com", "www.example.com"),
            ("image", "/a.jpg", "a picture"),
            ("logo", "a.png", "https://"),
            ("logo", "/a:b.png", "http//example.com/a.png"),
            ("logo", "//cdn.example:8080/a.png", "https:/example.com/a.png"),
            ("wordCount", "1200", "many"),
            ("isAccessibleForFree", "True", "yes"),
            ("availability", "https://schema.org/InStock", "in stock soon"),
            ("availability", "InStock", "https://schema.org/Instok"),
            ("eventStatus", "schema:EventCancelled", "https://schema.org/InStock"),
            ("dayOfWeek", "Monday", "Mondy"),
            ("dayOfWeek", "http://purl.org/goodrelations/v1#Monday", "never"),
            ("baseSalary", "50000", "competitive"),
        ] {
            assert!(fits(property, good), "{property} {good}");
            assert!(!fits(property, bad), "{property} {bad}");
        }
    }

    #[test]
    fn any_text_may_stand_for_a_thing() {
        for property in
            ["author", "publisher", "name", "keywords", "address", "audience", "width", "gender", "sku"]
        {
            assert!(fits(property, "some words"), "{property}");
        }
    }

    #[test]
    fn members_are_suggested() {
        let known = vocabulary().property("availability").unwrap();
        let value = Value::Text("in_stock".to_owned());
        let expected = Kinds::of("availability", known).expected(&mut Suggester::default(), &value).unwrap();
        assert_eq!(expected.fix, "Write https://schema.org/InStock.");
    }

    #[test]
    fn numbers_and_truth_values_are_judged() {
        let judge = |property: &str, value: Value| {
            let known = vocabulary().property(property).unwrap();
            Kinds::of(property, known).expected(&mut Suggester::default(), &value).is_none()
        };
        assert!(judge("copyrightYear", Value::Number(2026.0)));
        assert!(judge("datePublished", Value::Number(2026.0)));
        assert!(!judge("datePublished", Value::Number(1.0)));
        assert!(!judge("duration", Value::Number(90.0)));
        assert!(!judge("image", Value::Bool(false)));
        assert!(judge("mainEntityOfPage", Value::Bool(true)));
        assert!(judge("availability", Value::Reference("https://schema.org/InStock".to_owned())));
    }
}
