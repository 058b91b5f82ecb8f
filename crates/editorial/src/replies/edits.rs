//! Edits of single sentences.

use serde::Deserialize;

use super::{ReplyError, read};
use crate::edits::{Edit, EditReason};

/// The most edits that are read.
const MOST_EDITS: usize = 200;
/// The longest id and text that are read, in characters. No sentence may grow to that.
const LONGEST_ID: usize = 40;
const LONGEST_TEXT: usize = 8_000;

#[derive(Debug, Deserialize)]
struct Wire {
    edits: Vec<WireEdit>,
}

#[derive(Debug, Deserialize)]
struct WireEdit {
    #[serde(default)]
    id: String,
    #[serde(default)]
    reason: String,
    text: String,
}

/// Reads edits. A list without any says that nothing is to be changed; an edit without a text is an error, because an empty text deletes
/// the sentence.
pub fn edits(reply: &str) -> Result<Vec<Edit>, ReplyError> {
    let wire: Wire = read(reply)?;
    let cut = |text: &str, most: usize| text.trim().chars().take(most).collect::<String>();
    let edit = |edit: WireEdit| Edit {
        id: cut(edit.id.trim_matches(['{', '}', '[', ']', ' ']), LONGEST_ID),
        reason: reason(&edit.reason),
        text: cut(&edit.text, LONGEST_TEXT),
    };
    Ok(wire.edits.into_iter().take(MOST_EDITS).map(edit).collect())
}

/// A reason that is not known is one of style, which may do least.
fn reason(name: &str) -> EditReason {
    let known = EditReason::ALL.into_iter().find(|reason| reason.as_str() == name.trim());
    known.unwrap_or(EditReason::Style)
}
