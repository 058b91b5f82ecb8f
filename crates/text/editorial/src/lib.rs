//! Article quality: outlines, prompts, gates and the score.
//!
//! All functions are pure. Their input is a request, its research and the current text. A model proposes;
//! this crate plans, builds prompts, parses replies, measures the text, and repairs what does not need
//! another request.

pub mod cleaning;
mod comparison;
pub mod content;
pub mod gates;
mod keyword;
pub mod links;
pub mod manuscript;
pub mod planning;
pub mod present;
pub mod prompts;
pub mod replies;
pub mod revision;
mod score;
pub mod second_draft;
mod sentence_edit;
pub mod spans;
mod visible;

pub use visible::{Passage, PassageKind, Place, passages, visible_text, words};

/// Converts a count for calculations.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
pub(crate) fn as_f64(count: usize) -> f64 {
    count as f64
}

/// A part divided by the whole; 0 if the whole is 0.
pub(crate) fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { as_f64(part) / as_f64(whole) }
}
