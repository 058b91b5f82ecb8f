//! The processing of one image: what an engine drew is decoded, text is removed, and the files are written.

use std::sync::Arc;

use domain::Timestamp;
use domain::images::{ImageSeed, ImageSize, Sanitisation, SourceType};
use domain::locale::Language;
use ports::images::{Depicted, Drawing, Finish, Label, Pixels};
use ports::{ImageCodec, Served, TextRemoval};
use seo::image_text;

use super::{DrawImageError, ImageParams, Picture};
use crate::cpu_pool::CpuPool;

/// Widths of the smaller copies: phones, phones with high resolution, and tablets.
const WIDTHS: [u32; 3] = [480, 768, 1200];
/// The creator tool in the metadata of images.
const CREATOR_TOOL: &str = "Rankwright";

/// The tools that process images.
#[derive(Clone)]
pub(super) struct Lab {
    pub(super) image_codec: Arc<dyn ImageCodec>,
    pub(super) cpu_pool: CpuPool,
}

/// A decoded image, before its files are written.
pub(super) struct Developed {
    pixels: Pixels,
    sanitisation: Sanitisation,
    engine: &'static str,
    model: String,
    seed: Option<ImageSeed>,
    source_type: SourceType,
    depicted: Option<Depicted>,
}

impl Lab {
    /// Decodes an image and removes text from it. With `only_untouched`, an image in which anything is found
    /// is refused.
    pub(super) async fn develop(
        &self,
        drawn: Served<Drawing>,
        size: ImageSize,
        removal: Option<Arc<dyn TextRemoval>>,
        only_untouched: bool,
    ) -> Result<Developed, DrawImageError> {
        let Served { answer: Drawing { picture, model, seed, source_type, depicted }, engine } = drawn;
        let image_codec = self.image_codec.clone();
        let work = move || {
            let pixels = image_codec
                .develop(picture, size)
                .map_err(|problem| DrawImageError::NotAPicture { engine, problem })?;
            match removal {
                Some(removal) => cleaned(&*removal, pixels, engine, only_untouched),
                None => Ok((pixels, Sanitisation::NOT_LOOKED)),
            }
        };
        let (pixels, sanitisation) = self.cpu_pool.run(work).await?;
        Ok(Developed { pixels, sanitisation, engine, model, seed, source_type, depicted })
    }

    pub(super) async fn finish(
        &self,
        wanted: &ImageParams,
        developed: Developed,
        drawn_at: Timestamp,
    ) -> Result<Picture, DrawImageError> {
        let Developed { pixels, sanitisation, engine, model, seed, source_type, depicted } = developed;
        let texts = Texts::of(wanted, depicted.as_ref());
        let Texts { alt, alt_language, description, language } = texts;
        let finish = Finish {
            format: wanted.format,
            quality: wanted.quality,
            widths: if wanted.responsive { WIDTHS.to_vec() } else { Vec::new() },
            label: Label {
                source_type,
                description,
                language: language.as_str().to_owned(),
                creator_tool: format!("{CREATOR_TOOL} ({model})"),
                created_at: drawn_at,
            },
        };
        let image_codec = self.image_codec.clone();
        let files = self.cpu_pool.run(move || image_codec.finish(&pixels, &finish)).await;
        let files = files.map_err(DrawImageError::NotWritten)?;
        let file_name = image_text::file_name(&alt, alt_language);
        let depicts = depicted.map(|depicted| depicted.things).unwrap_or_default();
        // A request with this seed leads to this image again, however often it was redrawn.
        let seed = seed.map(|_| wanted.order.seed);
        Ok(Picture {
            files,
            alt,
            alt_language,
            depicts,
            file_name,
            engine,
            model,
            seed,
            source_type,
            sanitisation,
            drawn_at,
        })
    }
}

/// Texts about an image. Its file says what is drawn, whatever the customer's description says.
struct Texts {
    alt: String,
    alt_language: Language,
    description: String,
    language: Language,
}

impl Texts {
    fn of(wanted: &ImageParams, depicted: Option<&Depicted>) -> Self {
        let own = wanted.order.language;
        let expected = || {
            let expected = wanted.alt.as_ref().or(wanted.expected.as_ref()).cloned();
            expected.unwrap_or_else(|| image_text::alt_text(&wanted.order.prompt, own))
        };
        let (description, language) = match depicted {
            Some(depicted) => (depicted.sentence.clone(), depicted.language),
            None => (expected(), own),
        };
        let (alt, alt_language) = match &wanted.alt {
            Some(alt) => (alt.clone(), own),
            None => (description.clone(), language),
        };
        Self { alt, alt_language, description, language }
    }
}

fn cleaned(
    removal: &dyn TextRemoval,
    pixels: Pixels,
    engine: &'static str,
    only_untouched: bool,
) -> Result<(Pixels, Sanitisation), DrawImageError> {
    let cleaned = removal.clean(pixels)?;
    if cleaned.regions_left > 0 || only_untouched && cleaned.regions_found > 0 {
        return Err(DrawImageError::Lettering { engine });
    }
    let sanitisation = Sanitisation {
        detector: Some(removal.detector().to_owned()),
        regions_found: Some(cleaned.regions_found),
        regions_removed: Some(cleaned.regions_found),
        passes: cleaned.passes,
    };
    Ok((cleaned.pixels, sanitisation))
}
