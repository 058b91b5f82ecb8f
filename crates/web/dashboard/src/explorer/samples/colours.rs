//! Highlights the texts and comments of samples, which are what readers look for.

use super::Language;
use crate::explorer::markup::push_escaped;

/// The sample as escaped markup with `<span class="…">` around texts (`s`) and comments (`c`); for a `<pre>`.
#[must_use]
pub fn sample_to_html(language: Language, source: &str) -> String {
    let mut html = String::with_capacity(source.len() * 2);
    let mut rest = source;
    let mut is_word = false;
    while let Some(letter) = rest.chars().next() {
        let found = if is_word { None } else { token(language, rest, letter) };
        let (class, length) = found.unwrap_or(("", letter.len_utf8()));
        let (text, after) = rest.split_at(length);
        if class.is_empty() {
            push_escaped(&mut html, text);
        } else {
            html.push_str("<span class=\"");
            html.push_str(class);
            html.push_str("\">");
            push_escaped(&mut html, text);
            html.push_str("</span>");
        }
        // `r"` begins a text, but not at the end of `bar"`.
        is_word = class.is_empty() && letter.is_alphanumeric() && after.starts_with(['r', '#']);
        rest = after;
    }
    html
}

/// The text or comment at the beginning, and its length in bytes.
fn token(language: Language, rest: &str, letter: char) -> Option<(&'static str, usize)> {
    let comment = match language {
        Language::Curl => None,
        Language::Python => Some("#"),
        Language::TypeScript | Language::Rust => Some("//"),
    };
    if comment.is_some_and(|mark| rest.starts_with(mark)) {
        return Some(("c", rest.find('\n').unwrap_or(rest.len())));
    }
    let length = match (language, letter) {
        (Language::Rust, 'r') => raw_text(rest)?,
        (Language::Curl, '\'') => until(rest, '\'', false),
        (Language::TypeScript, '`') | (_, '"') => until(rest, letter, true),
        _ => return None,
    };
    Some(("s", length))
}

/// The length up to and including the next quote, or of the whole text if there is none.
fn until(rest: &str, quote: char, escapes: bool) -> usize {
    let mut is_escaped = false;
    let end = rest.char_indices().skip(1).find(|(_, letter)| {
        let ends = *letter == quote && !is_escaped;
        is_escaped = escapes && *letter == '\\' && !is_escaped;
        ends
    });
    end.map_or(rest.len(), |(at, quote)| at + quote.len_utf8())
}

/// The length of `r#"…"#` with any number of hashes.
fn raw_text(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    let inner = after.trim_start_matches('#').strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = inner.find(&end).map_or(inner.len(), |at| at + end.len());
    Some(rest.len() - inner.len() + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[rstest::rstest]
    #[case(
        Language::Curl,
        "curl 'a\\' -H \"b $C\"",
        "curl <span class=\"s\">&#39;a\\&#39;</span> -H <span class=\"s\">&quot;b $C&quot;</span>"
    )]
    #[case(
        Language::TypeScript,
        "f(\"a\\\"b\", `c`) // d",
        "f(<span class=\"s\">&quot;a\\&quot;b&quot;</span>, <span class=\"s\">`c`</span>) <span class=\"c\">// d</span>"
    )]
    #[case(Language::Python, "# a\nb", "<span class=\"c\"># a</span>\nb")]
    #[case(Language::Rust, ".body(r#\"a\"b\"#)", ".body(<span class=\"s\">r#&quot;a&quot;b&quot;#</span>)")]
    #[case(Language::Rust, "for r in r", "for r in r")]
    #[case(Language::Python, "\"</pre>", "<span class=\"s\">&quot;&lt;/pre&gt;</span>")]
    fn texts_and_comments_stand_out(
        #[case] language: Language,
        #[case] source: &str,
        #[case] expected: &str,
    ) {
        assert_eq!(sample_to_html(language, source), expected);
    }

    proptest::proptest! {
        #[test]
        fn nothing_is_lost(source in "[a-cr#\"'`/\\\\\n é]{0,40}") {
            for language in Language::ALL {
                let html = sample_to_html(language, &source);
                let plain = html.replace("<span class=\"s\">", "").replace("<span class=\"c\">", "").replace("</span>", "");
                let plain = plain.replace("&quot;", "\"").replace("&#39;", "'");
                proptest::prop_assert_eq!(&plain, &source);
            }
        }
    }
}
