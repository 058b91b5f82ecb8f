//! Resolves schemas of the document: follows references and removes the alternative `null`.

use serde_json::{Map, Value};

/// The limit for references to references and for nested wrappers. It also ends cycles.
const MOST_STEPS: usize = 16;

/// A schema of the document, with its references resolved.
pub(crate) fn resolve(document: &Value, schema: &Value) -> Map<String, Value> {
    let mut known = schema.as_object().cloned().unwrap_or_default();
    for _ in 0..MOST_STEPS {
        let Some(inner) = referred(document, &mut known).or_else(|| only_alternative(&mut known)) else {
            break;
        };
        known = overlaid(inner, known);
    }
    merge_records(document, &mut known);
    merge_constants(&mut known);
    without_null(&mut known);
    known
}

/// Merges alternatives that are all objects into one object for a form: it has the fields of all, and
/// requires those that all require.
fn merge_records(document: &Value, known: &mut Map<String, Value>) {
    let Some(alternatives) = known.get("oneOf").and_then(Value::as_array) else { return };
    let records: Option<Vec<Map<String, Value>>> = alternatives
        .iter()
        .map(|alternative| {
            Some(resolve(document, alternative)).filter(|record| record.contains_key("properties"))
        })
        .collect();
    let Some(records) = records else { return };
    let Some(mut merged) = records.first().cloned() else { return };
    let names = |record: &Map<String, Value>| record.get("required").and_then(Value::as_array).cloned();
    let mut needed = names(&merged).unwrap_or_default();
    let mut properties = Map::new();
    for record in &records {
        needed.retain(|name| names(record).is_some_and(|names| names.contains(name)));
        for (name, property) in record.get("properties").and_then(Value::as_object).into_iter().flatten() {
            // A field that one alternative excludes is described by another.
            if property["type"] != "null" {
                properties.insert(name.clone(), property.clone());
            }
        }
    }
    merged.insert("properties".to_owned(), Value::Object(properties));
    merged.insert("required".to_owned(), Value::Array(needed));
    known.remove("oneOf");
    *known = overlaid(merged, std::mem::take(known));
}

/// The target of a local reference.
pub(crate) fn pointed_at(document: &Value, reference: &str) -> Option<Map<String, Value>> {
    document.pointer(reference.strip_prefix('#')?)?.as_object().cloned()
}

fn referred(document: &Value, known: &mut Map<String, Value>) -> Option<Map<String, Value>> {
    let reference = known.remove("$ref")?;
    Some(reference.as_str().and_then(|reference| pointed_at(document, reference)).unwrap_or_default())
}

/// The only schema that remains of `oneOf`, `anyOf` or `allOf` without `null`.
fn only_alternative(known: &mut Map<String, Value>) -> Option<Map<String, Value>> {
    for word in ["oneOf", "anyOf", "allOf"] {
        let Some(alternatives) = known.get(word).and_then(Value::as_array) else { continue };
        let mut others = alternatives.iter().filter(|alternative| alternative["type"] != "null");
        if let (Some(only), None) = (others.next(), others.next()) {
            let only = only.as_object().cloned().unwrap_or_default();
            known.remove(word);
            return Some(only);
        }
    }
    None
}

/// Keywords beside a reference take precedence over those of its target. A field with a fixed set of values,
/// or another type that is not an object, gets both descriptions: that of the field, and that of its values.
fn overlaid(mut inner: Map<String, Value>, outer: Map<String, Value>) -> Map<String, Value> {
    let text = |schema: &Map<String, Value>| schema.get("description")?.as_str().map(str::to_owned);
    let both = match (text(&outer), text(&inner)) {
        (Some(own), Some(of_type)) if own != of_type && !inner.contains_key("properties") => {
            Some(format!("{own} {of_type}"))
        }
        _ => None,
    };
    inner.extend(outer);
    if let Some(both) = both {
        inner.insert("description".to_owned(), both.into());
    }
    inner
}

