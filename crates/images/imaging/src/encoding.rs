//! Encodes image files. Each format has one file here, which encodes the pixels and embeds the metadata.

#[cfg(feature = "avif")]
mod avif;
mod jpeg;
mod png;
mod webp;

use domain::images::ImageFormat;
use ports::images::Pixels;

use crate::label::Metadata;

/// Qualities at which a viewer hardly sees a difference from the original.
const USUAL_WEBP: u8 = 82;
const USUAL_JPEG: u8 = 85;
#[cfg(feature = "avif")]
const USUAL_AVIF: u8 = 70;

/// Encodes an image in a format. Returns a message if that fails.
pub(crate) fn encode(
    pixels: &Pixels,
    format: ImageFormat,
    quality: Option<u8>,
    metadata: &Metadata,
) -> Result<Vec<u8>, String> {
    let quality_or = |usual: u8| quality.unwrap_or(usual).clamp(1, 100);
    match format {
        ImageFormat::Webp => webp::encode(pixels, quality_or(USUAL_WEBP), metadata),
        ImageFormat::Png => png::encode(pixels, metadata),
        ImageFormat::Jpeg => jpeg::encode(pixels, quality_or(USUAL_JPEG), metadata),
        #[cfg(feature = "avif")]
        ImageFormat::Avif => avif::encode(pixels, quality_or(USUAL_AVIF), metadata),
        #[cfg(not(feature = "avif"))]
        ImageFormat::Avif => Err("this build does not write AVIF".to_owned()),
    }
}
