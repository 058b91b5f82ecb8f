//! The part of a picture that a line of lettering is in.

use image::RgbImage;

use crate::detection::Rectangle;
use crate::mask::Mask;

/// An upright part of a picture.
pub(super) struct Part {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    /// Row by row.
    pub(super) colours: Vec<[u8; 3]>,
}

impl Part {
    /// The part that holds `area` with a margin, as far as the picture reaches.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts of floats saturate, and the result is cut to the picture"
    )]
    pub(super) fn around(picture: &RgbImage, area: &[Rectangle], margin: usize) -> Self {
        let corners = || area.iter().flat_map(Rectangle::corners);
        let span = |values: &mut dyn Iterator<Item = f32>, side: usize| {
            let (low, high) =
                values.fold((f32::MAX, f32::MIN), |(low, high), value| (low.min(value), high.max(value)));
            let start = (low as usize).saturating_sub(margin).min(side);
            (start, side.min((high.ceil() as usize).saturating_add(margin)).max(start) - start)
        };
        let (left, width) = span(&mut corners().map(|corner| corner.0), picture.width() as usize);
        let (top, height) = span(&mut corners().map(|corner| corner.1), picture.height() as usize);
        let stride = picture.width() as usize;
        let colour = |index: usize| {
            let at = ((top + index / width) * stride + left + index % width) * 3;
            [0, 1, 2].map(|channel| picture.as_raw()[at + channel])
        };
        Self { left, top, width, height, colours: (0..width * height).map(colour).collect() }
    }

    /// The pixels whose middle is in one of the rectangles.
    #[expect(clippy::cast_precision_loss, reason = "sides of pictures are far below 2^24")]
    pub(super) fn mask(&self, rectangles: &[Rectangle]) -> Mask {
        Mask::of(self.width, self.height, |x, y| {
            let middle = ((x + self.left) as f32 + 0.5, (y + self.top) as f32 + 0.5);
            rectangles.iter().any(|rectangle| rectangle.contains(middle))
        })
    }

    /// The pixels that a set of the picture's pixels has here.
    pub(super) fn cut(&self, mask: &Mask) -> Mask {
        Mask::of(self.width, self.height, |x, y| mask.holds(x + self.left, y + self.top))
    }

    /// Adds pixels of this part to a set of the picture's pixels.
    pub(super) fn put(&self, pixels: &Mask, mask: &mut Mask) {
        for y in 0..self.height {
            for x in (0..self.width).filter(|x| pixels.holds(*x, y)) {
                mask.insert(x + self.left, y + self.top);
            }
        }
    }

    /// Whether a pixel is at a side beyond which the picture goes on.
    pub(super) fn is_at_open_side(&self, index: usize, picture: &Mask) -> bool {
        let (x, y) = (index % self.width, index / self.width);
        x == 0 && self.left > 0
            || y == 0 && self.top > 0
            || x + 1 == self.width && self.left + self.width < picture.width()
            || y + 1 == self.height && self.top + self.height < picture.height()
    }
}
