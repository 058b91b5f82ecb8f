//! Formats responses of the API for people.

use serde_json::Value;

use crate::explorer::markup::push_escaped;

/// The part of a response that a page shows, in bytes; the rest can be loaded separately.
const MOST_BYTES: usize = 400_000;
/// The depth to which values are shown.
const MOST_LEVELS: usize = 64;

/// A JSON value as markup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColouredJson {
    /// Escaped text with `<span class="…">` around names (`k`), texts (`s`), numbers and booleans (`n`), and
    /// nulls (`c`); for a `<pre>`.
    pub html: String,
    /// Whether something was left out, which `…` marks.
    pub is_cut: bool,
}

/// A value as several lines of highlighted markup.
#[must_use]
pub fn json_to_html(value: &Value) -> ColouredJson {
    let mut painter = Painter { html: String::new(), is_cut: false };
    painter.value(value, 0);
    ColouredJson { html: painter.html, is_cut: painter.is_cut }
}

/// A value as several lines of plain text.
#[must_use]
pub fn json_to_text(value: &Value) -> String {
    // All keys of a value are texts, so serialising it can't fail.
    serde_json::to_string_pretty(value).unwrap_or_default()
}

struct Painter {
    html: String,
    is_cut: bool,
}

impl Painter {
    fn value(&mut self, value: &Value, level: usize) {
        match value {
            Value::Null => self.span("c", "null"),
            Value::Bool(truth) => self.span("n", &truth.to_string()),
            Value::Number(number) => self.span("n", &number.to_string()),
            Value::String(text) => self.text("s", text),
            Value::Array(items) => self.block(['[', ']'], items, level, |painter, item| {
                painter.value(item, level + 1);
            }),
            Value::Object(fields) => self.block(['{', '}'], fields, level, |painter, (name, field)| {
                painter.text("k", name);
                painter.html.push_str(": ");
                painter.value(field, level + 1);
            }),
        }
    }

    fn block<Item>(
        &mut self,
        [open, close]: [char; 2],
        items: impl IntoIterator<Item = Item>,
        level: usize,
        paint: impl Fn(&mut Self, Item),
    ) {
        self.html.push(open);
        let mut is_empty = true;
        for item in items {
            self.html.push_str(if is_empty { "\n" } else { ",\n" });
            self.html.push_str(&"  ".repeat(level + 1));
            is_empty = false;
            if self.html.len() > MOST_BYTES || level >= MOST_LEVELS {
                self.cut();
                break;
            }
            paint(self, item);
        }
        if !is_empty {
            self.html.push('\n');
            self.html.push_str(&"  ".repeat(level));
        }
        self.html.push(close);
    }

    fn text(&mut self, class: &str, text: &str) {
        let room = MOST_BYTES.saturating_sub(self.html.len());
        let shown = text.get(..text.floor_char_boundary(room)).unwrap_or_default();
        // Serialising a text can't fail.
        let mut json = serde_json::to_string(shown).unwrap_or_default();
        if shown.len() < text.len() {
            self.is_cut = true;
            json.pop();
            json.push('…');
        }
        self.span(class, &json);
    }

    fn span(&mut self, class: &str, text: &str) {
        self.html.push_str("<span class=\"");
        self.html.push_str(class);
        self.html.push_str("\">");
        push_escaped(&mut self.html, text);
        self.html.push_str("</span>");
    }

    fn cut(&mut self) {
        self.is_cut = true;
        self.html.push('…');
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// The text that a browser would show.
    fn shown(html: &str) -> String {
        let mut text = String::new();
        let mut rest = html;
        while let Some((before, tag)) = rest.split_once('<') {
            text.push_str(before);
            rest = tag.split_once('>').unwrap().1;
        }
        text.push_str(rest);
        for (escaped, letter) in
            [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        {
            text = text.replace(escaped, letter);
        }
        text
    }

    #[test]
    fn an_answer_is_coloured() {
        let answer = json!({"success": true, "title": "<script>alert('&')</script>", "score": 1.5, "none": null, "list": [1, {}], "empty": []});
        let coloured = json_to_html(&answer);
        assert!(!coloured.is_cut);
        insta::assert_snapshot!(coloured.html);
        assert_eq!(shown(&coloured.html), json_to_text(&answer));
    }

    #[test]
    fn large_and_deep_answers_are_cut() {
        let large = json_to_html(&json!(["ü".repeat(MOST_BYTES), "more"]));
        assert!(large.is_cut);
        assert!(large.html.len() < MOST_BYTES + 200, "{}", large.html.len());
        let many = json_to_html(&vec![json!({"a": "b"}); 100_000].into());
        assert!(many.is_cut && many.html.len() < MOST_BYTES + 200);
        let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
        assert!(json_to_html(&deep).is_cut);
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            "\\PC{0,12}|[<>&\"'\\\\/a]{0,12}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map("\\PC{0,6}|[<>&\"]{0,4}", inner, 0..5)
                    .prop_map(|fields| fields.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #[test]
        fn the_page_shows_the_value(value in any_json()) {
            let coloured = json_to_html(&value);
            prop_assert_eq!(serde_json::from_str::<Value>(&shown(&coloured.html)).unwrap(), value);
        }
    }
}
