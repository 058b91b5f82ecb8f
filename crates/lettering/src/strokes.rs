//! Tells letters from what is behind them.
//!
//! Letters are thin: a picture without anything thinner than a letter's stroke shows what is behind. Where the two differ, there are letters.

use std::collections::VecDeque;

use image::RgbImage;

use crate::detection::{Rectangle, Region};
use crate::mask::Mask;

/// Adds the pixels of `area` that the letters of `region` cover, with a margin, or all of `area` if most of it is covered.
pub(crate) fn insert_letters(hole: &mut Mask, picture: &RgbImage, region: &Region, area: &[Rectangle]) {
    const MOST: f32 = 0.75;
    let part = Part::around(area, region.stroke(), hole);
    let inside = part.mask(area);
    let thin = part.thin(picture, &part.mask(&region.within(0.0, 0.0)), region.stroke());
    let letters = Mask::of(part.width, part.height, |x, y| inside.holds(x, y) && thin.holds(x, y));
    let letters = letters.widened(2 + region.stroke() / 8);
    let is_clear = covered(&letters, &inside) <= MOST;
    for y in 0..part.height {
        for x in (0..part.width).filter(|&x| inside.holds(x, y) && (!is_clear || letters.holds(x, y))) {
            hole.insert(x + part.left, y + part.top);
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "pixels are counted in millions at most")]
fn covered(letters: &Mask, inside: &Mask) -> f32 {
    let both = letters
        .members()
        .iter()
        .zip(inside.members())
        .filter(|(letter, inside)| **letter && **inside)
        .count();
    both as f32 / inside.len().max(1) as f32
}

/// An upright part of a picture.
struct Part {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Part {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts of floats saturate, and the result is cut to the picture"
    )]
    fn around(area: &[Rectangle], margin: usize, picture: &Mask) -> Self {
        let corners = || area.iter().flat_map(Rectangle::corners);
        let span = |values: &mut dyn Iterator<Item = f32>, side: usize| {
            let (low, high) =
                values.fold((f32::MAX, f32::MIN), |(low, high), value| (low.min(value), high.max(value)));
            let start = (low as usize).saturating_sub(margin).min(side);
            (start, side.min((high.ceil() as usize).saturating_add(margin)).max(start) - start)
        };
        let (left, width) = span(&mut corners().map(|corner| corner.0), picture.width());
        let (top, height) = span(&mut corners().map(|corner| corner.1), picture.height());
        Self { left, top, width, height }
    }

    #[expect(clippy::cast_precision_loss, reason = "sides of pictures are far below 2^24")]
    fn mask(&self, rectangles: &[Rectangle]) -> Mask {
        Mask::of(self.width, self.height, |x, y| {
            let middle = ((x + self.left) as f32 + 0.5, (y + self.top) as f32 + 0.5);
            rectangles.iter().any(|rectangle| rectangle.contains(middle))
        })
    }

    /// Pixels that belong to something as thin as `stroke`, and differ from what is behind as much as the letters in `core` do.
    fn thin(&self, picture: &RgbImage, core: &Mask, stroke: usize) -> Mask {
        let (mut bright, mut dark) = (vec![0; self.width * self.height], vec![0; self.width * self.height]);
        for channel in 0..3 {
            let plane = self.plane(picture, channel);
            let (low, high) = (self.spread::<false>(&plane, stroke), self.spread::<true>(&plane, stroke));
            let without_bright = self.spread::<true>(&low, stroke);
            let without_dark = self.spread::<false>(&high, stroke);
            for (index, value) in plane.into_iter().enumerate() {
                bright[index] = value.saturating_sub(without_bright[index]).max(bright[index]);
                dark[index] = without_dark[index].saturating_sub(value).max(dark[index]);
            }
        }
        let relief = polarity(&bright, &dark, core);
        let least = threshold(&relief, core);
        Mask::of(self.width, self.height, |x, y| relief[y * self.width + x] >= least)
    }

    fn plane(&self, picture: &RgbImage, channel: usize) -> Vec<u8> {
        let stride = picture.width() as usize;
        let value = |index: usize| {
            let at = (self.top + index / self.width) * stride + self.left + index % self.width;
            picture.as_raw()[at * 3 + channel]
        };
        (0..self.width * self.height).map(value).collect()
    }

    /// The most (or least) of the square around each pixel.
    fn spread<const MOST: bool>(&self, plane: &[u8], reach: usize) -> Vec<u8> {
        let mut across = vec![0; plane.len()];
        for row in 0..self.height {
            extremes::<MOST>(plane, &mut across, (row * self.width, self.width, 1), reach);
        }
        let mut spread = vec![0; plane.len()];
        for column in 0..self.width {
            extremes::<MOST>(&across, &mut spread, (column, self.height, self.width), reach);
        }
        spread
    }
}