/// Merges alternatives that are all constant texts into one list of values.
fn merge_constants(known: &mut Map<String, Value>) {
    for word in ["oneOf", "anyOf"] {
        let Some(alternatives) = known.get(word).and_then(Value::as_array) else { continue };
        let others = alternatives.iter().filter(|alternative| alternative["type"] != "null");
        let Some(values) = others.map(fixed_values).collect::<Option<Vec<_>>>() else { continue };
        let values = values.concat();
        known.remove(word);
        known.insert("enum".to_owned(), Value::Array(values));
    }
    if let Some(constant) = known.remove("const") {
        known.insert("enum".to_owned(), Value::Array(vec![constant]));
    }
}

fn fixed_values(schema: &Value) -> Option<Vec<Value>> {
    match (schema.get("const"), schema.get("enum")) {
        (Some(constant), _) => Some(vec![constant.clone()]),
        (None, Some(values)) => values.as_array().cloned(),
        (None, None) => None,
    }
}

/// Removes `null` from the types: a form leaves out empty values.
fn without_null(known: &mut Map<String, Value>) {
    if let Some(types) = known.get("type").and_then(Value::as_array) {
        let others: Vec<Value> = types.iter().filter(|name| *name != "null").cloned().collect();
        match <[Value; 1]>::try_from(others) {
            Ok([only]) => known.insert("type".to_owned(), only),
            Err(_) => known.remove("type"),
        };
    }
    if let Some(values) = known.get_mut("enum").and_then(Value::as_array_mut) {
        values.retain(|value| !value.is_null());
    }
}

/// The first example of a schema, parameter or body.
pub(crate) fn example(schema: &Map<String, Value>) -> Option<&Value> {
    let examples = || match schema.get("examples")? {
        Value::Array(list) => list.first(),
        Value::Object(named) => named.values().next()?.get("value"),
        _ => None,
    };
    schema.get("example").or_else(examples)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn resolved(schema: &Value) -> Value {
        let document = json!({"components": {"schemas": {
            "Tone": {"type": "string", "enum": ["calm", "witty"], "description": "`witty` is fun."},
            "Ring": {"$ref": "#/components/schemas/Ring"},
            "Alias": {"allOf": [{"$ref": "#/components/schemas/Tone"}]},
        }}});
        Value::Object(resolve(&document, schema))
    }

    #[test]
    fn references_and_null_disappear() {
        let expected = json!({"type": "string", "enum": ["calm", "witty"], "description": "The article's tone. `witty` is fun."});
        for alternatives in ["oneOf", "anyOf"] {
            let schema = json!({
                alternatives: [{"type": "null"}, {"$ref": "#/components/schemas/Alias"}],
                "description": "The article's tone.",
            });
            assert_eq!(resolved(&schema), expected);
        }
        assert_eq!(resolved(&json!({"type": ["integer", "null"]})), json!({"type": "integer"}));
        assert_eq!(resolved(&json!({"enum": ["a", null]})), json!({"enum": ["a"]}));
    }

    #[test]
    fn fixed_texts_become_one_list() {
        let schema =
            json!({"oneOf": [{"const": "a"}, {"type": "string", "enum": ["b", "c"]}, {"type": "null"}]});
        assert_eq!(resolved(&schema), json!({"enum": ["a", "b", "c"]}));
    }

    #[test]
    fn objects_that_exclude_each_other_are_one_form() {
        let either = |name: &str, other: &str| {
            json!({"type": "object", "required": [name, "size"], "properties": {
                name: {"type": "string"}, other: {"type": "null"}, "size": {"type": "integer"},
            }})
        };
        let schema = json!({"oneOf": [either("a", "b"), either("b", "a")], "description": "Either"});
        let expected = json!({"type": "object", "description": "Either", "required": ["size"], "properties": {
            "a": {"type": "string"}, "b": {"type": "string"}, "size": {"type": "integer"},
        }});
        assert_eq!(resolved(&schema), expected);
        let texts = json!({"oneOf": [{"type": "string"}, either("a", "b")]});
        assert_eq!(resolved(&texts), texts);
    }

    #[test]
    fn rings_and_foreign_references_end() {
        resolved(&json!({"$ref": "#/components/schemas/Ring"}));
        assert_eq!(resolved(&json!({"$ref": "https://example.com/schema"})), json!({}));
        assert_eq!(resolved(&json!({"$ref": 7})), json!({}));
        assert_eq!(resolved(&json!(true)), json!({}));
    }
}
