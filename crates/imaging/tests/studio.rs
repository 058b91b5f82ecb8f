//! Pictures through the studio: what is read, what is refused, what is written.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "studio/decoding.rs"]
mod decoding;
#[path = "studio/files.rs"]
mod files;
#[path = "studio/finishing.rs"]
mod finishing;
#[path = "studio/hostile_files.rs"]
mod hostile_files;
#[path = "studio/metadata.rs"]
mod metadata;
