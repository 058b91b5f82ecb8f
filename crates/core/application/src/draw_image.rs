//! Draws an image from a description and makes its files, with retries.
//!
//! No engine is paid for an image that could not be delivered anyway: the text detector must be available
//! first. An image that still shows text, or that is no image, is drawn once more; if that does not help, our
//! own engine draws it if it may, and otherwise nothing is delivered.

mod attempts;
mod input;
mod lab;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use domain::Timestamp;
use domain::images::{DrawingRequest, ImageFormat, ImageSeed, LARGEST_SEED, Sanitisation, SourceType};
use domain::locale::Language;
use ports::images::{Drawing, Drawn, Finished, ImageError, RemovalError, RemovalUnavailable};
use ports::{Capability, Clock, FailureKind, ImageCodec, ServeError, TextRemoval, TextRemovalSource};
use tokio::time::timeout;

use self::attempts::Attempts;
use self::lab::Lab;
use crate::cpu_pool::CpuPool;

pub use self::input::{Flaw, FlawKind, ImageInput};

#[derive(Debug, Clone)]
pub struct ImageParams {
    /// What an engine is to draw.
    pub order: DrawingRequest,
    /// The customer's description; used as it is.
    pub alt: Option<String>,
    /// What it shows if neither the customer nor the engine describes it; derived from the prompt if left
    /// out.
    pub expected: Option<String>,
    /// Whether only our own engine may draw it.
    pub only_own: bool,
    /// The format of the files.
    pub format: ImageFormat,
    /// Their quality, for formats that have one.
    pub quality: Option<u8>,
    /// Whether smaller copies are made, too.
    pub responsive: bool,
}

/// An image that may be delivered.
#[derive(Debug, Clone)]
pub struct Picture {
    pub files: Finished,
    /// Describes the image for people who can't see it.
    pub alt: String,
    /// The language of `alt`.
    pub alt_language: Language,
    /// The things in the image, as the engine reports them.
    pub depicts: Vec<String>,
    /// The name of its file, without extension.
    pub file_name: String,
    /// The engine that drew it.
    pub engine: &'static str,
    pub model: String,
    pub seed: Option<ImageSeed>,
    pub source_type: SourceType,
    /// The outcome of text removal.
    pub sanitisation: Sanitisation,
    pub drawn_at: Timestamp,
}

/// Why there is no image.
#[derive(Debug, thiserror::Error)]
pub enum DrawImageError {
    /// No engine drew one.
    #[error(transparent)]
    Engines(#[from] ServeError),
    /// An engine's answer is not a usable image.
    #[error("{engine} returned an image that can't be used: {problem}")]
    NotAPicture {
        engine: &'static str,
        /// Why the image can't be used.
        problem: ImageError,
    },
    /// Text could not be removed.
    #[error("{engine} drew text that could not be removed; write the prompt without text, or send allowText")]
    Lettering {
        /// The engine that drew the image.
        engine: &'static str,
    },
    /// The text detector is not available.
    #[error(transparent)]
    NoDetector(#[from] RemovalUnavailable),
    /// Text could not be detected.
    #[error(transparent)]
    Detector(#[from] RemovalError),
    /// The files could not be written.
    #[error(transparent)]
    NotWritten(ImageError),
}

pub type Painters = Arc<dyn Capability<DrawingRequest, Drawing>>;

#[derive(Clone)]
pub struct ImageEngines {
    /// All engines, in the order in which they are called.
    pub all: Painters,
    /// Our own engine alone, if it is one of them. Its images cost nothing and hold no text.
    pub own: Option<Painters>,
}

#[derive(Clone)]
pub struct DrawImage {
    engines: ImageEngines,
    lab: Lab,
    removal: Arc<dyn TextRemovalSource>,
    clock: Arc<dyn Clock>,
}

impl DrawImageError {
    /// Whether an engine of the chain does not draw the subject, and no other drew it.
    #[must_use]
    pub fn is_subject_unknown(&self) -> bool {
        let Self::Engines(ServeError::Failed { failures }) = self else { return false };
        failures.iter().any(|failure| failure.kind == FailureKind::SubjectUnknown)
    }
}

impl DrawImage {
    /// How long to wait for a detector that is still being downloaded, if our own engine can draw without it.
    const PATIENCE: Duration = Duration::from_secs(15);
    /// The time that is reserved after drawing, to remove text, write the files and store them.
    const RESERVE: Duration = Duration::from_secs(25);

    #[must_use]
    pub fn new(
        engines: ImageEngines,
        image_codec: Arc<dyn ImageCodec>,
        removal: Arc<dyn TextRemovalSource>,
        cpu_pool: CpuPool,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { engines, lab: Lab { image_codec, cpu_pool }, removal, clock }
    }

    /// Draws an image, as part of a call that may take `limit` in all.
    pub async fn draw(&self, wanted: &ImageParams, limit: Duration) -> Result<Picture, DrawImageError> {
        let mut attempts = Attempts::new(&self.engines, limit.saturating_sub(Self::RESERVE.min(limit / 4)));
        let mut order = wanted.order.clone();
        let (mut painters, removal) = self.prepare(wanted, attempts.time_left()).await?;
        loop {
            let served = match painters.serve(&order, attempts.time_left()).await {
                Ok(served) => served,
                Err(error) => return Err(attempts.first_setback_or(error.into())),
            };
            let drawn_at = self.clock.now();
            let is_ours = matches!(served.answer.picture, Drawn::Pixels(_));
            let next = attempts.next_after(is_ours);
            // Our own images hold no text, so a detection in one is a false positive, and another image is
            // better than paint.
            let only_untouched = is_ours && next.is_some();
            match self.lab.develop(served, order.size, removal.clone(), only_untouched).await {
                Ok(developed) => return self.lab.finish(wanted, developed, drawn_at).await,
                Err(error) => painters = attempts.turn_to(next, error)?,
            }
            order.seed = next_seed(order.seed);
        }
    }

    /// Chooses the engines that draw first, and the text removal. Without a detector only our own images can
    /// be delivered, so no other engine is called.
    async fn prepare(
        &self,
        wanted: &ImageParams,
        limit: Duration,
    ) -> Result<(Painters, Option<Arc<dyn TextRemoval>>), DrawImageError> {
        let ImageEngines { all, own } = &self.engines;
        let painters = own.as_ref().filter(|_| wanted.only_own).unwrap_or(all);
        if wanted.order.allow_text {
            return Ok((painters.clone(), None));
        }
        let patience = if own.is_some() { Self::PATIENCE.min(limit) } else { limit };
        let unavailable = match timeout(patience, self.removal.ready()).await {
            Ok(Ok(removal)) => return Ok((painters.clone(), Some(removal))),
            Ok(Err(unavailable)) => unavailable,
            Err(_elapsed) => RemovalUnavailable("the detector is still being fetched".to_owned()),
        };
        let Some(own) = own else { return Err(unavailable.into()) };
        tracing::warn!(error = %unavailable, "only the built-in illustrator draws: lettering can't be looked for");
        Ok((own.clone(), None))
    }
}

/// A seed far from those that customers try one after the other.
fn next_seed(seed: ImageSeed) -> ImageSeed {
    seed.wrapping_mul(2_654_435_761).wrapping_add(0x9e37_79b9).min(LARGEST_SEED)
}
