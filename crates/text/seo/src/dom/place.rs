//! Positions of elements in the source. The tokenizer reports only lines, and those of a tag's end, so this
//! module follows the source in parallel, token by token.

use std::cell::Cell;

use html5ever::tokenizer::{Tag, TagKind, Token};
use memchr::{memchr, memchr_iter};

use super::bounds::scan_tag;
use super::sink::small;

/// Elements whose text may look like tags. Only their end tag shows where the next markup begins.
const RAW_TEXT: [&str; 10] =
    ["script", "style", "textarea", "title", "noscript", "iframe", "noembed", "noframes", "xmp", "plaintext"];

/// The number of failed searches after which the search stops. Each one scans the rest of the page.
const PATIENCE: u8 = 16;

/// Follows the tokens of a page through its source.
pub(super) struct Follower<'a> {
    source: &'a [u8],
    cursor: Cell<usize>,
    patience: Cell<u8>,
}

impl<'a> Follower<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Self { source: source.as_bytes(), cursor: Cell::new(0), patience: Cell::new(PATIENCE) }
    }

    /// The start of the token. A token that is not found gets the end of the last one.
    pub(super) fn follow(&self, token: &Token) -> u32 {
        let cursor = self.cursor.get();
        let found = match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                self.find(|rest| begins_tag(rest, &tag.name))
            }
            Token::TagToken(tag) if RAW_TEXT.contains(&&*tag.name) => {
                self.find(|rest| rest.first() == Some(&b'/') && begins_tag(&rest[1..], &tag.name))
            }
            Token::CommentToken(_) | Token::DoctypeToken(_) => self.find(begins_comment),
            _ => None,
        };
        let Some(start) = found else { return small(cursor) };
        let length = match token {
            Token::TagToken(tag) if may_hold_tags(tag) => {
                scan_tag(&self.source[start..], usize::MAX).looked_at
            }
            Token::CommentToken(text) => 2 + text.len(),
            _ => 1,
        };
        self.cursor.set((start + length).min(self.source.len()));
        small(start)
    }

    /// The next `<` after which `begins` returns true.
    fn find(&self, begins: impl Fn(&[u8]) -> bool) -> Option<usize> {
        if self.patience.get() == 0 {
            return None;
        }
        let mut from = self.cursor.get();
        while let Some(distance) = memchr(b'<', &self.source[from..]) {
            let start = from + distance;
            if begins(&self.source[start + 1..]) {
                return Some(start);
            }
            from = start + 1;
        }
        self.patience.set(self.patience.get() - 1);
        None
    }
}

/// Whether the tag may contain text that looks like another tag. Most tags do not, and need not be scanned to
/// their end.
fn may_hold_tags(tag: &Tag) -> bool {
    tag.had_duplicate_attributes
        || tag.kind == TagKind::EndTag
        || tag.attrs.iter().any(|attribute| {
            memchr(b'<', attribute.value.as_bytes()).is_some()
                || memchr(b'<', attribute.name.local.as_bytes()).is_some()
        })
}

fn begins_tag(rest: &[u8], name: &str) -> bool {
    rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
        && rest
            .get(name.len())
            .is_none_or(|next| matches!(next, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | b'/' | b'>'))
}

fn begins_comment(rest: &[u8]) -> bool {
    match rest.first() {
        Some(b'!' | b'?') => true,
        Some(b'/') => rest.get(1).is_some_and(|next| !next.is_ascii_alphabetic()),
        _ => false,
    }
}

/// A position in a source, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub line: u32,
    /// The character in the line.
    pub column: u32,
}

/// The line starts of a source.
#[derive(Debug)]
pub struct Lines {
    starts: Vec<u32>,
}

impl Lines {
    /// Finds the lines of a source.
    #[must_use]
    pub fn new(source: &str) -> Self {
        let breaks = memchr_iter(b'\n', source.as_bytes());
        let starts = std::iter::once(0).chain(breaks.map(|index| small(index + 1))).collect();
        Self { starts }
    }

