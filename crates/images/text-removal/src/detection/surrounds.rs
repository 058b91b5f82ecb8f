//! The parts of an image around some of its pixels, which have to be searched.

use image::RgbImage;

use super::rectangle::Point;
use crate::mask::Mask;

/// An upright part of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Crop {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) right: usize,
    pub(super) bottom: usize,
}

impl Crop {
    const fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn with(&self, other: &Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub(super) fn cut(&self, picture: &RgbImage) -> RgbImage {
        let [left, top, right, bottom] =
            [self.left, self.top, self.right, self.bottom].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
        image::imageops::crop_imm(picture, left, top, right - left, bottom - top).to_image()
    }

    /// Where the part begins.
    #[expect(clippy::cast_precision_loss, reason = "sides of pictures are far below 2^24")]
    pub(super) const fn corner(&self) -> Point {
        (self.left as f32, self.top as f32)
    }

    const fn area(&self) -> usize {
        (self.right - self.left) * (self.bottom - self.top)
    }
}

/// Separate parts that contain all of `pixels`, with enough around them to recognise text; `None` if that is
/// most of the image.
pub(super) fn surrounds(pixels: &Mask) -> Option<Vec<Crop>> {
    let mut crops: Vec<Crop> = Vec::new();
    for group in pixels.groups() {
        let mut crop = around(&group, pixels);
        while let Some(at) = crops.iter().position(|other| crop.overlaps(other)) {
            crop = crop.with(&crops.swap_remove(at));
        }
        crops.push(crop);
    }
    let area: usize = crops.iter().map(Crop::area).sum();
    (area * 2 <= pixels.width() * pixels.height()).then_some(crops)
}

fn around(group: &[usize], picture: &Mask) -> Crop {
    /// Sides begin and end at multiples of this, as the network's input does.
    const STEP: usize = 128;
    const MARGIN: usize = 96;
    let span = |places: &mut dyn Iterator<Item = usize>, side: usize| {
        let (low, high) =
            places.fold((usize::MAX, 0), |(low, high), place| (low.min(place), high.max(place)));
        let start = low.saturating_sub(MARGIN) / STEP * STEP;
        (start.min(side), side.min((high + 1 + MARGIN).next_multiple_of(STEP)))
    };
    let (left, right) = span(&mut group.iter().map(|index| index % picture.width()), picture.width());
    let (top, bottom) = span(&mut group.iter().map(|index| index / picture.width()), picture.height());
    Crop { left, top, right, bottom }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_pixels_are_looked_at_together_and_far_ones_apart() {
        let pixels = Mask::of(1500, 1100, |x, y| {
            y.abs_diff(700) < 10 && (x.abs_diff(300) < 20 || x.abs_diff(350) < 20 || x.abs_diff(1200) < 5)
        });
        let crops = surrounds(&pixels).unwrap();
        let expected = [
            Crop { left: 128, top: 512, right: 512, bottom: 896 },
            Crop { left: 1024, top: 512, right: 1408, bottom: 896 },
        ];
        assert_eq!(crops, expected);
    }

    #[test]
    fn pixels_all_over_a_picture_are_looked_at_whole() {
        assert_eq!(surrounds(&Mask::of(800, 600, |x, y| x == y)), None);
        assert_eq!(surrounds(&Mask::empty(800, 600)), Some(Vec::new()));
    }
}
