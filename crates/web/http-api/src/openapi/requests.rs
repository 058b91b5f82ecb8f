//! Adds what the derived schemas of requests lack: fields that exclude each other, and `null` for optional
//! fields.

use serde_json::{Map, Value, json};

use super::schemas::{components, is_nullable, reachable, target};

/// Requests that take one of two fields: each field with the name of the request that has it.
const ALTERNATIVES: [(&str, [(&str, &str); 2]); 3] = [
    ("IdeasRequest", [("keywords", "FromKeywords"), ("url", "FromPage")]),
    ("UpdateKeyRequest", [("monthlyLimitCredits", "SetKeyLimit"), ("removeMonthlyLimit", "RemoveKeyLimit")]),
    ("SourceRequest", [("url", "PageSource"), ("text", "TextSource")]),
];

/// Describes request bodies as the server accepts them.
pub(super) fn describe(document: &mut Value) {
    let names = reachable(document, true);
    let mut schemas = components(document);
    for (_, schema) in schemas.iter_mut().filter(|(name, _)| names.contains(*name)) {
        accept_null(schema);
    }
    rule_out(
        &mut schemas,
        "EditRequest",
        &json!({"properties": {
            "title": {"type": "null"}, "metaTitle": {"type": "null"}, "metaDescription": {"type": "null"},
        }}),
    );
    rule_out(
        &mut schemas,
        "ImageRequest",
        &json!({
            "required": ["format", "quality"], "properties": {"format": {"const": "png"}, "quality": {"type": "integer"}},
        }),
    );
    for (name, fields) in ALTERNATIVES {
        offer_alternatives(&mut schemas, name, fields);
    }
    document["components"]["schemas"] = Value::Object(schemas.clone());
    inline_bodies(document, &schemas);
}

/// An optional field may also be `null`.
fn accept_null(schema: &mut Value) {
    let required = schema["required"].take();
    let is_required = |name: &String| required.as_array().is_some_and(|all| all.contains(&json!(name)));
    for (name, property) in schema["properties"].as_object_mut().into_iter().flatten() {
        if !is_required(name) && !is_nullable(property) {
            add_null(property);
        }
    }
    if let Some(schema) = schema.as_object_mut() {
        schema.retain(|_, value| !value.is_null());
        if !required.is_null() {
            schema.insert("required".to_owned(), required);
        }
    }
}

fn add_null(property: &mut Value) {
    if let Some(name) = property["type"].as_str() {
        property["type"] = json!([name, "null"]);
    } else if let Some(property) = property.as_object_mut() {
        property.remove("type");
        if let Some(reference) = property.remove("$ref") {
            property.insert("oneOf".to_owned(), json!([{"$ref": reference}, {"type": "null"}]));
        }
    }
}

/// Rules out a combination of fields that are valid on their own. Generated clients ignore the rule and keep
/// the fields.
fn rule_out(schemas: &mut Map<String, Value>, name: &str, combination: &Value) {
    if let Some(schema) = schemas.get_mut(name) {
        schema["not"] = combination.clone();
    }
}

/// Turns a request that takes one of two fields into a choice between two requests.
fn offer_alternatives(schemas: &mut Map<String, Value>, name: &str, fields: [(&str, &str); 2]) {
    let Some(mut whole) = schemas.get(name).cloned() else { return };
    let mut kept = json!({"oneOf": []});
    for word in ["description", "example"] {
        if let Some(value) = whole.as_object_mut().and_then(|schema| schema.remove(word)) {
            kept[word] = value;
        }
    }
    let mut choices = Vec::new();
    for (chosen, title) in fields {
        let mut choice = whole.clone();
        choice["title"] = json!(title);
        choice["description"] = kept["description"].clone();
        for (field, _) in fields.into_iter().filter(|(field, _)| *field != chosen) {
            let description = format!("Not together with `{chosen}`.");
            choice["properties"][field] = json!({"type": "null", "description": description});
        }
        if let Some(types) = choice["properties"][chosen]["type"].as_array() {
            choice["properties"][chosen]["type"] = types.first().cloned().unwrap_or_default();
        }
        let mut required = choice["required"].as_array().cloned().unwrap_or_default();
        required.push(json!(chosen));
        choice["required"] = json!(required);
        choices.push(choice);
    }
    kept["oneOf"] = json!(choices);
    schemas.insert(name.to_owned(), kept);
}

/// Moves the schemas of bodies into their operations. If a schema is shared with a reply, generators make
/// fields with a default required.
fn inline_bodies(document: &mut Value, schemas: &Map<String, Value>) {
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    for operation in paths.filter_map(Value::as_object_mut).flat_map(Map::values_mut) {
        let Some(body) = operation.get_mut("requestBody") else { continue };
        let schema = &mut body["content"]["application/json"]["schema"];
        // An optional body is a choice between the request and `null`. It may be left out, but not be `null`.
        let alternatives = schema["oneOf"].as_array().into_iter().flatten();
        let name = target(schema).or_else(|| alternatives.clone().find_map(target));
        if let Some(request) = name.and_then(|name| schemas.get(name)) {
            let request = request.clone();
            body["description"] = request["description"].clone();
            body["content"]["application/json"]["schema"] = request;
        }
    }
}
