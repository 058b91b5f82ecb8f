//! Light and shadow over existing pixels.

use tiny_skia::{Path, Transform};

use super::{Canvas, Mask};
use crate::colour::Colour;
use crate::numbers::{byte, count, index, nudged, weight};
use crate::shapes::At;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Shadow {
    pub(crate) shift: At,
    pub(crate) blur: f32,
    pub(crate) colour: Colour,
}

impl Canvas {
    /// The shadow of outlines.
    pub(crate) fn shadow(&mut self, paths: &[&Path], transform: Transform, shadow: Shadow) {
        let moved = transform.post_translate(shadow.shift.0, shadow.shift.1);
        let limit = (self.width(), self.height());
        if let Some(mask) = Mask::of(paths, moved, shadow.blur, limit) {
            self.stain(&mask, shadow.colour);
        }
    }

    /// A flat, wide, soft shadow under something that stands.
    pub(crate) fn contact(&mut self, foot: At, across: f32, down: f32, colour: Colour) {
        self.glow(foot, (across * 1.25, down * 1.6), colour);
        self.glow(foot, (across * 0.85, down * 0.7), colour.fade(colour.alpha * 0.8));
    }

    /// Colours what a mask covers.
    pub(crate) fn stain(&mut self, mask: &Mask, colour: Colour) {
        let (left, top, right, bottom) = mask.extent();
        let (wide, high) = (index(self.width()), index(self.height()));
        let (first, last) = (index(left).min(wide), index(right.ceil()).min(wide));
        let goal = goal(colour);
        let mut opacity = vec![0.0; last.saturating_sub(first)];
        for row in index(top).min(high)..index(bottom.ceil()).min(high) {
            mask.row(count(row) + 0.5, count(first), &mut opacity);
            let line =
                &mut self.pixmap.data_mut()[(row * wide + first) * 4..(row * wide + last.max(first)) * 4];
            for (pixel, share) in line.chunks_exact_mut(4).zip(&opacity).filter(|(_, share)| **share > 0.002)
            {
                nudge(pixel, goal, share * colour.alpha);
            }
        }
    }

    /// An elliptic glow that fades to nothing at its border.
    pub(crate) fn glow(&mut self, centre: At, size: At, colour: Colour) {
        let area = (centre.0 - size.0, centre.1 - size.1, centre.0 + size.0, centre.1 + size.1);
        let (wide, high) = (1.0 / size.0.max(0.1), 1.0 / size.1.max(0.1));
        self.tint(area, colour, |across, down| {
            let (x, y) = ((across - centre.0) * wide, (down - centre.1) * high);
            let near = 1.0 - x * x - y * y;
            if near > 0.0 { near * near } else { 0.0 }
        });
    }

    /// Darkens the corners of the canvas.
    pub(crate) fn vignette(&mut self, colour: Colour) {
        let (width, height) = (self.width(), self.height());
        self.tint((0.0, 0.0, width, height), colour, |across, down| {
            let (x, y) = (across / width * 2.0 - 1.0, down / height * 2.0 - 1.0);
            let far = (x * x + y * y - 0.55).max(0.0) / 1.45;
            far * far.sqrt()
        });
    }

    /// Mixes a colour into the pixels of an area, with its own strength at each pixel.
    pub(crate) fn tint(
        &mut self,
        (left, top, right, bottom): (f32, f32, f32, f32),
        colour: Colour,
        strength: impl Fn(f32, f32) -> f32,
    ) {
        let (wide, high) = (index(self.width()), index(self.height()));
        let (first, last) = (index(left).min(wide), index(right.ceil()).min(wide));
        let rows = index(top).min(high)..index(bottom.ceil()).min(high);
        let goal = goal(colour);
        for row in rows {
            let line =
                &mut self.pixmap.data_mut()[(row * wide + first) * 4..(row * wide + last.max(first)) * 4];
            for (column, pixel) in line.chunks_exact_mut(4).enumerate() {
                let share = strength(count(first + column) + 0.5, count(row) + 0.5) * colour.alpha;
                if share > 0.0 {
                    nudge(pixel, goal, share);
                }
            }
        }
    }
}

fn goal(colour: Colour) -> [u8; 3] {
    [byte(colour.red), byte(colour.green), byte(colour.blue)]
}

/// Moves an opaque pixel towards a colour, fast.
fn nudge(pixel: &mut [u8], goal: [u8; 3], share: f32) {
    let weight = weight(share);
    for (part, goal) in pixel.iter_mut().zip(goal) {
        *part = nudged(*part, goal, weight);
    }
}

/// Moves a pixel towards a colour.
pub(super) fn blend(pixel: &mut [u8], target: [f32; 3], share: f32) {
    for (part, goal) in pixel.iter_mut().zip(target) {
        let mixed = f32::from(*part) + (goal - f32::from(*part)) * share.min(1.0);
        *part = byte(mixed / 255.0);
    }
}
