//! The part of an image that contains a line of text.

use image::RgbImage;

use crate::detection::Rectangle;
use crate::mask::Mask;

/// An upright part of an image.
pub(super) struct Part {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) width: usize,
    pub(super) height: usize,
    /// The colours, row by row.
    pub(super) colours: Vec<[u8; 3]>,
}

impl Part {
    /// The part that holds `area` with a margin, as far as the image reaches.
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
        let mut colours = Vec::with_capacity(width * height);
        for row in (top..top + height).map(|y| (y * stride + left) * 3) {
            colours.extend_from_slice(picture.as_raw()[row..row + width * 3].as_chunks().0);
        }
        Self { left, top, width, height, colours }
    }

    /// The pixels whose centre is in one of the rectangles.
    pub(super) fn mask(&self, rectangles: &[Rectangle]) -> Mask {
        let mut mask = Mask::of(self.width, self.height, |_, _| false);
        for rectangle in rectangles {
            mask.insert_rectangle(&self.here(rectangle));
        }
        mask
    }

    /// A rectangle of the image in the coordinates of this part.
    #[expect(clippy::cast_precision_loss, reason = "sides of pictures are far below 2^24")]
    fn here(&self, rectangle: &Rectangle) -> Rectangle {
        rectangle.moved((-(self.left as f32), -(self.top as f32)))
    }

    /// The pixels of a set of the image's pixels that are in this part.
    pub(super) fn cut(&self, mask: &Mask) -> Mask {
        Mask::of(self.width, self.height, |x, y| mask.holds(x + self.left, y + self.top))
    }

    /// Adds pixels of this part to a set of the image's pixels.
    pub(super) fn put(&self, pixels: &Mask, mask: &mut Mask) {
        for y in 0..self.height {
            for x in (0..self.width).filter(|x| pixels.holds(*x, y)) {
                mask.insert(x + self.left, y + self.top);
            }
        }
    }

    /// The share of a rectangle that belongs to a set of this part's pixels; `None` if the centre of the
    /// rectangle is elsewhere.
    #[expect(clippy::cast_precision_loss, reason = "sides of pictures are far below 2^24")]
    pub(super) fn share(&self, pixels: &Mask, rectangle: &Rectangle) -> Option<f32> {
        let here = self.here(rectangle);
        let (x, y) = here.centre();
        let inside = (0.0..self.width as f32).contains(&x) && (0.0..self.height as f32).contains(&y);
        inside.then(|| {
            let (mut members, mut all) = (0_u32, 0_u32);
            here.for_each_pixel(self.width, self.height, |x, y| {
                all += 1;
                members += u32::from(pixels.holds(x, y));
            });
            members as f32 / all.max(1) as f32
        })
    }

    /// Whether a pixel is at a side beyond which the image continues.
    pub(super) fn is_at_open_side(&self, index: usize, picture: &Mask) -> bool {
        let (x, y) = (index % self.width, index / self.width);
        x == 0 && self.left > 0
            || y == 0 && self.top > 0
            || x + 1 == self.width && self.left + self.width < picture.width()
            || y + 1 == self.height && self.top + self.height < picture.height()
    }
}
