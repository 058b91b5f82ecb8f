//! Escapes words that Markdown could read as marks.

/// Longer than any name of an entity.
const LONGEST_ENTITY: usize = 40;

/// The words with a backslash before every possible mark within a line.
pub(crate) fn escaped(words: &str) -> String {
    let mut line = String::with_capacity(words.len() + 8);
    push_escaped(&mut line, words);
    line
}

/// Appends words to a line. An opening parenthesis after a link is escaped too, so that it does not begin a
/// URL. URLs are broken up, so that none becomes a link automatically.
pub(super) fn push_escaped(line: &mut String, words: &str) {
    let mut rest = words;
    while let Some(at) = rest.bytes().position(may_be_mark) {
        line.push_str(&rest[..at]);
        let mark = match rest.as_bytes()[at] {
            b'&' => may_be_entity(&rest[at + 1..]),
            b'(' => line.ends_with([']', ')']),
            b'/' => line.ends_with(':'),
            b'.' => line.ends_with("www") || line.ends_with("WWW"),
            // Within a word it is not a mark.
            b'_' => {
                !(line.ends_with(char::is_alphanumeric) && rest[at + 1..].starts_with(char::is_alphanumeric))
            }
            // In brackets it would begin a footnote.
            b'^' => line.is_empty() || line.ends_with('['),
            _ => true,
        };
        if mark {
            line.push('\\');
        }
        line.push_str(&rest[at..=at]);
        rest = &rest[at + 1..];
    }
    line.push_str(rest);
}

fn may_be_mark(byte: u8) -> bool {
    matches!(
        byte,
        b'\\' | b'`' | b'*' | b'_' | b'[' | b']' | b'<' | b'~' | b'#' | b'&' | b'(' | b'/' | b'.' | b'^'
    )
}

/// Whether `&` and the following text may be read as an entity. At the end of a piece the next text is
/// unknown.
fn may_be_entity(after: &str) -> bool {
    let name =
        after.trim_start_matches(|character: char| character.is_ascii_alphanumeric() || character == '#');
    let length = after.len() - name.len();
    name.is_empty() || (length > 0 && length <= LONGEST_ENTITY && name.starts_with(';'))
}

/// The line with its beginning escaped where it would begin a list, a quotation or a rule.
pub(crate) fn guarded(mut line: String) -> String {
    if line.starts_with(['-', '+', '>', '=']) {
        line.insert(0, '\\');
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && line[digits..].starts_with(['.', ')']) {
        line.insert(digits, '\\');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_escaped_and_nothing_else() {
        assert_eq!(escaped("a*b `d` [e](f) <g> ~h #i \\"), r"a\*b \`d\` \[e\]\(f) \<g> \~h \#i \\");
        assert_eq!(escaped("pg_dump _c_ d_ __e 5_đ"), r"pg_dump \_c\_ d\_ \_\_e 5_đ");
        assert_eq!(escaped("R&D (5 kg), 3 > 2 & &amp; &#65; &"), r"R&D (5 kg), 3 > 2 & \&amp; \&\#65; \&");
        assert_eq!(escaped("http://www.a_b.c (d)(e)"), r"http:\//www\.a_b.c (d)\(e)");
        assert_eq!(escaped("^a [^b] c^2"), r"\^a \[\^b\] c^2");
    }

    #[test]
    fn beginnings_of_lines_are_guarded() {
        let guard = |line: &str| guarded(line.to_owned());
        assert_eq!(guard("1986. A year"), r"1986\. A year");
        assert_eq!(guard("- no list"), r"\- no list");
        assert_eq!(guard("> no quotation"), r"\> no quotation");
        assert_eq!(guard("2.5 kg"), r"2\.5 kg");
        assert_eq!(guard("5 kg"), "5 kg");
    }
}
