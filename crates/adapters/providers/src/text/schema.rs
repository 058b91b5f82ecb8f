//! JSON forms as the subset of JSON Schema that a provider accepts, with properties in the order in which
//! they are to be written.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// The bounds that a provider accepts; it refuses a schema with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bounds {
    /// Self-hosted servers turn a schema into a grammar, which without bounds might never end.
    Every,
    /// `OpenAI` supports no bounds on texts.
    OfLists,
    /// Anthropic supports no bounds at all. Gemini unrolls bounded lists, and nested ones exceed its limit.
    No,
}

/// A schema as it is sent to a provider. Models write properties in the order in which a schema lists them:
/// that of `required`, which lists every property.
#[derive(Debug, Clone, Copy)]
pub(super) struct Schema<'a> {
    schema: &'a Value,
    bounds: Bounds,
}

impl<'a> Schema<'a> {
    pub(super) const fn new(schema: &'a Value, bounds: Bounds) -> Self {
        Self { schema, bounds }
    }

    const fn with(self, schema: &'a Value) -> Self {
        Self { schema, ..self }
    }
}

impl Serialize for Schema<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.schema {
            Value::Object(keywords) => {
                let mut map = serializer.serialize_map(None)?;
                for (keyword, value) in keywords {
                    match value {
                        Value::Object(properties) if keyword == "properties" => {
                            let ordered = in_order(properties, keywords.get("required"));
                            map.serialize_entry(keyword, &Properties { ordered, of: *self })?;
                        }
                        Value::Number(_) if !self.bounds.include(keyword) => {}
                        value => map.serialize_entry(keyword, &self.with(value))?,
                    }
                }
                map.end()
            }
            Value::Array(values) => serializer.collect_seq(values.iter().map(|value| self.with(value))),
            other => other.serialize(serializer),
        }
    }
}

struct Properties<'a> {
    ordered: Vec<(&'a String, &'a Value)>,
    of: Schema<'a>,
}

impl Serialize for Properties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.ordered.iter().map(|(name, schema)| (name, self.of.with(schema))))
    }
}

/// Properties in the order of `required`; those that it does not list come last.
fn in_order<'a>(
    properties: &'a Map<String, Value>,
    required: Option<&Value>,
) -> Vec<(&'a String, &'a Value)> {
    let required = required.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let place = |name: &str| required.iter().position(|entry| entry == name).unwrap_or(usize::MAX);
    let mut ordered: Vec<(&String, &Value)> = properties.iter().collect();
    ordered.sort_by_key(|(name, _)| place(name));
    ordered
}

impl Bounds {
    fn include(self, keyword: &str) -> bool {
        match keyword {
            "minItems" | "maxItems" => self != Self::No,
            "minLength" | "maxLength" => self == Self::Every,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sent(schema: &Value, bounds: Bounds) -> String {
        serde_json::to_string(&Schema::new(schema, bounds)).unwrap()
    }

    fn bounded(schema: &Value, bounds: Bounds) -> Value {
        serde_json::from_str(&sent(schema, bounds)).unwrap()
    }

    #[rstest::rstest]
    #[case::every(Bounds::Every, json!({ "type": "array", "maxItems": 3, "items": { "type": "string", "maxLength": 9 } }))]
    #[case::lists(Bounds::OfLists, json!({ "type": "array", "maxItems": 3, "items": { "type": "string" } }))]
    #[case::no(Bounds::No, json!({ "type": "array", "items": { "type": "string" } }))]
    fn what_a_provider_does_not_take_is_left_out(#[case] bounds: Bounds, #[case] expected: Value) {
        let lines = json!({ "type": "array", "maxItems": 3, "items": { "type": "string", "maxLength": 9 } });
        let form =
            |lines: &Value| json!({ "anyOf": [{ "type": "object", "properties": { "lines": lines } }] });
        assert_eq!(bounded(&form(&lines), bounds), form(&expected));
    }

    #[test]
    fn a_property_may_be_called_like_a_keyword() {
        let form = json!({
            "properties": { "maxItems": { "type": "number" }, "properties": { "type": "string" }, "required": { "type": "string" } },
            "required": ["maxItems", "properties", "required"],
        });
        assert_eq!(bounded(&form, Bounds::No), form);
    }

    #[test]
    fn properties_are_in_the_order_of_required_at_every_level() {
        let item =
            json!({ "properties": { "answer": {}, "question": {} }, "required": ["question", "answer"] });
        let form = json!({
            "properties": { "items": { "type": "array", "items": item }, "heading": {}, "aside": {} }, "required": ["heading", "items"],
        });
        assert_eq!(
            sent(&form, Bounds::No),
            "{\"properties\":{\"heading\":{},\"items\":{\"type\":\"array\",\"items\":{\"properties\":{\"question\":{},\
             \"answer\":{}},\"required\":[\"question\",\"answer\"]}},\"aside\":{}},\"required\":[\"heading\",\"items\"]}"
        );
    }
}
