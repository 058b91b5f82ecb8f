//! Field errors as data.

use std::fmt;

use serde::de::{self, Expected, Unexpected};

/// A field with an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// The full path, such as `limits.body_bytes` or `sources[2].url`; empty for the whole document.
    pub path: String,
    /// Why it is invalid.
    pub kind: FieldErrorKind,
}

/// Why a field is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldErrorKind {
    /// The field does not exist.
    UnknownField {
        /// The most similar existing name.
        nearest: Option<&'static str>,
        known: &'static [&'static str],
    },
    /// A required field is absent.
    Missing,
    /// The value is not in the fixed set of values.
    NotAllowed {
        /// The value in the document.
        found: String,
        allowed: &'static [&'static str],
    },
    /// The value has another type or is out of the type's range.
    WrongType {
        /// The value in the document, in words.
        found: String,
        /// The expected value, in words.
        expected: String,
    },
    /// The type rejected the value for this reason.
    Invalid(String),
}

impl FieldError {
    fn new(kind: FieldErrorKind) -> Self {
        Self { path: String::new(), kind }
    }

    /// Prefixes the path with a field of the enclosing object.
    pub(crate) fn within_field(mut self, field: &str) -> Self {
        self.path = match self.path.chars().next() {
            None => field.to_owned(),
            Some('[') => format!("{field}{}", self.path),
            Some(_) => format!("{field}.{}", self.path),
        };
        self
    }

    /// Prefixes the path with an element of the enclosing list.
    pub(crate) fn within_index(mut self, index: usize) -> Self {
        let separator = match self.path.chars().next() {
            None | Some('[') => "",
            Some(_) => ".",
        };
        self.path = format!("[{index}]{separator}{}", self.path);
        self
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        self.kind.fmt(f)
    }
}

impl fmt::Display for FieldErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownField { nearest: Some(nearest), .. } => {
                write!(f, "unknown field; did you mean {nearest}?")
            }
            Self::UnknownField { known: [], .. } => write!(f, "unknown field; no fields are known here"),
            Self::UnknownField { known, .. } => {
                write!(f, "unknown field; known fields are {}", known.join(", "))
            }
            Self::Missing => write!(f, "required"),
            Self::NotAllowed { found, allowed } => {
                write!(f, "{found:?} is not one of {}", allowed.join(", "))
            }
            Self::WrongType { found, expected } => write!(f, "expected {expected}, found {found}"),
            Self::Invalid(reason) => write!(f, "{reason}"),
        }
    }
}

impl std::error::Error for FieldError {}

impl de::Error for FieldError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(FieldErrorKind::Invalid(message.to_string()))
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(FieldErrorKind::WrongType {
            found: describe(&unexpected),
            expected: in_json_words(&expected.to_string()),
        })
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(unexpected, expected)
    }

    fn unknown_variant(variant: &str, allowed: &'static [&'static str]) -> Self {
        Self::new(FieldErrorKind::NotAllowed { found: shorten(variant), allowed })
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> Self {
        Self::new(FieldErrorKind::UnknownField { nearest: nearest(field, known), known })
            .within_field(&shorten(field))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(FieldErrorKind::Missing).within_field(field)
    }
}

/// The existing name that was probably meant, if any is close enough.
fn nearest(field: &str, known: &'static [&'static str]) -> Option<&'static str> {
    const CLOSE_ENOUGH: f64 = 0.5;
    let wanted = comparable(&shorten(field));
    known
        .iter()
        .map(|name| (strsim::normalized_damerau_levenshtein(&wanted, &comparable(name)), *name))
        .filter(|(likeness, _)| *likeness >= CLOSE_ENOUGH)
        .max_by(|(left, _), (right, _)| left.total_cmp(right))
        .map(|(_, name)| name)
}

/// `focus_keyword`, `focus-keyword` and `focusKeyword` are equal to people.
fn comparable(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Hostile input must not be echoed at length.
fn shorten(text: &str) -> String {
    const LONGEST_ECHO: usize = 64;
    match text.char_indices().nth(LONGEST_ECHO) {
        None => text.to_owned(),
        Some((cut, _)) => format!("{}…", &text[..cut]),
    }
}

fn describe(unexpected: &Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(value) => format!("the boolean {value}"),
        Unexpected::Unsigned(value) => format!("the number {value}"),
        Unexpected::Signed(value) => format!("the number {value}"),
        Unexpected::Float(value) => format!("the number {value}"),
        Unexpected::Str(value) => format!("the text {:?}", shorten(value)),
        Unexpected::Unit => "null".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "an object".to_owned(),
        other => other.to_string(),
    }
}

/// Translates the Rust types of serde's messages into JSON terms, which senders of documents use.
fn in_json_words(expected: &str) -> String {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of 0 or more".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a string" => "text".to_owned(),
        "a sequence" => "a list".to_owned(),
        other if other.starts_with("struct ") || other == "a map" => "an object".to_owned(),
        other => other.to_owned(),
    }
}
