//! Escapes text for pages.

/// Appends text so that it can't become markup, neither between tags nor in a quoted attribute value.
pub(crate) fn push_escaped(target: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => target.push_str("&amp;"),
            '<' => target.push_str("&lt;"),
            '>' => target.push_str("&gt;"),
            '"' => target.push_str("&quot;"),
            '\'' => target.push_str("&#39;"),
            // Control characters have no place in a page, and a browser would stop at some.
            letter if letter.is_control() && !matches!(letter, '\n' | '\t') => target.push('\u{fffd}'),
            letter => target.push(letter),
        }
    }
}

/// Text that can't become markup.
pub(crate) fn escaped(text: &str) -> String {
    let mut target = String::with_capacity(text.len());
    push_escaped(&mut target, text);
    target
}

#[cfg(test)]
mod tests {
    #[test]
    fn text_stays_text() {
        assert_eq!(
            super::escaped("<b a='1' c=\"2\">&amp;\0"),
            "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;\u{fffd}"
        );
    }
}
