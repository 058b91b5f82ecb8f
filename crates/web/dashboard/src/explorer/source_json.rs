//! Values as source code: JSON, TypeScript and Python differ only in details.

use std::fmt::Write as _;

use serde_json::Value;

/// The notation of values in a language.
pub(crate) struct Dialect {
    truth: &'static str,
    falsehood: &'static str,
    nothing: &'static str,
    push_letter: fn(&mut String, char, Option<char>),
}

/// JSON in which all invisible characters are escaped.
pub(crate) const JSON: Dialect =
    Dialect { truth: "true", falsehood: "false", nothing: "null", push_letter: push_json_letter };

/// JavaScript that is also safe inside a `<script>` element.
pub(crate) const JAVASCRIPT: Dialect =
    Dialect { truth: "true", falsehood: "false", nothing: "null", push_letter: push_javascript_letter };

pub(crate) const PYTHON: Dialect =
    Dialect { truth: "True", falsehood: "False", nothing: "None", push_letter: push_python_letter };

/// One level of indentation.
#[derive(Clone, Copy)]
pub(crate) struct Indent {
    /// The text that each level adds.
    pub(crate) step: &'static str,
    /// The level of the line in which the value begins.
    pub(crate) level: usize,
}

impl Dialect {
    /// A value on as many lines as needed.
    pub(crate) fn value(&self, value: &Value, indent: Indent) -> String {
        let mut source = String::new();
        self.push(&mut source, value, indent);
        source
    }

    /// A text in double quotes.
    pub(crate) fn text(&self, text: &str) -> String {
        let mut source = String::with_capacity(text.len() + 2);
        self.push_text(&mut source, text);
        source
    }

    fn push(&self, source: &mut String, value: &Value, indent: Indent) {
        match value {
            Value::Null => source.push_str(self.nothing),
            Value::Bool(true) => source.push_str(self.truth),
            Value::Bool(false) => source.push_str(self.falsehood),
            Value::Number(number) => source.push_str(&number.to_string()),
            Value::String(text) => self.push_text(source, text),
            Value::Array(items) => {
                let push = |source: &mut String, item: &Value, inner| self.push(source, item, inner);
                push_block(source, ['[', ']'], items, indent, push);
            }
            Value::Object(fields) => {
                push_block(source, ['{', '}'], fields, indent, |source, (name, field), inner| {
                    self.push_text(source, name);
                    source.push_str(": ");
                    self.push(source, field, inner);
                });
            }
        }
    }

    fn push_text(&self, source: &mut String, text: &str) {
        source.push('"');
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            (self.push_letter)(source, letter, letters.peek().copied());
        }
        source.push('"');
    }
}

fn push_block<Item>(
    source: &mut String,
    [open, close]: [char; 2],
    items: impl IntoIterator<Item = Item>,
    indent: Indent,
    push: impl Fn(&mut String, Item, Indent),
) {
    let inner = Indent { level: indent.level + 1, ..indent };
    source.push(open);
    let mut is_empty = true;
    for item in items {
        source.push_str(if is_empty { "\n" } else { ",\n" });
        source.push_str(&inner.step.repeat(inner.level));
        push(source, item, inner);
        is_empty = false;
    }
    if !is_empty {
        source.push('\n');
        source.push_str(&indent.step.repeat(indent.level));
    }
    source.push(close);
}

fn push_json_letter(source: &mut String, letter: char, _: Option<char>) {
    if !push_common(source, letter) {
        for unit in letter.encode_utf16(&mut [0; 2]) {
            // Writing to a String can't fail.
            let _ = write!(source, "\\u{unit:04x}");
        }
    }
}

fn push_javascript_letter(source: &mut String, letter: char, next: Option<char>) {
    // `</script`, `<script` and `<!--` have a meaning for the page around a script.
    if letter == '<' && next.is_some_and(|next| matches!(next, '/' | '!' | 's' | 'S')) {
        source.push_str("\\u003c");
    } else {
        push_json_letter(source, letter, next);
    }
}

fn push_python_letter(source: &mut String, letter: char, _: Option<char>) {
    if !push_common(source, letter) {
        let code = u32::from(letter);
        let _ = if code > 0xFFFF { write!(source, "\\U{code:08x}") } else { write!(source, "\\u{code:04x}") };
    }
}

/// Appends a character in the notation that all three languages share. Returns false if it must be escaped by
/// number.
fn push_common(source: &mut String, letter: char) -> bool {
    match letter {
        '"' => source.push_str("\\\""),
        '\\' => source.push_str("\\\\"),
        '\n' => source.push_str("\\n"),
        '\r' => source.push_str("\\r"),
        '\t' => source.push_str("\\t"),
        letter if is_unseen(letter) => return false,
        letter => source.push(letter),
    }
    true
}

/// Whether a character is invisible, and so may make code look like other code.
pub(crate) fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const INDENT: Indent = Indent { step: "  ", level: 0 };

    #[test]
    fn each_language_has_its_own_words() {
        let value = json!({"a": [true, false, null], "b": {}, "c": []});
        assert_eq!(
            PYTHON.value(&value, INDENT),
            "{\n  \"a\": [\n    True,\n    False,\n    None\n  ],\n  \"b\": {},\n  \"c\": []\n}"
        );
        assert_eq!(JSON.value(&json!([]), INDENT), "[]");
    }

    #[test]
    fn what_cannot_be_seen_is_written_by_number() {
        assert_eq!(JSON.text("a\u{202e}\u{e0041}\u{9b}"), r#""a\u202e\udb40\udc41\u009b""#);
        assert_eq!(PYTHON.text("\u{202e}\u{e0041}\0"), r#""\u202e\U000e0041\u0000""#);
        assert_eq!(JAVASCRIPT.text("</script><b>"), r#""\u003c/script><b>""#);
        assert_eq!(JSON.text("👩\u{200d}🚀 ñ"), "\"👩\u{200d}🚀 ñ\"", "joined letters stay as they are");
    }

    proptest::proptest! {
        #[test]
        fn json_is_read_as_it_was_meant(text in "\\PC{0,40}|[\\x00-\\x{2fff}]{0,40}") {
            proptest::prop_assert_eq!(serde_json::from_str::<String>(&JSON.text(&text)).unwrap(), text.clone());
            proptest::prop_assert_eq!(serde_json::from_str::<String>(&JAVASCRIPT.text(&text)).unwrap(), text);
        }
    }
}
