//! Pictures in and out: decoding within bounds, sizes, formats, metadata, the built-in engine and the removal of lettering.

mod builtin;
mod decoding;
mod encoding;
mod label;
mod scaling;
mod studio;
mod text_removal;

pub use builtin::Builtin;
pub use studio::Studio;
pub use text_removal::{LazyTextCleaner, TextCleaner, Weights};
