//! The reply form of a revision.

use serde_json::{Value, json};

use super::forms::{block, line, list, object, text};
use crate::revision::EditReason;

/// More edits than this would make a new article.
const MOST_EDITS: usize = 60;
const MOST_PROBLEMS: usize = 10;
const MOST_REWRITES: usize = 5;
const MOST_BLOCKS: usize = 12;

/// The reply form of a revision: first the problems, then the changes that solve them.
#[must_use]
pub fn revision_form() -> Value {
    let reasons = EditReason::ALL.map(EditReason::as_str);
    let edit = object(&[
        ("id", line("the id of the sentence, without braces")),
        ("reason", json!({ "type": "string", "enum": reasons })),
        ("text", text("the new sentence with its marks; empty to delete the sentence")),
    ]);
    let rewrite = object(&[
        ("section", line("the number of the heading, such as 2.1, or intro")),
        ("blocks", list(&block(), MOST_BLOCKS)),
    ]);
    object(&[
        ("problems", list(&text("what is wrong, and what would solve it"), MOST_PROBLEMS)),
        ("edits", list(&edit, MOST_EDITS)),
        ("rewrites", list(&rewrite, MOST_REWRITES)),
    ])
}
