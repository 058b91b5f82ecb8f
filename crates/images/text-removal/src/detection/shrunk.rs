//! Smaller copies of an image, and the parts of them that the network processes.

use std::ops::Range;

use image::RgbImage;

/// A smaller copy of an image.
pub(super) struct Shrunk {
    width: usize,
    height: usize,
    /// Blue, green and red, as in the network's training, from -1 to 1.
    pixels: Vec<[f32; 3]>,
}

impl Shrunk {
    /// The longest side of the part that the network processes at once, without the overlap.
    const TILE: usize = 1280;
    /// The overlap of tiles, so that one of them contains all of the text on a border.
    const OVERLAP: usize = 64;

    /// Shrinks an image; every pixel is the mean of the `factor` by `factor` pixels that it covers.
    pub(super) fn new(picture: &RgbImage, factor: f32) -> Self {
        let columns = Coverage::of_side(picture.width() as usize, factor);
        let rows = Coverage::of_side(picture.height() as usize, factor);
        let mut pixels = Vec::with_capacity(columns.len() * rows.len());
        for row in &rows {
            let mixed = mix_rows(picture, row);
            pixels.extend(columns.iter().map(|column| column.mean(|index| mixed[index])));
        }
        Self { width: columns.len(), height: rows.len(), pixels }
    }

    /// Strengthens contrast where there is little of it, so that faint letters stand out.
    pub(super) fn strengthen(&mut self) {
        const USUAL: f32 = 30.0 / 127.5;
        const LEAST: f32 = USUAL / 6.0;
        let means = self.blurred(&self.pixels);
        let apart = |(pixel, mean): (&[f32; 3], &[f32; 3])| -> [f32; 3] {
            std::array::from_fn(|channel| pixel[channel] - mean[channel])
        };
        let squares: Vec<[f32; 3]> =
            self.pixels.iter().zip(&means).map(|pair| apart(pair).map(|value| value * value)).collect();
        let variances = self.blurred(&squares);
        for ((pixel, mean), variance) in self.pixels.iter_mut().zip(&means).zip(&variances) {
            let spread = variance.iter().fold(0.0_f32, |most, value| most.max(*value)).sqrt();
            let gain = (USUAL / spread.max(LEAST)).max(1.0);
            *pixel = std::array::from_fn(|channel| {
                (mean[channel] + (pixel[channel] - mean[channel]) * gain).clamp(-1.0, 1.0)
            });
        }
    }

    /// The mean of the square around each pixel.
    fn blurred(&self, pixels: &[[f32; 3]]) -> Vec<[f32; 3]> {
        let mut across = vec![[0.0; 3]; pixels.len()];
        for row in 0..self.height {
            blur_line(pixels, &mut across, row * self.width, self.width, 1);
        }
        let mut blurred = vec![[0.0; 3]; pixels.len()];
        for column in 0..self.width {
            blur_line(&across, &mut blurred, column, self.height, self.width);
        }
        blurred
    }

    pub(super) const fn width(&self) -> usize {
        self.width
    }

    pub(super) const fn height(&self) -> usize {
        self.height
    }

    /// The parts that are processed one by one. Their cores cover the copy.
    pub(super) fn windows(&self) -> Vec<Window> {
        let rows = tiles(self.height);
        let columns = tiles(self.width);
        let row_of_windows = |rows: &Range<usize>| {
            let rows = rows.clone();
            columns.iter().map(move |columns| Window {
                core: (columns.clone(), rows.clone()),
                seen: (widened(columns, self.width), widened(&rows, self.height)),
            })
        };
        rows.iter().flat_map(row_of_windows).collect()
    }

    /// The input of the network: one plane for each colour, with repeated borders where the window ends
    /// early.
    pub(super) fn tensor(&self, window: &Window) -> Vec<f32> {
        let (width, height) = window.padded_size();
        let mut planes = vec![0.0; 3 * width * height];
        for y in 0..height {
            let row = (window.seen.1.start + y).min(self.height - 1) * self.width;
            for x in 0..width {
                let pixel = self.pixels[row + (window.seen.0.start + x).min(self.width - 1)];
                for (channel, value) in pixel.into_iter().enumerate() {
                    planes[(channel * height + y) * width + x] = value;
                }
            }
        }
        planes
    }
}

/// A part of a copy.
pub(super) struct Window {
    core: (Range<usize>, Range<usize>),
    seen: (Range<usize>, Range<usize>),
}

impl Window {
    /// The network's sides are multiples of this.
    const STEP: usize = 32;

    /// The columns for which this window decides.
    pub(super) fn core_columns(&self) -> Range<usize> {
        self.core.0.clone()
    }

    /// The rows for which this window decides.
    pub(super) fn core_rows(&self) -> Range<usize> {
        self.core.1.clone()
    }

    /// Width and height of the network's input.
    pub(super) fn padded_size(&self) -> (usize, usize) {
        let padded = |side: &Range<usize>| side.len().next_multiple_of(Self::STEP);
        (padded(&self.seen.0), padded(&self.seen.1))
    }

    /// The index of the copy's pixel in the network's output.
    pub(super) fn index(&self, x: usize, y: usize) -> usize {
        (y - self.seen.1.start) * self.padded_size().0 + x - self.seen.0.start
    }
}

