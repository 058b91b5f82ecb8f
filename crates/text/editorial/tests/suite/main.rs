//! Whole articles: planning, measuring and cleaning.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod blocks;
mod cleaning;
mod content;
mod content_labelled;
mod content_mutations;
mod gates;
mod manuscript;
mod planning;
mod prompts;
mod replies;
mod revision;
mod samples;
