//! JSON that satisfies a schema, made of the words of a prompt. Depth and size are bounded for any schema.

use serde_json::{Map, Value, json};

use crate::folding::{slug, words};
use crate::world::World;

const DEEPEST: usize = 24;
/// Below this depth, optional fields and alternatives are chosen so that recursion ends.
const DEEP: usize = 8;
const MOST_VALUES: usize = 5_000;
const MOST_ITEMS: u64 = 200;
const LONGEST_TEXT: u64 = 20_000;
const SENTENCES: usize = 24;

/// An instance of `schema` about `subject`.
pub(crate) fn instance(schema: &Value, world: &World, subject: &str) -> Value {
    let sentences = world.library().about(subject, SENTENCES);
    let mut filler = Filler { root: schema, subject: words(subject), sentences, made: 0 };
    filler.value(schema, "", 0)
}

struct Filler<'a> {
    root: &'a Value,
    subject: Vec<String>,
    sentences: Vec<String>,
    made: usize,
}

impl<'a> Filler<'a> {
    fn value(&mut self, schema: &'a Value, name: &str, depth: usize) -> Value {
        self.made += 1;
        if depth > DEEPEST || self.made > MOST_VALUES {
            return Value::Null;
        }
        if let Some(constant) = schema.get("const") {
            return constant.clone();
        }
        if let Some(first) = schema["enum"].as_array().and_then(|values| values.first()) {
            return first.clone();
        }
        if let Some(target) = schema["$ref"].as_str().and_then(|reference| self.resolve(reference)) {
            return self.value(target, name, depth + 1);
        }
        if let Some(chosen) = alternative(schema, depth) {
            return self.value(chosen, name, depth + 1);
        }
        match kind(schema, depth) {
            Kind::Object => self.object(schema, depth),
            Kind::Array => self.array(schema, name, depth),
            Kind::Text => Value::String(self.text(schema, name)),
            Kind::Integer => integer(schema),
            Kind::Number => number(schema),
            Kind::Boolean => json!(true),
            Kind::Null => Value::Null,
        }
    }

    fn resolve(&self, reference: &str) -> Option<&'a Value> {
        self.root.pointer(reference.strip_prefix('#')?)
    }

    fn object(&mut self, schema: &'a Value, depth: usize) -> Value {
        let mut fields = Map::new();
        // The parts of `allOf` describe the same object.
        let parts = schema["allOf"].as_array().map(Vec::as_slice).unwrap_or_default();
        for part in std::iter::once(schema).chain(parts) {
            let part = part["$ref"].as_str().and_then(|reference| self.resolve(reference)).unwrap_or(part);
            let required: Vec<&str> =
                part["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            for (name, field) in part["properties"].as_object().into_iter().flatten() {
                if depth < DEEP || required.contains(&name.as_str()) {
                    fields.insert(name.clone(), self.value(field, name, depth + 1));
                }
            }
        }
        if fields.is_empty() && schema["additionalProperties"].is_object() {
            let value = self.value(&schema["additionalProperties"], "", depth + 1);
            fields.insert(self.phrase(2, 0), value);
        }
        Value::Object(fields)
    }

    fn array(&mut self, schema: &'a Value, name: &str, depth: usize) -> Value {
        let least = schema["minItems"].as_u64().unwrap_or(0).min(MOST_ITEMS);
        let most = schema["maxItems"].as_u64().unwrap_or(u64::MAX);
        let usual = if depth < DEEP { 3 } else { 0 };
        let count = usual.max(least).min(most);
        let fixed = schema["prefixItems"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut items: Vec<Value> = fixed.iter().map(|item| self.value(item, name, depth + 1)).collect();
        while u64::try_from(items.len()).unwrap_or(u64::MAX) < count {
            items.push(self.value(&schema["items"], name, depth + 1));
        }
        Value::Array(items)
    }

    fn text(&mut self, schema: &Value, name: &str) -> String {
        let line = self.phrase(5, self.made);
        let text = match schema["format"].as_str() {
            Some("date") => return "2026-10-31".to_owned(),
            Some("date-time") => return "2026-10-31T00:00:00Z".to_owned(),
            Some("uri" | "url") => return format!("https://sandbox.example/{}", slug(&line)),
            Some("email") => return "somebody@sandbox.example".to_owned(),
            _ => {
                let name = name.to_lowercase();
                let is = |marks: &[&str]| marks.iter().any(|mark| name.contains(mark));
                if is(&["slug"]) {
                    slug(&line)
                } else if is(&["url", "link"]) {
                    format!("https://sandbox.example/{}", slug(&line))
                } else if is(&["title", "heading", "name", "keyword", "term", "topic", "label", "id"]) {
                    capital(&line)
                } else {
                    self.sentence(self.made)
                }
            }
        };
        self.sized(text, schema)
    }

    /// The text, lengthened or shortened to the lengths that the schema allows.
    fn sized(&self, mut text: String, schema: &Value) -> String {
        let least = schema["minLength"].as_u64().unwrap_or(0).min(LONGEST_TEXT);
        let most = schema["maxLength"].as_u64().unwrap_or(u64::MAX);
        let mut next = self.made + 1;
        while u64::try_from(text.chars().count()).unwrap_or(u64::MAX) < least {
            text = format!("{text} {}", self.sentence(next));
            next += 1;
        }
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        if text.chars().count() <= most {
            return text;
        }
        let cut: String = text.chars().take(most).collect();
        let trimmed = cut.trim_end().to_owned();
        if u64::try_from(trimmed.chars().count()).unwrap_or(0) >= least { trimmed } else { cut }
    }

    fn sentence(&self, number: usize) -> String {
        let index = number.checked_rem(self.sentences.len()).unwrap_or(0);
        self.sentences.get(index).cloned().unwrap_or_else(|| "Synthetic sandbox text.".to_owned())
    }

    /// Some consecutive words of the subject, different ones for each number.
    fn phrase(&self, count: usize, number: usize) -> String {
        let start = number.checked_rem(self.subject.len()).unwrap_or(0);
        let around = self.subject.iter().cycle().skip(start).take(count.min(self.subject.len()));
        let phrase = around.cloned().collect::<Vec<_>>().join(" ");
        if phrase.is_empty() { format!("sandbox {number}") } else { phrase }
    }
}

