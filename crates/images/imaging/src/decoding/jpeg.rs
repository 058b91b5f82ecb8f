//! JPEG: baseline and progressive, grey, colour and CMYK. An image whose data ends early is an error, not
//! filled with grey.

use image::RgbImage;
use image::metadata::Orientation;
use ports::images::ImageError;
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

use super::{Decoded, broken, check_size};

/// The largest side that a header can contain; `check_size` checks the size.
const MAX_CODED_SIDE: usize = 65_535;
/// Progressive images have about ten; each requires a pass over all blocks.
const MAX_SCANS: usize = 64;

const START_OF_SCAN: u8 = 0xDA;
const END_OF_IMAGE: [u8; 2] = [0xFF, 0xD9];

pub(super) fn decode(file: &[u8]) -> Result<Decoded, ImageError> {
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(MAX_CODED_SIDE)
        .set_max_height(MAX_CODED_SIDE)
        .jpeg_set_max_scans(MAX_SCANS)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(file), options);
    decoder.decode_headers().map_err(broken)?;
    let (width, height) =
        decoder.info().map_or((0, 0), |info| (u32::from(info.width), u32::from(info.height)));
    check_size(width, height)?;
    if !is_complete(file) {
        return Err(broken("it ends early"));
    }

    let orientation = decoder.exif().and_then(|exif| Orientation::from_exif_chunk(exif));
    let rgb = decoder.decode().map_err(broken)?;
    let picture =
        RgbImage::from_raw(width, height, rgb).ok_or_else(|| broken("it holds fewer pixels than it says"))?;
    Ok(Decoded { picture, orientation: orientation.unwrap_or(Orientation::NoTransforms) })
}

/// Whether the coded data is complete. The decoder alone would accept a truncated last row.
fn is_complete(file: &[u8]) -> bool {
    coded_data(file).is_some_and(|data| data.windows(2).any(|pair| pair == END_OF_IMAGE))
}

/// The data after the header of the first scan; a preview in the headers has its own end marker.
fn coded_data(file: &[u8]) -> Option<&[u8]> {
    let mut rest = file.get(2..)?;
    loop {
        let [0xFF, marker, high, low, ..] = *rest else { return None };
        if marker == 0xFF {
            rest = rest.get(1..)?;
            continue;
        }
        let segment = rest.get(2 + usize::from(u16::from_be_bytes([high, low]))..)?;
        if marker == START_OF_SCAN {
            return Some(segment);
        }
        rest = segment;
    }
}
