//! What can be wrong with a field.

use std::fmt;

use crate::explorer::field::Field;

/// A field with an invalid value.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{field} {problem}")]
pub struct FieldError {
    /// The name of the field in the form.
    pub field: String,
    /// The problem of its value.
    pub problem: Problem,
}

impl FieldError {
    pub(super) fn new(field: &Field, problem: Problem) -> Self {
        Self { field: field.name.clone(), problem }
    }
}

/// The problem of a field's value.
#[derive(Debug, Clone, PartialEq)]
pub enum Problem {
    /// The value is missing.
    Required,
    /// The value is not an integer.
    NotAnInteger,
    /// The value is not a number.
    NotANumber,
    /// The value is not a boolean.
    NotABoolean,
    /// The value is below this minimum.
    TooSmall(String),
    /// The value is above this maximum.
    TooLarge(String),
    /// The value has fewer characters than this.
    TooShort(usize),
    /// The value has more characters than this.
    TooLong(usize),
    /// The value has fewer lines than this.
    TooFew(usize),
    /// The value has more lines than this.
    TooMany(usize),
    /// The value is not one of these.
    NotAChoice(Vec<String>),
    /// The value is invalid JSON, for this reason.
    NotJson(String),
    /// The value is JSON, but not a list.
    NotAList,
    /// The value is JSON, but not an object.
    NotAnObject,
    /// The value is not possible in a header.
    NotForHeaders,
    /// The value would change the path.
    NotForPaths,
}

impl Problem {
    /// The error code of the API for this problem.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::TooSmall(_)
            | Self::TooLarge(_)
            | Self::TooShort(_)
            | Self::TooLong(_)
            | Self::TooFew(_)
            | Self::TooMany(_) => "out_of_range",
            Self::NotAnInteger
            | Self::NotANumber
            | Self::NotABoolean
            | Self::NotAChoice(_)
            | Self::NotJson(_)
            | Self::NotAList
            | Self::NotAnObject
            | Self::NotForHeaders
            | Self::NotForPaths => "invalid",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Required => f.write_str("must be filled in"),
            Self::NotAnInteger => f.write_str("must be a whole number"),
            Self::NotANumber => f.write_str("must be a number"),
            Self::NotABoolean => f.write_str("must be true or false"),
            Self::TooSmall(least) => write!(f, "must be at least {least}"),
            Self::TooLarge(most) => write!(f, "must be at most {most}"),
            Self::TooShort(least) => write!(f, "must have at least {least} characters"),
            Self::TooLong(most) => write!(f, "must have at most {most} characters"),
            Self::TooFew(least) => write!(f, "must have at least {least} lines"),
            Self::TooMany(most) => write!(f, "must have at most {most} lines"),
            Self::NotAChoice(values) => write!(f, "must be one of {}", values.join(", ")),
            Self::NotJson(reason) => write!(f, "must be JSON: {reason}"),
            Self::NotAList => f.write_str("must be a JSON list"),
            Self::NotAnObject => f.write_str("must be a JSON object"),
            Self::NotForHeaders => f.write_str("must be plain ASCII letters, digits and signs"),
            Self::NotForPaths => f.write_str("must not be one or two dots"),
        }
    }
}
