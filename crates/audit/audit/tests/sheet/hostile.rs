//! Replaces every text of a report with hostile text.

use audit::report::Report;
use audit::sheet::{TerminalStyle, html, terminal};
use proptest::prelude::*;
use serde_json::Value;

use crate::samples::{self, CONTEXT};
use crate::skeleton::tags;

const PAYLOADS: [&str; 10] = [
    "<script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</title></head><body onload=alert(1)>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "\" autofocus onfocus=\"alert(1)",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "<!-- <svg/onload=alert(1)> -->]]>",
    "\u{0}\u{8}\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}&lt;b&gt;\r\n\t",
];

/// The report with `text` wherever text is possible, including the names of headers and crawlers.
fn filled_with(text: &str) -> Report {
    let mut report = serde_json::to_value(samples::full()).unwrap();
    let crawlers = ("/indexability/aiCrawlers", Value::Bool(true));
    let headers = ("/security/headers", Value::String(text.to_owned()));
    for (place, value) in [crawlers, headers] {
        let map = report.pointer_mut(place).unwrap().as_object_mut().unwrap();
        map.clear();
        map.insert(text.to_owned(), value);
    }
    for place in free_texts() {
        *report.pointer_mut(place).unwrap() = Value::String(text.to_owned());
    }
    serde_json::from_value(report).unwrap()
}

/// The texts of the sample that may be arbitrary, unlike a severity or a date.
fn free_texts() -> &'static [String] {
    static PLACES: std::sync::LazyLock<Vec<String>> = std::sync::LazyLock::new(|| {
        let report = serde_json::to_value(samples::full()).unwrap();
        let mut places = Vec::new();
        collect(&report, "", &mut places);
        places.retain(|place| {
            let mut changed = report.clone();
            *changed.pointer_mut(place).unwrap() = Value::String("anything".to_owned());
            !place.starts_with("/security/headers/") && serde_json::from_value::<Report>(changed).is_ok()
        });
        places
    });
    &PLACES
}

fn collect(value: &Value, place: &str, places: &mut Vec<String>) {
    match value {
        Value::String(_) => places.push(place.to_owned()),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, &format!("{place}/{index}"), places);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                collect(field, &format!("{place}/{name}"), places);
            }
        }
        _ => {}
    }
}

/// The page's tags with their attribute names, and the values of attributes that hold URLs.
fn shape(page: &str) -> Vec<String> {
    let shape_of = |tag: crate::skeleton::Tag<'_>| {
        let names: Vec<&str> = tag.attributes.iter().map(|(name, _)| *name).collect();
        let leads = [tag.value("href"), tag.value("src")];
        format!("{} {names:?} {leads:?}", tag.name)
    };
    // The possible line breaks of a URL depend on its slashes.
    tags(page).into_iter().filter(|tag| tag.name != "wbr").map(shape_of).collect()
}

/// The tags are the same as with harmless text, and nothing controls a browser or a terminal.
fn stays_in_place(text: &str) {
    // The letter keeps the text from being empty or a URL, which are correctly shown with other tags.
    let (hostile, harmless) = (filled_with(&format!("x{text}")), filled_with("x"));
    let page = html(&hostile, &CONTEXT);
    assert_eq!(shape(&page), shape(&html(&harmless, &CONTEXT)), "{text:?}");
    let told = terminal(&hostile, TerminalStyle { colour: false, width: 80 });
    for written in [page, told] {
        assert!(written.chars().all(|character| character == '\n' || !character.is_control()), "{text:?}");
    }
}

#[test]
fn hostile_words_stay_in_their_place_in_the_sheet() {
    assert!(free_texts().len() > 100, "the sample has lost its texts");
    for payload in PAYLOADS {
        stays_in_place(payload);
    }
}

#[test]
fn hostile_addresses_are_no_links_in_the_sheet() {
    for payload in PAYLOADS {
        let page = html(&filled_with(payload), &CONTEXT);
        for tag in tags(&page) {
            assert!(tag.value("href").is_none_or(|address| address.starts_with('#')), "{payload:?}: {tag:?}");
            assert_eq!(tag.value("src"), None, "{payload:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_words_stay_in_their_place_in_the_sheet(text in any::<String>()) {
        stays_in_place(&text);
    }
}
