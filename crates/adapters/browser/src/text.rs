//! Cuts untrusted texts to size.

/// The start of a text, at most `longest` bytes.
pub(crate) fn cut(text: &str, longest: usize) -> &str {
    &text[..text.floor_char_boundary(longest)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_letter_is_cut_in_two() {
        assert_eq!((cut("\u{e4}\u{e4}", 3), cut("abc", 3), cut("abc", 9)), ("\u{e4}", "abc", "abc"));
    }
}
