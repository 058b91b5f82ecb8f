//! Running text from a model: **strong**, *emphasis*, code between backticks, `[E12]` for a passage, `[S2]`
//! for a source, `[L3: words]` for a page of the customer.

use domain::articles::document::{Span, Text};
use domain::articles::order::InternalLink;
use domain::articles::research::SourceNumber;

use super::Marks;

/// The longest running text that is read, in characters.
const LONGEST: usize = 8_000;
/// The longest words of a link, in characters.
const LONGEST_LINK: usize = 120;
/// The longest inline code, in characters; longer code becomes words.
const LONGEST_CODE: usize = 200;

/// Resolves the marks of a running text.
pub(crate) trait Names {
    /// The letters before the number of a citation.
    fn letters(&self) -> &'static [char];
    /// The source that a citation names.
    fn source(&self, letter: char, number: u32) -> Option<SourceNumber>;
    /// The page that a link names, counted from 1.
    fn page(&self, number: u32) -> Option<&InternalLink>;
}

impl Names for Marks<'_> {
    fn letters(&self) -> &'static [char] {
        &['E', 'S']
    }

    fn source(&self, letter: char, number: u32) -> Option<SourceNumber> {
        if letter == 'E' { self.of_passage(number) } else { self.cited(number) }
    }

    fn page(&self, number: u32) -> Option<&InternalLink> {
        Self::page(self, number)
    }
}

/// Parses running text as one paragraph. Marks with unknown names and URLs of links are dropped.
#[must_use]
pub fn text(written: &str, marks: &Marks<'_>) -> Text {
    named_text(written, marks)
}

/// Parses running text whose marks may name other things than evidence.
pub(crate) fn named_text(written: &str, names: &dyn Names) -> Text {
    let clean = visible(written);
    let mut parser = Parser { names, spans: Vec::new(), plain: String::new() };
    parser.read(&clean);
    parser.finish()
}

/// Visible words: no control characters, no zero-width characters, single spaces, up to the limit.
pub(crate) fn visible(text: &str) -> String {
    let mut clean = String::new();
    let mut space = false;
    for sign in text.chars().filter(|sign| !is_invisible(*sign)).take(LONGEST) {
        if sign.is_whitespace() || sign.is_control() {
            space = !clean.is_empty();
            continue;
        }
        if std::mem::take(&mut space) {
            clean.push(' ');
        }
        clean.push(sign);
    }
    clean
}

/// Invisible characters that change or hide text.
pub(crate) fn is_invisible(sign: char) -> bool {
    matches!(
        u32::from(sign),
        0x00AD | 0x034F | 0x061C | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180E | 0x200B..=0x200F | 0x202A..=0x202E
            | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFFB | 0xE_0000..=0xE_0FFF
    )
}

struct Parser<'a> {
    names: &'a dyn Names,
    spans: Text,
    plain: String,
}

