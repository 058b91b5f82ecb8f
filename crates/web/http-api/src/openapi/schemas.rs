//! Adds what the derived schemas lack: each reply becomes one flat object, every property gets a description,
//! and sets with one value become constants.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

const PREFIX: &str = "#/components/schemas/";
/// The prefix of charged replies until they are flat.
pub(super) const CHARGED_REPLY: &str = "/Charged_";

/// All schemas by name.
pub(super) fn components(document: &mut Value) -> Map<String, Value> {
    match document["components"]["schemas"].take() {
        Value::Object(schemas) => schemas,
        _ => Map::new(),
    }
}

/// Merges each composed schema into one object, because generated clients lose the fields of nested
/// compositions.
pub(super) fn flatten(document: &mut Value) {
    let derived = components(document);
    let mut flat = Map::new();
    for (name, schema) in &derived {
        let merged = Value::Object(merged(schema, &derived));
        // The reply with billing replaces the reply without it.
        if let Some(name) = name.strip_prefix("Charged_") {
            flat.insert(name.to_owned(), merged);
        } else if !derived.contains_key(&format!("Charged_{name}")) {
            flat.insert(name.clone(), merged);
        }
    }
    document["components"]["schemas"] = Value::Object(flat);
    visit(document, &mut |object| {
        if let Some(Value::String(reference)) = object.get_mut("$ref") {
            *reference = reference.replace(CHARGED_REPLY, "/");
        }
    });
}

fn merged(schema: &Value, all: &Map<String, Value>) -> Map<String, Value> {
    let mut known = referred(schema, all).as_object().cloned().unwrap_or_default();
    let Some(Value::Array(parts)) = known.shift_remove("allOf") else { return known };
    known.insert("type".to_owned(), json!("object"));
    let mut properties = Map::new();
    let mut required = Vec::new();
    for part in parts.iter().map(|part| merged(part, all)) {
        for (word, value) in part {
            match (word.as_str(), value) {
                ("properties", Value::Object(more)) => properties.extend(more),
                ("required", Value::Array(more)) => required.extend(more),
                ("description", text) => {
                    known.entry("description").or_insert(text);
                }
                _ => {}
            }
        }
    }
    known.insert("properties".to_owned(), Value::Object(properties));
    known.insert("required".to_owned(), Value::Array(required));
    known
}

fn referred<'a>(schema: &'a Value, all: &'a Map<String, Value>) -> &'a Value {
    target(schema).and_then(|name| all.get(name)).unwrap_or(schema)
}

/// The name of the schema that a reference points to.
pub(super) fn target(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix(PREFIX)
}

/// Finishes the schemas: adds constants, descriptions and required fields, and removes unused schemas.
pub(super) fn finish(document: &mut Value) {
    visit(document, &mut clean);
    require_nullable_fields(document);
    describe_properties(document);
    drop_unused(document);
}

/// Calls `change` with every object of the document.
pub(super) fn visit(value: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            change(object);
            object.values_mut().for_each(|inner| visit(inner, change));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| visit(item, change)),
        _ => {}
    }
}

fn clean(object: &mut Map<String, Value>) {
    if let Some(Value::String(text)) = object.get_mut("description") {
        *text = text.replace('\n', " ").replace("  ", "\n\n");
    }
    if let Some(Value::Array(values)) = object.get("enum")
        && let [only] = values.as_slice()
    {
        let only = only.clone();
        object.shift_remove("enum");
        object.shift_remove("example");
        object.insert("const".to_owned(), only);
    }
    // Since OpenAPI 3.1, schemas have a list of examples. Parameters and headers, which contain a schema,
    // have a single one.
    let is_schema = ["type", "$ref", "oneOf"].iter().any(|word| object.contains_key(*word));
    if is_schema
        && !object.contains_key("in")
        && let Some(example) = object.shift_remove("example")
    {
        object.insert("examples".to_owned(), json!([example]));
    }
    // The description belongs to the property, not to one of its alternatives.
    if let Some(Value::Array(alternatives)) = object.get_mut("oneOf") {
        let nullable = alternatives.iter().any(|alternative| alternative["type"] == "null");
        let first =
            alternatives.iter_mut().filter_map(Value::as_object_mut).find(|one| one.contains_key("$ref"));
        let lifted = first
            .filter(|_| nullable)
            .map(|first| ["description", "default", "example"].map(|word| (word, first.shift_remove(word))));
        for (word, value) in lifted.into_iter().flatten() {
            if let Some(value) = value {
                object.entry(word).or_insert(value);
            }
        }
    }
}

