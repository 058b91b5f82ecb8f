//! The fields of a request or a response, with the fields inside them.

use serde_json::{Map, Value};

use crate::explorer::field::{Field, Kind, Need, Place};
use crate::explorer::schema;

/// The depth to which nested fields are shown.
const MOST_LEVELS: usize = 7;
/// The maximum number of fields of an object.
const MOST_FIELDS: usize = 200;

/// A field with its nested fields.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The field itself. Its name is the last part of its path.
    pub field: Field,
    /// Whether it may be `null`.
    pub nullable: bool,
    /// The fields of the object, or of each object in the list.
    pub children: Vec<Node>,
}

/// The fields that a schema describes, in its order.
pub(crate) fn tree(document: &Value, schema: &Value) -> Vec<Node> {
    below(document, schema, &mut Vec::new())
}

/// `inside` holds the enclosing schemas. A schema that contains itself, such as nested headings, is shown
/// once.
fn below<'a>(document: &'a Value, schema: &'a Value, inside: &mut Vec<&'a str>) -> Vec<Node> {
    let name = reference(schema);
    if inside.len() >= MOST_LEVELS || name.is_some_and(|name| inside.contains(&name)) {
        return Vec::new();
    }
    inside.push(name.unwrap_or_default());
    let nodes = match element(schema) {
        Some(items) => below(document, items, inside),
        None => properties(document, schema, inside),
    };
    inside.pop();
    nodes
}

fn properties<'a>(document: &'a Value, schema: &'a Value, inside: &mut Vec<&'a str>) -> Vec<Node> {
    let resolved = schema::resolve(document, schema);
    let required: Vec<&str> = resolved
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let names = resolved.get("properties").and_then(Value::as_object).into_iter().flatten();
    let mut nodes: Vec<Node> = names
        .take(MOST_FIELDS)
        .map(|(name, _)| {
            let property = original(document, schema, name).unwrap_or(&Value::Null);
            node(document, name, property, required.contains(&name.as_str()), inside)
        })
        .collect();
    if nodes.is_empty() {
        let others = resolved.get("additionalProperties").filter(|others| others.is_object());
        if others.is_some() {
            let others = original_others(document, schema).unwrap_or(&Value::Null);
            nodes.push(node(document, "*", others, true, inside));
        }
    }
    nodes
}

fn node<'a>(
    document: &'a Value,
    name: &str,
    schema: &'a Value,
    required: bool,
    inside: &mut Vec<&'a str>,
) -> Node {
    let resolved = schema::resolve(document, schema);
    let need = if required { Need::Within(0) } else { Need::Never };
    let kind = constant(&resolved).unwrap_or_else(|| Kind::of(document, &resolved));
    Node {
        nullable: is_nullable(schema),
        field: Field::new(&resolved, kind, Place::Body, vec![name.to_owned()], need),
        children: below(document, schema, inside),
    }
}

/// A constant value, such as `true`.
fn constant(schema: &Map<String, Value>) -> Option<Kind> {
    match schema.get("enum")?.as_array()?.as_slice() {
        [only] => Some(Kind::Choice(vec![only.as_str().map_or_else(|| only.to_string(), str::to_owned)])),
        _ => None,
    }
}

/// The schema that a reference names, also next to `null` as an alternative.
fn reference(schema: &Value) -> Option<&str> {
    let direct = schema.get("$ref").and_then(Value::as_str);
    direct.or_else(|| alternatives(schema).find_map(|alternative| alternative.get("$ref")?.as_str()))
}

/// The schema of a list's elements.
fn element(schema: &Value) -> Option<&Value> {
    schema
        .get("items")
        .or_else(|| alternatives(schema).find_map(|alternative| alternative.get("items")))
        .filter(|items| items.is_object())
}

fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    ["oneOf", "anyOf", "allOf"]
        .into_iter()
        .filter_map(|word| schema.get(word)?.as_array())
        .flatten()
        .filter(|alternative| alternative["type"] != "null")
}

