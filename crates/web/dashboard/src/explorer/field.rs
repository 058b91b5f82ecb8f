//! The fields of a form.

use serde_json::{Map, Value};

use crate::explorer::label::label;
use crate::explorer::schema;

/// Longer texts get several lines, in characters.
const LONGEST_LINE: usize = 300;

/// A field of a form.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The name in the form: the parameter, or the dotted path of the body's field.
    pub name: String,
    /// The label for people.
    pub label: String,
    /// The kind of value.
    pub kind: Kind,
    /// Whether it is required, independently of other fields.
    pub required: bool,
    /// The default of the service, as the form shows it.
    pub default: Option<String>,
    /// The description in the document.
    pub hint: Option<String>,
    /// An example, as the form shows it.
    pub example: Option<String>,
    /// The minimum number of characters.
    pub min_length: Option<usize>,
    /// The maximum number of characters.
    pub max_length: Option<usize>,
    /// The format of a text as named by JSON Schema, such as `uri`.
    pub format: Option<String>,
    /// The part of the request that it belongs to.
    pub place: Place,
    /// The path within the body; empty if it is the whole body.
    pub(crate) keys: Vec<String>,
    pub(crate) need: Need,
}

/// The kind of value of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A line of text.
    Text,
    /// A text of several lines.
    LongText,
    /// An integer with optional limits.
    Integer {
        min: Option<i64>,
        max: Option<i64>,
        /// The number that it must be a multiple of.
        step: Option<i64>,
    },
    /// A number with optional limits.
    Number { min: Option<f64>, max: Option<f64> },
    /// A boolean: `true`, `false`, or the empty text for neither.
    Boolean,
    /// One of these texts.
    Choice(Vec<String>),
    /// Texts, one per line.
    List {
        /// The minimum number of lines.
        min_items: Option<usize>,
        /// The maximum number of lines.
        max_items: Option<usize>,
        /// The maximum number of characters per line.
        max_length: Option<usize>,
        /// The allowed texts; empty if all are allowed.
        choices: Vec<String>,
    },
    /// Any other value, entered as JSON.
    Json(Shape),
}

/// The required shape of a JSON text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Any,
    /// A list, such as `[…]`.
    List {
        /// The minimum number of items.
        min_items: Option<usize>,
        /// The maximum number of items.
        max_items: Option<usize>,
        /// The type of the items.
        items: Items,
    },
    /// An object, such as `{…}`.
    Object,
}

/// The type of the items of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Items {
    /// All items are integers.
    Integers,
    /// All items are objects.
    Objects,
    /// The items have another type, or several types.
    Others,
}

/// The part of a request that a field belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Path,
    Query,
    /// A header with this name.
    Header,
    Body,
}

/// When a field is required.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    Never,
    /// Required if the object at this number of its keys is present. The body itself, at 0, always is.
    Within(usize),
}

impl Field {
    /// A field for a resolved schema.
    pub(crate) fn new(
        schema: &Map<String, Value>,
        kind: Kind,
        place: Place,
        keys: Vec<String>,
        need: Need,
    ) -> Self {
        let number =
            |name: &str| schema.get(name).and_then(Value::as_u64).and_then(|most| usize::try_from(most).ok());
        let words = |name: &str| schema.get(name).and_then(Value::as_str).map(str::to_owned);
        Self {
            name: keys.join("."),
            label: label(&keys),
            required: need == Need::Within(0),
            default: schema.get("default").and_then(|value| kind.written(value)),
            hint: words("description").map(|text| text.replace('\n', " ")),
            example: schema::example(schema).and_then(|value| kind.written(value)),
            min_length: number("minLength"),
            max_length: number("maxLength"),
            format: words("format"),
            kind,
            place,
            keys,
            need,
        }
    }

    /// A text area for a whole body that does not fit into a form.
    pub(crate) fn whole_body(schema: &Map<String, Value>, shape: Shape, required: bool) -> Self {
        let need = if required { Need::Within(0) } else { Need::Never };
        let field = Self::new(schema, Kind::Json(shape), Place::Body, Vec::new(), need);
        Self { name: "body".to_owned(), label: "Body".to_owned(), ..field }
    }
}

impl Kind {
    /// The kind of value for a resolved schema. Objects are JSON here.
    pub(crate) fn of(document: &Value, schema: &Map<String, Value>) -> Self {
        if let Some(values) = schema.get("enum").and_then(Value::as_array).filter(|values| !values.is_empty())
        {
            let texts: Option<Vec<_>> =
                values.iter().map(|value| value.as_str().map(str::to_owned)).collect();
            return texts.map_or(Self::Json(Shape::Any), Self::Choice);
        }
        let count =
            |name: &str| schema.get(name).and_then(Value::as_u64).and_then(|most| usize::try_from(most).ok());
        match schema.get("type").and_then(Value::as_str) {
            Some("string") => {
                let is_address = schema.get("format").is_some_and(|format| format == "uri");
                let is_long = count("maxLength").is_some_and(|most| most > LONGEST_LINE);
                if is_long && !is_address { Self::LongText } else { Self::Text }
            }
            Some("integer") => {
                let limit = |name: &str| schema.get(name).and_then(whole);
                let above = limit("exclusiveMinimum").map(|below| below.saturating_add(1));
                let below = limit("exclusiveMaximum").map(|above| above.saturating_sub(1));
                Self::Integer {
                    min: limit("minimum").or(above),
                    max: limit("maximum").or(below),
                    step: limit("multipleOf").filter(|step| *step > 1),
                }
            }
            Some("number") => {
                let limit = |name: &str| schema.get(name).and_then(Value::as_f64);
                Self::Number { min: limit("minimum"), max: limit("maximum") }
            }
            Some("boolean") => Self::Boolean,
            Some("array") => {
                let items =
                    schema.get("items").map(|items| schema::resolve(document, items)).unwrap_or_default();
                let (min_items, max_items) = (count("minItems"), count("maxItems"));
                let of = match items.get("type").and_then(Value::as_str) {
                    Some("string") => {
                        let most = items.get("maxLength").and_then(Value::as_u64);
                        let max_length = most.and_then(|most| usize::try_from(most).ok());
                        let choices = items.get("enum").and_then(Value::as_array).into_iter().flatten();
                        let choices = choices.filter_map(Value::as_str).map(str::to_owned).collect();
                        return Self::List { min_items, max_items, max_length, choices };
                    }
                    Some("integer") => Items::Integers,
                    Some("object") => Items::Objects,
                    _ => Items::Others,
                };
                Self::Json(Shape::List { min_items, max_items, items: of })
            }
            Some("object") => Self::Json(Shape::Object),
            _ => Self::Json(Shape::Any),
        }
    }

    /// A value as a form shows it; `None` if the field can't hold it.
    pub(crate) fn written(&self, value: &Value) -> Option<String> {
        match (self, value) {
            (_, Value::Null) => None,
            (Self::Json(_), value) => serde_json::to_string_pretty(value).ok(),
            (Self::Text | Self::LongText | Self::Choice(_), Value::String(text)) => Some(text.clone()),
            (Self::Integer { .. } | Self::Number { .. }, Value::Number(number)) => Some(number.to_string()),
            (Self::Boolean, Value::Bool(truth)) => Some(truth.to_string()),
            (Self::List { .. }, Value::Array(items)) => {
                let lines: Option<Vec<_>> = items.iter().map(Value::as_str).collect();
                lines.map(|lines| lines.join("\n"))
            }
            _ => None,
        }
    }
}

/// Accepts limits of integers that are written as `1500.0`.
fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| format!("{:.0}", value.as_f64()?).parse().ok())
}
