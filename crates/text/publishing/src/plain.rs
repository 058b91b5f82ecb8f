//! Words as one line, equal in every document.

use std::borrow::Cow;

/// The text with every run of spaces and line breaks as one space, and without unprintable characters.
/// Non-breaking spaces stay.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if !needs_work(text) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        if is_break(character) {
            if !line.ends_with(' ') {
                line.push(' ');
            }
        } else if !is_unshowable(character) {
            line.push(character);
        }
    }
    Cow::Owned(line)
}

/// The text as one line without spaces around it.
pub(crate) fn trimmed(text: &str) -> Cow<'_, str> {
    without_spaces_around(one_line(text))
}

/// Code for display: with its line breaks, spaces for tabs, and without empty lines around it.
pub(crate) fn lines(code: &str) -> String {
    let mut lines = String::with_capacity(code.len());
    for character in code.replace("\r\n", "\n").chars() {
        match character {
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => lines.push('\n'),
            '\t' => lines.push_str("    "),
            _ if is_unshowable(character) => {}
            _ => lines.push(character),
        }
    }
    let end = lines.trim_end().len();
    let start = lines.find(|character: char| !character.is_whitespace()).unwrap_or(end);
    let start = lines[..start].rfind('\n').map_or(0, |at| at + 1);
    lines[start..end].to_owned()
}

/// The name of a programming language, if it is valid.
pub(crate) fn language_name(name: &str) -> Option<&str> {
    let named = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'#' | b'.' | b'_');
    (!name.is_empty() && name.len() <= 32 && name.bytes().all(named)).then_some(name)
}

/// The line without spaces around it.
pub(crate) fn without_spaces_around(line: Cow<'_, str>) -> Cow<'_, str> {
    match line {
        Cow::Borrowed(line) => Cow::Borrowed(line.trim_matches(' ')),
        Cow::Owned(line) => Cow::Owned(line.trim_matches(' ').to_owned()),
    }
}

/// Whether XML, and therefore HTML, forbids the character.
fn is_unshowable(character: char) -> bool {
    let code = u32::from(character);
    character.is_control() || code & 0xFFFE == 0xFFFE || matches!(code, 0xFDD0..=0xFDEF)
}

fn is_break(character: char) -> bool {
    matches!(character, ' ' | '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Checks bytes, because nearly all texts are fine: only a few leading bytes can begin a forbidden character.
fn needs_work(text: &str) -> bool {
    let mut after_space = false;
    let mut suspicious = false;
    for byte in text.bytes() {
        let space = byte == b' ';
        if (space && after_space) || byte < b' ' || byte == 0x7F {
            return true;
        }
        after_space = space;
        suspicious |= matches!(byte, 0xC2 | 0xE2 | 0xEF..);
    }
    suspicious
        && text.chars().any(|character| character != ' ' && (is_break(character) || is_unshowable(character)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_become_one_space_and_what_cannot_be_shown_goes() {
        assert_eq!(one_line("a \n\t b\u{0}c\u{2028}d\u{FFFE} "), "a bc d ");
        assert_eq!(trimmed("  20\u{A0}°C  "), "20\u{A0}°C");
        assert!(matches!(one_line(" as it is "), Cow::Borrowed(_)));
    }

    #[test]
    fn code_keeps_its_lines() {
        assert_eq!(lines("\n  \r\n  a\tb\r\n\u{0}c  \n\n"), "  a    b\nc");
        assert_eq!(lines(" \n "), "");
        assert_eq!(language_name("c++"), Some("c++"));
        assert_eq!(language_name("x\" onclick"), None);
    }
}
