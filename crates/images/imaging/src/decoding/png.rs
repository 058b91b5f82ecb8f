//! PNG: only the rows of the first frame are inflated; everything after them is ignored.

use std::io::Cursor;

use image::metadata::Orientation;
use png::{Adam7Info, Decoder, DecodingError, InterlaceInfo, Limits, Reader, Transformations};
use ports::images::ImageError;

use super::{Decoded, broken, check_size, flatten};

/// The memory that the decoder may allocate besides the image.
const MAX_WORKING_MEMORY: usize = 64 << 20;

/// The first row and the distance of rows of the seven passes of an interlaced image.
const PASSES: [(u32, u32); 7] = [(0, 8), (0, 8), (4, 8), (0, 4), (2, 4), (0, 2), (1, 2)];

pub(super) fn decode(file: &[u8]) -> Result<Decoded, ImageError> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(file), Limits { bytes: MAX_WORKING_MEMORY });
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let header = decoder.read_header_info().map_err(broken)?;
    let (width, height) = (header.width, header.height);
    check_size(width, height)?;

    let mut reader = decoder.read_info().map_err(broken)?;
    let orientation = reader.info().exif_metadata.as_deref().and_then(Orientation::from_exif_chunk);
    let channels = reader.output_color_type().0.samples();
    let samples = read_rows(&mut reader, channels).map_err(broken)?;
    let picture = flatten(width, height, samples, channels)?;
    Ok(Decoded { picture, orientation: orientation.unwrap_or(Orientation::NoTransforms) })
}

/// Reads exactly as many rows as the image has. Reading another row would inflate the rest of the data, which
/// may be endless.
fn read_rows(reader: &mut Reader<Cursor<&[u8]>>, channels: usize) -> Result<Vec<u8>, DecodingError> {
    let (width, height) = reader.info().size();
    let size = reader.output_buffer_size().ok_or(DecodingError::LimitsExceeded)?;
    let stride = reader.output_line_size(width).ok_or(DecodingError::LimitsExceeded)?;
    let mut samples = vec![0; size];
    if !reader.info().interlaced {
        for row in samples.chunks_exact_mut(stride) {
            reader.read_row(row)?;
        }
        return Ok(samples);
    }
    let rows: u32 = PASSES.iter().map(|(first, distance)| (height - first).div_ceil(*distance)).sum();
    let mut row = vec![0; stride];
    for _ in 0..rows {
        if let Some(InterlaceInfo::Adam7(place)) = reader.read_row(&mut row)? {
            spread(&mut samples, stride, &row, &place, channels);
        }
    }
    Ok(samples)
}

fn spread(samples: &mut [u8], stride: usize, row: &[u8], place: &Adam7Info, channels: usize) {
    let bits = u8::try_from(channels * 8).unwrap_or(u8::MAX);
    png::expand_interlaced_row(samples, stride, row, place, bits);
}
