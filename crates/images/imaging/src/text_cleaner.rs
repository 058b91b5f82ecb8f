//! Text removal, with a network that is loaded once, when it is first needed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use image::RgbImage;
use ports::images::{Cleaned, Pixels, RemovalError, RemovalUnavailable, TextRemoval, TextRemovalSource};
use text_removal::{Detector, Remover};
use tokio::sync::Mutex;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::Instant;

/// Finds and removes text with a network on this machine.
pub struct TextCleaner {
    detector: &'static str,
    remover: Remover,
}

impl TextCleaner {
    /// Loads the detector's weights. Takes tenths of a second.
    pub fn load(weights: &Path) -> Result<Self, RemovalUnavailable> {
        let detector = Detector::load(weights).map_err(|error| RemovalUnavailable(error.to_string()))?;
        Ok(Self { detector: detector.name(), remover: Remover::new(detector) })
    }
}

impl TextRemoval for TextCleaner {
    fn detector(&self) -> &'static str {
        self.detector
    }

    fn clean(&self, pixels: Pixels) -> Result<Cleaned, RemovalError> {
        let (width, height) = (pixels.width(), pixels.height());
        let picture = RgbImage::from_raw(width, height, pixels.into_rgb()).ok_or_else(misshapen)?;
        let cleaned = self.remover.clean(picture).map_err(|error| RemovalError(error.to_string()))?;
        let regions_left = regions_left(&cleaned);
        Ok(Cleaned {
            pixels: Pixels::new(width, height, cleaned.picture.into_raw()).ok_or_else(misshapen)?,
            regions_found: cleaned.regions_found,
            regions_left,
            passes: cleaned.passes,
        })
    }
}

/// The number of places with text that are left. An image that is largely painted over is as useless as one
/// with text, so all of its places count as left.
fn regions_left(cleaned: &text_removal::Cleaned) -> u32 {
    const MUCH: f32 = 0.4;
    if cleaned.touched.share() > MUCH { cleaned.regions_found.max(1) } else { cleaned.regions_left }
}

fn misshapen() -> RemovalError {
    RemovalError("the picture changed its size".to_owned())
}

/// The location of the detector's weights.
#[async_trait]
pub trait Weights: Send + Sync {
    /// The path of the file, once it exists; otherwise what is missing and how an operator gets it.
    async fn path(&self) -> Result<PathBuf, String>;
}

/// A removal that is loaded on first use. Callers that arrive meanwhile wait for the same attempt, which
/// continues when they give up. A failure is cached for a while, then the load is retried.
pub struct LazyTextCleaner {
    weights: Arc<dyn Weights>,
    attempt: Mutex<Attempt>,
}

type Outcome = Result<Arc<dyn TextRemoval>, RemovalUnavailable>;

#[derive(Default)]
struct Attempt {
    running: JoinSet<Outcome>,
    ended: Option<(Instant, Outcome)>,
}

impl Attempt {
    /// The result of the last attempt, if it is still valid.
    fn remembered(&self) -> Option<Outcome> {
        let (at, outcome) = self.ended.as_ref()?;
        (outcome.is_ok() || at.elapsed() < LazyTextCleaner::TRY_AGAIN_AFTER).then(|| outcome.clone())
    }
}

impl LazyTextCleaner {
    /// How long a failure is cached.
    pub const TRY_AGAIN_AFTER: Duration = Duration::from_mins(1);

    /// A removal with these weights.
    #[must_use]
    pub fn new(weights: Arc<dyn Weights>) -> Self {
        Self { weights, attempt: Mutex::default() }
    }
}

#[async_trait]
impl TextRemovalSource for LazyTextCleaner {
    async fn ready(&self) -> Outcome {
        let mut attempt = self.attempt.lock().await;
        if let Some(outcome) = attempt.remembered() {
            return outcome;
        }
        if attempt.running.is_empty() {
            attempt.running.spawn(load(Arc::clone(&self.weights)));
        }
        let outcome = match attempt.running.join_next().await {
            Some(Ok(outcome)) => outcome,
            Some(Err(crash)) => Err(RemovalUnavailable(format!("the detector could not be loaded: {crash}"))),
            None => Err(RemovalUnavailable("the detector was not loaded".to_owned())),
        };
        attempt.ended = Some((Instant::now(), outcome.clone()));
        outcome
    }
}

async fn load(weights: Arc<dyn Weights>) -> Outcome {
    let path = weights.path().await.map_err(RemovalUnavailable)?;
    let loaded = spawn_blocking(move || TextCleaner::load(&path)).await;
    let cleaner = loaded
        .map_err(|crash| RemovalUnavailable(format!("the detector could not be loaded: {crash}")))??;
    Ok(Arc::new(cleaner))
}

#[cfg(test)]
mod tests {
    use text_removal::Mask;

    use super::*;

    fn painted(rows: usize) -> text_removal::Cleaned {
        text_removal::Cleaned {
            picture: RgbImage::new(30, 100),
            regions_found: 7,
            regions_left: 0,
            passes: 2,
            touched: Mask::of(30, 100, |_, row| row < rows),
        }
    }

    #[test]
    fn a_picture_that_was_painted_over_for_the_most_part_is_not_clean() {
        assert_eq!(regions_left(&painted(41)), 7);
        assert_eq!(regions_left(&painted(40)), 0);
    }
}
