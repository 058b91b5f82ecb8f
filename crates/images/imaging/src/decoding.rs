//! Decodes images from outside. The content decides the type, the size is read from the header before any
//! pixel is decoded, and truncated files are refused rather than shown in part. Metadata is dropped.

mod jpeg;
mod png;
mod webp;

use image::metadata::Orientation;
use image::{DynamicImage, RgbImage};
use ports::images::{ImageError, Pixels};

/// The largest file: four times the uncompressed size of the largest image that is requested from engines.
const MAX_FILE: usize = 32 << 20;
/// The longest side: models that draw "4K" produce up to 5504 pixels.
const MAX_SIDE: u32 = 6400;
/// The most pixels: six by four thousand take 72 MB.
const MAX_PIXELS: u64 = 24_000_000;
/// The shortest side that is usable for an image of an article.
const MIN_SIDE: u32 = 64;

/// An image in the orientation of its file.
struct Decoded {
    picture: RgbImage,
    orientation: Orientation,
}

/// Decodes a PNG, JPEG or WebP file, the right way up, on white where it is transparent.
pub(crate) fn decode(file: &[u8]) -> Result<Pixels, ImageError> {
    if file.len() > MAX_FILE {
        return Err(ImageError::TooLarge(format!("{} bytes", file.len())));
    }
    let decoded = match file {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => png::decode(file),
        [0xFF, 0xD8, 0xFF, ..] => jpeg::decode(file),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => webp::decode(file),
        _ => Err(ImageError::UnknownFormat),
    }?;
    let mut upright = DynamicImage::ImageRgb8(decoded.picture);
    upright.apply_orientation(decoded.orientation);
    let picture = upright.into_rgb8();
    let (width, height) = picture.dimensions();
    Pixels::new(width, height, picture.into_raw()).ok_or_else(|| broken("its pixels don't fill it"))
}

/// Refuses sizes that are too small to use or too large to decode safely.
fn check_size(width: u32, height: u32) -> Result<(), ImageError> {
    check_not_too_large(width, height)?;
    if width < MIN_SIDE || height < MIN_SIDE {
        return Err(broken(format!("only {width}x{height} pixels")));
    }
    Ok(())
}

fn check_not_too_large(width: u32, height: u32) -> Result<(), ImageError> {
    if width.max(height) > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(ImageError::TooLarge(format!("{width}x{height} pixels")));
    }
    Ok(())
}

#[expect(clippy::needless_pass_by_value, reason = "errors are handed over by `map_err`")]
fn broken(reason: impl ToString) -> ImageError {
    ImageError::Broken(reason.to_string())
}

/// Converts samples of one to four channels to red, green and blue on white.
fn flatten(width: u32, height: u32, samples: Vec<u8>, channels: usize) -> Result<RgbImage, ImageError> {
    let rgb = match channels {
        1 => samples.into_iter().flat_map(|grey| [grey; 3]).collect(),
        2 => samples.chunks_exact(2).flat_map(|pixel| [on_white(pixel[0], pixel[1]); 3]).collect(),
        3 => samples,
        _ => samples
            .chunks_exact(4)
            .flat_map(|pixel| [0, 1, 2].map(|i| on_white(pixel[i], pixel[3])))
            .collect(),
    };
    RgbImage::from_raw(width, height, rgb).ok_or_else(|| broken("it holds fewer pixels than it says"))
}

fn on_white(sample: u8, alpha: u8) -> u8 {
    let (sample, alpha) = (u32::from(sample), u32::from(alpha));
    let mixed = (sample * alpha + 255 * (255 - alpha) + 127) / 255;
    u8::try_from(mixed).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_pictures_that_models_draw_are_read() {
        for (width, height) in [(5504, 3072), (5056, 3392), (3392, 5056), (4096, 4096), (6000, 4000)] {
            assert_eq!(check_size(width, height), Ok(()), "{width}x{height}");
        }
        for (width, height) in [(6401, 100), (100, 6401), (6000, 4001), (u32::MAX, u32::MAX)] {
            assert!(matches!(check_size(width, height), Err(ImageError::TooLarge(_))), "{width}x{height}");
        }
    }

    #[test]
    fn transparency_shows_white() {
        assert_eq!(on_white(10, 255), 10);
        assert_eq!(on_white(10, 0), 255);
        assert_eq!(on_white(0, 128), 127);
    }

    #[test]
    fn samples_become_three_channels() {
        let one = |samples: &[u8], channels| flatten(1, 1, samples.to_vec(), channels).unwrap().into_raw();
        assert_eq!(one(&[7], 1), [7, 7, 7]);
        assert_eq!(one(&[7, 0], 2), [255, 255, 255]);
        assert_eq!(one(&[1, 2, 3], 3), [1, 2, 3]);
        assert_eq!(one(&[1, 2, 3, 255], 4), [1, 2, 3]);
        assert!(flatten(2, 1, vec![1, 2, 3], 3).is_err());
    }
}
