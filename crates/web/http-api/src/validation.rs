//! Checks that the types of a request can't express. All problems of a request are reported at once.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use domain::locale::{Country, Language};
use domain::search::Device;
use serde::Deserialize;
use url::Url;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::error::{ApiError, ErrorDetail};

/// The pattern of texts that are not blank: they contain more than spaces and control characters.
pub(crate) const NOT_BLANK: &str = r"[^\s\x00-\x1f\x7f-\x9f]";

/// The longest accepted URL, in characters.
const LONGEST_URL: usize = 2_048;
/// The maximum age that a client may allow for a cached result.
pub(crate) const OLDEST_SECONDS: u64 = 604_800;

/// Problems found so far.
#[derive(Debug, Default)]
pub(crate) struct Problems(Vec<ErrorDetail>);

impl Problems {
    pub(crate) fn add(&mut self, field: &str, code: &'static str, message: impl Into<String>) {
        self.0.push(ErrorDetail { field: field.to_owned(), code, message: message.into() });
    }

    /// Checks that a value, if there is one, lies within a range.
    pub(crate) fn range<T: PartialOrd + Display + Copy>(
        &mut self,
        field: &str,
        value: Option<T>,
        range: &RangeInclusive<T>,
    ) {
        if value.is_some_and(|value| !range.contains(&value)) {
            self.add(field, "out_of_range", between(range.start(), range.end()));
        }
    }

    /// Checks a text without control characters, of 1 to `longest` characters, and puts it on one line.
    pub(crate) fn text(&mut self, field: &str, text: &str, longest: usize) -> String {
        let plain = text.replace(char::is_control, " ");
        let clean = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        if clean.is_empty() {
            self.add(field, "invalid", "must not be empty");
        } else if text.chars().count() > longest {
            self.add(field, "out_of_range", format!("must have 1 to {} characters", grouped(&longest)));
        }
        clean
    }

    /// Parses a code, such as the code of a country, if there is one.
    pub(crate) fn code<T: FromStr<Err: Display>>(&mut self, field: &str, text: Option<&str>) -> Option<T> {
        match text?.parse() {
            Ok(code) => Some(code),
            Err(error) => {
                self.add(field, "invalid", error.to_string());
                None
            }
        }
    }

    /// Parses an absolute http or https URL, if there is one.
    pub(crate) fn url(&mut self, field: &str, text: Option<&str>) -> Option<Url> {
        let text = text?;
        let parsed = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        if parsed.is_none() || text.len() > LONGEST_URL {
            let message = "must be an absolute http or https URL of at most 2,048 characters, such as https://example.com/page";
            self.add(field, "invalid", message);
        }
        parsed
    }

    /// The maximum age of a cached result.
    pub(crate) fn max_age(&mut self, seconds: Option<u64>) -> Option<Duration> {
        self.range("maxAgeSeconds", seconds, &(0..=OLDEST_SECONDS));
        seconds.map(Duration::from_secs)
    }

    /// The most credits that the call may cost.
    pub(crate) fn max_credits(&mut self, credits: Option<i64>) -> Option<i64> {
        self.range("maxCredits", credits, &(0..=i64::MAX));
        credits
    }

    /// Returns an error if there was a problem.
    pub(crate) fn finish(self) -> Result<(), ApiError> {
        if self.0.is_empty() { Ok(()) } else { Err(ApiError::validation(self.0)) }
    }
}

/// A country code as sent, in either case.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct CountryCode(String);

impl CountryCode {
    pub(crate) fn check(code: Option<&Self>, problems: &mut Problems) -> Option<Country> {
        problems.code("country", code.map(|code| code.0.as_str()))
    }
}

/// A device.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Device)]
pub(crate) enum DeviceName {
    Desktop,
    Mobile,
}

impl From<DeviceName> for Device {
    fn from(name: DeviceName) -> Self {
        match name {
            DeviceName::Desktop => Self::Desktop,
            DeviceName::Mobile => Self::Mobile,
        }
    }
}

impl PartialSchema for CountryCode {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A two-letter country code of ISO 3166-1, in upper or lower case."))
            .pattern(Some(pattern(Country::all().map(|country| country.to_string()), in_either_case)))
            .examples(["us"])
            .into()
    }
}

impl ToSchema for CountryCode {}

/// The message for a number outside of its range.
fn between(least: &impl Display, most: &impl Display) -> String {
    let (least, most) = (grouped(least), most.to_string());
    if most == i64::MAX.to_string() {
        return format!("must be at least {least}");
    }
    format!("must be between {least} and {}", grouped(&most))
}

/// A number with commas as thousands separators.
pub(crate) fn grouped(number: &impl Display) -> String {
    let digits = number.to_string();
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return digits;
    }
    let first = match digits.len() % 3 {
        0 => 3.min(digits.len()),
        rest => rest,
    };
    let (head, tail) = digits.split_at(first);
    let mut grouped = head.to_owned();
    for (index, digit) in tail.chars().enumerate() {
        if index % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn in_either_case(letter: char) -> String {
    String::from_iter([letter, letter.to_ascii_lowercase()])
}

/// The schema of a language code.
pub(crate) enum LanguageCode {}

impl PartialSchema for LanguageCode {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A two-letter language code of ISO 639-1, in lower case."))
            .pattern(Some(pattern(Language::all().map(|language| language.to_string()), String::from)))
            .examples(["en"])
            .into()
    }
}

impl ToSchema for LanguageCode {}

/// A regular expression of exactly these two-letter codes, which must be sorted. `spelt` returns the ways to
/// write a letter.
fn pattern(codes: impl Iterator<Item = String>, spelt: impl Fn(char) -> String) -> String {
    let mut groups: Vec<(char, String)> = Vec::new();
    for code in codes {
        let mut letters = code.chars();
        let (Some(first), Some(second)) = (letters.next(), letters.next()) else { continue };
        if groups.last().is_none_or(|(known, _)| *known != first) {
            groups.push((first, String::new()));
        }
        if let Some((_, seconds)) = groups.last_mut() {
            seconds.push_str(&spelt(second));
        }
    }
    let alternatives: Vec<String> =
        groups.iter().map(|(first, seconds)| format!("[{}][{seconds}]", spelt(*first))).collect();
    format!("^(?:{})$", alternatives.join("|"))
}

/// The language of a request; English if it is left out.
pub(crate) fn language(problems: &mut Problems, code: Option<&str>) -> Language {
    problems.code("language", code).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_in_words() {
        let mut problems = Problems::default();
        problems.range("targetWordCount", Some(9), &(1_500..=5_000));
        problems.range("maxCredits", Some(-1), &(0..=i64::MAX));
        problems.range("ratio", Some(2.0), &(0.5..=1.0));
        let told: Vec<&str> = problems.0.iter().map(|detail| detail.message.as_str()).collect();
        let expected = ["must be between 1,500 and 5,000", "must be at least 0", "must be between 0.5 and 1"];
        assert_eq!(told, expected);
    }

    #[test]
    fn thousands_are_separated() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1_000, "1,000"), (604_800, "604,800"), (1_234_567, "1,234,567")]
        {
            assert_eq!(grouped(&number), text);
        }
        assert_eq!(grouped(&-1_000), "-1000");
    }
}
