//! JPEG: progressive, colour at half the resolution, metadata in application segments.

use mozjpeg_rs::{Encoder, Preset, Subsampling};
use ports::images::Pixels;

use crate::label::Metadata;

const XMP_SEGMENT: u8 = 1;
const XMP_NAMESPACE: &[u8] = b"http://ns.adobe.com/xap/1.0/\0";

pub(super) fn encode(pixels: &Pixels, quality: u8, metadata: &Metadata) -> Result<Vec<u8>, String> {
    Encoder::new(Preset::ProgressiveBalanced)
        .quality(quality)
        .subsampling(Subsampling::S420)
        .exif_data(metadata.exif.clone())
        .add_marker(XMP_SEGMENT, [XMP_NAMESPACE, metadata.xmp.as_bytes()].concat())
        .encode_rgb(pixels.rgb(), pixels.width(), pixels.height())
        .map_err(|error| error.to_string())
}
