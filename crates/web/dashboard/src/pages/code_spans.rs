//! Sentences from the API document with code between backticks, as HTML.

use std::fmt::Write as _;

use askama::filters::Safe;

use super::escaping::escaped;

/// A piece of a sentence.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    Words(&'a str),
    Code(&'a str),
}

/// The text as HTML, with its code in `<code>` elements.
pub(crate) fn with_code_spans(text: &str) -> Safe<String> {
    let mut html = String::with_capacity(text.len());
    for piece in split_at_backticks(text) {
        // Writing to a String can't fail.
        let _ = match piece {
            Piece::Words(words) => write!(html, "{}", escaped(words)),
            Piece::Code(code) => write!(html, "<code>{}</code>", escaped(code)),
        };
    }
    Safe(html)
}

/// A backtick without a closing one is an ordinary character.
fn split_at_backticks(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((words, code, behind)) = next_code(rest) {
        pieces.extend([Piece::Words(words), Piece::Code(code)]);
        rest = behind;
    }
    pieces.push(Piece::Words(rest));
    pieces
}

/// The text before the first code span, the code, and the rest.
fn next_code(text: &str) -> Option<(&str, &str, &str)> {
    let (words, rest) = text.split_once('`')?;
    let (code, behind) = rest.split_once('`')?;
    Some((words, code, behind))
}

#[cfg(test)]
mod tests {
    use super::Piece::{Code, Words};
    use super::*;

    #[test]
    fn code_is_told_from_words() {
        assert_eq!(split_at_backticks("Words only."), [Words("Words only.")]);
        assert_eq!(
            split_at_backticks("Only `completed` or `failed`"),
            [Words("Only "), Code("completed"), Words(" or "), Code("failed"), Words("")]
        );
        assert_eq!(split_at_backticks("`a` and a ` alone"), [Words(""), Code("a"), Words(" and a ` alone")]);
    }

    #[test]
    fn neither_words_nor_code_become_markup() {
        let html = with_code_spans("<b> & `<i>\"`").0;
        assert_eq!(html, "&#60;b&#62; &#38; <code>&#60;i&#62;&#34;</code>");
    }
}