enum Kind {
    Object,
    Array,
    Text,
    Integer,
    Number,
    Boolean,
    Null,
}

fn kind(schema: &Value, depth: usize) -> Kind {
    let named: Vec<String> = match &schema["type"] {
        Value::String(name) => vec![name.to_lowercase()],
        Value::Array(names) => names.iter().filter_map(Value::as_str).map(str::to_lowercase).collect(),
        _ => Vec::new(),
    };
    let nullable = named.iter().any(|name| name == "null");
    if nullable && (depth > DEEP || named.len() == 1) {
        return Kind::Null;
    }
    match named.iter().find(|name| *name != "null").map(String::as_str) {
        Some("object") => Kind::Object,
        Some("array") => Kind::Array,
        Some("integer") => Kind::Integer,
        Some("number") => Kind::Number,
        Some("boolean") => Kind::Boolean,
        None if schema["properties"].is_object() || schema["allOf"].is_array() => Kind::Object,
        None if schema["items"].is_object() => Kind::Array,
        Some(_) | None => Kind::Text,
    }
}

/// One branch of `anyOf` or `oneOf`: the first that is not null; at depth the null or the last one, so that
/// recursion ends.
fn alternative(schema: &Value, depth: usize) -> Option<&Value> {
    let options = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array())?;
    let is_null = |option: &&Value| option["type"] == "null";
    if depth > DEEP {
        return options.iter().find(is_null).or_else(|| options.last());
    }
    options.iter().find(|option| !is_null(option)).or_else(|| options.first())
}

fn integer(schema: &Value) -> Value {
    let bound = |name: &str| schema[name].as_f64();
    let least = bound("minimum").or_else(|| bound("exclusiveMinimum").map(|least| least.floor() + 1.0));
    let most = bound("maximum").or_else(|| bound("exclusiveMaximum").map(|most| most.ceil() - 1.0));
    let step = bound("multipleOf").filter(|step| *step > 0.0).unwrap_or(1.0);
    let wanted = least.unwrap_or_else(|| most.map_or(3.0, |most| most.min(3.0)));
    let value = (wanted / step).ceil() * step;
    // A whole number below 2^53 is written without a fraction.
    serde_json::from_str(&format!("{value:.0}")).unwrap_or(json!(0))
}

