//! The built-in renderer: composed pictures from a prompt, a style and a seed.
//!
//! It guarantees that the same commission always draws the same pixels, that other prompts and seeds draw others, that
//! nothing in a picture is lettering, and that drawing never fails. Every picture is an illustration: the style `photo` is
//! the most atmospheric of them, with light and depth of field, and still no photograph.

mod canvas;
mod colour;
mod compositions;
mod dice;
mod figure;
mod icons;
mod numbers;
mod palettes;
mod phrasebook;
mod plan;
mod scenery;
mod setting;
mod shapes;
mod subjects;
mod words;

use domain::images::ImageStyle;
use domain::locale::Language;
use image::RgbImage;

pub use subjects::{Subject, subjects};

/// What shall be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Commission<'a> {
    /// What it shall show.
    pub prompt: &'a str,
    /// The language of the prompt.
    pub language: Language,
    /// How it shall look.
    pub style: ImageStyle,
    /// How wide it shall be, in pixels.
    pub width: u32,
    /// How high it shall be, in pixels.
    pub height: u32,
    /// Another seed draws another picture of the same.
    pub seed: u32,
}

/// The longest side that is drawn; longer ones are cut to it, so that no commission can ask for unbounded memory.
pub const LONGEST_SIDE: u32 = 4096;

/// Draws a picture. The same commission always draws the same pixels.
#[must_use]
pub fn draw(commission: &Commission<'_>) -> RgbImage {
    let side = |pixels: u32| pixels.clamp(1, LONGEST_SIDE);
    let (width, height) = (side(commission.width), side(commission.height));
    let Some(mut canvas) = canvas::Canvas::new(width, height) else { return RgbImage::new(width, height) };
    let plan = plan::Plan::of(commission);
    let grain = compositions::paint(&mut canvas, &plan);
    canvas.into_picture(&mut plan.dice.fork("grain"), grain)
}
