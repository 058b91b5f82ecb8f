//! Measures of running text: words, sentences, readability, repetition, copying.
//!
//! A text is read once into a [`Reading`]; every measure is a function over it. All of them take linear or n log n time, whatever
//! the text, and none of them knows what is good: limits are somebody else's.

pub mod claims;
pub mod copying;
pub mod diversity;
pub mod figures;
pub mod fingerprint;
mod grams;
pub mod purity;
pub mod quantities;
pub mod readability;
mod reading;
pub mod repetition;
pub mod sentences;
pub mod syllables;

pub use reading::{Reading, Sentence};

/// A count to calculate with.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
pub(crate) fn as_f64(count: usize) -> f64 {
    count as f64
}

/// The part of a whole; of nothing it is nothing.
pub(crate) fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { as_f64(part) / as_f64(whole) }
}