impl Parser<'_> {
    fn read(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find(['*', '[', '`']) {
            self.plain.push_str(&rest[..at]);
            rest = &rest[at..];
            rest = match rest.as_bytes()[0] {
                b'[' => self.bracket(rest),
                b'`' => self.code(rest),
                _ => self.stress(rest),
            };
        }
        self.plain.push_str(rest);
    }

    /// Parses code up to as many backticks as it begins with. Unclosed backticks stay.
    fn code<'t>(&mut self, text: &'t str) -> &'t str {
        let (mark, rest) = backticks(text);
        let Some((inner, behind)) = code(rest, mark) else {
            self.plain.push_str(mark);
            return rest;
        };
        self.push_code(inner);
        behind
    }

    fn push_code(&mut self, inner: &str) {
        let words = unpadded(inner);
        if words.chars().count() > LONGEST_CODE {
            self.plain.push_str(words);
        } else if !words.trim().is_empty() {
            self.push(Span::Code(words.to_owned()));
        }
    }

    /// Parses `**words**` or `*words*`. A single star without a partner stays; an unpaired double star is
    /// removed.
    fn stress<'t>(&mut self, text: &'t str) -> &'t str {
        let strong = text.starts_with("**");
        let mark = if strong { "**" } else { "*" };
        let rest = &text[mark.len()..];
        let Some(inner) = before_mark(rest, mark).filter(|inner| {
            !inner.is_empty() && inner.trim() == *inner && !without_code(inner).contains('[')
        }) else {
            if !strong {
                self.plain.push('*');
            }
            return rest;
        };
        self.stressed(inner, strong);
        &rest[inner.len() + mark.len()..]
    }

    /// Stressed words. Code among them becomes code, which takes precedence over stress.
    fn stressed(&mut self, inner: &str, strong: bool) {
        let mut rest = inner;
        let mut words = String::new();
        while let Some(at) = rest.find('`') {
            words.push_str(&rest[..at]);
            let (mark, behind_mark) = backticks(&rest[at..]);
            rest = behind_mark;
            if let Some((inner, behind)) = code(behind_mark, mark) {
                self.push_stressed(&std::mem::take(&mut words), strong);
                self.push_code(inner);
                rest = behind;
            }
        }
        words.push_str(rest);
        self.push_stressed(&words, strong);
    }

    /// Stressed words; the spaces around them are not stressed.
    fn push_stressed(&mut self, words: &str, strong: bool) {
        let words = words.replace('*', "");
        let inner = words.trim();
        if inner.is_empty() {
            self.plain.push_str(&words);
            return;
        }
        let (before, after) = words.split_once(inner).unwrap_or_default();
        self.plain.push_str(before);
        self.push(if strong { Span::Strong(inner.to_owned()) } else { Span::Emphasis(inner.to_owned()) });
        self.plain.push_str(after);
    }

    /// Parses brackets: marks, a Markdown link of which only the words stay, or plain words.
    fn bracket<'t>(&mut self, text: &'t str) -> &'t str {
        let Some(end) = text.find(']') else {
            self.plain.push('[');
            return &text[1..];
        };
        let (inner, rest) = (&text[1..end], &text[end + 1..]);
        for letter in self.names.letters() {
            if let Some(numbers) = cited(inner, *letter) {
                self.cite(*letter, &numbers);
                return rest;
            }
        }
        if let Some((number, words)) = link(inner) {
            self.link(number, words);
            return rest;
        }
        if let Some(address) = rest.strip_prefix('(').and_then(|rest| rest.split(')').next()) {
            self.plain.push_str(inner);
            let closing = address.len() + 2;
            return rest.get(closing..).unwrap_or_default();
        }
        self.plain.push('[');
        &text[1..]
    }

    fn cite(&mut self, letter: char, numbers: &[u32]) {
        // A citation follows its word without a space.
        let trimmed = self.plain.trim_end().len();
        let space = trimmed < self.plain.len();
        self.plain.truncate(trimmed);
        let mut cited = false;
        for source in numbers.iter().filter_map(|number| self.names.source(letter, *number)) {
            let span = Span::Citation(source);
            self.flush();
            let behind = self.spans.iter().rev().take_while(|span| matches!(span, Span::Citation(_)));
            if !behind.into_iter().any(|known| *known == span) {
                self.spans.push(span);
            }
            cited = true;
        }
        if !cited && space {
            self.plain.push(' ');
        }
    }

    fn link(&mut self, number: u32, words: Option<&str>) {
        let page = self.names.page(number);
        let title = page.and_then(|page| page.title.as_deref());
        let words: String =
            words.or(title).unwrap_or_default().replace(['*', '`'], "").chars().take(LONGEST_LINK).collect();
        match page {
            Some(page) if !words.is_empty() => self.push(Span::Link { text: words, url: page.url.clone() }),
            _ => self.plain.push_str(&words),
        }
    }

    fn push(&mut self, span: Span) {
        self.flush();
        self.spans.push(span);
    }

    fn flush(&mut self) {
        if !self.plain.is_empty() {
            self.spans.push(Span::Plain(std::mem::take(&mut self.plain)));
        }
    }

    fn finish(mut self) -> Text {
        self.flush();
        crate::spans::joined([self.spans])
    }
}

/// The backticks at the start of a text, and the text after them.
fn backticks(text: &str) -> (&str, &str) {
    text.split_at(text.len() - text.trim_start_matches('`').len())
}

/// The text before the next `mark` outside code.
fn before_mark<'t>(text: &'t str, mark: &str) -> Option<&'t str> {
    let mut from = 0;
    while let Some(at) = text[from..].find(['*', '`']).map(|at| at + from) {
        let rest = &text[at..];
        if rest.starts_with(mark) {
            return Some(&text[..at]);
        }
        from = if rest.starts_with('`') {
            let (ticks, inner) = backticks(rest);
            let behind = code(inner, ticks).map_or(inner, |(_, behind)| behind);
            text.len() - behind.len()
        } else {
            at + 1
        };
    }
    None
}

/// The text before as many backticks as `mark` has, and the text after them.
fn code<'t>(text: &'t str, mark: &str) -> Option<(&'t str, &'t str)> {
    let mut from = 0;
    while let Some(at) = text[from..].find('`').map(|at| at + from) {
        let run = text.len() - at - text[at..].trim_start_matches('`').len();
        if run == mark.len() {
            return Some((&text[..at], &text[at + run..]));
        }
        from = at + run;
    }
    None
}

/// The text without the parts between backticks.
pub(crate) fn without_code(text: &str) -> String {
    let mut bare = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('`') {
        bare.push_str(&rest[..at]);
        let (mark, inner) = backticks(&rest[at..]);
        rest = match code(inner, mark) {
            Some((_, behind)) => behind,
            None => inner,
        };
    }
    bare.push_str(rest);
    bare
}

/// Code without the spaces that separate it from its backticks.
fn unpadded(inner: &str) -> &str {
    inner.strip_prefix(' ').and_then(|inner| inner.strip_suffix(' ')).unwrap_or(inner)
}

