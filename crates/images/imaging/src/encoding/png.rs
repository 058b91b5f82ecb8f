//! PNG: rows with adaptive filters, metadata as text before the pixels.

use png::chunk::ChunkType;
use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter, SrgbRenderingIntent};
use ports::images::Pixels;

use crate::label::Metadata;

const XMP_KEYWORD: &str = "XML:com.adobe.xmp";
/// From 1 to 9. More hardly shrinks filtered images, less makes them twice as large.
const EFFORT: u8 = 3;
const EXIF: ChunkType = ChunkType(*b"eXIf");

pub(super) fn encode(pixels: &Pixels, metadata: &Metadata) -> Result<Vec<u8>, String> {
    write(pixels, metadata).map_err(|error| error.to_string())
}

fn write(pixels: &Pixels, metadata: &Metadata) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
    encoder.set_deflate_compression(DeflateCompression::Level(EFFORT));
    encoder.set_filter(Filter::Adaptive);
    encoder.add_itxt_chunk(XMP_KEYWORD.to_owned(), metadata.xmp.clone())?;
    let mut writer = encoder.write_header()?;
    writer.write_chunk(EXIF, &metadata.exif)?;
    writer.write_image_data(pixels.rgb())?;
    writer.finish()?;
    Ok(file)
}
