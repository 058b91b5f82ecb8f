//! What a good article is: outlines, prompts, gates and the score.
//!
//! Everything here is a pure function of an order, what was read for it, and the text so far. A model proposes; this crate plans,
//! asks, reads what came back, measures it and repairs what can be repaired without asking again.

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

/// A count to calculate with.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
pub(crate) fn as_f64(count: usize) -> f64 {
    count as f64
}

/// The part of a whole; of nothing it is nothing.
pub(crate) fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { as_f64(part) / as_f64(whole) }
}
