//! Images through the codec: files that are read or refused, and files that are written.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "codec/decoding.rs"]
mod decoding;
#[path = "codec/files.rs"]
mod files;
#[path = "codec/finishing.rs"]
mod finishing;
#[path = "codec/hostile_files.rs"]
mod hostile_files;
#[path = "codec/metadata.rs"]
mod metadata;
