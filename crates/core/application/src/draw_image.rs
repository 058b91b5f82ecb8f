//! From words to an image's files, and how often that is tried.
//!
//! Nobody is paid for an image that could not be delivered anyway: what text is found with must be there first. An image that
//! still shows text, or that is no image, is drawn once more; if that does not help, our own engine serves if it may, and
//! otherwise nothing is delivered.

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

/// What is wanted.
#[derive(Debug, Clone)]
pub struct ImageParams {
    /// What an engine shall draw.
    pub order: DrawingRequest,
    /// The customer's description; kept as it is.
    pub alt: Option<String>,
    /// What it shows if neither the customer nor the engine says; made from the prompt if left out.
    pub expected: Option<String>,
    /// Whether only our own engine may draw it.
    pub only_own: bool,
    /// The format of the files.
    pub format: ImageFormat,
    /// Their quality, where the format knows any.
    pub quality: Option<u8>,
    /// Whether smaller copies are wanted too.
    pub responsive: bool,
}

/// An image that may be delivered.
#[derive(Debug, Clone)]
pub struct Picture {
    /// The files.
    pub files: Finished,
    /// What it shows, for those who can't see it.
    pub alt: String,
    /// The language of that.
    pub alt_language: Language,
    /// The things that the engine says it drew.
    pub depicts: Vec<String>,
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
    /// What was done about text.
    pub sanitisation: Sanitisation,
    /// When it was drawn.
    pub drawn_at: Timestamp,
}

/// Why there is no image.
#[derive(Debug, thiserror::Error)]
pub enum DrawImageError {
    /// No engine drew one.
    #[error(transparent)]
    Engines(#[from] ServeError),
    /// An engine answered with something else.
    #[error("{engine} returned an image that can't be used: {problem}")]
    NotAPicture {
        /// Who drew it.
        engine: &'static str,
        /// What is wrong.
        problem: ImageError,
    },
    /// Text could not be removed.
    #[error("{engine} drew text that could not be removed; write the prompt without text, or send allowText")]
    Lettering {
        /// Who drew it.
        engine: &'static str,
    },
    /// There is nothing to find text with.
    #[error(transparent)]
    NoDetector(#[from] RemovalUnavailable),
    /// Text could not be looked for.
    #[error(transparent)]
    Detector(#[from] RemovalError),
    /// The files could not be written.
    #[error(transparent)]
    NotWritten(ImageError),
}

/// Engines that draw.
pub type Painters = Arc<dyn Capability<DrawingRequest, Drawing>>;

/// Who draws.
#[derive(Clone)]
pub struct ImageEngines {
    /// All engines, in the order in which they are asked.
    pub all: Painters,
    /// Our own alone, if it is among them. Its images cost nothing and hold no text.
    pub own: Option<Painters>,
}

/// Draws images.
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
    /// How long a detector that has still to be fetched is waited for where our own engine can do without.
    const PATIENCE: Duration = Duration::from_secs(15);
    /// What is left to take out text, to write the files and to store them after an engine has drawn.
    const RESERVE: Duration = Duration::from_secs(25);

    /// Wires the use case.
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

    /// Draws what is wanted, as part of a call that may take `limit` in all.
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
            // Our own images hold no text, so what is found in one is a shape that looks like it, and another image is better
            // than paint.
            let only_untouched = is_ours && next.is_some();
            match self.lab.develop(served, order.size, removal.clone(), only_untouched).await {
                Ok(developed) => return self.lab.finish(wanted, developed, drawn_at).await,
                Err(error) => painters = attempts.turn_to(next, error)?,
            }
            order.seed = next_seed(order.seed);
        }
    }

    /// Who draws first, and what text is removed with. Without a detector only our own images can be delivered, so nobody
    /// else is asked for one.
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
