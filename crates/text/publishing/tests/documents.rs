//! Documents of whole articles: reviewed snapshots, and properties for any words.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "documents/arbitrary.rs"]
mod arbitrary;
#[path = "documents/expected.rs"]
mod expected;
#[path = "documents/lists.rs"]
mod lists;
#[path = "documents/properties.rs"]
mod properties;
#[path = "documents/samples.rs"]
mod samples;
#[path = "documents/snapshots.rs"]
mod snapshots;
#[path = "documents/structured_data.rs"]
mod structured_data;
