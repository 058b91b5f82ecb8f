//! What hostile markup can cost. All of these are far above what honest pages have.

/// The longest JSON-LD script, in bytes.
pub(crate) const MAX_SCRIPT: usize = 2 * 1024 * 1024;
/// The deepest nesting of a JSON-LD script, and the longest path that is spelled out.
pub(crate) const MAX_DEPTH: usize = 64;
/// The most items of a page. Further ones are left out.
pub(crate) const MAX_ITEMS: usize = 2000;
/// The most different properties of an item.
pub(crate) const MAX_PROPERTIES: usize = 200;
/// The most values of one property.
pub(crate) const MAX_VALUES: usize = 1000;
/// The most types of an item.
pub(crate) const MAX_TYPES: usize = 16;
/// The longest text of a value, in bytes.
pub(crate) const MAX_TEXT: usize = 8000;
/// The longest identifier or name of a term, in bytes.
pub(crate) const MAX_NAME: usize = 2000;
/// The most problems that are kept; the others are counted.
pub(crate) const MAX_PROBLEMS: usize = 500;
/// The most definitions of one identifier that are read as one thing.
pub(crate) const MAX_FELLOWS: usize = 8;
/// The most nodes that are visited for `itemref`.
pub(crate) const MAX_REFERRED_NODES: usize = 50_000;
/// The most items that requirements of other items look at.
pub(crate) const MAX_TARGETS: usize = 50_000;
/// The most claims, and the most images.
pub(crate) const MAX_CLAIMS: usize = 200;
/// How often a name is compared with the whole vocabulary.
pub(crate) const MAX_SUGGESTIONS: usize = 32;

/// The text, cut so that it has at most `longest` bytes.
pub(crate) fn cut(text: &str, longest: usize) -> &str {
    &text[..text.floor_char_boundary(longest)]
}
