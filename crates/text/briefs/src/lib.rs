//! Content briefs: what a writer needs before writing, made from search results, pages, keyword figures and
//! the customer's own sources. This crate does no I/O. Whatever is missing is named in the brief.

mod casing;
mod checklist;
mod evidence;
mod facts;
mod form;
mod input;
mod keyword;
mod links;
mod metadata;
mod missing;
mod names;
mod outline;
mod questions;
mod terms;
mod texts;
mod topics;
mod write;

pub use input::{BriefInput, KeywordIdeas, Missing, OwnSource, UnreadPage};
pub use keyword::{query_type, topic};
pub use write::{research, write};

/// The lines of a passage that are not code, without the dash or number of an item.
pub(crate) fn prose_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    let is_prose = move |line: &&str| {
        let is_fence = line.starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    };
    text.lines().filter(is_prose).map(|line| {
        let numbered = line.trim_start_matches(|sign: char| sign.is_ascii_digit()).strip_prefix(". ");
        line.strip_prefix("- ").or(numbered).unwrap_or(line)
    })
}

/// Converts a count for calculations.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
pub(crate) fn as_f64(count: usize) -> f64 {
    count as f64
}
