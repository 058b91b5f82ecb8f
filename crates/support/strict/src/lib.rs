//! Deserialisation that names the field it refuses.
//!
//! Request bodies and configuration files share one need: when a value does not fit, the person who wrote it must learn
//! the full path of the field, what was expected and, for a misspelt name, which name was probably meant. Serde's own
//! errors carry that knowledge only as prose, so this crate gives serde an error type that keeps it as data.

mod deserializer;
mod error;

pub use error::{FieldError, FieldErrorKind};

use deserializer::Node;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads `T` from a JSON value. Types that carry `#[serde(deny_unknown_fields)]` refuse unknown names with the nearest
/// known one.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, FieldError> {
    T::deserialize(Node::exact(value))
}

/// Like [`from_value`], but text may stand for numbers, booleans and lists (`a,b` or `["a","b"]`), as it has to in environment
/// variables.
pub fn from_text_values<T: DeserializeOwned>(value: Value) -> Result<T, FieldError> {
    T::deserialize(Node::lenient(value))
}
