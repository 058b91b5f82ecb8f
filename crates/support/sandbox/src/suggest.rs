//! Autocomplete feeds. Each returns its own subset of the same phrases in its own order.

pub(crate) mod amazon;
pub(crate) mod bing;
mod completions;
pub(crate) mod duckduckgo;
pub(crate) mod google;

pub(crate) use completions::{Feed, completions};
