//! Decoding of valid files.

use domain::images::ImageSize;
use image::{DynamicImage, GrayImage, ImageBuffer, ImageFormat, Luma, LumaA, Rgba, RgbaImage};
use imaging::RasterCodec;
use ports::images::{Drawn, ImageCodec};

use crate::files::{
    PngHeader, at, cmyk_jpeg, deflated, develop, encoded, gradient, is_near, lossy_webp, mean_distance,
    oriented_jpeg, oriented_png, oriented_webp, pixels, riff_chunk, webp_canvas, webp_file,
};

#[test]
fn a_picture_of_the_ordered_size_keeps_its_pixels() {
    for size in ImageSize::ALL {
        let (width, height) = size.pixels();
        let picture = gradient(width, height);
        for format in [ImageFormat::Png, ImageFormat::WebP] {
            let file = encoded(picture.clone(), format);
            let developed = RasterCodec.develop(Drawn::File(file.into()), size).unwrap();
            assert!(developed == pixels(picture.clone()), "{size:?} as {format:?}");
        }
        let drawn = Drawn::Pixels(pixels(picture.clone()));
        assert!(RasterCodec.develop(drawn, size).unwrap() == pixels(picture), "{size:?} as pixels");
    }
}

#[test]
fn other_sizes_are_brought_to_the_ordered_one() {
    for (width, height) in [(64, 64), (200, 3000), (4096, 64), (1025, 1024), (777, 778)] {
        let file = encoded(gradient(width, height), ImageFormat::Png);
        for size in ImageSize::ALL {
            let developed = RasterCodec.develop(Drawn::File(file.clone().into()), size).unwrap();
            assert_eq!((developed.width(), developed.height()), size.pixels());
        }
    }
}

#[test]
fn codecs_with_loss_are_read() {
    let picture = gradient(1024, 1024);
    for file in [encoded(picture.clone(), ImageFormat::Jpeg), lossy_webp(&picture)] {
        let developed = develop(file).unwrap();
        assert!(mean_distance(developed.rgb(), picture.as_raw()) < 3000);
    }
}

#[test]
fn every_depth_and_colour_of_png_is_read() {
    let grey = GrayImage::from_pixel(64, 64, Luma([90]));
    let grey_alpha = ImageBuffer::from_pixel(64, 64, LumaA([0_u8, 255]));
    let deep = ImageBuffer::from_pixel(64, 64, image::Rgb([0x1234_u16, 0x8000, 0xFFFF]));
    let pictures: [(DynamicImage, [u8; 3]); 3] =
        [(grey.into(), [90; 3]), (grey_alpha.into(), [0; 3]), (deep.into(), [0x12, 0x80, 0xFF])];
    for (picture, colour) in pictures {
        assert_eq!(at(&develop(encoded(picture, ImageFormat::Png)).unwrap(), 500, 500), colour);
    }
}

#[test]
fn palettes_are_read() {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 64, 64);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Two);
    encoder.set_palette(vec![9, 9, 9, 200, 100, 50]);
    // The second colour is half transparent.
    encoder.set_trns(vec![255, 128]);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[0b0101_0101; 16 * 64]).unwrap();
    writer.finish().unwrap();
    assert_eq!(at(&develop(file).unwrap(), 10, 10), [227, 177, 152]);
}

#[test]
fn interlaced_png_is_read_as_any_other() {
    let shade = |x: usize, y: usize| u8::try_from(x * 2 + y).unwrap();
    let passes =
        [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];
    let mut rows = Vec::new();
    for (left, top, across, down) in passes {
        for y in (top..64).step_by(down) {
            rows.push(0);
            rows.extend((left..64).step_by(across).map(|x| shade(x, y)));
        }
    }
    let plain: Vec<u8> =
        (0..64).flat_map(|y| [0].into_iter().chain((0..64).map(move |x| shade(x, y)))).collect();
    let interlaced = PngHeader { interlaced: true, ..PngHeader::small_grey() }.with_data(&deflated(&rows));
    let plain = PngHeader::small_grey().with_data(&deflated(&plain));
    assert!(develop(interlaced).unwrap() == develop(plain).unwrap());
}

#[test]
fn transparency_becomes_white() {
    let clear = RgbaImage::from_pixel(64, 64, Rgba([10, 20, 30, 0]));
    let half = RgbaImage::from_pixel(64, 64, Rgba([0, 0, 0, 128]));
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        assert_eq!(at(&develop(encoded(clear.clone(), format)).unwrap(), 512, 512), [255; 3]);
        assert_eq!(at(&develop(encoded(half.clone(), format)).unwrap(), 512, 512), [127; 3]);
    }
}

#[test]
fn grey_and_cmyk_jpeg_are_read() {
    let grey = GrayImage::from_pixel(64, 64, Luma([90]));
    assert!(is_near(at(&develop(encoded(grey, ImageFormat::Jpeg)).unwrap(), 512, 512), [90; 3], 2));

    let colourful = develop(cmyk_jpeg([228, 128, 28, 255])).unwrap();
    assert!(is_near(at(&colourful, 512, 512), [228, 128, 28], 2), "{:?}", at(&colourful, 512, 512));
}

#[test]
fn pictures_are_turned_the_right_way_up() {
    let mut lying = gradient(96, 64);
    for (_, _, pixel) in lying.enumerate_pixels_mut().filter(|(x, _, _)| *x < 48) {
        *pixel = image::Rgb([250, 0, 0]);
    }
    let oriented: [fn(&image::RgbImage, u16) -> Vec<u8>; 3] = [oriented_jpeg, oriented_png, oriented_webp];
    for orient in oriented {
        let upright =
            RasterCodec.develop(Drawn::File(orient(&lying, 6).into()), ImageSize::Portrait).unwrap();
        // After a clockwise quarter turn, the left side is at the top.
        assert!(is_near(at(&upright, 512, 300), [250, 0, 0], 12), "{:?}", at(&upright, 512, 300));
        assert!(!is_near(at(&upright, 512, 1200), [250, 0, 0], 100));
    }
}

#[test]
fn animations_show_their_first_frame() {
    let frame = |colour: [u8; 3]| image::RgbImage::from_pixel(64, 64, image::Rgb(colour));
    let frames = [frame([200, 10, 10]), frame([10, 200, 10])];

    let mut apng = Vec::new();
    let mut encoder = png::Encoder::new(&mut apng, 64, 64);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_animated(2, 0).unwrap();
    let mut writer = encoder.write_header().unwrap();
    for frame in &frames {
        writer.write_image_data(frame).unwrap();
    }
    writer.finish().unwrap();
    assert_eq!(at(&develop(apng).unwrap(), 512, 512), [200, 10, 10]);

    let animation_header = riff_chunk(*b"ANIM", &[0; 6]);
    let animated = |frame: &image::RgbImage| {
        let place = [0, 0, 0, 0, 0, 0, 63, 0, 0, 63, 0, 0, 100, 0, 0, 0];
        riff_chunk(*b"ANMF", &[place.as_slice(), &lossy_webp(frame)[12..]].concat())
    };
    let webp =
        webp_file(&[webp_canvas(0x02, 64, 64), animation_header, animated(&frames[0]), animated(&frames[1])]);
    let first = at(&develop(webp).unwrap(), 512, 512);
    assert!(is_near(first, [200, 10, 10], 6), "{first:?}");
}
