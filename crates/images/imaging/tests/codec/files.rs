//! Files of all kinds, good and bad, built byte by byte where no encoder would produce them.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use domain::images::ImageSize;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::{DynamicImage, ImageEncoder, ImageFormat, RgbImage};
use imaging::RasterCodec;
use ports::images::{Drawn, ImageCodec, ImageError, Pixels};

/// An image in which every pixel differs from its neighbours, smooth enough for lossy codecs.
pub(crate) fn gradient(width: u32, height: u32) -> RgbImage {
    let share = |part: u32, whole: u32| u8::try_from(part * 255 / whole).unwrap();
    RgbImage::from_fn(width, height, |x, y| {
        image::Rgb([share(x, width), share(y, height), 255 - share(x + y, width + height)])
    })
}

pub(crate) fn pixels(picture: RgbImage) -> Pixels {
    Pixels::new(picture.width(), picture.height(), picture.into_raw()).unwrap()
}

pub(crate) fn encoded(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.into().write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// A square image as the codec reads it, brought to 1024x1024.
pub(crate) fn develop(file: Vec<u8>) -> Result<Pixels, ImageError> {
    RasterCodec.develop(Drawn::File(file.into()), ImageSize::Square)
}

pub(crate) fn at(pixels: &Pixels, x: u32, y: u32) -> [u8; 3] {
    let start = usize::try_from((y * pixels.width() + x) * 3).unwrap();
    pixels.rgb()[start..start + 3].try_into().unwrap()
}

pub(crate) fn is_near(one: [u8; 3], other: [u8; 3], distance: u8) -> bool {
    one.iter().zip(other).all(|(one, other)| one.abs_diff(other) <= distance)
}

/// The mean difference of samples, in thousandths.
pub(crate) fn mean_distance(one: &[u8], other: &[u8]) -> usize {
    assert_eq!(one.len(), other.len());
    let sum: usize = one.iter().zip(other).map(|(one, other)| usize::from(one.abs_diff(*other))).sum();
    sum * 1000 / one.len()
}

pub(crate) fn deflated(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

/// The contents of a PNG file's header.
pub(crate) struct PngHeader {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) depth: u8,
    pub(crate) colour: u8,
    pub(crate) interlaced: bool,
}

impl PngHeader {
    pub(crate) const GREY: u8 = 0;

    /// A grey image of 64x64 pixels.
    pub(crate) fn small_grey() -> Self {
        Self { width: 64, height: 64, depth: 8, colour: Self::GREY, interlaced: false }
    }

    /// A file with this header and compressed data.
    pub(crate) fn with_data(&self, data: &[u8]) -> Vec<u8> {
        let mut header = [self.width.to_be_bytes(), self.height.to_be_bytes()].concat();
        header.extend([self.depth, self.colour, 0, 0, u8::from(self.interlaced)]);
        let chunks = [png_chunk(*b"IHDR", &header), png_chunk(*b"IDAT", data), png_chunk(*b"IEND", &[])];
        [b"\x89PNG\r\n\x1a\n".as_slice(), &chunks.concat()].concat()
    }
}

pub(crate) fn png_chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let mut checksum = flate2::Crc::new();
    checksum.update(&name);
    checksum.update(data);
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    [&length, name.as_slice(), data, &checksum.sum().to_be_bytes()].concat()
}

/// An Exif block that only contains an orientation.
pub(crate) fn orientation_block(orientation: u16) -> Vec<u8> {
    let entry = [0x0112_u16, 3, 0, 1, orientation, 0].map(u16::to_be_bytes).concat();
    [b"MM\0*\0\0\0\x08\0\x01".as_slice(), &entry, &[0; 4]].concat()
}

/// A JPEG file with an orientation after its first marker.
pub(crate) fn oriented_jpeg(picture: &RgbImage, orientation: u16) -> Vec<u8> {
    let file = encoded(picture.clone(), ImageFormat::Jpeg);
    let block = [b"Exif\0\0".as_slice(), &orientation_block(orientation)].concat();
    let length = u16::try_from(block.len() + 2).unwrap().to_be_bytes();
    [&file[..2], &[0xFF, 0xE1], &length, &block, &file[2..]].concat()
}

