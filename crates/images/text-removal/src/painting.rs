//! Paints over parts of an image so that they match their surroundings.
//!
//! Where the surroundings are smooth, their colours are continued over the hole, with the same grain.
//! Elsewhere, the hole is filled with pieces of the surroundings. The same image and hole give the same
//! result.

mod canvas;
mod chance;
mod equilibrium;
mod gradient;
mod quilt;
mod surroundings;

use image::RgbImage;

use self::canvas::{Canvas, Frame};
use self::chance::Chance;
use self::quilt::Haste;
use self::surroundings::Surroundings;
use crate::mask::Mask;

/// How a hole is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Technique {
    /// With or without structure, like the surroundings.
    Fitting,
    /// Without structure, which never looks like text.
    Smooth,
}

/// Paints over `hole`. Everything else stays as it is.
pub(crate) fn paint_over(picture: &mut RgbImage, hole: &Mask, technique: Technique) {
    // Nearby parts are painted together, because each would be in the surroundings of the other.
    const TOGETHER: usize = 8;
    // About six watermarks across an image of a megapixel.
    const MUCH: usize = 80_000;
    let haste = if hole.len() > MUCH { Haste::Some } else { Haste::None };
    for cluster in hole.widened(TOGETHER).groups() {
        paint_cluster(picture, hole, &cluster, technique, haste);
    }
}

/// The distance from a hole within which pieces are searched: far enough for the next repetition of a
/// pattern.
const SURROUNDINGS: usize = 160;

fn paint_cluster(picture: &mut RgbImage, hole: &Mask, cluster: &[usize], technique: Technique, haste: Haste) {
    let size = (hole.width(), hole.height());
    let frame = Frame::around(cluster, SURROUNDINGS, size);
    let mut belongs = Mask::of(frame.width, frame.height, |_, _| false);
    for &index in cluster.iter().filter(|index| hole.members()[**index]) {
        belongs.insert(index % size.0 - frame.left, index / size.0 - frame.top);
    }
    let taboo = Mask::of(frame.width, frame.height, |x, y| hole.holds(x + frame.left, y + frame.top));
    let mut canvas = Canvas::cut(picture, frame);
    let surroundings = Surroundings::of(&canvas, &belongs, &taboo);
    let seed = (frame.left as u64) << 32 | frame.top as u64;
    let is_smooth = technique == Technique::Smooth || surroundings.are_smooth();
    if is_smooth || !quilt::fill(&mut canvas, &belongs, &taboo, seed, haste) {
        equilibrium::fill_smoothly(&mut canvas, &belongs);
        add_grain(&mut canvas, &belongs, surroundings.grain(), seed);
    }
    canvas.put_back(picture, frame, &belongs);
}

fn add_grain(canvas: &mut Canvas, hole: &Mask, strength: f32, seed: u64) {
    let mut chance = Chance::new(seed);
    for (colour, _) in canvas.pixels.iter_mut().zip(hole.members()).filter(|(_, is_hole)| **is_hole) {
        let grain = chance.about_zero() * strength;
        *colour = colour.map(|value| value + grain);
    }
}
