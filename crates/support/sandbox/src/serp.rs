//! Search engines. All return the same ten results, each in its own format and with the blocks that it has in
//! reality.

pub(crate) mod brave;
pub(crate) mod features;
pub(crate) mod searxng;
pub(crate) mod serpapi;
pub(crate) mod serper;
pub(crate) mod web;

use crate::asked::Asked;

/// An integer parameter, or its default.
fn number(asked: &Asked, name: &str, default: usize) -> usize {
    asked.param(name).and_then(|digits| digits.parse().ok()).unwrap_or(default)
}

/// An invented number of results that depends only on the query.
pub(crate) fn total(query: &str) -> u64 {
    crate::seed::Seed::of(&["total", query]).between(20, 9_999) * 1000
}
