//! Revisions: edits of single sentences, and rewritten texts of single headings.

use serde::Deserialize;

use super::{Marks, ReplyError, blocks, read, wire};
use crate::revision::{Edit, EditReason, Revision, Rewrite};

/// The most edits that are parsed.
const MOST_EDITS: usize = 200;
/// The most headings whose texts are rewritten.
const MOST_REWRITES: usize = 40;
/// The longest id and text, in characters. No sentence may be longer.
const LONGEST_ID: usize = 40;
const LONGEST_TEXT: usize = 8_000;

#[derive(Debug, Deserialize)]
struct Wire {
    edits: Vec<WireEdit>,
    #[serde(default)]
    rewrites: Vec<wire::Part>,
}

#[derive(Debug, Deserialize)]
struct WireEdit {
    #[serde(default)]
    id: String,
    #[serde(default)]
    reason: String,
    text: String,
}

/// Parses a revision. A revision without changes is valid; an edit without a text is an error, because an
/// empty text deletes the sentence.
pub fn revision(reply: &str, marks: &Marks<'_>) -> Result<Revision, ReplyError> {
    let wire: Wire = read(reply)?;
    let cut = |text: &str, most: usize| text.trim().chars().take(most).collect::<String>();
    let id = |id: &str| cut(id.trim_matches(['{', '}', '[', ']', ' ']), LONGEST_ID);
    let edit = |edit: WireEdit| Edit {
        id: id(&edit.id),
        reason: reason(&edit.reason),
        text: cut(&edit.text, LONGEST_TEXT),
    };
    let rewrite =
        |part: wire::Part| Rewrite { section: id(&part.section), blocks: blocks::blocks(part.blocks, marks) };
    Ok(Revision {
        edits: wire.edits.into_iter().take(MOST_EDITS).map(edit).collect(),
        rewrites: wire.rewrites.into_iter().take(MOST_REWRITES).map(rewrite).collect(),
    })
}

/// An unknown reason counts as style, which has the fewest permissions.
fn reason(name: &str) -> EditReason {
    let known = EditReason::ALL.into_iter().find(|reason| reason.as_str() == name.trim());
    known.unwrap_or(EditReason::Style)
}
