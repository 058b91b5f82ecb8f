//! What may be sent in a field, in words.

use std::fmt::Display;

use domain::locale::Language;
use explorer::{Field, Kind, Shape};

use crate::texts::texts;

texts! {
    /// Words about values.
    KindTexts {
        string: "string", "chuỗi";
        url: "URL", "URL";
        integer: "integer", "số nguyên";
        number: "number", "số";
        boolean: "true or false", "true hoặc false";
        one_of: "one of", "một trong";
        always: "always", "luôn là";
        strings: "list of strings", "danh sách chuỗi";
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
            let is_url = field.format.as_deref() == Some("uri");
            let length = limits(field.min_length, field.max_length, words);
            (if is_url { words.url } else { words.string }, [of(length, words.characters), None])
        }
        Kind::Integer { min, max } => (words.integer, [limits(*min, *max, words), None]),
        Kind::Number { min, max } => (words.number, [limits(*min, *max, words), None]),
        Kind::Boolean => (words.boolean, [None, None]),
        Kind::Choice(values) if values.len() == 1 => return format!("{} {}", words.always, values[0]),
        Kind::Choice(values) => return format!("{}: {}", words.one_of, values.join(", ")),
        Kind::List { min_items, max_items, max_length } => {
            let entries = of(limits(*min_items, *max_items, words), words.entries);
            let length = of(limits(None, *max_length, words), words.characters_each);
            (words.strings, [entries, length])
        }
        Kind::Json(Shape::List) => (words.list, [None, None]),
        Kind::Json(Shape::Object) => (words.object, [None, None]),
        Kind::Json(Shape::Any) => (words.anything, [None, None]),
    };
    let told: Vec<String> = std::iter::once(name.to_owned()).chain(limits.into_iter().flatten()).collect();
    told.join(", ")
}

fn of(limits: Option<String>, unit: &str) -> Option<String> {
    limits.map(|limits| format!("{limits} {unit}"))
}

fn limits<T: Display>(least: Option<T>, most: Option<T>, words: &KindTexts) -> Option<String> {
    match (least, most) {
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
        }});
        let body = json!({"required": true, "content": {"application/json": {"schema": schema}}});
        let document = json!({"paths": {"/v1/a": {"post": {"operationId": "a", "requestBody": body}}}});
        let endpoint = explorer::endpoints(&document).remove(0);
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
