//! Text as HTML.

use askama::filters::{Html, escape};

/// The text without markup, also for attributes.
pub(crate) fn escaped(text: &str) -> String {
    let Ok(escaped) = escape(text, Html);
    escaped.to_string()
}