    /// The position of a byte of the same source. Offsets after the end count as the end.
    #[must_use]
    pub fn position(&self, source: &str, offset: u32) -> Position {
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        let start = self.starts[line - 1] as usize;
        let end = source.floor_char_boundary(offset as usize).max(start);
        Position { line: small(line), column: small(source[start..end].chars().count() + 1) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::dom::{Doctype, Dom, Lines, Position, Step};

    /// Every element of the page with the source text at its position.
    fn places(source: &str) -> Vec<(String, String)> {
        let dom = Dom::parse(source);
        let entered = dom.walk(dom.document()).filter_map(|step| match step {
            Step::Enter(id) => dom.element(id),
            Step::Leave(_) => None,
        });
        entered
            .map(|element| {
                let rest = &source[element.offset() as usize..];
                let end = rest.find('>').map_or(rest.len(), |end| end + 1);
                (element.name().to_owned(), rest[..end].to_owned())
            })
            .collect()
    }

    fn place_of(source: &str, name: &str, nth: usize) -> String {
        places(source).into_iter().filter(|(known, _)| known == name).nth(nth).unwrap().1
    }

    #[test]
    fn tags_are_found_among_what_only_looks_like_them() {
        let source = "<!DOCTYPE html><html><head><title><b>no</b></title><!-- <b id=0> --><script>'<b id=1>'</script>\
            </head><body title='<b id=2>'><?php <b id=3 ?><p\n class=x>1 < 2 <B id=4>yes</B></p><b\tid=5>\
            <i x=1 x='<b id=6>' <b id=7><b id=8>";
        assert_eq!(place_of(source, "b", 0), "<B id=4>");
        assert_eq!(place_of(source, "b", 1), "<b\tid=5>");
        assert_eq!(place_of(source, "b", 2), "<b id=8>");
        assert_eq!(place_of(source, "p", 0), "<p\n class=x>");
        assert_eq!(place_of(source, "script", 0), "<script>");
    }

    #[test]
    fn implied_elements_stand_where_they_were_implied() {
        assert_eq!(place_of("<p>x</p>", "body", 0), "<p>");
        assert_eq!(place_of("<table><tr><td>x", "tbody", 0), "<tr>");
    }

    #[test]
    fn positions_count_lines_and_characters() {
        let source = "ab\nđê<p>\n";
        let lines = Lines::new(source);
        let at = |offset| lines.position(source, offset);
        assert_eq!(at(0), Position { line: 1, column: 1 });
        assert_eq!(at(u32::try_from(source.find('<').unwrap()).unwrap()), Position { line: 2, column: 3 });
        assert_eq!(at(1000), Position { line: 3, column: 1 });
    }

    #[test]
    fn doctypes_are_told_apart() {
        let doctype = |html| Dom::parse(html).doctype();
        assert_eq!(doctype("<!doctype html><p>"), Doctype::Standard);
        assert_eq!(doctype("<p>"), Doctype::Missing);
        assert_eq!(doctype("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 3.2//EN\"><p>"), Doctype::Old);
    }

    #[test]
    fn what_breaks_the_head_is_found() {
        let broken =
            |html: &str| Dom::parse(html).broken_head().map(|offset| html[offset as usize..][..4].to_owned());
        assert_eq!(
            broken("<head><meta name=a><div>x</div><meta name=b></head><body>"),
            Some("<div".to_owned())
        );
        assert_eq!(broken("<head><img src=x><title>t</title><body>"), Some("<img".to_owned()));
        assert_eq!(broken("<head><title>t</title></head><body><p>x"), None);
        assert_eq!(broken("<title>t</title><p>x"), None);
        assert_eq!(broken("<head><title>t</title></head><p>x</p>"), None);
    }

    proptest! {
        #[test]
        fn every_element_with_a_tag_is_found(
            parts in prop::collection::vec(prop::sample::select(vec![
                "<p>", "<div class='<span>'>", "</div>", "<!--<span>-->", "text < 3 ", "<script>\"<span>\"</script>",
                "<style>a<span>{}</style>", "<span>", "</span>", "<q cite=\"x>y\">", "\n", "<img\nsrc=x>", "<title><span></title>",
                "<ul><li>", "<textarea><span></textarea>",
            ]), 0..40),
        ) {
            let source = parts.concat();
            for (name, place) in places(&source) {
                if !["html", "head", "body"].contains(&&*name) {
                    let expected = format!("<{name}");
                    prop_assert!(place.starts_with(&expected), "{name} at {place} in {source}");
                }
            }
        }
    }
}
