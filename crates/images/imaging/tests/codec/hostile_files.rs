//! Bad files lead to a typed error, quickly and with little memory.

use image::ImageFormat;
use ports::images::ImageError;
use proptest::prelude::*;

use crate::files::{
    PngHeader, cmyk_jpeg, deflated, develop, encoded, gradient, lossy_webp, png_chunk, riff_chunk,
    webp_canvas, webp_file,
};

/// The peak memory of this process. Tests run in processes of their own.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_ascii_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

fn refusal(file: Vec<u8>) -> ImageError {
    develop(file).unwrap_err()
}

fn is_broken(error: &ImageError) -> bool {
    matches!(error, ImageError::Broken(_))
}

/// One good file of each kind that is read.
fn good_files() -> Vec<(&'static str, Vec<u8>)> {
    let picture = gradient(120, 90);
    let progressive = mozjpeg_rs::Encoder::new(mozjpeg_rs::Preset::ProgressiveBalanced);
    vec![
        ("png", encoded(picture.clone(), ImageFormat::Png)),
        ("jpeg", encoded(picture.clone(), ImageFormat::Jpeg)),
        ("progressive jpeg", progressive.encode_rgb(&picture, 120, 90).unwrap()),
        ("cmyk jpeg", cmyk_jpeg([228, 128, 28, 255])),
        ("lossless webp", encoded(picture.clone(), ImageFormat::WebP)),
        ("lossy webp", lossy_webp(&picture)),
    ]
}

#[test]
fn other_types_are_not_read() {
    let others: [&[u8]; 9] = [
        b"",
        b"GIF89a\x40\0\x40\0\0\0\0;",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"<!doctype html><title>Quota exceeded</title>",
        b"{\"error\":\"overloaded\"}",
        b"BM\x46\0\0\0",
        b"\0\0\0\x1cftypavif",
        b"RIFF\x24\0\0\0WAVEfmt ",
        b"\x89PNG",
    ];
    for other in others {
        assert_eq!(refusal(other.to_vec()), ImageError::UnknownFormat, "{other:?}");
    }
}

#[test]
fn a_file_of_33_megabytes_is_too_large() {
    let mut file = encoded(gradient(64, 64), ImageFormat::Png);
    file.resize(33 << 20, 0);
    assert!(matches!(refusal(file), ImageError::TooLarge(_)));
}

#[test]
fn sizes_beyond_the_bounds_are_refused_by_the_header() {
    let before = peak_memory();
    let huge_png =
        PngHeader { width: 60_000, height: 60_000, ..PngHeader::small_grey() }.with_data(&deflated(&[0; 99]));
    let mut huge_jpeg = encoded(gradient(64, 64), ImageFormat::Jpeg);
    let frame = huge_jpeg.windows(2).position(|pair| pair == [0xFF, 0xC0]).unwrap();
    huge_jpeg[frame + 5..frame + 9].copy_from_slice(&[0xFF; 4]);
    let vp8 = lossy_webp(&gradient(64, 64))[12..].to_vec();
    let huge_canvas = webp_file(&[webp_canvas(0, 16_000, 16_000), vp8.clone()]);
    let mut huge_picture = vp8;
    huge_picture[8 + 6..8 + 10].copy_from_slice(&[0xFF, 0x3F, 0xFF, 0x3F]);
    let huge_inside = webp_file(&[webp_canvas(0, 64, 64), huge_picture.clone()]);
    let frame_place = [0, 0, 0, 0, 0, 0, 63, 0, 0, 63, 0, 0, 1, 0, 0, 0];
    let huge_frame = webp_file(&[
        webp_canvas(0x02, 64, 64),
        riff_chunk(*b"ANIM", &[0; 6]),
        riff_chunk(*b"ANMF", &[frame_place.as_slice(), &huge_picture].concat()),
    ]);
    for (name, file) in [
        ("png", huge_png),
        ("jpeg", huge_jpeg),
        ("canvas", huge_canvas),
        ("picture inside", huge_inside),
        ("frame inside", huge_frame),
    ] {
        let error = refusal(file);
        assert!(matches!(error, ImageError::TooLarge(_)), "{name}: {error}");
    }
    assert!(peak_memory() - before < 16 << 20);
}

#[test]
fn pictures_of_a_few_pixels_are_refused() {
    for (width, height) in [(1, 1), (63, 64), (640, 1)] {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            let error = refusal(encoded(gradient(width, height), format));
            assert_eq!(error, ImageError::Broken(format!("only {width}x{height} pixels")));
        }
    }
}

/// Data that would inflate to 64 megabytes, with an invalid end that is never reached.
#[test]
fn what_follows_the_last_row_is_not_inflated() {
    let mut endless = deflated(&vec![0; 64 << 20]);
    let half = endless.len() / 2;
    endless[half..].fill(0xFF);
    for interlaced in [false, true] {
        develop(PngHeader { interlaced, ..PngHeader::small_grey() }.with_data(&endless)).unwrap();
    }
}

#[test]
fn metadata_is_not_inflated() {
    let bomb = [b"x\0\0".as_slice(), &deflated(&vec![b'a'; 64 << 20])].concat();
    let file = encoded(gradient(64, 64), ImageFormat::Png);
    let before = peak_memory();
    for name in [*b"zTXt", *b"iCCP"] {
        develop([&file[..33], &png_chunk(name, &bomb), &file[33..]].concat()).unwrap();
    }
    assert!(peak_memory() - before < 48 << 20);
}

#[test]
fn truncated_files_are_broken() {
    for (name, file) in good_files() {
        assert!(develop(file.clone()).is_ok(), "{name}");
        for eighth in 1..8 {
            let error = refusal(file[..file.len() * eighth / 8].to_vec());
            assert!(is_broken(&error), "{name} at {eighth}/8: {error}");
        }
    }
}

/// The end of a PNG file carries no data; every other format is incomplete without its last bytes.
#[test]
fn the_last_bytes_matter() {
    for (name, file) in good_files().into_iter().filter(|(name, _)| *name != "png") {
        for missing in [1, 2, 5, 20] {
            let error = refusal(file[..file.len() - missing].to_vec());
            assert!(is_broken(&error), "{name} without {missing}: {error}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn noise_is_refused(noise in prop::collection::vec(any::<u8>(), 0..2000), kind in 0..4_usize) {
        let beginnings: [&[u8]; 4] = [b"", b"\x89PNG\r\n\x1a\n", b"\xFF\xD8\xFF", b"RIFF\xF0\0\0\0WEBP"];
        prop_assert!(develop([beginnings[kind], &noise].concat()).is_err());
    }

    /// Damaged files never cause a panic or use much memory.
    #[test]
    fn damaged_files_are_read_or_refused(
        kind in 0..6_usize,
        damages in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let (_, mut file) = good_files().swap_remove(kind);
        for (place, byte) in damages {
            let place = place.index(file.len());
            file[place] = byte;
        }
        let before = peak_memory();
        let _ = develop(file);
        prop_assert!(peak_memory().saturating_sub(before) < 400 << 20);
    }
}
