//! Converts a submitted form to a request.

mod entry;
mod problem;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};

use crate::explorer::endpoint::{BodyRule, Endpoint, Method, Reply};
use crate::explorer::field::{Field, Need, Place};

use entry::read;
pub use problem::{FieldError, Problem};

/// Everything except the unreserved characters of RFC 3986.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A request that can be sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    pub method: Method,
    /// The escaped path and query.
    pub path: String,
    /// The headers, without those for the key and the type of the body.
    pub headers: Vec<(String, String)>,
    /// The body as JSON.
    pub body: Option<Value>,
    /// Whether it needs a key.
    pub needs_key: bool,
    /// The type of the response.
    pub reply: Reply,
}

impl Endpoint {
    /// The request for a form that a browser submitted. Of repeated fields the last counts, except in lists,
    /// whose lines are combined. Empty fields are left out; names that the form does not have, such as a
    /// token against forgery, are ignored.
    pub fn request(&self, form: &[(String, String)]) -> Result<Call, Vec<FieldError>> {
        let mut errors = Vec::new();
        let mut filled = Vec::new();
        for field in self.fields() {
            match read(field, form) {
                Ok(Some(value)) => filled.push((field, value)),
                Ok(None) => {}
                Err(problem) => errors.push(FieldError::new(field, problem)),
            }
        }
        let is_wrong =
            |field: &Field, errors: &[FieldError]| errors.iter().any(|error| error.field == field.name);
        for field in self.fields() {
            let is_filled = filled.iter().any(|(other, _)| other.name == field.name);
            if !is_filled && !is_wrong(field, &errors) && is_needed(field, &filled) {
                errors.push(FieldError::new(field, Problem::Required));
            }
        }
        if errors.is_empty() { Ok(self.call(&filled)) } else { Err(errors) }
    }

    fn call(&self, filled: &[(&Field, Value)]) -> Call {
        let mut path = self.path.clone();
        let mut query = Vec::new();
        let mut headers = Vec::new();
        for (field, value) in filled {
            let Some(name) = field.keys.first() else { continue };
            match field.place {
                Place::Path => path = path.replace(&format!("{{{name}}}"), &escaped(&plain(value))),
                Place::Query => query.extend(query_pairs(name, value)),
                Place::Header => headers.push((name.clone(), plain(value))),
                Place::Body => {}
            }
        }
        if !query.is_empty() {
            path = format!("{path}?{}", query.join("&"));
        }
        Call {
            method: self.method,
            path,
            headers,
            body: self.assembled(filled),
            needs_key: self.needs_key,
            reply: self.reply,
        }
    }

    fn assembled(&self, filled: &[(&Field, Value)]) -> Option<Value> {
        let filled: Vec<_> = filled.iter().filter(|(field, _)| field.place == Place::Body).collect();
        if let Some((_, whole)) = filled.iter().find(|(field, _)| field.keys.is_empty()) {
            return Some(whole.clone());
        }
        let is_empty = filled.is_empty() && self.objects.iter().all(|(_, within)| *within > 0);
        match self.body_rule {
            BodyRule::Absent => return None,
            BodyRule::Optional if is_empty => return None,
            BodyRule::Optional | BodyRule::Required => {}
        }
        let mut body = Value::Object(Map::new());
        for (field, value) in &filled {
            put(&mut body, &field.keys, value.clone());
        }
        for (keys, within) in &self.objects {
            let is_there = |length: usize| {
                keys.iter().take(length).try_fold(&body, |value, key| value.get(key)).is_some()
            };
            if is_there(*within) && !is_there(keys.len()) {
                put(&mut body, keys, Value::Object(Map::new()));
            }
        }
        Some(body)
    }
}

/// Whether a field is required, given the filled-in fields.
fn is_needed(field: &Field, filled: &[(&Field, Value)]) -> bool {
    let Need::Within(length) = field.need else { return false };
    let object = field.keys.get(..length).unwrap_or_default();
    length == 0
        || filled.iter().any(|(other, _)| other.place == Place::Body && other.keys.starts_with(object))
}

fn put(target: &mut Value, keys: &[String], value: Value) {
    let Some((key, rest)) = keys.split_first() else {
        *target = value;
        return;
    };
    if let Value::Object(fields) = target {
        put(fields.entry(key.clone()).or_insert_with(|| Value::Object(Map::new())), rest, value);
    }
}

fn query_pairs(name: &str, value: &Value) -> Vec<String> {
    let pair = |value: &Value| format!("{}={}", escaped(name), escaped(&plain(value)));
    match value {
        Value::Array(items) => items.iter().map(pair).collect(),
        value => vec![pair(value)],
    }
}

/// A value as text outside of JSON.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn escaped(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string()
}