/// Replies always contain their nullable fields: an unknown value is sent as `null`.
fn require_nullable_fields(document: &mut Value) {
    let replies = reachable(document, false);
    let Some(schemas) = document["components"]["schemas"].as_object_mut() else { return };
    for (_, schema) in schemas.iter_mut().filter(|(name, _)| replies.contains(*name)) {
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else { continue };
        let nullable: Vec<Value> = properties
            .iter()
            .filter(|(_, property)| is_nullable(property))
            .map(|(name, _)| json!(name))
            .collect();
        if let Some(schema) = schema.as_object_mut()
            && let Some(required) = schema.entry("required").or_insert_with(|| json!([])).as_array_mut()
        {
            required.extend(nullable);
            if required.is_empty() {
                schema.shift_remove("required");
            }
        }
    }
}

pub(super) fn is_nullable(schema: &Value) -> bool {
    let null = |schema: &Value| schema["type"] == "null";
    let has_null = |types: &Value| types.as_array().is_some_and(|types| types.contains(&json!("null")));
    has_null(&schema["type"]) || schema["oneOf"].as_array().is_some_and(|all| all.iter().any(null))
}

/// A property without its own description gets the one of the schema it refers to.
fn describe_properties(document: &mut Value) {
    let schemas = document["components"]["schemas"].clone();
    visit(document, &mut |object| {
        let Some(Value::Object(properties)) = object.get_mut("properties") else { return };
        for property in properties.values_mut().filter_map(Value::as_object_mut) {
            let alternatives = property.get("oneOf").and_then(Value::as_array).into_iter().flatten();
            let references = alternatives.filter_map(|one| one.get("$ref")).chain(property.get("$ref"));
            let name = references.filter_map(Value::as_str).find_map(|text| text.strip_prefix(PREFIX));
            let text = name.and_then(|name| schemas[name].get("description")).cloned();
            if let Some(text) = text {
                property.entry("description").or_insert(text);
            }
        }
    });
}

fn drop_unused(document: &mut Value) {
    let mut used = reachable(document, false);
    used.extend(reachable(document, true));
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        schemas.retain(|name, _| used.contains(name));
    }
}

/// The names of all schemas that requests, or everything else, refer to.
pub(super) fn reachable(document: &Value, from_requests: bool) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let operations = document["paths"].as_object().into_iter().flat_map(Map::values);
    for operation in operations.filter_map(Value::as_object).flat_map(Map::values) {
        if from_requests {
            collect(&operation["requestBody"], document, &mut found);
            collect(&operation["parameters"], document, &mut found);
        } else {
            collect(&operation["responses"], document, &mut found);
        }
    }
    if !from_requests {
        collect(&document["webhooks"], document, &mut found);
        collect(&document["components"]["responses"], document, &mut found);
    }
    found
}

fn collect(value: &Value, document: &Value, found: &mut BTreeSet<String>) {
    if let Some(name) = target(value)
        && found.insert(name.to_owned())
    {
        collect(&document["components"]["schemas"][name], document, found);
    }
    match value {
        Value::Object(object) => object.values().for_each(|inner| collect(inner, document, found)),
        Value::Array(items) => items.iter().for_each(|item| collect(item, document, found)),
        _ => {}
    }
}
