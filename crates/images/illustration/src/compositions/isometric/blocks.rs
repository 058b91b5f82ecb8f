//! Isometric bodies on a board: blocks, balls and little trees.

use tiny_skia::Transform;

use crate::canvas::{Canvas, Ink, Shadow};
use crate::colour::Colour;
use crate::shapes::{At, circle, ellipse, polygon};

/// A board seen from above at an angle. Its first axis runs to the lower right, its second to the lower left.
pub(super) struct Ground {
    pub(super) origin: At,
    /// The length of one unit of the board on the canvas.
    pub(super) tile: f32,
}

/// A box on the board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    pub(super) at: At,
    pub(super) size: At,
    pub(super) foot: f32,
    pub(super) height: f32,
}

impl Ground {
    /// Projects a place of the board onto the canvas.
    pub(super) fn project(&self, first: f32, second: f32, up: f32) -> At {
        let across = (first - second) * 0.866;
        let down = (first + second) * 0.5 - up;
        (self.origin.0 + across * self.tile, self.origin.1 + down * self.tile)
    }

    /// A box: top lit, left side half lit, right side in shade.
    pub(super) fn block(&self, canvas: &mut Canvas, block: Block, colour: Colour) {
        let (left, right) = (block.at.0, block.at.0 + block.size.0);
        let (back, front) = (block.at.1, block.at.1 + block.size.1);
        let (low, high) = (block.foot, block.foot + block.height);
        let at = |first: f32, second: f32, up: f32| self.project(first, second, up);
        if block.height > 0.0 {
            let (top, bottom) = (at(left, front, high).1, at(right, front, low).1);
            let dark = Ink::down(top, colour.darker(0.2), bottom, colour.darker(0.34));
            canvas.fill(
                polygon(&[
                    at(left, front, high),
                    at(right, front, high),
                    at(right, front, low),
                    at(left, front, low),
                ]),
                dark,
            );
            let darker = Ink::down(top, colour.darker(0.36), bottom, colour.darker(0.5));
            canvas.fill(
                polygon(&[
                    at(right, back, high),
                    at(right, front, high),
                    at(right, front, low),
                    at(right, back, low),
                ]),
                darker,
            );
        }
        let (far, near) = (at(left, back, high), at(right, front, high));
        let lit = Ink::Linear { from: (far, colour.lighter(0.22)), to: (near, colour) };
        canvas.fill(polygon(&[far, at(right, back, high), near, at(left, front, high)]), lit);
    }

    /// The shadow around the foot of a box.
    pub(super) fn shadow(&self, canvas: &mut Canvas, block: Block, colour: Colour) {
        let (left, right) = (block.at.0 - 0.05, block.at.0 + block.size.0 + 0.08);
        let (back, front) = (block.at.1 - 0.05, block.at.1 + block.size.1 + 0.08);
        let at = |first: f32, second: f32| self.project(first, second, block.foot);
        let outline = polygon(&[at(left, back), at(right, back), at(right, front), at(left, front)]);
        if let Some(outline) = outline {
            let blur = self.tile * if block.size.0 > 4.0 { 0.5 } else { 0.16 };
            let shift = (self.tile * 0.08, self.tile * if block.size.0 > 4.0 { 0.35 } else { 0.06 });
            canvas.shadow(&[&outline], Transform::identity(), Shadow { shift, blur, colour });
        }
    }

    /// A ball that lies on something.
    pub(super) fn ball(
        &self,
        canvas: &mut Canvas,
        at: (f32, f32, f32),
        radius: f32,
        (colour, ink): (Colour, Colour),
    ) {
        let foot = self.project(at.0, at.1, at.2);
        let radius = radius * self.tile;
        canvas.contact((foot.0 + radius * 0.2, foot.1), radius * 0.95, radius * 0.45, ink.fade(0.5));
        let centre = (foot.0, foot.1 - radius * 0.85);
        let lit = (centre.0 - radius * 0.38, centre.1 - radius * 0.42);
        let ink = Ink::Radial {
            centre: lit,
            radius: radius * 1.5,
            inner: colour.lighter(0.45),
            outer: colour.darker(0.42),
        };
        canvas.fill(circle(centre, radius), ink);
    }

    /// A tree of stacked balls.
    pub(super) fn plant(&self, canvas: &mut Canvas, at: At, height: f32, (colour, ink): (Colour, Colour)) {
        let foot = self.project(at.0, at.1, 0.0);
        let size = self.tile * height;
        canvas.contact((foot.0 + size * 0.1, foot.1), size * 0.42, size * 0.2, ink.fade(0.5));
        let trunk =
            Ink::across(foot.0 - size * 0.07, ink.lighter(0.35), foot.0 + size * 0.07, ink.lighter(0.1));
        canvas.fill(ellipse((foot.0, foot.1 - size * 0.25), size * 0.07, size * 0.3), trunk);
        for (up, radius) in [(0.72, 0.4), (1.15, 0.3), (1.48, 0.19)] {
            let centre = (foot.0, foot.1 - up * size);
            let radius = radius * size;
            let lit = (centre.0 - radius * 0.4, centre.1 - radius * 0.45);
            let leaves = Ink::Radial {
                centre: lit,
                radius: radius * 1.55,
                inner: colour.lighter(0.32),
                outer: colour.darker(0.42),
            };
            canvas.fill(circle(centre, radius), leaves);
        }
    }
}