/// A PNG file with an orientation before its pixels.
pub(crate) fn oriented_png(picture: &RgbImage, orientation: u16) -> Vec<u8> {
    let file = encoded(picture.clone(), ImageFormat::Png);
    // The orientation follows the signature and the header, whose lengths are fixed.
    let (head, tail) = file.split_at(33);
    [head, &png_chunk(*b"eXIf", &orientation_block(orientation)), tail].concat()
}

/// A WebP file with an orientation.
pub(crate) fn oriented_webp(picture: &RgbImage, orientation: u16) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = image::codecs::webp::WebPEncoder::new_lossless(&mut file);
    encoder.set_exif_metadata(orientation_block(orientation)).unwrap();
    let (width, height) = picture.dimensions();
    encoder.write_image(picture, width, height, image::ExtendedColorType::Rgb8).unwrap();
    file
}

pub(crate) fn riff_chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap().to_le_bytes();
    let padding = vec![0; data.len() % 2];
    [name.as_slice(), &length, data, &padding].concat()
}

pub(crate) fn webp_file(chunks: &[Vec<u8>]) -> Vec<u8> {
    riff_chunk(*b"RIFF", &[b"WEBP".as_slice(), &chunks.concat()].concat())
}

/// The extended header of a WebP file.
pub(crate) fn webp_canvas(flags: u8, width: u32, height: u32) -> Vec<u8> {
    let [w0, w1, w2, _] = (width - 1).to_le_bytes();
    let [h0, h1, h2, _] = (height - 1).to_le_bytes();
    riff_chunk(*b"VP8X", &[flags, 0, 0, 0, w0, w1, w2, h0, h1, h2])
}

pub(crate) fn lossy_webp(picture: &RgbImage) -> Vec<u8> {
    webp::Encoder::from_rgb(picture, picture.width(), picture.height()).encode(80.0).to_vec()
}

/// A baseline JPEG of one colour with four components, 64x64 pixels, as Adobe's programs write CMYK: inverted.
pub(crate) fn cmyk_jpeg(colour: [i32; 4]) -> Vec<u8> {
    let segment = |marker: u8, data: &[u8]| {
        let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
        [&[0xFF, marker], length.as_slice(), data].concat()
    };
    // With a quantiser of eight, a coefficient of the mean is the distance to 128.
    let quantiser = [vec![0], vec![8; 64]].concat();
    let components = [1, 2, 3, 4].map(|id| [id, 0x11, 0]).concat();
    let frame = [&[8, 0, 64, 0, 64, 4], components.as_slice()].concat();
    // Codes: `0` for no difference, `10` for seven bits of it; `0` for the end of a block.
    let means = [vec![0x00, 1, 1], vec![0; 14], vec![0, 7]].concat();
    let ends = [vec![0x10, 1], vec![0; 15], vec![0]].concat();
    let scan = [vec![4], [1, 2, 3, 4].map(|id| [id, 0x00]).concat(), vec![0, 63, 0]].concat();
    let mut bits = String::new();
    for block in 0..64 {
        for mean in colour {
            let distance = mean - 128;
            if block > 0 || distance == 0 {
                bits.push_str("00");
            } else {
                write!(bits, "10{:07b}0", magnitude(distance)).unwrap();
            }
        }
    }
    let mut file = vec![0xFF, 0xD8];
    file.extend(segment(0xEE, b"Adobe\0\x64\0\0\0\0\0"));
    file.extend(segment(0xDB, &quantiser));
    file.extend(segment(0xC0, &frame));
    file.extend(segment(0xC4, &means));
    file.extend(segment(0xC4, &ends));
    file.extend(segment(0xDA, &scan));
    file.extend(packed(&bits));
    file.extend([0xFF, 0xD9]);
    file
}

/// A difference of seven bits as the format writes it.
fn magnitude(distance: i32) -> i32 {
    assert!((64..128).contains(&distance.abs()));
    if distance < 0 { distance + 127 } else { distance }
}

fn packed(bits: &str) -> Vec<u8> {
    let padded = format!("{bits}{}", "1".repeat(bits.len().next_multiple_of(8) - bits.len()));
    let byte = |index: usize| u8::from_str_radix(&padded[index * 8..index * 8 + 8], 2).unwrap();
    (0..padded.len() / 8)
        .map(byte)
        .flat_map(|byte| if byte == 0xFF { vec![0xFF, 0] } else { vec![byte] })
        .collect()
}
