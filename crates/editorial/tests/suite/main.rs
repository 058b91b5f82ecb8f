//! Whole articles, planned, measured, cleaned and brought to length.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod blocks;
mod cleaning;
mod content;
mod content_labelled;
mod content_mutations;
mod edits;
mod gates;
mod length;
mod manuscript;
mod planning;
mod prompts;
mod replies;
mod samples;