/// The most (or least) around each place of a line, which has a start, a length and a stride.
fn extremes<const MOST: bool>(
    from: &[u8],
    to: &mut [u8],
    (start, length, stride): (usize, usize, usize),
    reach: usize,
) {
    let at = |place: usize| from[start + place * stride];
    let beats = |new: u8, old: u8| if MOST { new >= old } else { new <= old };
    // Places that may still become the extreme, the current one first.
    let mut candidates: VecDeque<usize> = VecDeque::new();
    for entering in 0..length + reach {
        if entering < length {
            while candidates.back().is_some_and(|&last| beats(at(entering), at(last))) {
                candidates.pop_back();
            }
            candidates.push_back(entering);
        }
        let Some(middle) = entering.checked_sub(reach) else { continue };
        while candidates.front().is_some_and(|&first| first + reach < middle) {
            candidates.pop_front();
        }
        if let Some(&best) = candidates.front() {
            to[start + middle * stride] = at(best);
        }
    }
}

/// Bright or dark relief, whichever is much stronger in `core`; else both, as in outlined letters.
fn polarity(bright: &[u8], dark: &[u8], core: &Mask) -> Vec<u8> {
    const MUCH: u64 = 2;
    let strength = |relief: &[u8]| -> u64 {
        relief
            .iter()
            .zip(core.members())
            .filter(|(_, inside)| **inside)
            .map(|(value, _)| u64::from(*value))
            .sum()
    };
    let (bright_strength, dark_strength) = (strength(bright), strength(dark));
    if bright_strength > MUCH * dark_strength {
        bright.to_vec()
    } else if dark_strength > MUCH * bright_strength {
        dark.to_vec()
    } else {
        bright.iter().zip(dark).map(|(bright, dark)| *bright.max(dark)).collect()
    }
}

/// A fifth of how much the letters in `core` stand out.
fn threshold(relief: &[u8], core: &Mask) -> u8 {
    const LEAST: u8 = 5;
    let mut values: Vec<u8> =
        relief.iter().zip(core.members()).filter(|(_, inside)| **inside).map(|(value, _)| *value).collect();
    values.sort_unstable();
    let strong = values.get(values.len() * 9 / 10).copied().unwrap_or(0);
    (strong / 5).max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_reach_as_far_as_told() {
        let line = [5, 1, 9, 4, 4, 2, 8];
        let (mut most, mut least) = ([0; 7], [0; 7]);
        extremes::<true>(&line, &mut most, (0, 7, 1), 1);
        extremes::<false>(&line, &mut least, (0, 7, 1), 2);
        assert_eq!(most, [5, 9, 9, 9, 4, 8, 8]);
        assert_eq!(least, [1, 1, 1, 1, 2, 2, 2]);
    }

    #[test]
    fn strokes_are_told_from_the_edge_behind_them() {
        let part = Part { left: 0, top: 0, width: 60, height: 40 };
        let picture = RgbImage::from_fn(60, 40, |x, _| {
            let stroke = x % 12 < 3;
            image::Rgb(
                [if stroke {
                    30
                } else if x < 30 {
                    120
                } else {
                    220
                }; 3],
            )
        });
        let everywhere = Mask::of(60, 40, |_, _| true);
        let thin = part.thin(&picture, &everywhere, 4);
        assert!((12..15).chain(36..39).all(|x| thin.holds(x, 20)));
        assert!((16..23).chain(41..46).all(|x| !thin.holds(x, 20)));
    }
}
