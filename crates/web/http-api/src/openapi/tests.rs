//! The document is complete, typed and in plain English, and its examples fit its schemas.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{document, errors, schemas};
use crate::error_catalogue::ErrorCode;
use crate::validation::NOT_BLANK;

/// Words with another meaning elsewhere; readers of the API have better words for them.
const ALSO_BANNED: [&str; 8] =
    ["letters", "orders", "plan", "planned", "hold", "holds", "address", "addresses"];

/// Words that must not appear in texts for users. Code between backticks is not checked.
fn banned() -> impl Iterator<Item = &'static str> {
    let listed = include_str!("../../../../support/testkit/banned_words.txt").lines();
    listed.filter(|line| !line.starts_with('#')).chain(ALSO_BANNED)
}

fn whole() -> Value {
    document("https://api.example.com")
}

fn operations(document: &Value) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for (section, items) in [("paths", &document["paths"]), ("webhooks", &document["webhooks"])] {
        for (path, methods) in items.as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                found.push((format!("{section} {method} {path}"), operation.clone()));
            }
        }
    }
    found
}

fn text<'a>(value: &'a Value, word: &str, place: &str) -> &'a str {
    let text = value[word].as_str().unwrap_or_default();
    assert!(!text.trim().is_empty(), "{place} has no {word}");
    text
}

