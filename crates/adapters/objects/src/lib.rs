//! Object storage on disk and in S3, Google and Azure buckets.
//!
//! An object is stored whole or not at all, and once stored it survives a power cut. Every wait is bounded. What goes wrong is
//! said in words that an operator can act on, without secrets.

mod bucket;
mod disk;
mod failure;
mod place;
mod settings;
mod storage;

pub use settings::{StorageSettings, StorageSetupError, WebAddress};
pub use storage::ObjectStorage;
