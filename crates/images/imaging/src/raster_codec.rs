//! Decodes and encodes: files from outside become pixels of the requested size, pixels become files. The same
//! pixels and finish always give the same bytes.

use std::collections::BTreeSet;

use domain::images::ImageSize;
use ports::images::{Drawn, EncodedImage, Finish, Finished, ImageCodec, ImageError, Pixels};

use crate::encoding::encode;
use crate::label::Metadata;
use crate::{decoding, scaling};

/// Reads PNG, JPEG and WebP; writes these and AVIF. Runs on the calling thread.
#[derive(Debug, Clone, Copy, Default)]
pub struct RasterCodec;

impl ImageCodec for RasterCodec {
    fn develop(&self, picture: Drawn, size: ImageSize) -> Result<Pixels, ImageError> {
        let pixels = match picture {
            Drawn::File(file) => decoding::decode(&file)?,
            Drawn::Pixels(pixels) => pixels,
        };
        let (width, height) = size.pixels();
        if (pixels.width(), pixels.height()) == (width, height) {
            return Ok(pixels);
        }
        scaling::scale(&pixels, width, height).map_err(ImageError::Broken)
    }

    fn finish(&self, pixels: &Pixels, finish: &Finish) -> Result<Finished, ImageError> {
        let metadata = Metadata::of(&finish.label);
        let write = |pixels: &Pixels| {
            let bytes = encode(pixels, finish.format, finish.quality, &metadata)?;
            Ok(EncodedImage { width: pixels.width(), height: pixels.height(), bytes: bytes.into() })
        };
        let smaller = finish.widths.iter().copied().filter(|width| (1..pixels.width()).contains(width));
        let narrowed =
            smaller.collect::<BTreeSet<_>>().into_iter().map(|width| write(&narrow(pixels, width)?));
        let variants = narrowed.collect::<Result<_, _>>().map_err(ImageError::NotWritten)?;
        Ok(Finished { file: write(pixels).map_err(ImageError::NotWritten)?, variants })
    }
}

/// A copy of another width, in the same shape as far as whole pixels allow.
fn narrow(pixels: &Pixels, width: u32) -> Result<Pixels, String> {
    let height = (u64::from(pixels.height()) * u64::from(width) + u64::from(pixels.width()) / 2)
        / u64::from(pixels.width());
    scaling::scale(pixels, width, u32::try_from(height).unwrap_or(u32::MAX).max(1))
}
