//! Limits on the cost of hostile pages.
//!
//! Parsing HTML according to the standard takes quadratic time for deep nesting and for tags with many
//! attributes, and unlimited memory for unclosed formatting elements. These limits are far above the needs of
//! honest pages.

use std::borrow::Cow;
use std::cell::Cell;

use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::TreeBuilder;
use memchr::{memchr, memchr_iter, memchr3};

use super::NodeId;
use super::place::Follower;
use super::sink::Sink;

/// The most bytes of a page that are read.
const MAX_BYTES: usize = 8 * 1024 * 1024;
/// The most nodes. Later ones are left out.
const MAX_NODES: usize = 400_000;
/// The deepest nesting, as in browsers. Deeper tags are left out; their text is kept.
const MAX_DEPTH: u32 = 512;
/// The most attributes of a tag. Further ones become text.
pub(super) const MAX_ATTRIBUTES: usize = 256;
/// The most bytes that are examined, per byte of the page, to count attributes.
const SCANS_PER_BYTE: usize = 16;

/// Elements that contain no elements. Removing their tags would not reduce the depth, but change how their
/// text is parsed.
const LEAVES: [&str; 24] = [
    "area",
    "base",
    "br",
    "col",
    "embed",
    "hr",
    "iframe",
    "img",
    "input",
    "link",
    "meta",
    "noembed",
    "noframes",
    "param",
    "plaintext",
    "script",
    "source",
    "style",
    "textarea",
    "title",
    "track",
    "wbr",
    "xmp",
    "keygen",
];

/// A tree builder with source positions that skips everything beyond the limits.
pub(super) struct Bounded<'a> {
    builder: TreeBuilder<NodeId, Sink>,
    follower: Follower<'a>,
    full: Cell<bool>,
}

impl<'a> Bounded<'a> {
    pub(super) fn new(builder: TreeBuilder<NodeId, Sink>, source: &'a str) -> Self {
        Self { builder, follower: Follower::new(source), full: Cell::new(false) }
    }

    pub(super) fn into_tree_builder(self) -> TreeBuilder<NodeId, Sink> {
        self.builder
    }

    fn is_too_much(&self, token: &Token) -> bool {
        if self.full.get() || self.builder.sink.size() > MAX_NODES {
            self.full.set(true);
            return !matches!(token, Token::EOFToken);
        }
        matches!(token, Token::TagToken(tag) if self.is_too_deep(tag))
    }

    fn is_too_deep(&self, tag: &Tag) -> bool {
        tag.kind == TagKind::StartTag
            && self.builder.sink.depth() > MAX_DEPTH
            && !LEAVES.contains(&&*tag.name)
    }
}

impl TokenSink for Bounded<'_> {
    type Handle = NodeId;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<NodeId> {
        let offset = self.follower.follow(&token);
        if self.is_too_much(&token) {
            if matches!(&token, Token::TagToken(tag) if tag.kind == TagKind::StartTag) {
                self.builder.sink.leave_out();
            }
            return TokenSinkResult::Continue;
        }
        self.builder.sink.next_token(&token, offset);
        self.builder.process_token(token, line)
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// The page cut to size. Every tag with too many attributes is closed at the limit.
///
/// Each `<` is treated as the start of a tag, because only the tokenizer can decide whether it is one. If it
/// is not, the only effect can be an additional `>` in a script or in a rare form of comment.
pub(super) fn within_limits(html: &str) -> Cow<'_, str> {
    let html = &html[..html.floor_char_boundary(MAX_BYTES)];
    let bytes = html.as_bytes();
    let mut budget = bytes.len().saturating_mul(SCANS_PER_BYTE);
    let mut closed = String::new();
    let mut copied = 0;
    for start in memchr_iter(b'<', bytes) {
        let scan = scan_tag(&bytes[start..], budget);
        budget = budget.saturating_sub(scan.looked_at);
        if budget == 0 {
            closed.push_str(&html[copied.min(start)..start]);
            return Cow::Owned(closed);
        }
        let position = start + scan.looked_at;
        if scan.crowded && position > copied {
            closed.push_str(&html[copied..position]);
            closed.push('>');
            copied = position;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(html);
    }
    closed.push_str(&html[copied..]);
    Cow::Owned(closed)
}

pub(super) struct Scan {
    pub(super) looked_at: usize,
    /// Whether another attribute begins here although the tag has as many as allowed.
    crowded: bool,
}

/// Follows the tokenizer's states from a `<` to the end of the tag.
pub(super) fn scan_tag(bytes: &[u8], budget: usize) -> Scan {
    let name = if bytes.get(1) == Some(&b'/') { 2 } else { 1 };
    if !bytes.get(name).is_some_and(u8::is_ascii_alphabetic) {
        return Scan { looked_at: 0, crowded: false };
    }
    let within = &bytes[..bytes.len().min(name.saturating_add(budget))];
    if let Some(looked_at) = plain_end(within) {
        return Scan { looked_at, crowded: false };
    }
    let (mut state, mut attributes, mut index) = (State::Name, 0, name);
    while index < within.len() {
        if let State::Quoted(quote) = state {
            let Some(distance) = memchr(quote, &within[index..]) else { break };
            index += distance;
        }
        let next = state.after(within[index]);
        if next == State::AttributeName && state != State::AttributeName {
            if attributes == MAX_ATTRIBUTES {
                return Scan { looked_at: index, crowded: true };
            }
            attributes += 1;
        }
        state = next;
        if state == State::End {
            return Scan { looked_at: index, crowded: false };
        }
        index += 1;
    }
    Scan { looked_at: bytes.len().min(budget), crowded: false }
}

/// The end of a tag that has no quotes and too few bytes for more attributes than allowed.
fn plain_end(bytes: &[u8]) -> Option<usize> {
    let bytes = &bytes[..bytes.len().min(MAX_ATTRIBUTES)];
    memchr3(b'>', b'"', b'\'', bytes).filter(|end| bytes[*end] == b'>')
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Name,
    BeforeAttribute,
    AttributeName,
    AfterAttributeName,
    BeforeValue,
    Quoted(u8),
    Unquoted,
    End,
}

impl State {
    fn after(self, byte: u8) -> Self {
        let space = matches!(byte, b'\t' | b'\n' | b'\r' | b'\x0C' | b' ');
        match (self, byte) {
            (Self::Quoted(quote), _) if byte != quote => self,
            (Self::Quoted(_), _) => Self::BeforeAttribute,
            (Self::BeforeValue, b'"' | b'\'') => Self::Quoted(byte),
            (Self::BeforeValue, _) if space => self,
            (Self::Unquoted | Self::BeforeValue, b'>') => Self::End,
            (Self::Unquoted, _) if space => Self::BeforeAttribute,
            (Self::Unquoted | Self::BeforeValue, _) => Self::Unquoted,
            (_, b'>') => Self::End,
            (Self::AttributeName | Self::AfterAttributeName, _) if space => Self::AfterAttributeName,
            (Self::AttributeName | Self::AfterAttributeName, b'=') => Self::BeforeValue,
            (_, b'/') => Self::BeforeAttribute,
            (_, _) if space => Self::BeforeAttribute,
            (Self::Name, _) => Self::Name,
            (_, _) => Self::AttributeName,
        }
    }
}
