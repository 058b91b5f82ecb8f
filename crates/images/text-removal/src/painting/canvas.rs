//! A part of an image in a form for computations.

use image::RgbImage;

use crate::mask::Mask;

/// Red, green and blue from 0 to 255, and a fourth lane that fills the processor's registers.
pub(super) type Colour = [f32; 4];

/// A rectangle of an image's pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Frame {
    /// The smallest frame around pixels of an image with the given width, grown by `margin` but not beyond the image.
    pub(super) fn around(pixels: &[usize], margin: usize, (width, height): (usize, usize)) -> Self {
        let columns = || pixels.iter().map(|index| index % width);
        let rows = || pixels.iter().map(|index| index / width);
        let span = |low: Option<usize>, high: Option<usize>, side: usize| {
            let start = low.unwrap_or(0).saturating_sub(margin);
            (start, side.min(high.unwrap_or(0) + 1 + margin) - start)
        };
        let (left, width) = span(columns().min(), columns().max(), width);
        let (top, height) = span(rows().min(), rows().max(), height);
        Self { left, top, width, height }
    }
}

#[derive(Clone)]
pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<Colour>,
}

impl Canvas {
    /// A copy of a part of an image.
    pub(super) fn cut(picture: &RgbImage, frame: Frame) -> Self {
        let stride = picture.width() as usize;
        let colour = |index: usize| {
            let (x, y) = (frame.left + index % frame.width, frame.top + index / frame.width);
            let at = (y * stride + x) * 3;
            let [red, green, blue] = [0, 1, 2].map(|channel| f32::from(picture.as_raw()[at + channel]));
            [red, green, blue, 0.0]
        };
        let pixels = (0..frame.width * frame.height).map(colour).collect();
        Self { width: frame.width, height: frame.height, pixels }
    }

    /// Puts the pixels of `hole` back into the image.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to a byte's range before"
    )]
    pub(super) fn put_back(&self, picture: &mut RgbImage, frame: Frame, hole: &Mask) {
        let stride = picture.width() as usize;
        for (index, colour) in self.pixels.iter().enumerate().filter(|(index, _)| hole.members()[*index]) {
            let at = (frame.top + index / self.width) * stride + frame.left + index % self.width;
            for (channel, value) in colour.iter().take(3).enumerate() {
                picture.as_mut()[at * 3 + channel] = value.round().clamp(0.0, 255.0) as u8;
            }
        }
    }

    /// A copy of half the size; every pixel is the mean of four.
    pub(super) fn halved(&self) -> Self {
        let (width, height) = (self.width / 2, self.height / 2);
        let mean = |index: usize| {
            let at = index / width * 2 * self.width + index % width * 2;
            let four = [at, at + 1, at + self.width, at + self.width + 1].map(|at| self.pixels[at]);
            std::array::from_fn(|lane| four.iter().map(|colour| colour[lane]).sum::<f32>() / 4.0)
        };
        Self { width, height, pixels: (0..width * height).map(mean).collect() }
    }

    /// The pixels to the sides, above and below one.
    pub(super) fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + use<> {
        neighbours(index, self.width, self.height)
    }
}

/// The pixels to the sides, above and below one of a grid.
pub(super) fn neighbours(index: usize, width: usize, height: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (index % width, index / width);
    let all = [
        (x > 0).then(|| index - 1),
        (x + 1 < width).then_some(index + 1),
        (y > 0).then(|| index - width),
        (y + 1 < height).then_some(index + width),
    ];
    all.into_iter().flatten()
}

pub(super) fn plus(a: Colour, b: Colour) -> Colour {
    std::array::from_fn(|lane| a[lane] + b[lane])
}

pub(super) fn minus(a: Colour, b: Colour) -> Colour {
    std::array::from_fn(|lane| a[lane] - b[lane])
}

pub(super) fn times(a: Colour, factor: f32) -> Colour {
    a.map(|value| value * factor)
}
