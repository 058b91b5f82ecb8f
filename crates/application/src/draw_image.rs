//! From words to a picture's files: an engine draws, the darkroom decodes, lettering is taken out, and the files are written.
//!
//! A picture that still shows lettering, or that is no picture, is drawn once more; if that does not help, nothing is delivered.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::{Duration, Instant};

use domain::Timestamp;
use domain::images::{ImageFormat, ImageOrder, ImageSeed, LARGEST_SEED, Sanitisation, SourceType};
use ports::images::{
    Drawing, Drawn, Finish, Finished, Label, PictureError, Pixels, RemovalError, RemovalUnavailable,
};
use ports::{Capability, Clock, Darkroom, ServeError, Served, TextRemoval, TextRemovalSource};
use seo::image_text;
use tokio::time::timeout;

use crate::workshop::Workshop;

/// What is wanted.
#[derive(Debug, Clone)]
pub struct ImageWanted {
    /// What an engine shall draw.
    pub order: ImageOrder,
    /// What it shows; made from the prompt if left out.
    pub alt: Option<String>,
    /// The format of the files.
    pub format: ImageFormat,
    /// Their quality, where the format knows any.
    pub quality: Option<u8>,
    /// Whether smaller copies are wanted too.
    pub responsive: bool,
}

/// A picture that may be delivered.
#[derive(Debug, Clone)]
pub struct Picture {
    /// The files.
    pub files: Finished,
    /// What it shows.
    pub alt: String,
    /// What its file is called, without extension.
    pub file_name: String,
    /// The engine that drew it.
    pub engine: &'static str,
    /// The engine's model.
    pub model: String,
    /// What it was drawn from.
    pub seed: Option<ImageSeed>,
    /// How it came about.
    pub source_type: SourceType,
    /// What was done about lettering.
    pub sanitisation: Sanitisation,
    /// When it was drawn.
    pub drawn_at: Timestamp,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum DrawImageError {
    /// No engine drew one.
    #[error(transparent)]
    Engines(#[from] ServeError),
    /// An engine answered with something else, twice.
    #[error("{engine} answered with something that can't be used: {problem}")]
    NotAPicture {
        /// Who drew it.
        engine: &'static str,
        /// What is wrong.
        problem: PictureError,
    },
    /// Lettering could not be removed, from two pictures.
    #[error(
        "{engine} drew lettering that could not be removed from two pictures; word the prompt without text, or send allowText"
    )]
    Lettering {
        /// Who drew them.
        engine: &'static str,
    },
    /// There is nothing to find lettering with.
    #[error(transparent)]
    NoDetector(#[from] RemovalUnavailable),
    /// Lettering could not be looked for.
    #[error(transparent)]
    Detector(#[from] RemovalError),
    /// The files could not be written.
    #[error(transparent)]
    NotWritten(PictureError),
}

/// Draws pictures.
#[derive(Clone)]
pub struct DrawImage {
    engines: Arc<dyn Capability<ImageOrder, Drawing>>,
    darkroom: Arc<dyn Darkroom>,
    removal: Arc<dyn TextRemovalSource>,
    workshop: Workshop,
    clock: Arc<dyn Clock>,
}

impl DrawImage {
    /// Pictures of other engines that are drawn for one order at most: they cost money.
    const MOST_OF_OTHERS: u32 = 2;
    /// Pictures of our own that are drawn for one order at most. They hold no lettering, so what is found in one is a shape that looks
    /// like it, and another picture is better than paint.
    const MOST_OF_OURS: u32 = 4;
    /// How long a picture of our own waits for a detector that has still to be fetched: it shows no lettering anyway.
    const PATIENCE_FOR_OURS: Duration = Duration::from_secs(15);
    /// Widths of the smaller copies: phones, phones with fine screens, and tablets.
    const WIDTHS: [u32; 3] = [480, 768, 1200];
    /// What pictures say about who made them.
    const CREATOR_TOOL: &'static str = "Rankwright";

    /// Wires the use case.
    #[must_use]
    pub fn new(
        engines: Arc<dyn Capability<ImageOrder, Drawing>>,
        darkroom: Arc<dyn Darkroom>,
        removal: Arc<dyn TextRemovalSource>,
        workshop: Workshop,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { engines, darkroom, removal, workshop, clock }
    }

    /// Draws what is wanted. Engines have `limit` for all that they draw.
    pub async fn draw(&self, wanted: &ImageWanted, limit: Duration) -> Result<Picture, DrawImageError> {
        let started = Instant::now();
        let mut order = wanted.order.clone();
        let mut pictures = 1;
        loop {
            let left = limit.saturating_sub(started.elapsed());
            let Served { answer, engine } = self.engines.serve(&order, left).await?;
            let drawn_at = self.clock.now();
            match self.develop(answer, engine, &order, pictures).await {
                Ok(developed) => return self.finish(wanted, developed, engine, drawn_at).await,
                Err(Setback { error, draw_again: true }) => {
                    tracing::info!(%error, "the picture is drawn once more");
                    order.seed = next_seed(order.seed);
                    pictures += 1;
                }
                Err(Setback { error, draw_again: false }) => return Err(error),
            }
        }
    }

    async fn develop(
        &self,
        drawing: Drawing,
        engine: &'static str,
        order: &ImageOrder,
        pictures: u32,
    ) -> Result<Developed, Setback> {
        let Drawing { picture, model, seed, source_type } = drawing;
        let is_ours = matches!(picture, Drawn::Pixels(_));
        let most = if is_ours { Self::MOST_OF_OURS } else { Self::MOST_OF_OTHERS };
        let is_last = pictures >= most;
        let removal = self.removal(order, is_ours).await.map_err(Setback::final_one)?;
        let (darkroom, size) = (self.darkroom.clone(), order.size);
        let work = move || {
            let pixels = darkroom
                .develop(picture, size)
                .map_err(|problem| DrawImageError::NotAPicture { engine, problem })?;
            let Some(removal) = removal else { return Ok((pixels, Sanitisation::NOT_LOOKED)) };
            cleaned(&*removal, pixels, engine, is_ours && !is_last)
        };
        match self.workshop.run(work).await {
            Ok((pixels, sanitisation)) => Ok(Developed { pixels, sanitisation, model, seed, source_type }),
            Err(error) => Err(Setback { draw_again: !is_last && error.may_be_bad_luck(), error }),
        }
    }

    /// What lettering is removed with; nothing where it is wanted, or where there can be none and there is no detector to say so.
    async fn removal(
        &self,
        order: &ImageOrder,
        is_ours: bool,
    ) -> Result<Option<Arc<dyn TextRemoval>>, RemovalUnavailable> {
        if order.allow_text {
            return Ok(None);
        }
        if !is_ours {
            return self.removal.ready().await.map(Some);
        }
        let error = match timeout(Self::PATIENCE_FOR_OURS, self.removal.ready()).await {
            Ok(Ok(removal)) => return Ok(Some(removal)),
            Ok(Err(error)) => error.to_string(),
            Err(_elapsed) => "the detector is still being fetched".to_owned(),
        };
        tracing::warn!(error, "a built-in picture was not looked at for lettering");
        Ok(None)
    }

    async fn finish(
        &self,
        wanted: &ImageWanted,
        developed: Developed,
        engine: &'static str,
        drawn_at: Timestamp,
    ) -> Result<Picture, DrawImageError> {
        let Developed { pixels, sanitisation, model, seed, source_type } = developed;
        let language = wanted.order.language;
        let alt = wanted.alt.clone().unwrap_or_else(|| image_text::alt_text(&wanted.order.prompt, language));
        let finish = Finish {
            format: wanted.format,
            quality: wanted.quality,
            widths: if wanted.responsive { Self::WIDTHS.to_vec() } else { Vec::new() },
            label: Label {
                source_type,
                description: alt.clone(),
                language: language.as_str().to_owned(),
                creator_tool: format!("{} ({model})", Self::CREATOR_TOOL),
                created_at: drawn_at,
            },
        };
        let darkroom = self.darkroom.clone();
        let files = self.workshop.run(move || darkroom.finish(&pixels, &finish)).await;
        let files = files.map_err(DrawImageError::NotWritten)?;
        let file_name = image_text::file_name(&alt, language);
        // The order with its own seed comes to this picture again, however often it was drawn anew.
        let seed = seed.map(|_| wanted.order.seed);
        Ok(Picture { files, alt, file_name, engine, model, seed, source_type, sanitisation, drawn_at })
    }
}

/// A picture on its way to its files.
struct Developed {
    pixels: Pixels,
    sanitisation: Sanitisation,
    model: String,
    seed: Option<ImageSeed>,
    source_type: SourceType,
}

/// A picture that was not good enough.
struct Setback {
    error: DrawImageError,
    draw_again: bool,
}

impl Setback {
    fn final_one(error: impl Into<DrawImageError>) -> Self {
        Self { error: error.into(), draw_again: false }
    }
}

/// Takes lettering out of a picture. With `only_untouched`, a picture in which anything was found is refused.
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

impl DrawImageError {
    /// Whether another picture of the same order may be better.
    const fn may_be_bad_luck(&self) -> bool {
        match self {
            Self::NotAPicture { .. } | Self::Lettering { .. } => true,
            Self::Engines(_) | Self::NoDetector(_) | Self::Detector(_) | Self::NotWritten(_) => false,
        }
    }
}

/// A seed far from those that customers try one after the other.
fn next_seed(seed: ImageSeed) -> ImageSeed {
    seed.wrapping_mul(2_654_435_761).wrapping_add(0x9e37_79b9).min(LARGEST_SEED)
}
