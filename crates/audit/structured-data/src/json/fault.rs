//! Explains why a text is not JSON, in terms of what its author wrote.

use super::small;

/// The longest part of the text that a message quotes, in characters.
const QUOTED: usize = 24;

/// Why a text is not JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The offset in the text, in bytes.
    pub(crate) offset: u32,
    pub(crate) message: String,
    pub(crate) fix: Option<String>,
}

impl Fault {
    pub(super) fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset: small(offset), message: message.into(), fix: None }
    }

    pub(super) fn fixed_by(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }
}

/// Constructs that JSON does not have: the beginning, the explanation, the fix.
const FOREIGN: &[(&[&str], &str, &str)] = &[
    (&["//", "/*"], "JSON has no comments", "Remove the comment."),
    (
        &["<![CDATA[", "]]>"],
        "a CDATA section stands around the JSON",
        "Remove the CDATA marks; a script needs none.",
    ),
    (
        &["<!--", "-->"],
        "an HTML comment stands around the JSON",
        "Remove the comment marks; a script needs none.",
    ),
    (
        &["<?", "<%", "{{", "{%", "${"],
        "a placeholder of a template was not filled in",
        "Let the template print the value, encoded as JSON.",
    ),
    (&["<"], "HTML stands in the JSON", "Remove the markup; only JSON may stand in the script."),
    (
        &["&quot;", "&#34;", "&#034;", "&#x22;", "&amp;"],
        "an HTML entity stands in place of the character",
        "Write the character itself: entities are not decoded in a script. Let the template print the JSON without escaping it for HTML.",
    ),
    (&["'"], "single quotes stand around a text", "Put it into double quotes."),
    (
        &["“", "”", "„", "‟", "‘", "’", "«", "»", "″"],
        "typographic quotes stand around a text",
        "Put it into straight double quotes (\").",
    ),
    (&["\u{FEFF}"], "an invisible byte order mark stands in the JSON", "Remove it."),
    (
        &["\u{A0}", "\u{200B}", "\u{2028}", "\u{2029}", "\u{3000}", "\u{C}"],
        "an invisible character that JSON doesn't allow stands between the values",
        "Replace it by a space.",
    ),
];

fn foreign(text: &str, at: usize) -> Option<Fault> {
    let rest = &text[at..];
    let begins = |marks: &[&str]| marks.iter().any(|mark| rest.starts_with(mark));
    let (_, message, fix) = FOREIGN.iter().find(|(marks, ..)| begins(marks))?;
    Some(Fault::new(at, *message).fixed_by(*fix))
}

/// There is no value at this offset.
pub(super) fn no_value(text: &str, at: usize) -> Fault {
    if let Some(fault) = foreign(text, at) {
        return fault;
    }
    match text[at..].chars().next() {
        None if text.trim().is_empty() => {
            Fault::new(at, "the script is empty").fixed_by("Fill it in or remove it.")
        }
        None => Fault::new(at, "the text ends where a value should stand"),
        Some(',') => Fault::new(at, "a value is missing before the comma")
            .fixed_by("Remove the comma, or put the value before it."),
        Some(close @ ('}' | ']')) => Fault::new(at, format!("a value is missing before {close}")),
        Some('+' | '.') => broken_number(text, at),
        Some(_) => Fault::new(at, format!("{} is no JSON value", quoted(text, at)))
            .fixed_by(word_advice(word(text, at))),
    }
}

fn word_advice(word: &str) -> &'static str {
    match word {
        "True" | "TRUE" => "Write true.",
        "False" | "FALSE" => "Write false.",
        "None" | "NULL" | "Null" | "nil" | "undefined" | "NaN" => {
            "Leave the property out if it has no value."
        }
        "var" | "const" | "let" | "window" | "function" | "document" => {
            "Only JSON may stand in the script, no program."
        }
        _ => "Put texts into double quotes.",
    }
}

/// There is no key at this offset.
pub(super) fn no_key(text: &str, at: usize) -> Fault {
    let placeholder = text[..at].ends_with('{') && text[at..].starts_with(['{', '%']);
    if let Some(fault) = foreign(text, at - usize::from(placeholder)) {
        return fault;
    }
    match text[at..].chars().next() {
        None => {
            Fault::new(at, "the text ends inside an object: } is missing").fixed_by("Close what was opened.")
        }
        Some(',') => Fault::new(at, "a comma stands where a property should").fixed_by("Remove the comma."),
        Some('{' | '[') => Fault::new(at, "a value stands in an object without its property's name")
            .fixed_by("Put a name before it, or write [ ] instead of { } around a list."),
        Some(_) => {
            let word = word(text, at);
            let shown = if word.is_empty() { quoted(text, at) } else { format!("`{word}`") };
            Fault::new(at, format!("a property's name must stand in double quotes, {shown} does not"))
                .fixed_by("Put the name into double quotes.")
        }
    }
}