fn number(schema: &Value) -> Value {
    let least = schema["minimum"].as_f64().or_else(|| schema["exclusiveMinimum"].as_f64());
    let most = schema["maximum"].as_f64().or_else(|| schema["exclusiveMaximum"].as_f64());
    match (least, most) {
        (Some(least), Some(most)) => json!(f64::midpoint(least, most)),
        (Some(least), None) => json!(least + 0.5),
        (None, Some(most)) => json!(most - 0.5),
        (None, None) => json!(0.5),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fill(schema: &Value) -> Value {
        instance(schema, &World::load(), "write an outline about cold brew coffee at home")
    }

    #[test]
    fn every_part_of_a_schema_is_kept() {
        let schema = json!({
            "type": "object",
            "properties": {
                "title": { "type": "string", "maxLength": 12 },
                "summary": { "type": "string", "minLength": 400 },
                "tone": { "enum": ["formal", "casual"] },
                "version": { "const": 2 },
                "words": { "type": "integer", "minimum": 1500, "maximum": 5000 },
                "even": { "type": "integer", "exclusiveMinimum": 4, "multipleOf": 4 },
                "share": { "type": "number", "minimum": 0.0, "maximum": 1.0 },
                "draft": { "type": "boolean" },
                "nothing": { "type": "null" },
                "maybe": { "type": ["string", "null"] },
                "either": { "anyOf": [{ "type": "null" }, { "type": "integer", "maximum": 2 }] },
                "sections": { "type": "array", "minItems": 4, "maxItems": 6, "items": { "$ref": "#/$defs/section" } },
                "none": { "type": "array", "maxItems": 0, "items": { "type": "string" } },
            },
            "required": ["title"], "additionalProperties": false,
            "$defs": { "section": {
                "type": "object", "properties": { "heading": { "type": "string" } }, "required": ["heading"],
            } },
        });
        let filled = fill(&schema);
        assert!(filled["title"].as_str().unwrap().chars().count() <= 12);
        assert!(filled["summary"].as_str().unwrap().chars().count() >= 400);
        assert_eq!((&filled["tone"], &filled["version"]), (&json!("formal"), &json!(2)));
        assert_eq!((&filled["words"], &filled["even"]), (&json!(1500), &json!(8)));
        assert_eq!((&filled["share"], &filled["draft"]), (&json!(0.5), &json!(true)));
        assert!(filled["nothing"].is_null() && filled["maybe"].is_string());
        assert_eq!(filled["either"], json!(2));
        assert_eq!(filled["sections"].as_array().unwrap().len(), 4);
        assert!(filled["sections"][0]["heading"].is_string());
        assert_eq!(filled["none"], json!([]));
        assert_eq!(filled, fill(&schema));
    }

    #[test]
    fn openapi_types_in_capitals_are_understood() {
        let schema = json!({ "type": "OBJECT", "properties": { "a": { "type": "ARRAY", "items": { "type": "INTEGER" } } } });
        assert_eq!(fill(&schema), json!({ "a": [3, 3, 3] }));
    }

    #[test]
    fn endless_schemas_end() {
        let tree = json!({
            "type": "object",
            "properties": { "children": { "type": "array", "items": { "$ref": "#" } }, "name": { "type": "string" } },
        });
        assert!(fill(&tree)["children"].is_array());
        assert!(fill(&json!({ "$ref": "#" })).is_null());
        let required = json!({ "type": "object", "required": ["a"], "properties": { "a": { "$ref": "#" } } });
        assert!(fill(&required).is_object());
        let huge = json!({ "type": "array", "minItems": 1_000_000_000, "items": { "type": "string", "minLength": 9_000 } });
        assert_eq!(fill(&huge).as_array().unwrap().len(), 200);
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            "[a-z$#/]{0,8}".prop_map(Value::from),
            Just(json!("object")),
            Just(json!("array")),
        ];
        leaf.prop_recursive(4, 32, 4, |inner| {
            let key = prop_oneof![
                Just("type".to_owned()),
                Just("items".to_owned()),
                Just("properties".to_owned()),
                Just("anyOf".to_owned()),
                Just("$ref".to_owned()),
                Just("minItems".to_owned()),
                Just("maximum".to_owned()),
                "[a-z]{1,4}",
            ];
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::hash_map(key, inner, 0..4)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    #[test]
    fn any_schema_is_answered() {
        let world = World::load();
        proptest!(|(schema in any_json())| {
            let _ = instance(&schema, &world, "x");
        });
    }
}
