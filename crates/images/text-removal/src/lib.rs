//! Finds text in images and paints over it.
//!
//! [`Detector`] finds text with a small network. [`Remover`] paints over the text, looks again, and repeats
//! that up to three times. Pixels outside of [`Cleaned::touched`] never change; an image without text is
//! returned unchanged.
//!
//! Both can be used from several threads at once. A call keeps one core busy.

mod detection;
mod mask;
mod network;
mod painting;
mod removal;
mod strokes;

pub use detection::{DetectError, Detector, Point, Rectangle, Region};
pub use mask::Mask;
pub use network::LoadError;
pub use removal::{Cleaned, Remover};
