//! Reads providers' JSON: a block that is missing or malformed is left out without losing the page; a page
//! whose main block has another form is refused.

use std::time::Duration;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Whether a block exists and is not empty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Present(pub(crate) bool);

impl<'de> Deserialize<'de> for Present {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match Value::deserialize(deserializer)? {
            Value::Null | Value::Bool(false) => false,
            Value::Bool(true) | Value::Number(_) => true,
            Value::String(text) => !text.is_empty(),
            Value::Array(items) => !items.is_empty(),
            Value::Object(fields) => !fields.is_empty(),
        }))
    }
}

/// The main block of a reply: a list, or nothing. Entries that can't be read are left out, unless none is
/// left.
pub(crate) fn list<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<T>>, D::Error> {
    let Some(entries) = Option::<Vec<Value>>::deserialize(deserializer)? else { return Ok(None) };
    let count = entries.len();
    let read = readable(entries);
    if read.is_empty() && count > 0 {
        return Err(D::Error::custom(format!("none of {count} entries has the expected form")));
    }
    Ok(Some(read))
}

/// A block beside the main one: all entries that can be read.
pub(crate) fn extras<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Array(entries) => Ok(readable(entries)),
        _ => Ok(Vec::new()),
    }
}

/// A field that is left out if it has another type.
pub(crate) fn maybe<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(deserializer)?).ok())
}

/// An integer that is written as a number or, as Google does with 64 bits, as a string.
pub(crate) fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    })
}

/// A number that is written as a number or as a string. Strings such as `NaN` count as missing.
pub(crate) fn decimal<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    let number = match Value::deserialize(deserializer)? {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    Ok(number.filter(|number: &f64| number.is_finite()))
}

/// A duration in Google's format: seconds followed by `s`.
pub(crate) fn span(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.strip_suffix('s')?.parse().ok()?).ok()
}

fn readable<T: DeserializeOwned>(entries: Vec<Value>) -> Vec<T> {
    entries.into_iter().filter_map(|entry| serde_json::from_value(entry).ok()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize, PartialEq, Default)]
    #[serde(default)]
    struct Page {
        #[serde(deserialize_with = "list")]
        main: Option<Vec<String>>,
        #[serde(deserialize_with = "extras")]
        beside: Vec<String>,
        #[serde(deserialize_with = "whole")]
        count: Option<u64>,
        block: Present,
    }

    #[test]
    fn odd_entries_cost_only_themselves() {
        let page: Page = serde_json::from_value(
            json!({"main": ["a", 1], "beside": {"x": 1}, "count": "8100", "block": {"a": 1}, "more": []}),
        )
        .unwrap();
        let expected = Page {
            main: Some(vec!["a".to_owned()]),
            beside: vec![],
            count: Some(8100),
            block: Present(true),
        };
        assert_eq!(page, expected);
        assert_eq!(serde_json::from_value::<Page>(json!({"main": null})).unwrap(), Page::default());
    }

    #[test]
    fn decimals_are_read_from_numbers_and_texts() {
        let read = |value: Value| decimal(value).unwrap();
        assert_eq!([json!(2213), json!("0.05"), json!(0.5)].map(read), [2213.0, 0.05, 0.5].map(Some));
        assert_eq!([json!("NaN"), json!("inf"), json!(""), json!(null), json!([1])].map(read), [None; 5]);
    }

    #[test]
    fn spans_are_read_as_google_writes_them() {
        assert_eq!(span("17s"), Some(Duration::from_secs(17)));
        assert_eq!(span("0.5s"), Some(Duration::from_millis(500)));
        assert_eq!([span("17"), span("-1s"), span("s"), span("1e99s")], [None; 4]);
    }

    #[test]
    fn a_main_block_of_another_form_is_refused() {
        for main in [json!("text"), json!({"a": 1}), json!([1, 2])] {
            assert!(serde_json::from_value::<Page>(json!({ "main": main })).is_err(), "{main}");
        }
    }
}
