//! Object storage on disk and in S3, Google and Azure buckets.
//!
//! An object is stored whole or not at all, and once stored it survives a power cut. Every wait is bounded.
//! Errors explain to operators what to do, and contain no secrets.

mod bucket;
mod disk;
mod failure;
mod place;
mod settings;
mod storage;

pub use settings::{StorageSettings, StorageSetupError, WebAddress};
pub use storage::ObjectStorage;
