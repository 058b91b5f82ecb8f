//! Limits of the cost of hostile markup. All of them are far above the needs of honest pages.

/// The maximum length of a JSON-LD script, in bytes.
pub(crate) const MAX_SCRIPT: usize = 2 * 1024 * 1024;
/// The maximum nesting of a JSON-LD script, and the maximum length of a path in messages.
pub(crate) const MAX_DEPTH: usize = 64;
/// The maximum number of items of a page. Further items are left out.
pub(crate) const MAX_ITEMS: usize = 2000;
/// The maximum number of different properties of an item.
pub(crate) const MAX_PROPERTIES: usize = 200;
/// The maximum number of values of a property.
pub(crate) const MAX_VALUES: usize = 1000;
/// The maximum number of types of an item.
pub(crate) const MAX_TYPES: usize = 16;
/// The maximum length of a text value, in bytes.
pub(crate) const MAX_TEXT: usize = 8000;
/// The maximum length of an identifier or term, in bytes.
pub(crate) const MAX_NAME: usize = 2000;
/// The maximum number of problems that are stored; further ones are counted.
pub(crate) const MAX_PROBLEMS: usize = 500;
/// The maximum number of items with one identifier that are treated as one thing.
pub(crate) const MAX_FELLOWS: usize = 8;
/// The maximum number of nodes that are visited for `itemref`.
pub(crate) const MAX_REFERRED_NODES: usize = 50_000;
/// The maximum number of items that requirements of other items examine.
pub(crate) const MAX_TARGETS: usize = 50_000;
/// The maximum number of claims, and of images.
pub(crate) const MAX_CLAIMS: usize = 200;
/// The maximum number of comparisons of a name with the whole vocabulary.
pub(crate) const MAX_SUGGESTIONS: usize = 32;

/// The text, cut to at most `longest` bytes.
pub(crate) fn cut(text: &str, longest: usize) -> &str {
    &text[..text.floor_char_boundary(longest)]
}
