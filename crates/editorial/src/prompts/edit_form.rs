//! The form of the editing pass.

use serde_json::{Value, json};

use super::forms::{line, list, object, text};
use crate::edits::EditReason;

/// More edits than this are a new article.
const MOST_EDITS: usize = 60;

/// The form of a reply with edits of single sentences: the id first, then the reason, then the text.
#[must_use]
pub fn edit_form() -> Value {
    let reasons = EditReason::ALL.map(EditReason::as_str);
    let edit = object(&[
        ("id", line("the id of the sentence, without braces")),
        ("reason", json!({ "type": "string", "enum": reasons })),
        ("text", text("the new sentence with its marks; empty to delete the sentence")),
    ]);
    object(&[("edits", list(&edit, MOST_EDITS))])
}
