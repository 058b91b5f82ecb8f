//! Collects the text of elements during a walk.
//!
//! Texts of nested elements are stored once; a value is cut from the text when its element ends.

use crate::limits::{MAX_TEXT, cut};

/// The text since the start of the outermost open element.
#[derive(Debug, Default)]
pub(crate) struct TextCapture {
    text: String,
    open: usize,
}

impl TextCapture {
    /// Begins a value. Pass the result to `end`.
    pub(crate) fn begin(&mut self) -> usize {
        self.open += 1;
        self.text.len()
    }

    pub(crate) fn push(&mut self, text: &str) {
        if self.open > 0 {
            self.text.push_str(text);
        }
    }

    /// The text since `start`, with runs of white space as one space.
    pub(crate) fn end(&mut self, start: usize) -> String {
        let mut value = String::new();
        for word in self.text.get(start..).unwrap_or_default().split_whitespace() {
            if value.len() + word.len() > MAX_TEXT {
                value.push_str(cut(word, MAX_TEXT.saturating_sub(value.len())));
                break;
            }
            if !value.is_empty() {
                value.push(' ');
            }
            value.push_str(word);
        }
        self.open -= 1;
        if self.open == 0 {
            self.text.clear();
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_in_each_other_are_kept_once() {
        let mut capture = TextCapture::default();
        capture.push("not yet");
        let outer = capture.begin();
        capture.push(" one\n ");
        let inner = capture.begin();
        capture.push("two  three");
        assert_eq!(capture.end(inner), "two three");
        capture.push(" four ");
        assert_eq!(capture.end(outer), "one two three four");
        assert!(capture.text.is_empty());
    }

    #[test]
    fn long_texts_are_cut() {
        let mut capture = TextCapture::default();
        let start = capture.begin();
        capture.push(&"é".repeat(MAX_TEXT));
        assert!(capture.end(start).len() <= MAX_TEXT);
    }
}
