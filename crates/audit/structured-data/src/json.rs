//! JSON with the place of every key and value.
//!
//! Accepts exactly what the standard allows, up to a depth and a size; everything else is a [`Fault`] that says what is
//! wrong in the words of the mistakes that people make in pages.

mod fault;
mod parser;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub(crate) use fault::Fault;
pub(crate) use parser::parse;

/// A value, and where it begins.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node<'a> {
    /// The byte in the text.
    pub(crate) offset: u32,
    pub(crate) value: Json<'a>,
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Json<'a> {
    Null,
    Bool(bool),
    Number(f64),
    Text(Cow<'a, str>),
    Array(Vec<Node<'a>>),
    Object(Vec<Member<'a>>),
}

/// A key with its value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Member<'a> {
    /// The byte in the text.
    pub(crate) offset: u32,
    pub(crate) key: Cow<'a, str>,
    pub(crate) value: Node<'a>,
    /// Whether the same key stands again later in the object; readers of JSON take the last one.
    pub(crate) is_overridden: bool,
}

impl Json<'_> {
    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Places in the text fit: [`parse`] refuses long ones.
fn small(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
