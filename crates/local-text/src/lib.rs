//! A small language model on this machine, in plain Rust: no library to install, no compiler flags, and on each processor the widest
//! instructions that it has.

#![expect(
    clippy::inline_always,
    reason = "what is not inlined is compiled for the oldest processor there is"
)]

mod chooser;
mod draft;
mod error;
mod gguf;
mod kernels;
mod lazy;
mod matrix;
mod model;
mod network;
mod rounded;
mod tokenizer;
mod vector;

pub use error::LoadError;
pub use lazy::{LazyModel, Weights};
pub use model::LocalModel;
