//! An HTML writer that escapes all text and closes every element it opens.

use super::figures::steers;

#[derive(Debug, Default)]
pub(super) struct Markup {
    text: String,
}

/// Attributes with their values.
pub(super) type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Markup {
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes) }
    }

    /// An element on its own lines.
    pub(super) fn block(&mut self, name: &str, attributes: Attributes<'_>, inside: impl FnOnce(&mut Self)) {
        self.inline(name, attributes, |markup| {
            if name != "style" {
                markup.line();
            }
            inside(markup);
        });
        self.line();
    }

    pub(super) fn inline(&mut self, name: &str, attributes: Attributes<'_>, inside: impl FnOnce(&mut Self)) {
        self.open(name, attributes);
        inside(self);
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push('>');
    }

    /// An element that contains only text.
    pub(super) fn element(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.inline(name, attributes, |markup| markup.text(text));
    }

    /// An element that contains only text, on its own line.
    pub(super) fn element_line(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.element(name, attributes, text);
        self.line();
    }

    /// A void element, on its own line.
    pub(super) fn void(&mut self, name: &str, attributes: Attributes<'_>) {
        self.open(name, attributes);
        self.line();
    }

    pub(super) fn text(&mut self, text: &str) {
        push_escaped(&mut self.text, text);
    }

    pub(super) fn line(&mut self) {
        self.text.push('\n');
    }

    /// Trusted markup of this program. The content of reports never has a static lifetime.
    pub(super) fn ours(&mut self, markup: &'static str) {
        self.text.push_str(markup);
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    fn open(&mut self, name: &str, attributes: Attributes<'_>) {
        self.text.push('<');
        self.text.push_str(name);
        for (name, value) in attributes {
            self.text.push(' ');
            self.text.push_str(name);
            self.text.push_str("=\"");
            push_escaped(&mut self.text, value);
            self.text.push('"');
        }
        self.text.push('>');
    }
}

/// Escapes the same characters in text and in attribute values, so that the place does not matter.
fn push_escaped(target: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => target.push_str("&amp;"),
            '<' => target.push_str("&lt;"),
            '>' => target.push_str("&gt;"),
            '"' => target.push_str("&quot;"),
            '\'' => target.push_str("&#39;"),
            '\n' => target.push('\n'),
            '\t' => target.push(' '),
            steering if steers(steering) => {}
            harmless => target.push(harmless),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_values_cannot_become_markup() {
        let mut markup = Markup::default();
        markup.element("a", &[("title", "\"'><b>&")], "<i>\u{0}\u{202e}&amp;\"");
        let expected = r#"<a title="&quot;&#39;&gt;&lt;b&gt;&amp;">&lt;i&gt;&amp;amp;&quot;</a>"#;
        assert_eq!(markup.finish(), expected);
    }

    #[test]
    fn the_style_stands_alone_in_its_element() {
        let mut markup = Markup::default();
        markup.block("style", &[], |markup| markup.ours("p {}"));
        assert_eq!(markup.finish(), "<style>p {}</style>\n");
    }
}
