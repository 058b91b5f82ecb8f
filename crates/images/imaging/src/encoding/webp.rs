//! WebP: coded with loss by libwebp, in the extended container that holds metadata.

use ports::images::Pixels;
use webp::{Encoder, WebPConfig};

use crate::label::Metadata;

/// The longest side that the format can store.
const MAX_SIDE: u32 = 16_383;
/// From 0 to 6; the usual compromise between time and size.
const EFFORT: i32 = 4;
/// The file's own header, before the chunks.
const FILE_HEADER: usize = 12;

const HOLDS_EXIF: u8 = 0x08;
const HOLDS_XMP: u8 = 0x04;

pub(super) fn encode(pixels: &Pixels, quality: u8, metadata: &Metadata) -> Result<Vec<u8>, String> {
    if pixels.width().max(pixels.height()) > MAX_SIDE {
        return Err(format!("{}x{} pixels are too many for WebP", pixels.width(), pixels.height()));
    }
    let mut config = WebPConfig::new().map_err(|()| "libwebp has no configuration".to_owned())?;
    config.quality = f32::from(quality);
    config.method = EFFORT;
    let coded = Encoder::from_rgb(pixels.rgb(), pixels.width(), pixels.height())
        .encode_advanced(&config)
        .map_err(|error| format!("libwebp says {error:?}"))?;
    let picture = coded.get(FILE_HEADER..).ok_or("libwebp wrote no file")?;
    let chunks = [
        &chunk(*b"VP8X", &extended_header(pixels)),
        picture,
        &chunk(*b"EXIF", &metadata.exif),
        &chunk(*b"XMP ", metadata.xmp.as_bytes()),
    ];
    Ok(chunk(*b"RIFF", &[b"WEBP".as_slice(), &chunks.concat()].concat()))
}

fn extended_header(pixels: &Pixels) -> [u8; 10] {
    let [w0, w1, w2, _] = (pixels.width() - 1).to_le_bytes();
    let [h0, h1, h2, _] = (pixels.height() - 1).to_le_bytes();
    [HOLDS_EXIF | HOLDS_XMP, 0, 0, 0, w0, w1, w2, h0, h1, h2]
}

/// A chunk: data with its name and length before it, padded to an even length.
fn chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap_or(u32::MAX);
    let mut chunk = [&name, length.to_le_bytes().as_slice(), data].concat();
    chunk.resize(chunk.len().next_multiple_of(2), 0);
    chunk
}