fn is_nullable(schema: &Value) -> bool {
    let listed = ["oneOf", "anyOf"]
        .into_iter()
        .filter_map(|word| schema.get(word)?.as_array())
        .flatten()
        .any(|alternative| alternative["type"] == "null");
    let typed = schema
        .get("type")
        .and_then(Value::as_array)
        .is_some_and(|types| types.iter().any(|name| name == "null"));
    listed || typed
}

/// A property of the document, with its references unresolved.
fn original<'a>(document: &'a Value, schema: &'a Value, name: &str) -> Option<&'a Value> {
    records(document, schema)
        .into_iter()
        .find_map(|record| record.get("properties")?.get(name).filter(|property| property["type"] != "null"))
}

fn original_others<'a>(document: &'a Value, schema: &'a Value) -> Option<&'a Value> {
    records(document, schema).into_iter().find_map(|record| record.get("additionalProperties"))
}

/// The objects that a schema describes: itself, its reference, its alternatives.
fn records<'a>(document: &'a Value, schema: &'a Value) -> Vec<&'a Map<String, Value>> {
    let mut found = Vec::new();
    let mut waiting = vec![schema];
    // Twice the number of levels ends a cycle.
    for _ in 0..MOST_LEVELS * 2 {
        let Some(schema) = waiting.pop() else { break };
        found.extend(schema.as_object());
        let target = schema.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix('#'));
        waiting.extend(target.and_then(|pointer| document.pointer(pointer)));
        waiting.extend(alternatives(schema));
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document() -> Value {
        json!({"components": {"schemas": {
            "Heading": {"type": "object", "required": ["text"], "properties": {
                "children": {"type": "array", "items": {"$ref": "#/components/schemas/Heading"}},
                "text": {"type": "string", "description": "What it says."},
            }},
            "Page": {"type": "object", "required": ["title"], "properties": {
                "headings": {"type": ["array", "null"], "items": {"$ref": "#/components/schemas/Heading"}},
                "first": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Heading"}]},
                "scores": {"type": "object", "additionalProperties": {"type": "integer"}},
                "title": {"type": "string"},
            }},
        }}})
    }

    fn names(nodes: &[Node]) -> Vec<&str> {
        nodes.iter().map(|node| node.field.name.as_str()).collect()
    }

    #[test]
    fn fields_inside_fields_are_shown() {
        let document = document();
        let schema = json!({"$ref": "#/components/schemas/Page"});
        let page = tree(&document, &schema);
        assert_eq!(names(&page), ["headings", "first", "scores", "title"]);
        assert_eq!(names(&page[0].children), ["children", "text"]);
        assert_eq!(names(&page[1].children), ["children", "text"]);
        assert_eq!(names(&page[2].children), ["*"]);
        assert!(page[0].nullable && page[1].nullable && !page[3].nullable);
        assert!(page[3].field.required && !page[1].field.required);
    }

    #[test]
    fn constants_are_told() {
        let schema = json!({"type": "object", "properties": {"success": {"type": "boolean", "const": true}}});
        let success = &tree(&Value::Null, &schema)[0];
        assert_eq!(success.field.kind, Kind::Choice(vec!["true".to_owned()]));
    }

    #[test]
    fn what_holds_itself_ends() {
        let document = document();
        let schema = json!({"$ref": "#/components/schemas/Heading"});
        let heading = tree(&document, &schema);
        assert_eq!(names(&heading), ["children", "text"]);
        assert!(heading[0].children.is_empty());
    }

    #[test]
    fn alternatives_are_one_list_of_fields() {
        let either = |name: &str, other: &str| json!({"type": "object", "required": [name], "properties": {name: {"type": "string"}, other: {"type": "null"}}});
        let schema = json!({"oneOf": [either("a", "b"), either("b", "a")]});
        assert_eq!(names(&tree(&Value::Null, &schema)), ["a", "b"]);
    }
}
