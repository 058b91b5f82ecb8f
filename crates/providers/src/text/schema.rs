//! Forms in the part of JSON Schema that a vendor takes: `OpenAI` and Gemini know no bound on texts, Anthropic no bound at all.

use serde_json::Value;

/// Which bounds a vendor takes; it refuses a schema with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bounds {
    /// Servers of one's own turn a schema into a grammar, which a bound keeps from going on for ever.
    Every,
    OfLists,
    No,
}

/// The schema without bounds that are not taken.
pub(super) fn bounded(schema: &Value, bounds: Bounds) -> Value {
    match schema {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(name, value)| !value.is_number() || bounds.include(name));
            Value::Object(kept.map(|(name, value)| (name.clone(), bounded(value, bounds))).collect())
        }
        Value::Array(values) => values.iter().map(|value| bounded(value, bounds)).collect(),
        other => other.clone(),
    }
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

    #[rstest::rstest]
    #[case::every(Bounds::Every, json!({ "type": "array", "maxItems": 3, "items": { "type": "string", "maxLength": 9 } }))]
    #[case::lists(Bounds::OfLists, json!({ "type": "array", "maxItems": 3, "items": { "type": "string" } }))]
    #[case::no(Bounds::No, json!({ "type": "array", "items": { "type": "string" } }))]
    fn what_a_vendor_does_not_take_is_left_out(#[case] bounds: Bounds, #[case] expected: Value) {
        let lines = json!({ "type": "array", "maxItems": 3, "items": { "type": "string", "maxLength": 9 } });
        let form =
            |lines: &Value| json!({ "anyOf": [{ "type": "object", "properties": { "lines": lines } }] });
        assert_eq!(bounded(&form(&lines), bounds), form(&expected));
    }

    #[test]
    fn a_property_may_be_called_like_a_bound() {
        let form = json!({ "properties": { "maxItems": { "type": "number" } }, "required": ["maxItems"] });
        assert_eq!(bounded(&form, Bounds::No), form);
    }
}
