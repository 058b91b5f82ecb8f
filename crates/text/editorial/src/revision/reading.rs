//! Parses the text of an edit, and refuses content that no sentence can have.

use domain::articles::document::Text;

use super::Refusal;
use crate::cleaning::artefacts::artefact;
use crate::links::addresses;
use crate::manuscript::ArticleMarks;
use crate::replies::{Names, cited, without_code};
use crate::spans::outside_code;

/// The content of a sentence or a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    Sentence(Text),
    Row(Vec<Text>),
}

impl Content {
    pub(super) fn texts(&self) -> &[Text] {
        match self {
            Self::Sentence(text) => std::slice::from_ref(text),
            Self::Row(cells) => cells,
        }
    }
}

/// Letters of citations in other prompts.
const OTHER_LETTERS: [char; 2] = ['E', 'P'];

/// Parses a text that replaces `old`, which the manuscript shows as `shown`.
pub(super) fn content(
    written: &str,
    old: &Content,
    shown: &str,
    marks: &ArticleMarks,
) -> Result<Content, Refusal> {
    if written.chars().count() > shown.chars().count().saturating_mul(3).saturating_add(200) {
        return Err(Refusal::TooLong);
    }
    let content = match old {
        Content::Sentence(_) => Content::Sentence(marks.read(written)),
        Content::Row(cells) => {
            let new = marks.read_row(written);
            if new.len() != cells.len() {
                return Err(Refusal::Cells(new.len(), cells.len()));
            }
            Content::Row(new)
        }
    };
    let bare = without_code(written);
    if is_markup(written, &bare, shown, old) {
        return Err(Refusal::Markup);
    }
    if let Some(mark) = unknown_mark(&bare, shown, marks) {
        return Err(Refusal::UnknownSource(mark));
    }
    let words = content.texts().iter().map(outside_code).collect::<Vec<_>>().join(" ");
    artefact(&words).map_or(Ok(content), |found| Err(Refusal::Artefact(found)))
}

fn is_markup(written: &str, bare: &str, shown: &str, old: &Content) -> bool {
    let row = matches!(old, Content::Row(_));
    let opening = ["#", ">", "```", "- ", "* ", "• ", "– ", "+ "];
    written.contains(['\n', '\r', '\u{2028}', '\u{2029}'])
        || opening.iter().any(|mark| written.starts_with(mark))
        || (written.starts_with('|') && !row)
        || (is_numbered(written) && !is_numbered(shown))
        || (bare.contains("](") && !shown.contains("]("))
        || (has_tag(bare) && !has_tag(shown))
        || addresses(bare).any(|address| !shown.contains(address))
}

/// Whether a text begins like an item of a numbered list.
fn is_numbered(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (1..=2).contains(&digits) && (text[digits..].starts_with(". ") || text[digits..].starts_with(") "))
}

fn has_tag(text: &str) -> bool {
    text.match_indices('<').any(|(at, _)| {
        let after = &text[at + 1..];
        after.starts_with(|sign: char| sign.is_ascii_alphabetic() || matches!(sign, '/' | '!'))
            && after.contains('>')
    })
}

/// A citation that the article does not have.
fn unknown_mark(bare: &str, shown: &str, marks: &ArticleMarks) -> Option<String> {
    let mut rest = bare;
    while let Some(at) = rest.find('[') {
        rest = &rest[at + 1..];
        let Some(end) = rest.find(']') else { break };
        let inner = &rest[..end];
        let digits = !inner.is_empty() && inner.bytes().all(|byte| byte.is_ascii_digit());
        let foreign = digits || OTHER_LETTERS.iter().any(|letter| cited(inner, *letter).is_some());
        let numbers = cited(inner, 'S').unwrap_or_default();
        let unknown = numbers.iter().any(|number| marks.source('S', *number).is_none());
        let mark = format!("[{inner}]");
        if unknown || (foreign && !shown.contains(&mark)) {
            return Some(mark);
        }
    }
    None
}
