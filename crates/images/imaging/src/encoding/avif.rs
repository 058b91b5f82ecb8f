//! AVIF: coded by rav1e, in a container of our own, because the encoder's container has no place for XMP.

mod container;

use ports::images::Pixels;
use ravif::{BitDepth, Encoder, Img, RGB8};

use crate::label::Metadata;

/// From 1 to 10. Slower speeds save a few percent for many times the time.
const SPEED: u8 = 9;

pub(super) fn encode(pixels: &Pixels, quality: u8, metadata: &Metadata) -> Result<Vec<u8>, String> {
    let colours: Vec<RGB8> =
        pixels.rgb().chunks_exact(3).map(|pixel| RGB8::new(pixel[0], pixel[1], pixel[2])).collect();
    let width = usize::try_from(pixels.width()).map_err(|error| error.to_string())?;
    let height = usize::try_from(pixels.height()).map_err(|error| error.to_string())?;
    let encoded = Encoder::new()
        .with_quality(f32::from(quality))
        .with_speed(SPEED)
        .with_bit_depth(BitDepth::Ten)
        .with_num_threads(Some(1))
        .encode_rgb(Img::new(&colours, width, height))
        .map_err(|error| error.to_string())?;
    let coded = coded_picture(&encoded.avif_file, encoded.color_byte_size).ok_or("rav1e wrote no picture")?;
    Ok(container::write(pixels.width(), pixels.height(), coded, metadata))
}

/// The coded image is the last data in the encoder's own container.
fn coded_picture(file: &[u8], length: usize) -> Option<&[u8]> {
    file.get(file.len().checked_sub(length)?..).filter(|coded| !coded.is_empty())
}
