//! A writer of HTML and XML that escapes its input.

#[derive(Debug, Default)]
pub(crate) struct Markup {
    text: String,
}

pub(crate) type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Markup {
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes) }
    }

    pub(crate) fn open(&mut self, name: &str, attributes: Attributes<'_>) {
        self.text.push('<');
        self.text.push_str(name);
        for (name, value) in attributes {
            self.text.push(' ');
            self.text.push_str(name);
            self.text.push_str("=\"");
            push_escaped(&mut self.text, value, is_special_in_value);
            self.text.push('"');
        }
        self.text.push('>');
    }

    pub(crate) fn close(&mut self, name: &str) {
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push('>');
    }

    /// An end tag at the end of a line.
    pub(crate) fn close_line(&mut self, name: &str) {
        self.close(name);
        self.line();
    }

    pub(crate) fn text(&mut self, text: &str) {
        push_escaped(&mut self.text, text, is_special_in_text);
    }

    /// An element that contains only words.
    pub(crate) fn element(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.open(name, attributes);
        self.text(text);
        self.close(name);
    }

    /// An element that contains only words, on a line of its own.
    pub(crate) fn element_line(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.element(name, attributes, text);
        self.line();
    }

    pub(crate) fn line(&mut self) {
        self.text.push('\n');
    }

    /// Markup that is already escaped, such as our style sheet.
    pub(crate) fn markup(&mut self, markup: &str) {
        self.text.push_str(markup);
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }
}

/// Bytes that need escaping. Control characters are left out; articles no longer contain other characters
/// that XML forbids.
fn is_special_in_text(byte: u8) -> bool {
    matches!(byte, b'&' | b'<' | b'>' | 0x7F) || (byte < b' ' && byte != b'\n')
}

fn is_special_in_value(byte: u8) -> bool {
    byte == b'"' || is_special_in_text(byte)
}

fn push_escaped(target: &mut String, text: &str, is_special: impl Fn(u8) -> bool) {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(&is_special) {
        target.push_str(&rest[..at]);
        target.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => "",
        });
        rest = &rest[at + 1..];
    }
    target.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_values_cannot_become_markup() {
        let mut markup = Markup::default();
        markup.element("a", &[("title", "\"><b>&")], "<i>\u{0}&amp;\"");
        assert_eq!(markup.finish(), r#"<a title="&quot;&gt;&lt;b&gt;&amp;">&lt;i&gt;&amp;amp;"</a>"#);
    }
}