/// The numbers of `E12` or `E12, E13`.
pub(crate) fn cited(inner: &str, letter: char) -> Option<Vec<u32>> {
    let mut numbers = Vec::new();
    for part in inner.split([',', ';']).take(20) {
        let digits = part.trim().strip_prefix([letter, letter.to_ascii_lowercase()])?;
        numbers.push(number(digits)?);
    }
    Some(numbers)
}

/// The number and the words of `L3` or `L3: words`.
fn link(inner: &str) -> Option<(u32, Option<&str>)> {
    let (mark, words) =
        inner.split_once([':', '|']).map_or((inner, None), |(mark, words)| (mark, Some(words.trim())));
    let digits = mark.trim().strip_prefix(['L', 'l'])?;
    Some((number(digits)?, words.filter(|words| !words.is_empty())))
}

fn number(digits: &str) -> Option<u32> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use domain::articles::order::InternalLink;
    use domain::articles::passages::{Passage, PassageId, PassageKind};
    use domain::articles::research::{Research, SourceNumber};
    use proptest::prelude::*;

    use super::*;

    fn research() -> Research {
        let passage = |id, source| Passage {
            id: PassageId(id),
            source: SourceNumber(source),
            also_in: Vec::new(),
            title: String::new(),
            path: Vec::new(),
            kind: PassageKind::Paragraph,
            text: String::new(),
            order: 0,
        };
        Research { passages: vec![passage(12, 1), passage(13, 2), passage(14, 2)], ..Research::default() }
    }

    fn read(text_: &str) -> Text {
        let research = research();
        let links = [InternalLink { url: "https://shop.example/jars".into(), title: Some("Jars".into()) }];
        text(text_, &Marks::all(&research, &links))
    }

    fn plain(words: &str) -> Span {
        Span::Plain(words.to_owned())
    }

    #[test]
    fn marks_become_spans() {
        assert_eq!(
            read("Wait **12 hours** or *more* [E12, E14]. See [L1: our jars][E13]."),
            [
                plain("Wait "),
                Span::Strong("12 hours".into()),
                plain(" or "),
                Span::Emphasis("more".into()),
                Span::Citation(SourceNumber(1)),
                Span::Citation(SourceNumber(2)),
                plain(". See "),
                Span::Link { text: "our jars".into(), url: "https://shop.example/jars".into() },
                Span::Citation(SourceNumber(2)),
                plain("."),
            ]
        );
        assert_eq!(
            read("[L1]"),
            [Span::Link { text: "Jars".into(), url: "https://shop.example/jars".into() }]
        );
    }

    #[test]
    fn code_stands_between_backticks() {
        let code = |words: &str| Span::Code(words.to_owned());
        assert_eq!(
            read("Set `a * b[0] = **c**` to *x* [E12]."),
            [
                plain("Set "),
                code("a * b[0] = **c**"),
                plain(" to "),
                Span::Emphasis("x".into()),
                Span::Citation(SourceNumber(1)),
                plain("."),
            ]
        );
        assert_eq!(read("``a`b`` and ` ` and `` `c` ``"), [code("a`b"), plain(" and  and "), code("`c`")]);
        assert_eq!(
            read("**`VACUUM`** and **run `it`**"),
            [code("VACUUM"), plain(" and "), Span::Strong("run".into()), plain(" "), code("it")]
        );
        assert_eq!(
            read("*`a * b[0]` `**`, or* **`a` and `b`**"),
            [
                code("a * b[0]"),
                plain(" "),
                code("**"),
                Span::Emphasis(", or".into()),
                plain(" "),
                code("a"),
                plain(" "),
                Span::Strong("and".into()),
                plain(" "),
                code("b")
            ]
        );
        assert_eq!(read("a ` left over"), [plain("a ` left over")]);
        let long = "x".repeat(LONGEST_CODE + 1);
        assert_eq!(read(&format!("`{long}`")), [plain(&long)]);
    }

    #[test]
    fn what_is_not_known_is_dropped() {
        assert_eq!(read("True [E99]. And [L7: these words] stay."), [plain("True . And these words stay.")]);
        assert_eq!(read("A [link](https://evil.example/a) here"), [plain("A link here")]);
        assert_eq!(read("2 * 3 and **left over"), [plain("2 * 3 and left over")]);
        assert_eq!(read("[sic] [open"), [plain("[sic] [open")]);
        assert_eq!(
            read("zero\u{200b}width \u{202e}and\u{0} control\n\nlines"),
            [plain("zerowidth and control lines")]
        );
        assert_eq!(read(" \n "), Vec::<Span>::new());
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_bounded(text in "(\\PC|[*`\\[\\]()EL0-9:, \u{200b}\n]){0,300}") {
            let spans = read(&text);
            let words: String = spans.iter().map(Span::words).collect();
            prop_assert!(words.chars().count() <= text.chars().count() + 8);
            prop_assert!(!words.chars().any(|sign| is_invisible(sign) || sign.is_control()));
            let links = |span: &Span| matches!(span, Span::Link { url, .. } if url != "https://shop.example/jars");
            prop_assert!(!spans.iter().any(links));
        }
    }
}
