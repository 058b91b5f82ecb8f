//! Deserialisation that names the field it refuses.
//!
//! Errors in request bodies and configuration files must state the full path of the field, what was expected
//! and, for a misspelt name, which name was probably meant. Serde's own errors contain this only as prose, so
//! this crate gives serde an error type that stores it as data.

mod deserializer;
mod error;

pub use error::{FieldError, FieldErrorKind};

use deserializer::Node;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads `T` from a JSON value. Types with `#[serde(deny_unknown_fields)]` reject unknown names and report
/// the nearest known one.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, FieldError> {
    T::deserialize(Node::exact(value))
}

/// Like [`from_value`], but texts may represent numbers, booleans and lists (`a,b` or `["a","b"]`), as in
/// environment variables.
pub fn from_text_values<T: DeserializeOwned>(value: Value) -> Result<T, FieldError> {
    T::deserialize(Node::lenient(value))
}
