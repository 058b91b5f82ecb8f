//! The form of a request body: its fields, with nested objects flattened.

use serde_json::{Map, Value};

use crate::explorer::field::{Field, Kind, Need, Place, Shape};
use crate::explorer::schema;

/// The depth to which nested objects are flattened; deeper ones are JSON.
const MOST_LEVELS: usize = 2;
/// The maximum number of fields in a form.
const MOST_FIELDS: usize = 200;

/// The fields of a body, and the objects that exist without any of them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct BodyForm {
    pub(crate) fields: Vec<Field>,
    /// Objects that must be present even if none of their fields is filled in: their paths, and the level of
    /// their parent.
    pub(crate) objects: Vec<(Vec<String>, usize)>,
}

impl BodyForm {
    /// The form for a schema, or one text area if no form fits.
    pub(crate) fn new(document: &Value, schema: &Value, required: bool) -> Self {
        let schema = schema::resolve(document, schema);
        if is_record(&schema) || schema.get("type").is_some_and(|name| name == "object") && !is_open(&schema)
        {
            let mut layout = Layout { document, form: Self::default() };
            layout.lay_flat(&schema, &[], 0);
            if layout.form.fields.len() <= MOST_FIELDS {
                return layout.form;
            }
        }
        let shape = match Kind::of(document, &schema) {
            Kind::Json(shape) => shape,
            _ => Shape::Any,
        };
        Self { fields: vec![Field::whole_body(&schema, shape, required)], objects: Vec::new() }
    }
}

struct Layout<'a> {
    document: &'a Value,
    form: BodyForm,
}

impl Layout<'_> {
    /// Adds the fields of the object at `keys`, which is required whenever the value at its first `within`
    /// keys is present.
    fn lay_flat(&mut self, schema: &Map<String, Value>, keys: &[String], within: usize) {
        for property in self.properties(schema) {
            // One more than allowed is enough to detect too many.
            if self.form.fields.len() > MOST_FIELDS {
                return;
            }
            let keys: Vec<String> = keys.iter().cloned().chain([property.name]).collect();
            if is_record(&property.schema) && keys.len() <= MOST_LEVELS {
                let within = if property.required { within } else { keys.len() };
                if property.required {
                    self.form.objects.push((keys.clone(), within));
                }
                self.lay_flat(&property.schema, &keys, within);
            } else {
                let need = if property.required { Need::Within(within) } else { Need::Never };
                self.form.fields.push(Field::new(&property.schema, property.kind, Place::Body, keys, need));
            }
        }
    }

    /// The properties in display order: required ones, those of the example, the rest; JSON at the end.
    fn properties(&self, schema: &Map<String, Value>) -> Vec<Property> {
        let required: Vec<&str> = texts(schema.get("required"));
        let exemplary = schema::example(schema).and_then(Value::as_object);
        let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        let mut found: Vec<Property> = properties
            .take(MOST_FIELDS + 1)
            .map(|(name, schema)| {
                let schema = schema::resolve(self.document, schema);
                let place = required.iter().position(|known| known == name);
                let kind = Kind::of(self.document, &schema);
                let rank = match place {
                    Some(place) => (0, place),
                    None if exemplary.is_some_and(|example| example.contains_key(name)) => (1, 0),
                    None if !matches!(kind, Kind::Json(_)) => (2, 0),
                    None => (3, 0),
                };
                Property { name: name.clone(), required: place.is_some(), kind, rank, schema }
            })
            .collect();
        found.sort_by_key(|property| property.rank);
        found
    }
}

struct Property {
    name: String,
    required: bool,
    kind: Kind,
    rank: (u8, usize),
    schema: Map<String, Value>,
}

/// Whether a schema is an object with known fields.
fn is_record(schema: &Map<String, Value>) -> bool {
    let has_fields =
        schema.get("properties").and_then(Value::as_object).is_some_and(|fields| !fields.is_empty());
    has_fields
        && !is_open(schema)
        && !["oneOf", "anyOf", "allOf"].iter().any(|word| schema.contains_key(*word))
}

/// Whether fields of any name may be added.
fn is_open(schema: &Map<String, Value>) -> bool {
    schema.get("additionalProperties").is_some_and(|others| *others != Value::Bool(false))
}

fn texts(list: Option<&Value>) -> Vec<&str> {
    list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}
