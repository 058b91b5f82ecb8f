//! The characters of an article that are charged.

use domain::articles::document::Article;

use crate::markdown::markdown;

/// The characters of an article that are charged.
///
/// **The rule.** Take the delivered Markdown, delete every line that begins with `![` together with its line
/// break, and delete every URL in parentheses that directly follows a `]`, parentheses included. The Unicode
/// scalar values of what remains, line breaks included, are charged. Code is counted in the same way.
///
/// See [`billable_characters_of`] for a worked example.
#[must_use]
pub fn billable_characters(article: &Article) -> u64 {
    billable_characters_of(&markdown(article))
}

/// The charged characters of Markdown that has been delivered. Customers can count them with two regular
/// expressions: `^!\[.*\n?` on every line, and `(?<=\])\([^)\n]*\)`. Outside code neither can match anything
/// else, because brackets of the text itself are escaped.
///
/// ```
/// let delivered = "# Tea\n\
///                  \n\
///                  ![A cup of tea](https://example.com/media/tea.webp)\n\
///                  \n\
///                  Trà is [tea](https://example.com/tea).[[1]](https://example.org/tea)\n";
/// // "# Tea⏎" 6, "⏎" 1, the image nothing, "⏎" 1, "Trà is [tea].[[1]]⏎" 19.
/// assert_eq!(publishing::billable_characters_of(delivered), 27);
/// ```
#[must_use]
pub fn billable_characters_of(markdown: &str) -> u64 {
    let lines = markdown.split_inclusive('\n').filter(|line| !line.starts_with("!["));
    lines.map(|line| scalar_values(line) - addresses(line)).sum()
}

/// The characters of all URLs in a line, parentheses included.
fn addresses(line: &str) -> u64 {
    let mut count = 0;
    let mut rest = line;
    while let Some((_, address)) = rest.split_once("](") {
        let Some((inside, after)) = address.split_once(')') else { break };
        count += scalar_values(inside) + 2;
        rest = after;
    }
    count
}

fn scalar_values(text: &str) -> u64 {
    text.chars().count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_pictures_cost_nothing() {
        assert_eq!(billable_characters_of("![a\\](b](https://example.com/a)\n"), 0);
        assert_eq!(billable_characters_of("[a](x)[b](y)"), 6);
        assert_eq!(billable_characters_of("\\[a\\]\\(b)"), 9);
        assert_eq!(billable_characters_of("ủ"), 1);
    }
}
