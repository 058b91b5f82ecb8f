//! What can be wrong with a field.

use std::fmt;

use crate::field::Field;

/// A field that can't be sent as it is.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{field} {problem}")]
pub struct FieldError {
    /// The name of the field in the form.
    pub field: String,
    /// What is wrong with it.
    pub problem: Problem,
}

impl FieldError {
    pub(super) fn new(field: &Field, problem: Problem) -> Self {
        Self { field: field.name.clone(), problem }
    }
}

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Problem {
    /// It must be filled in.
    Required,
    /// It is no whole number.
    NotAnInteger,
    /// It is no number.
    NotANumber,
    /// It is neither yes nor no.
    NotABoolean,
    /// It is below this least value.
    TooSmall(String),
    /// It is above this highest value.
    TooLarge(String),
    /// It has fewer characters than these.
    TooShort(usize),
    /// It has more characters than these.
    TooLong(usize),
    /// It has fewer lines than these.
    TooFew(usize),
    /// It has more lines than these.
    TooMany(usize),
    /// It is none of these.
    NotAChoice(Vec<String>),
    /// It is no JSON, for this reason.
    NotJson(String),
    /// It is JSON, but not a list.
    NotAList,
    /// It is JSON, but not an object.
    NotAnObject,
    /// A header can't carry it.
    NotForHeaders,
    /// It would mean another path.
    NotForPaths,
}

impl Problem {
    /// The same in one word for programs, as the API writes it.
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
