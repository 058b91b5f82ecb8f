//! The fields of a form.

use serde_json::{Map, Value};

use crate::label::label;
use crate::schema;

/// Texts that may be longer than this get several lines.
const LONGEST_LINE: usize = 300;

/// One field of a form.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its name in the form: the parameter, or the dotted path of the body's field.
    pub name: String,
    /// What people read beside it.
    pub label: String,
    /// What may be entered.
    pub kind: Kind,
    /// Whether it must be filled in, whatever the other fields say.
    pub required: bool,
    /// What the service takes if it is left out, as the form would show it.
    pub default: Option<String>,
    /// What the document says about it.
    pub hint: Option<String>,
    /// A value that makes sense, as the form would show it.
    pub example: Option<String>,
    /// The fewest characters of a text.
    pub min_length: Option<usize>,
    /// The most characters of a text.
    pub max_length: Option<usize>,
    /// The format of a text by the name of JSON Schema, such as `uri`.
    pub format: Option<String>,
    /// Where in the request it goes.
    pub place: Place,
    /// The names that lead to it within the body; empty if it is the whole body.
    pub(crate) keys: Vec<String>,
    pub(crate) need: Need,
}

/// What may be entered into a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A line of text.
    Text,
    /// Several lines of text.
    LongText,
    /// A whole number.
    Integer {
        /// The least.
        min: Option<i64>,
        /// The most.
        max: Option<i64>,
        /// The number that it must be a multiple of.
        step: Option<i64>,
    },
    /// A number.
    Number {
        /// The least.
        min: Option<f64>,
        /// The most.
        max: Option<f64>,
    },
    /// Yes or no: `true` or `false`, and the empty text for neither.
    Boolean,
    /// One of these texts.
    Choice(Vec<String>),
    /// Texts, one in each line.
    List {
        /// The fewest lines.
        min_items: Option<usize>,
        /// The most lines.
        max_items: Option<usize>,
        /// The most characters of a line.
        max_length: Option<usize>,
        /// The texts that are allowed, if not all are.
        choices: Vec<String>,
    },
    /// Anything else, written as JSON.
    Json(Shape),
}

/// What a JSON text must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Whatever it is.
    Any,
    /// `[…]`
    List {
        /// The fewest items.
        min_items: Option<usize>,
        /// The most items.
        max_items: Option<usize>,
        /// What the items are.
        items: Items,
    },
    /// `{…}`
    Object,
}

/// What the items of a list are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Items {
    /// Whole numbers.
    Integers,
    /// Objects.
    Objects,
    /// Something else, or different things.
    Others,
}

/// Where in the request a field goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Into the path.
    Path,
    /// Behind the question mark.
    Query,
    /// Into a header of this name.
    Header,
    /// Into the body.
    Body,
}

/// When a field must be filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    Never,
    /// Whenever the object that so many of its keys lead to is there. The body itself, at none, always is.
    Within(usize),
}

impl Field {
    /// A field after its schema, which is resolved.
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

    /// A text area for a whole body that no form fits.
    pub(crate) fn whole_body(schema: &Map<String, Value>, shape: Shape, required: bool) -> Self {
        let need = if required { Need::Within(0) } else { Need::Never };
        let field = Self::new(schema, Kind::Json(shape), Place::Body, Vec::new(), need);
        Self { name: "body".to_owned(), label: "Body".to_owned(), ..field }
    }
}

impl Kind {
    /// What a schema, which is resolved, lets people enter. Objects are JSON here.
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

    /// How a form shows a value; nothing if the field can't hold it.
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

/// Some writers give limits of whole numbers as `1500.0`.
fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| format!("{:.0}", value.as_f64()?).parse().ok())
}
