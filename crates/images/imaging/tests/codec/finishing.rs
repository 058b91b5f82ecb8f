//! Encoding: every format can be read back, copies are smaller, and the same input gives the same file.

use domain::Timestamp;
use domain::images::{ImageFormat, SourceType};
use imaging::RasterCodec;
use ports::images::{EncodedImage, Finish, ImageCodec, Label, Pixels};

use crate::files::{gradient, mean_distance, pixels};
use crate::metadata::avif_size;

/// The formats that this build writes.
pub(crate) fn formats() -> impl Iterator<Item = ImageFormat> {
    ImageFormat::ALL.into_iter().filter(|format| cfg!(feature = "avif") || *format != ImageFormat::Avif)
}

pub(crate) fn finish(format: ImageFormat) -> Finish {
    Finish {
        format,
        quality: None,
        widths: Vec::new(),
        label: Label {
            source_type: SourceType::TrainedAlgorithmicMedia,
            description: "Phố cổ <Hội An> & \"đèn lồng\" ]]>".to_owned(),
            language: "vi".to_owned(),
            creator_tool: "Rankwright 1.0".to_owned(),
            created_at: Timestamp::from_second(1_794_736_399).unwrap(),
        },
    }
}

fn size_of(file: &EncodedImage, format: ImageFormat) -> (u32, u32) {
    if format == ImageFormat::Avif {
        return avif_size(&file.bytes);
    }
    let picture = image::load_from_memory(&file.bytes).unwrap();
    (picture.width(), picture.height())
}

#[test]
fn files_read_back() {
    let picture = gradient(300, 200);
    for (format, loss) in [(ImageFormat::Webp, 2000), (ImageFormat::Png, 0), (ImageFormat::Jpeg, 2000)] {
        let finished = RasterCodec.finish(&pixels(picture.clone()), &finish(format)).unwrap();
        assert_eq!((finished.file.width, finished.file.height), (300, 200));
        assert!(finished.variants.is_empty());
        let kind = image::guess_format(&finished.file.bytes).unwrap();
        assert_eq!(kind.to_mime_type(), format.media_type());
        let read = image::load_from_memory(&finished.file.bytes).unwrap().into_rgb8();
        let distance = mean_distance(read.as_raw(), picture.as_raw());
        assert!(distance <= loss, "{format:?} is off by {distance} thousandths");
    }
}

#[test]
#[cfg(not(feature = "avif"))]
fn a_build_without_avif_says_so() {
    let refused = RasterCodec.finish(&pixels(gradient(64, 64)), &finish(ImageFormat::Avif));
    assert!(matches!(refused, Err(ports::images::ImageError::NotWritten(_))));
}

#[test]
fn quality_costs_bytes() {
    let picture = noisy(128, 128);
    for format in formats().filter(|format| *format != ImageFormat::Png) {
        let length = |quality| {
            let finish = Finish { quality: Some(quality), ..finish(format) };
            RasterCodec.finish(&picture, &finish).unwrap().file.bytes.len()
        };
        assert!(length(20) < length(60) && length(60) < length(95), "{format:?}");
        assert_eq!(length(0), length(1), "{format:?}");
        assert_eq!(length(255), length(100), "{format:?}");
    }
}

#[test]
fn copies_are_smaller_sorted_and_unique() {
    let picture = pixels(gradient(300, 200));
    for format in formats() {
        let widths = vec![200, 75, 300, 200, 0, 1920, 101];
        let finished = RasterCodec.finish(&picture, &Finish { widths, ..finish(format) }).unwrap();
        let sizes: Vec<_> = finished.variants.iter().map(|file| (file.width, file.height)).collect();
        assert_eq!(sizes, [(75, 50), (101, 67), (200, 133)], "{format:?}");
        for file in finished.variants.iter().chain([&finished.file]) {
            assert_eq!(size_of(file, format), (file.width, file.height), "{format:?}");
        }
    }
}

#[test]
fn the_narrowest_copy_is_a_pixel() {
    let picture = pixels(gradient(1000, 64));
    for format in formats() {
        let finished = RasterCodec.finish(&picture, &Finish { widths: vec![1], ..finish(format) }).unwrap();
        assert_eq!(size_of(&finished.variants[0], format), (1, 1), "{format:?}");
    }
}

#[test]
fn the_same_gives_the_same_bytes() {
    let picture = noisy(200, 150);
    for format in formats() {
        let finish = Finish { widths: vec![64], ..finish(format) };
        let once = RasterCodec.finish(&picture, &finish).unwrap();
        assert!(once == RasterCodec.finish(&picture, &finish).unwrap(), "{format:?}");
    }
}

#[test]
fn compression_pays() {
    let picture = pixels(gradient(600, 400));
    for format in formats() {
        let length = RasterCodec.finish(&picture, &finish(format)).unwrap().file.bytes.len();
        assert!(length < picture.rgb().len() / 4, "{format:?} takes {length} bytes");
    }
}

/// An image that is hard to compress, always the same one.
fn noisy(width: u32, height: u32) -> Pixels {
    let mut state = 1_u32;
    let mut picture = gradient(width, height);
    for sample in picture.iter_mut() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *sample = sample.wrapping_add(u8::try_from(state >> 27).unwrap());
    }
    pixels(picture)
}
