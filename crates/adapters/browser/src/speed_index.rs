//! How soon the first screen looks finished: the mean time at which its parts arrive, by histograms of colours as `speedline`
//! computes it. Pure.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

use crate::frames::Frame;

/// The longer side of the images that are compared.
pub(crate) const LONGEST_SIDE: u32 = 400;
/// From this value on, colours count as white.
const WHITE: u8 = 249;

/// The speed index in milliseconds, of images in order. `began` is when the navigation began, on the clock of
/// the images.
pub(crate) fn speed_index(frames: &[Frame], began: f64) -> Option<f64> {
    let shots: Vec<(f64, Histogram)> = frames
        .iter()
        .filter_map(|frame| Some(((frame.at - began) * 1000.0, Histogram::of(&frame.data)?)))
        .collect();
    // The last image before the navigation is the starting point.
    let first = shots.iter().rposition(|(at, _)| *at <= 0.0).unwrap_or(0);
    let shots = shots.get(first..)?;
    let (initial, last) = (&shots.first()?.1, &shots.last()?.1);
    let mut index = 0.0;
    let (mut until, mut missing) = (0.0, 1.0);
    for (at, histogram) in &shots[usize::from(shots.len() > 1)..] {
        index += (at.max(until) - until) * missing;
        until = at.max(until);
        missing = 1.0 - histogram.progress(initial, last);
    }
    Some(index)
}

/// The number of pixels per value of each colour channel, without white ones.
struct Histogram([[u32; 256]; 3]);

impl Histogram {
    fn of(data: &str) -> Option<Self> {
        let jpeg = STANDARD.decode(data).ok()?;
        let limit = LONGEST_SIDE as usize * 2;
        let options = DecoderOptions::default()
            .jpeg_set_out_colorspace(ColorSpace::RGB)
            .set_max_width(limit)
            .set_max_height(limit);
        let pixels = JpegDecoder::new_with_options(ZCursor::new(jpeg), options).decode().ok()?;
        Some(Self::count(&pixels))
    }

    fn count(pixels: &[u8]) -> Self {
        let mut counts = [[0; 256]; 3];
        for pixel in pixels.chunks_exact(3).filter(|pixel| pixel.iter().any(|value| *value < WHITE)) {
            for (channel, value) in counts.iter_mut().zip(pixel) {
                channel[usize::from(*value)] += 1;
            }
        }
        Self(counts)
    }

    /// How far this image is on the way from the first to the last, 0 to 1.
    fn progress(&self, initial: &Self, last: &Self) -> f64 {
        let (mut matched, mut total) = (0_u64, 0_u64);
        let colours = self.0.iter().flatten().zip(initial.0.iter().flatten()).zip(last.0.iter().flatten());
        for ((now, initial), last) in colours {
            let wanted = last.abs_diff(*initial);
            matched += u64::from(now.abs_diff(*initial).min(wanted));
            total += u64::from(wanted);
        }
        if total == 0 {
            return 1.0;
        }
        #[expect(clippy::cast_precision_loss, reason = "pixels of one screen")]
        let progress = matched as f64 / total as f64;
        progress
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(dark_of_ten: usize) -> Histogram {
        let pixels: Vec<u8> =
            (0..10).flat_map(|pixel| if pixel < dark_of_ten { [10; 3] } else { [255; 3] }).collect();
        Histogram::count(&pixels)
    }

    #[test]
    fn progress_is_the_share_of_what_will_change() {
        let (blank, done) = (picture(0), picture(8));
        for (dark, expected) in [(0, 0.0), (2, 0.25), (4, 0.5), (8, 1.0)] {
            let progress = picture(dark).progress(&blank, &done);
            assert!((progress - expected).abs() < 1e-9, "{dark}: {progress}");
        }
        assert!((done.progress(&done, &done) - 1.0).abs() < 1e-9, "nothing was to change");
    }

    #[test]
    fn nothing_is_said_of_no_pictures() {
        assert_eq!(speed_index(&[], 0.0), None);
        assert_eq!(speed_index(&[Frame { at: 1.0, data: "not a picture".to_owned() }], 0.0), None);
    }
}
