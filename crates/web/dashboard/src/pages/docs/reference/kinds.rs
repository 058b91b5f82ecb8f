//! Descriptions of the values that a field accepts.

use std::fmt::Display;

use crate::explorer::{Field, Items, Kind, Shape};
use domain::locale::Language;

use crate::texts::texts;

texts! {
    KindTexts {
        string: "string", "chuỗi";
        url: "URL", "URL";
        integer: "integer", "số nguyên";
        number: "number", "số";
        boolean: "true or false", "true hoặc false";
        one_of: "one of", "một trong";
        always: "always", "luôn là";
        time: "time (ISO 8601, UTC)", "thời điểm (ISO 8601, UTC)";
        multiple_of: "multiple of", "bội số của";
        strings: "list of strings", "danh sách chuỗi";
        list_of: "list of", "danh sách gồm";
        integers: "list of integers", "danh sách số nguyên";
        objects: "list of objects", "danh sách đối tượng";
        list: "list", "danh sách";
        object: "object", "đối tượng";
        anything: "several types", "nhiều kiểu";
        to: "to", "đến";
        at_least: "at least", "ít nhất";
        at_most: "at most", "tối đa";
        characters: "characters", "ký tự";
        characters_each: "characters each", "ký tự mỗi mục";
        entries: "entries", "mục";
    }
}

/// The type of a field and its limits.
pub(super) fn describe(field: &Field, language: Language) -> String {
    let words = KindTexts::of(language);
    let (name, limits) = match &field.kind {
        Kind::Text | Kind::LongText => {
            let length = of(limits(field.min_length, field.max_length, words), words.characters);
            match field.format.as_deref() {
                Some("uri") => (words.url, [length, None]),
                Some("date-time") => (words.time, [None, None]),
                _ => (words.string, [length, None]),
            }
        }
        Kind::Integer { min, max, step } => {
            let step = step.map(|step| format!("{} {step}", words.multiple_of));
            (words.integer, [limits(*min, *max, words), step])
        }
        Kind::Number { min, max } => (words.number, [limits(*min, *max, words), None]),
        Kind::Boolean => (words.boolean, [None, None]),
        Kind::Choice(values) if values.len() == 1 => return format!("{} {}", words.always, values[0]),
        Kind::Choice(values) => return format!("{}: {}", words.one_of, values.join(", ")),
        Kind::List { choices, .. } if !choices.is_empty() => {
            return format!("{}: {}", words.list_of, choices.join(", "));
        }
        Kind::List { min_items, max_items, max_length, .. } => {
            let entries = of(limits(*min_items, *max_items, words), words.entries);
            let length = of(limits(None, *max_length, words), words.characters_each);
            (words.strings, [entries, length])
        }
        Kind::Json(Shape::List { min_items, max_items, items }) => {
            let name = match items {
                Items::Integers => words.integers,
                Items::Objects => words.objects,
                Items::Others => words.list,
            };
            (name, [of(limits(*min_items, *max_items, words), words.entries), None])
        }
        Kind::Json(Shape::Object) => (words.object, [None, None]),
        Kind::Json(Shape::Any) => (words.anything, [None, None]),
    };
    let told: Vec<String> = std::iter::once(name.to_owned()).chain(limits.into_iter().flatten()).collect();
    told.join(", ")
}

fn of(limits: Option<String>, unit: &str) -> Option<String> {
    limits.map(|limits| format!("{limits} {unit}"))
}

fn limits<T: Display + PartialEq>(least: Option<T>, most: Option<T>, words: &KindTexts) -> Option<String> {
    match (least, most) {
        (Some(least), Some(most)) if least == most => Some(least.to_string()),
        (Some(least), Some(most)) => Some(format!("{least} {} {most}", words.to)),
        (Some(least), None) => Some(format!("{} {least}", words.at_least)),
        (None, Some(most)) => Some(format!("{} {most}", words.at_most)),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn types_are_told_with_their_limits() {
        let schema = json!({"type": "object", "properties": {
            "url": {"type": "string", "format": "uri", "maxLength": 2048},
            "name": {"type": "string", "minLength": 1, "maxLength": 80},
            "runs": {"type": "integer", "minimum": 1, "maximum": 5},
            "deep": {"type": "boolean"},
            "device": {"type": "string", "enum": ["mobile", "desktop"]},
            "kind": {"type": "string", "enum": ["ping"]},
            "words": {"type": "array", "items": {"type": "string", "maxLength": 80}, "maxItems": 20},
            "events": {"type": "array", "items": {"type": "string", "enum": ["made", "gone"]}},
            "pages": {"type": "array", "items": {"type": "object"}, "minItems": 2, "maxItems": 2},
            "credits": {"type": "integer", "minimum": 1000, "multipleOf": 1000},
            "at": {"type": "string", "format": "date-time"},
        }});
        let body = json!({"required": true, "content": {"application/json": {"schema": schema}}});
        let document = json!({"paths": {"/v1/a": {"post": {"operationId": "a", "requestBody": body}}}});
        let endpoint = crate::explorer::endpoints(&document).remove(0);
        let kind = |name: &str, language| {
            describe(endpoint.fields().find(|field| field.name == name).unwrap(), language)
        };
        for (name, english, vietnamese) in [
            ("url", "URL, at most 2048 characters", "URL, tối đa 2048 ký tự"),
            ("name", "string, 1 to 80 characters", "chuỗi, 1 đến 80 ký tự"),
            ("runs", "integer, 1 to 5", "số nguyên, 1 đến 5"),
            ("deep", "true or false", "true hoặc false"),
            ("device", "one of: mobile, desktop", "một trong: mobile, desktop"),
            ("kind", "always ping", "luôn là ping"),
            ("events", "list of: made, gone", "danh sách gồm: made, gone"),
            ("pages", "list of objects, 2 entries", "danh sách đối tượng, 2 mục"),
            (
                "credits",
                "integer, at least 1000, multiple of 1000",
                "số nguyên, ít nhất 1000, bội số của 1000",
            ),
            ("at", "time (ISO 8601, UTC)", "thời điểm (ISO 8601, UTC)"),
            (
                "words",
                "list of strings, at most 20 entries, at most 80 characters each",
                "danh sách chuỗi, tối đa 20 mục, tối đa 80 ký tự mỗi mục",
            ),
        ] {
            assert_eq!(kind(name, Language::ENGLISH), english);
            assert_eq!(kind(name, Language::VIETNAMESE), vietnamese);
        }
    }
}