/// Replaces every pixel of a line by the mean of the pixels around it.
#[expect(clippy::cast_precision_loss, reason = "counts of a few pixels")]
fn blur_line(from: &[[f32; 3]], to: &mut [[f32; 3]], start: usize, length: usize, stride: usize) {
    const RADIUS: usize = 32;
    let mut sum = [0.0_f32; 3];
    let mut shift = |at: usize, sign: f32| {
        let pixel = from[start + at * stride];
        sum = std::array::from_fn(|channel| sum[channel] + sign * pixel[channel]);
        sum
    };
    (0..RADIUS.min(length)).for_each(|at| _ = shift(at, 1.0));
    for at in 0..length {
        if at + RADIUS < length {
            shift(at + RADIUS, 1.0);
        }
        let low = at.saturating_sub(RADIUS);
        let count = (length.min(at + RADIUS + 1) - low) as f32;
        let total = if at > RADIUS { shift(at - RADIUS - 1, -1.0) } else { shift(0, 0.0) };
        to[start + at * stride] = total.map(|value| value / count);
    }
}

/// Splits a side evenly.
fn tiles(side: usize) -> Vec<Range<usize>> {
    let count = side.div_ceil(Shrunk::TILE);
    (0..count).map(|tile| side * tile / count..side * (tile + 1) / count).collect()
}

fn widened(range: &Range<usize>, side: usize) -> Range<usize> {
    range.start.saturating_sub(Shrunk::OVERLAP)..side.min(range.end + Shrunk::OVERLAP)
}

/// The columns or rows that one of a copy covers, and the share of each.
struct Coverage {
    start: usize,
    shares: Vec<f32>,
}

impl Coverage {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "sides of pictures are far below 2^24, and factors positive"
    )]
    fn of_side(side: usize, factor: f32) -> Vec<Self> {
        let count = (side as f32 / factor).ceil() as usize;
        let coverage = |index: usize| {
            let (from, to) = (index as f32 * factor, ((index + 1) as f32 * factor).min(side as f32));
            let covered = from as usize..side.min(to.ceil() as usize).max(from as usize + 1);
            let share = |at: usize| to.min((at + 1) as f32) - from.max(at as f32);
            Self { start: covered.start, shares: covered.map(share).collect() }
        };
        (0..count).map(coverage).collect()
    }

    fn mean(&self, value: impl Fn(usize) -> [f32; 3]) -> [f32; 3] {
        let mut sums = [0.0; 3];
        for (index, share) in self.shares.iter().enumerate() {
            let values = value(self.start + index);
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += value * share;
            }
        }
        let whole: f32 = self.shares.iter().sum();
        sums.map(|sum| sum / whole)
    }
}

/// The rows of an image that one row of a copy covers, mixed into one.
fn mix_rows(picture: &RgbImage, rows: &Coverage) -> Vec<[f32; 3]> {
    let (width, rgb) = (picture.width() as usize, picture.as_raw());
    let value = |row: usize, column: usize| {
        let at = (row * width + column) * 3;
        [rgb[at + 2], rgb[at + 1], rgb[at]].map(|value| f32::from(value) / 127.5 - 1.0)
    };
    (0..width).map(|column| rows.mean(|row| value(row, column))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_holds_means_in_the_networks_order() {
        let picture =
            RgbImage::from_fn(5, 3, |x, _| image::Rgb(if x < 4 { [255, 0, 0] } else { [0, 0, 255] }));
        let copy = Shrunk::new(&picture, 4.0);
        assert_eq!((copy.width(), copy.height()), (2, 1));
        assert_eq!(copy.pixels, [[-1.0, -1.0, 1.0], [1.0, -1.0, -1.0]]);
    }

    #[test]
    fn a_copy_between_whole_factors_mixes_by_share() {
        let picture = RgbImage::from_fn(4, 1, |x, _| image::Rgb(if x < 2 { [0; 3] } else { [255; 3] }));
        let copy = Shrunk::new(&picture, 4.0 / 3.0);
        let reds: Vec<f32> = copy.pixels.iter().map(|pixel| pixel[2]).collect();
        assert_eq!(reds.len(), 3);
        assert!((reds[0] + 1.0).abs() < 1e-5 && reds[1].abs() < 1e-5 && (reds[2] - 1.0).abs() < 1e-5);
    }

    #[test]
    fn faint_things_are_strengthened_and_others_not() {
        let faint = RgbImage::from_fn(200, 100, |x, y| {
            image::Rgb([if (x / 4 + y / 4) % 2 == 0 { 120 } else { 130 }; 3])
        });
        let strong = RgbImage::from_fn(200, 100, |x, y| {
            image::Rgb([if (x / 4 + y / 4) % 2 == 0 { 20 } else { 230 }; 3])
        });
        let contrast = |picture: &RgbImage| {
            let mut copy = Shrunk::new(picture, 1.0);
            let before = copy.pixels[101][0] - copy.pixels[105][0];
            copy.strengthen();
            (copy.pixels[101][0] - copy.pixels[105][0]) / before
        };
        assert!((5.0..6.5).contains(&contrast(&faint)));
        assert!((0.95..1.05).contains(&contrast(&strong)));
    }

    #[test]
    fn cores_of_windows_cover_everything_once() {
        let copy = Shrunk::new(&RgbImage::new(3000, 1400), 1.0);
        let mut covered = vec![0u8; 3000 * 1400];
        for window in copy.windows() {
            assert!(window.padded_size().0 <= 1280 + 160 && window.padded_size().1 <= 1280 + 160);
            for y in window.core_rows() {
                for x in window.core_columns() {
                    covered[y * 3000 + x] += 1;
                    assert!(window.index(x, y) < window.padded_size().0 * window.padded_size().1);
                }
            }
        }
        assert!(covered.iter().all(|times| *times == 1));
    }

    #[test]
    fn short_windows_repeat_their_border() {
        let picture = RgbImage::from_pixel(3, 2, image::Rgb([255; 3]));
        let copy = Shrunk::new(&picture, 1.0);
        let [window] = &copy.windows()[..] else { panic!("one window") };
        assert_eq!(window.padded_size(), (32, 32));
        assert!(copy.tensor(window).iter().all(|value| (value - 1.0).abs() < 1e-6));
    }
}
