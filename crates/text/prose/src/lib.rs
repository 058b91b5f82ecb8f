//! Measures of running text: words, sentences, readability, repetition, copying; and the passages of pages,
//! ranked for a query.
//!
//! A text is read once into a [`Reading`]; every measure is a function over it. All measures take linear or n
//! log n time for any text. They have no limits for good values, which other crates set.

pub mod claims;
pub mod copying;
pub mod diversity;
pub mod figures;
pub mod fingerprint;
mod grams;
pub mod passages;
pub mod purity;
pub mod quantities;
pub mod readability;
mod reading;
pub mod repetition;
pub mod sentences;
pub mod syllables;

pub use reading::{Reading, Sentence};

/// Converts a count for calculations.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
pub(crate) fn as_f64(count: usize) -> f64 {
    count as f64
}

/// A part divided by the whole; 0 if the whole is 0.
pub(crate) fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { as_f64(part) / as_f64(whole) }
}
