//! WebP: with and without loss, and the first frame of animations.

use std::io::Cursor;

use image::codecs::webp::WebPDecoder;
use image::{ColorType, ImageDecoder};
use ports::images::ImageError;

use super::{Decoded, broken, check_not_too_large, check_size, flatten};

/// The header of the file, and of a chunk.
const FILE_HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;
/// Place, size and duration of a frame, before its chunks.
const FRAME_HEADER: usize = 16;

pub(super) fn decode(file: &[u8]) -> Result<Decoded, ImageError> {
    check_coded_sizes(chunks_of(file)?)?;
    let mut decoder = WebPDecoder::new(Cursor::new(file)).map_err(broken)?;
    let (width, height) = decoder.dimensions();
    check_size(width, height)?;

    let orientation = decoder.orientation().map_err(broken)?;
    let channels = if decoder.color_type() == ColorType::Rgba8 { 4 } else { 3 };
    let size = usize::try_from(decoder.total_bytes()).map_err(broken)?;
    let mut samples = vec![0; size];
    decoder.read_image(&mut samples).map_err(broken)?;
    Ok(Decoded { picture: flatten(width, height, samples, channels)?, orientation })
}

/// The chunks of a file, if it is as long as its header states.
fn chunks_of(file: &[u8]) -> Result<Chunks<'_>, ImageError> {
    let length = file.get(4..8).and_then(length_of).ok_or_else(ends_early)?;
    file.get(FILE_HEADER..length.saturating_add(CHUNK_HEADER)).map(Chunks).ok_or_else(ends_early)
}

/// Coded images contain a size of their own, which the decoder compares with the file's only after decoding.
fn check_coded_sizes(chunks: Chunks<'_>) -> Result<(), ImageError> {
    for chunk in chunks {
        let (name, data) = chunk?;
        match name {
            b"VP8 " => check_coded_size(data)?,
            b"ANMF" => check_frame(Chunks(data.get(FRAME_HEADER..).ok_or_else(ends_early)?))?,
            _ => {}
        }
    }
    Ok(())
}

/// Checks the coded size in a frame. Frames hold the coded image and its transparency, never frames.
fn check_frame(chunks: Chunks<'_>) -> Result<(), ImageError> {
    for chunk in chunks {
        if let (b"VP8 ", data) = chunk? {
            check_coded_size(data)?;
        }
    }
    Ok(())
}

/// The frame tag and start code are followed by width and height: fourteen bits each, with two bits of
/// scaling above.
fn check_coded_size(data: &[u8]) -> Result<(), ImageError> {
    let [_, _, _, _, _, _, w0, w1, h0, h1, ..] = *data else { return Err(ends_early()) };
    let side = |low, high| u32::from(u16::from_le_bytes([low, high]) & 0x3FFF);
    check_not_too_large(side(w0, w1), side(h0, h1))
}

fn length_of(bytes: &[u8]) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()
}

fn ends_early() -> ImageError {
    broken("it ends early")
}

/// Iterates over names and data of chunks; an error if one is truncated.
struct Chunks<'a>(&'a [u8]);

impl<'a> Iterator for Chunks<'a> {
    type Item = Result<(&'a [u8], &'a [u8]), ImageError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (header, rest) = self.0.split_at_checked(CHUNK_HEADER)?;
        let (name, length) = header.split_at(4);
        let Some((data, after)) = length_of(length).and_then(|length| rest.split_at_checked(length)) else {
            self.0 = &[];
            return Some(Err(ends_early()));
        };
        // A padding byte follows data of odd length.
        self.0 = after.get(data.len() % 2..).unwrap_or_default();
        Some(Ok((name, data)))
    }
}
