//! Things that are thin, like the strokes of letters.
//!
//! An image without anything thinner than a stroke is the background. Where the image differs from it, there
//! is something thin.

use super::part::Part;
use crate::mask::Mask;

/// The difference of each pixel of a part from the background of things up to twice as thin as `stroke`.
pub(super) struct Relief {
    width: usize,
    heights: Vec<u8>,
    /// The least height of pixels that belong to letters.
    least: u8,
}

impl Relief {
    /// The relief of things that differ from the background as those in `core` do.
    pub(super) fn new(part: &Part, core: &Mask, stroke: usize) -> Self {
        let count = part.width * part.height;
        let (mut bright, mut dark) = (vec![0; count], vec![0; count]);
        for channel in 0..3 {
            let plane: Vec<u8> = part.colours.iter().map(|colour| colour[channel]).collect();
            let least = |plane: &[u8]| extremes(plane, part.width, stroke, u8::MAX, u8::min);
            let most = |plane: &[u8]| extremes(plane, part.width, stroke, 0, u8::max);
            let (without_bright, without_dark) = (most(&least(&plane)), least(&most(&plane)));
            for (index, value) in plane.into_iter().enumerate() {
                bright[index] = value.saturating_sub(without_bright[index]).max(bright[index]);
                dark[index] = without_dark[index].saturating_sub(value).max(dark[index]);
            }
        }
        let heights = polarity(&bright, &dark, core);
        let least = least(&heights, core);
        Self { width: part.width, heights, least }
    }

    /// Pixels that are as high as letters.
    pub(super) fn strokes(&self) -> Mask {
        self.above(self.least)
    }

    /// Pixels that are as high as letters, and higher than almost everything in `ground`.
    pub(super) fn strokes_above(&self, ground: &Mask) -> Mask {
        const ALMOST: usize = 99;
        self.above(share(&self.heights, ground, ALMOST).saturating_add(1).max(self.least.saturating_mul(2)))
    }

    fn above(&self, least: u8) -> Mask {
        let height = self.heights.len().checked_div(self.width).unwrap_or(0);
        Mask::of(self.width, height, |x, y| self.heights[y * self.width + x] >= least)
    }
}

/// The best value of the square around each pixel, by `better`. Outside the image, every value is the
/// `worst`.
fn extremes(
    plane: &[u8],
    width: usize,
    reach: usize,
    worst: u8,
    better: impl Fn(u8, u8) -> u8 + Copy,
) -> Vec<u8> {
    let mut across = Vec::with_capacity(plane.len());
    for row in plane.chunks_exact(width.max(1)) {
        across.append(&mut widest(row, 1, reach, worst, better));
    }
    widest(&across, width, reach, worst, better)
}

/// The best value around each value of lines that lie side by side, `stride` of them. Windows of twice the
/// length are made of two shorter ones.
fn widest(
    lines: &[u8],
    stride: usize,
    reach: usize,
    worst: u8,
    better: impl Fn(u8, u8) -> u8 + Copy,
) -> Vec<u8> {
    let padding = vec![worst; reach * stride];
    let mut best = [&padding[..], lines, &padding[..]].concat();
    let mut longer = best.clone();
    let whole = 2 * reach + 1;
    let mut length = 1;
    while length < whole {
        let step = length.min(whole - length);
        for ((longer, here), there) in longer.iter_mut().zip(&best).zip(&best[step * stride..]) {
            *longer = better(*here, *there);
        }
        std::mem::swap(&mut best, &mut longer);
        length += step;
    }
    best.truncate(lines.len());
    best
}

/// Bright or dark relief, whichever is much stronger in `core`; otherwise both, as in outlined letters.
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

/// A fifth of the contrast of the letters in `core`.
fn least(heights: &[u8], core: &Mask) -> u8 {
    const LEAST: u8 = 5;
    (share(heights, core, 90) / 5).max(LEAST)
}

/// The given percentile of the values of some pixels.
fn share(values: &[u8], pixels: &Mask, percent: usize) -> u8 {
    let mut counts = [0_usize; 256];
    for (value, inside) in values.iter().zip(pixels.members()) {
        counts[usize::from(*value)] += usize::from(*inside);
    }
    let mut below = counts.iter().sum::<usize>() * percent / 100;
    let mut is_beyond = |count: usize| {
        let is_beyond = below < count;
        below = below.saturating_sub(count);
        is_beyond
    };
    (0..=u8::MAX).find(|value| is_beyond(counts[usize::from(*value)])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_reach_as_far_as_told() {
        let line = [5, 1, 9, 4, 4, 2, 8];
        assert_eq!(extremes(&line, 7, 1, 0, u8::max), [5, 9, 9, 9, 4, 8, 8]);
        assert_eq!(extremes(&line, 7, 2, u8::MAX, u8::min), [1, 1, 1, 1, 2, 2, 2]);
        assert_eq!(extremes(&line, 1, 1, 0, u8::max), [5, 9, 9, 9, 4, 8, 8]);
        assert_eq!(extremes(&line, 7, 9, 0, u8::max), [9; 7]);
    }

    #[test]
    fn strokes_are_told_from_the_edge_behind_them() {
        let shade = |x: usize| match (x % 12 < 3, x < 30) {
            (true, _) => 30,
            (false, true) => 120,
            (false, false) => 220,
        };
        let colours = (0..60 * 40).map(|index| [shade(index % 60); 3]).collect();
        let part = Part { left: 0, top: 0, width: 60, height: 40, colours };
        let thin = Relief::new(&part, &Mask::of(60, 40, |_, _| true), 4).strokes();
        assert!((12..15).chain(36..39).all(|x| thin.holds(x, 20)));
        assert!((16..23).chain(41..46).all(|x| !thin.holds(x, 20)));
    }
}
