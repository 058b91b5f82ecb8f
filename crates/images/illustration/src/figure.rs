//! Icons as figures in an image: with a pose, light and shadow.

use tiny_skia::Transform;

use crate::canvas::{Canvas, Ink};
use crate::colour::Colour;
use crate::icons::Icon;
use crate::numbers::pixels;
use crate::shapes::At;

/// The position, size and lean of a figure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pose {
    pub(crate) centre: At,
    /// Its height; for a wide figure, a little less than its width.
    pub(crate) size: f32,
    /// Degrees to the right.
    pub(crate) lean: f32,
    pub(crate) mirrored: bool,
}

/// The lighting of a figure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    /// How round it looks, from 0 for flat to 1.
    pub(crate) relief: f32,
    /// Where the light comes from: -1 for left, 1 for right.
    pub(crate) light: f32,
    /// The haze at its top and at its bottom; their opacity is the density.
    pub(crate) air: (Colour, Colour),
}

impl Look {
    /// Flat, without light or haze.
    pub(crate) const PLAIN: Self = Self { relief: 0.0, light: -1.0, air: (CLEAR, CLEAR) };
}

const CLEAR: Colour = Colour { red: 1.0, green: 1.0, blue: 1.0, alpha: 0.0 };

impl Icon {
    fn scale(&self, size: f32) -> f32 {
        size / self.bounds.height().max(self.bounds.width() / 1.18).max(1.0)
    }

    /// Width and height of the figure.
    pub(crate) fn extent(&self, size: f32) -> (f32, f32) {
        let scale = self.scale(size);
        (self.bounds.width() * scale, self.bounds.height() * scale)
    }

    /// A pose with its lowest point at a place.
    pub(crate) fn standing(&self, foot: At, size: f32) -> Pose {
        let (_, height) = self.extent(size);
        Pose { centre: (foot.0, foot.1 - height / 2.0), size, lean: 0.0, mirrored: false }
    }

    /// The transformation from the units of the icon to the canvas.
    pub(crate) fn transform(&self, pose: Pose) -> Transform {
        let (x, y) =
            (self.bounds.left() + self.bounds.width() / 2.0, self.bounds.top() + self.bounds.height() / 2.0);
        let scale = self.scale(pose.size);
        let mirror = if pose.mirrored { -scale } else { scale };
        Transform::from_translate(-x, -y)
            .post_scale(mirror, scale)
            .post_rotate(pose.lean)
            .post_translate(pose.centre.0, pose.centre.1)
    }

    /// Draws it flat through any transformation.
    pub(crate) fn draw_by(&self, canvas: &mut Canvas, transform: Transform) {
        canvas.shows(self);
        for part in &self.parts {
            canvas.fill_by(Some(&part.path), part.rule, Ink::Flat(part.colour), transform);
        }
    }

    /// Draws its shape in one ink.
    pub(crate) fn silhouette(&self, canvas: &mut Canvas, transform: Transform, ink: Ink) {
        for part in &self.parts {
            canvas.fill_by(Some(&part.path), part.rule, ink, transform);
        }
    }

    /// Draws it in shade, as the side of something thick.
    pub(crate) fn edge(&self, canvas: &mut Canvas, transform: Transform, shade: f32) {
        for part in &self.parts {
            canvas.fill_by(Some(&part.path), part.rule, Ink::Flat(part.colour.darker(shade)), transform);
        }
    }

    /// Draws it posed and lit.
    pub(crate) fn draw(&self, canvas: &mut Canvas, pose: Pose, look: Look) {
        let room = pose.size * 0.75 + 2.0;
        let corner = ((pose.centre.0 - room).floor(), (pose.centre.1 - room).floor());
        let side = pixels(room * 2.0);
        let Some(mut sprite) = Canvas::new(side, side) else { return };
        self.draw_by(&mut sprite, self.transform(pose).post_translate(-corner.0, -corner.1));
        if look.relief > 0.0 {
            sprite.relief(pose.size * 0.045, (look.light, -1.0), look.relief);
            sprite.relief(pose.size * 0.16, (look.light, -1.0), look.relief * 0.75);
        }
        if look.air.0.alpha + look.air.1.alpha > 0.0 {
            sprite.haze(look.air.0, look.air.1);
        }
        canvas.lay(&sprite, whole(corner), 1.0);
        canvas.shows(self);
    }
}

/// The pixel at a place.
#[expect(clippy::cast_possible_truncation, reason = "casts of floats saturate, and places are whole")]
pub(crate) fn whole(corner: At) -> (i32, i32) {
    (corner.0 as i32, corner.1 as i32)
}