/// Every object that has properties, with its place in the document.
fn objects(value: &Value, place: &str, found: &mut Vec<(String, Map<String, Value>)>) {
    match value {
        Value::Object(object) => {
            if let Some(Value::Object(properties)) = object.get("properties")
                && object.get("type").is_some()
            {
                found.push((place.to_owned(), properties.clone()));
            }
            for (name, inner) in object.iter().filter(|(name, _)| *name != "examples" && *name != "not") {
                objects(inner, &format!("{place}/{name}"), found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| objects(item, place, found)),
        _ => {}
    }
}

/// Every description, summary and title.
fn words(value: &Value, place: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(object) => {
            for (name, inner) in object.iter().filter(|(name, _)| *name != "examples" && *name != "example") {
                let place = format!("{place}/{name}");
                match inner {
                    Value::String(text) if ["description", "summary", "title"].contains(&name.as_str()) => {
                        found.push((place, text.clone()));
                    }
                    inner => words(inner, &place, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| words(item, place, found)),
        _ => {}
    }
}

#[test]
fn every_operation_is_described() {
    let document = whole();
    let tags: BTreeSet<&str> =
        document["tags"].as_array().unwrap().iter().map(|tag| tag["name"].as_str().unwrap()).collect();
    let mut ids = BTreeSet::new();
    for (place, operation) in operations(&document) {
        let summary = text(&operation, "summary", &place);
        assert!(
            !summary.ends_with('.') && !summary.contains('\n') && summary.len() < 40,
            "{place}: {summary}"
        );
        text(&operation, "description", &place);
        assert!(ids.insert(text(&operation, "operationId", &place).to_owned()), "{place}");
        assert!(tags.contains(operation["tags"][0].as_str().unwrap()), "{place}");
        for (status, response) in operation["responses"].as_object().unwrap() {
            if response.get("$ref").is_none() {
                text(response, "description", &format!("{place} {status}"));
            }
        }
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            if parameter.get("$ref").is_none() {
                text(parameter, "description", &format!("{place} {}", parameter["name"]));
            }
        }
    }
    for (status, response) in document["components"]["responses"].as_object().unwrap() {
        text(response, "description", status);
    }
}

#[test]
fn every_property_is_described() {
    let document = whole();
    let mut found = Vec::new();
    objects(&document["components"]["schemas"], "", &mut found);
    objects(&document["paths"], "", &mut found);
    assert!(found.len() > 100, "{}", found.len());
    for (place, properties) in found {
        for (name, property) in properties {
            text(&property, "description", &format!("{place} {name}"));
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        text(schema, "description", name);
        assert!(schema.get("allOf").is_none(), "{name} is composed");
        // Generated Python uses one of the two names as a variable for the other.
        let own = name.to_lowercase();
        let properties = schema["properties"].as_object();
        assert!(
            properties.is_none_or(|all| all.keys().all(|key| key.to_lowercase() != own)),
            "{name} has itself"
        );
        let is_internal = ["Reply", "Object", "Name"].iter().any(|end| name.ends_with(end));
        assert!(!is_internal && !name.contains('_'), "{name}");
    }
}

#[test]
fn no_text_has_a_banned_word() {
    let mut found = Vec::new();
    words(&whole(), "", &mut found);
    assert!(found.len() > 500, "{}", found.len());
    let mut wrong = Vec::new();
    for (place, text) in found {
        let plain: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
        let plain = plain.to_lowercase().replace(|letter: char| !letter.is_alphanumeric(), " ");
        let plain = format!(" {} ", plain.split_whitespace().collect::<Vec<_>>().join(" "));
        let banned = banned().filter(|word| plain.contains(&format!(" {word} ")));
        wrong.extend(banned.map(|word| format!("{place}: {word}: {text}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Control characters are not whitespace, but a text that has only control characters is blank.
#[test]
fn texts_that_say_nothing_do_not_fit_a_pattern() {
    let mut not_blank = 0;
    schemas::visit(&mut whole(), &mut |object| {
        let pattern = object.get("pattern").and_then(Value::as_str);
        assert_ne!(pattern, Some(r"\S"), "{object:?}");
        not_blank += usize::from(pattern == Some(NOT_BLANK));
    });
    assert!(not_blank > 20, "{not_blank}");
}

#[test]
fn every_error_code_is_listed() {
    let document = whole();
    let listed = document["components"]["schemas"]["ErrorCode"]["enum"].as_array().unwrap().clone();
    let codes: Vec<Value> = ErrorCode::ALL.iter().map(|code| code.entry().name.into()).collect();
    assert_eq!(listed, codes);
    let mut given = BTreeSet::new();
    for response in document["components"]["responses"].as_object().unwrap().values() {
        for (code, example) in response["content"]["application/json"]["examples"].as_object().unwrap() {
            let example = document.pointer(&example["$ref"].as_str().unwrap()[1..]).unwrap();
            assert_eq!(example["value"]["error"]["code"], code.as_str());
            given.insert(code.clone());
        }
    }
    let ids: Vec<Value> =
        operations(&document).iter().map(|(_, operation)| operation["operationId"].clone()).collect();
    for (name, _) in errors::OWN {
        assert!(ids.contains(&name.into()), "{name} is no operation");
    }
    let never: Vec<&Value> =
        codes.iter().filter(|code| !code.as_str().is_some_and(|code| given.contains(code))).collect();
    assert!(never.is_empty(), "no operation gives {never:?}");
}

#[test]
fn every_reference_leads_somewhere_and_every_schema_is_used() {
    let mut document = whole();
    let known = document.clone();
    let mut references = BTreeSet::new();
    schemas::visit(&mut document, &mut |object| {
        if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
            references.insert(reference.to_owned());
        }
    });
    for reference in &references {
        assert!(known.pointer(&reference[1..]).is_some(), "{reference}");
    }
    for name in known["components"]["schemas"].as_object().unwrap().keys() {
        assert!(references.contains(&format!("#/components/schemas/{name}")), "{name}");
    }
}

#[test]
fn every_response_has_an_example_with_all_fields() {
    let document = whole();
    let mut checked = 0;
    for (place, operation) in operations(&document) {
        let content =
            operation.pointer("/responses/200/content").or_else(|| operation.pointer("/requestBody/content"));
        for (kind, media) in content.and_then(Value::as_object).unwrap() {
            let examples = media["examples"].as_object().unwrap_or_else(|| panic!("{place} has no example"));
            for example in examples.values().filter(|_| kind == "application/json") {
                check(&example["value"], &media["schema"], &document, &place);
                checked += 1;
            }
        }
    }
    assert!(checked > 30, "{checked}");
}

/// Whether a time has the common format `2026-11-15T12:00:00.000Z`.
fn is_to_the_millisecond(time: &str) -> bool {
    time.parse::<domain::Timestamp>().is_ok_and(|at| format!("{at:.3}") == time)
}

/// Checks the fields, constants, enumerated values and types of a value against its schema.
fn check(value: &Value, schema: &Value, document: &Value, place: &str) {
    let schema = match schemas::target(schema) {
        Some(name) => &document["components"]["schemas"][name],
        None => schema,
    };
    let alternatives = schema["oneOf"].as_array().into_iter().flatten();
    for alternative in alternatives.filter(|alternative| (alternative["type"] == "null") == value.is_null()) {
        check(value, alternative, document, place);
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let fits = |name: &Value| *name == kind || (*name == "number" && kind == "integer");
    match &schema["type"] {
        Value::Array(kinds) => assert!(kinds.iter().any(fits), "{place}: {value} is no {kinds:?}"),
        Value::Null => {}
        name => assert!(fits(name), "{place}: {value} is no {name}"),
    }
    if let (Some(time), Some("date-time")) = (value.as_str(), schema["format"].as_str()) {
        assert!(is_to_the_millisecond(time), "{place}: {time}");
    }
    let allowed = schema["enum"].as_array().is_none_or(|values| values.contains(value));
    assert!(allowed, "{place}: {value} is not listed");
    assert!(schema.get("const").is_none_or(|only| only == value), "{place}: {value}");
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        assert!(value.get(name).is_some(), "{place}: {name} is missing");
    }
    for (name, inner) in value.as_object().into_iter().flatten() {
        let place = format!("{place}/{name}");
        match (schema["properties"].get(name), schema.get("additionalProperties")) {
            (Some(property), _) | (None, Some(property)) => check(inner, property, document, &place),
            (None, None) => {
                let is_open = schema.get("oneOf").is_some() || schema.get("properties").is_none();
                assert!(is_open, "{place} is not described");
            }
        }
    }
    for item in value.as_array().into_iter().flatten() {
        check(item, &schema["items"], document, place);
    }
}