pub(super) fn no_colon(text: &str, at: usize, key: &str) -> Fault {
    let key: String = key.chars().take(QUOTED).collect();
    Fault::new(at, format!("a colon is missing behind \"{key}\"")).fixed_by(match text[at..].chars().next() {
        Some('=') => "Write a colon instead of =.",
        Some(',' | '}') => "Each property of an object has a name, a colon and a value.",
        _ => "Put a colon between the name and its value.",
    })
}

/// A value is followed neither by a comma nor by the end.
pub(super) fn no_separator(text: &str, at: usize, close: u8) -> Fault {
    if let Some(fault) = foreign(text, at) {
        return fault;
    }
    let close = char::from(close);
    match text[at..].chars().next() {
        None => Fault::new(at, format!("the text ends before everything was closed: {close} is missing"))
            .fixed_by("Close what was opened."),
        Some(other @ ('}' | ']')) => Fault::new(at, format!("{other} stands where {close} should"))
            .fixed_by("Close what was opened last first."),
        Some('"' | '{' | '[' | '-' | '0'..='9') => {
            let message =
                format!("a comma is missing between {} and {}", quoted_before(text, at), quoted(text, at));
            Fault::new(at, message).fixed_by("Put a comma between them.")
        }
        Some(';') => {
            Fault::new(at, "a semicolon stands where a comma or the end should").fixed_by("Remove it.")
        }
        Some(_) => {
            let message = format!(
                "{} stands behind the value {}, where a comma or {close} should",
                quoted(text, at),
                quoted_before(text, at)
            );
            Fault::new(at, message).fixed_by("Write quotes inside a text as \\\".")
        }
    }
}

pub(super) fn trailing_comma(text: &str, comma: usize, close: usize) -> Fault {
    let close = &text[close..=close];
    Fault::new(comma, format!("a trailing comma stands before {close}")).fixed_by("Remove the comma.")
}

/// There is text after the top-level value.
pub(super) fn behind_the_end(text: &str, at: usize) -> Fault {
    if let Some(fault) = foreign(text, at) {
        return fault;
    }
    match text[at..].chars().next() {
        Some('{' | '[') => Fault::new(at, "a second value follows the first")
            .fixed_by("Put both into one list [ … , … ], or each into a script of its own."),
        Some(',') => Fault::new(at, "a comma follows the end of the data")
            .fixed_by("Remove it, or put everything into one list [ … , … ]."),
        Some(close @ ('}' | ']')) => {
            Fault::new(at, format!("one {close} too many")).fixed_by("Remove it, or open it before.")
        }
        Some(';') => {
            Fault::new(at, "a semicolon follows the data").fixed_by("Remove it: this is data, no program.")
        }
        _ => {
            Fault::new(at, format!("{} follows the end of the data", quoted(text, at))).fixed_by("Remove it.")
        }
    }
}

pub(super) fn broken_number(text: &str, at: usize) -> Fault {
    Fault::new(at, format!("{} is no number", quoted(text, at)))
        .fixed_by("Write digits, with a point before the fraction and a digit on both sides of it; or use double quotes.")
}

pub(super) fn control_character(text: &str, quote: usize, at: usize) -> Fault {
    let begin = quoted(text, quote);
    match text.as_bytes()[at] {
        b'\n' | b'\r' => Fault::new(
            at,
            format!("a line break stands in the text {begin}, or its closing quote is missing"),
        )
        .fixed_by("Write the line break as \\n, or close the text with a double quote."),
        b'\t' => {
            Fault::new(at, format!("a tab stands in the text {begin}")).fixed_by("Write the tab as \\t.")
        }
        byte => Fault::new(at, format!("a control character (U+{byte:04X}) stands in the text {begin}"))
            .fixed_by("Remove the character."),
    }
}

pub(super) fn unterminated(text: &str, quote: usize) -> Fault {
    Fault::new(quote, format!("the text {} is never closed", quoted(text, quote)))
        .fixed_by("Put a double quote at its end.")
}

pub(super) fn unknown_escape(text: &str, at: usize) -> Fault {
    let escape: String = text[at..].chars().take(2).collect();
    let fix = match escape.as_str() {
        "\\'" => "Write ' without a backslash.",
        _ => "Write a backslash itself as \\\\.",
    };
    Fault::new(at, format!("{escape} is no escape that JSON knows")).fixed_by(fix)
}

fn word(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let end = rest.find(|character: char| !character.is_alphanumeric() && !"_@$-".contains(character));
    let word = &rest[..end.unwrap_or(rest.len())];
    let end = word.char_indices().nth(QUOTED).map_or(word.len(), |(end, _)| end);
    &word[..end]
}

/// The next few characters of the line.
fn quoted(text: &str, at: usize) -> String {
    let line = text[at..].lines().next().unwrap_or_default();
    let mut shown: String = line.chars().take(QUOTED).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    format!("`{}`", shown.trim_end())
}

/// The last few characters of the line before `at`.
fn quoted_before(text: &str, at: usize) -> String {
    let line = text[..at].trim_end().lines().next_back().unwrap_or_default().trim_start();
    let start = line.char_indices().rev().nth(QUOTED - 1).map_or(0, |(start, _)| start);
    let dots = if start > 0 { "…" } else { "" };
    format!("`{dots}{}`", &line[start..])
}
