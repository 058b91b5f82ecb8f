//! Images: decoding within bounds, sizes, formats, metadata, the built-in engine and text removal.

mod builtin;
mod decoding;
mod encoding;
mod label;
mod raster_codec;
mod scaling;
mod text_cleaner;

pub use builtin::Builtin;
pub use raster_codec::RasterCodec;
pub use text_cleaner::{LazyTextCleaner, TextCleaner, Weights};
