//! Running text in one line of Markdown.

use domain::articles::document::Span;

use super::escaping::{escaped, push_escaped};
use crate::flow::{Piece, PieceKind, SourceList};
use crate::layout::Layout;

/// The context of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Line,
    /// In a cell of a table, where `|` ends it.
    Cell,
}

/// The text as one line.
pub(super) fn inline(text: &[Span], layout: &Layout<'_>, place: Place) -> String {
    let pieces = layout.pieces(text);
    let mut line = String::new();
    for (index, piece) in pieces.iter().enumerate() {
        if piece.spaced {
            line.push(' ');
        }
        match &piece.kind {
            PieceKind::Plain(words) => push_escaped(&mut line, words),
            PieceKind::Strong(words) => marked(&mut line, "**", words, ends_here(pieces.get(index + 1))),
            PieceKind::Emphasis(words) => marked(&mut line, "*", words, ends_here(pieces.get(index + 1))),
            PieceKind::Code(words) => code(&mut line, words, place),
            PieceKind::Link { text, address, .. } => {
                end_exclamation(&mut line);
                line.push_str(&link(text, address));
            }
            PieceKind::Citation(place) if layout.for_editing => {
                line.extend(["[", &place.to_string(), "]"]);
            }
            PieceKind::Citation(place) => citation(&mut line, *place, &layout.sources),
        }
    }
    if place == Place::Cell { line.replace('|', "\\|") } else { line }
}

/// The words as a link.
pub(super) fn link(words: &str, address: &str) -> String {
    format!("[{}]({})", escaped(words), destination(address))
}

/// The URL within parentheses. Markdown reads entities there too.
pub(super) fn destination(address: &str) -> String {
    // A backtick would begin code, which takes precedence over links.
    let address = address.replace('`', "%60");
    if address.contains('&') && address.contains(';') { address.replace('&', "\\&") } else { address }
}

/// Code between backticks. The words have no marks where Markdown could not find the end: after other code,
/// and with a bar in a table.
fn code(line: &mut String, words: &str, place: Place) {
    if line.ends_with('`') || (place == Place::Cell && words.contains('|')) {
        return push_escaped(line, words);
    }
    let fence = "`".repeat(longest_run(words) + 1);
    let space = if words.starts_with('`') || words.ends_with('`') { " " } else { "" };
    line.extend([&fence, space, words, space, &fence]);
}

/// The length of the longest run of backticks.
pub(super) fn longest_run(text: &str) -> usize {
    text.split(|sign| sign != '`').map(str::len).max().unwrap_or(0)
}

fn ends_here(next: Option<&Piece<'_>>) -> bool {
    next.is_none_or(|next| next.spaced)
}

/// Words between marks. Markdown reads marks only next to letters or spaces; elsewhere the words have no
/// marks.
fn marked(line: &mut String, mark: &str, words: &str, ends: bool) {
    let opens = match line.chars().next_back() {
        None | Some(' ') => true,
        Some(before) => before != '*' && words.starts_with(is_letter),
    };
    let closes = ends || words.ends_with(is_letter);
    let inner_spaces = words.starts_with(char::is_whitespace) || words.ends_with(char::is_whitespace);
    if opens && closes && !inner_spaces {
        line.push_str(mark);
        line.push_str(&escaped(words));
        line.push_str(mark);
    } else {
        push_escaped(line, words);
    }
}

/// A letter or digit, and no symbol that resembles one.
fn is_letter(character: char) -> bool {
    character.is_alphanumeric() && !matches!(u32::from(character), 0x2460..=0x24FF | 0x1F000..)
}

/// An exclamation mark before a link would turn it into an image.
fn end_exclamation(line: &mut String) {
    if line.ends_with('!') {
        line.insert(line.len() - 1, '\\');
    }
}

fn citation(line: &mut String, place: usize, sources: &SourceList<'_>) {
    let written = match sources.at(place).and_then(|source| source.address.as_deref()) {
        Some(address) => {
            end_exclamation(line);
            format!("[[{place}]]({})", destination(address))
        }
        None => format!("\\[{place}\\]"),
    };
    line.push_str(&written);
}
