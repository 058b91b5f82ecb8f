//! A JSON parser that records the place of every key and value.
//!
//! It accepts exactly what the standard allows, up to a depth and a size. Anything else is a [`Fault`] that
//! explains the mistake in terms of what people usually get wrong in pages.

mod fault;
mod parser;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub(crate) use fault::Fault;
pub(crate) use parser::parse;

/// A value with its offset.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node<'a> {
    /// The offset in the text, in bytes.
    pub(crate) offset: u32,
    pub(crate) value: Json<'a>,
}

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
    /// The offset in the text, in bytes.
    pub(crate) offset: u32,
    pub(crate) key: Cow<'a, str>,
    pub(crate) value: Node<'a>,
    /// Whether the same key occurs again later in the object; JSON parsers use the last one.
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

/// Offsets in the text fit into 32 bits: [`parse`] refuses long texts.
fn small(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
