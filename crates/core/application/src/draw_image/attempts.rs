//! Decides which engines draw the next image of a request after one that can't be delivered, and when to
//! stop.

use std::time::Duration;

use ports::images::ImageError;
use tokio::time::Instant;

use super::{DrawImageError, ImageEngines, Painters};

/// The maximum number of images of other engines per request: they cost money.
const MOST_OF_OTHERS: u32 = 2;
/// The maximum number of images of our own per request.
const MOST_OF_OURS: u32 = 4;
/// With less time left than this, no image is begun that another may have to replace.
const LEAST_TIME: Duration = Duration::from_secs(15);
/// The time that our own engine needs, however late it is called.
const TIME_OF_OURS: Duration = Duration::from_secs(10);

/// The images of one request.
pub(super) struct Attempts<'a> {
    engines: &'a ImageEngines,
    until: Instant,
    of_others: u32,
    of_ours: u32,
    first_setback: Option<DrawImageError>,
}

impl<'a> Attempts<'a> {
    /// Engines have `limit` for all images together.
    pub(super) fn new(engines: &'a ImageEngines, limit: Duration) -> Self {
        Self { engines, until: Instant::now() + limit, of_others: 0, of_ours: 0, first_setback: None }
    }

    pub(super) fn time_left(&self) -> Duration {
        self.left().max(TIME_OF_OURS)
    }

    /// Counts an image and returns the engines for the next one, should it not be deliverable.
    pub(super) fn next_after(&mut self, is_ours: bool) -> Option<Painters> {
        let in_time = self.left() >= LEAST_TIME;
        let ImageEngines { all, own } = self.engines;
        if is_ours {
            self.of_ours += 1;
            return (in_time && self.of_ours < MOST_OF_OURS).then(|| own.as_ref().unwrap_or(all).clone());
        }
        self.of_others += 1;
        if in_time && self.of_others < MOST_OF_OTHERS { Some(all.clone()) } else { own.clone() }
    }

    /// Switches to `next` after an image that can't be delivered, unless that can't help.
    pub(super) fn turn_to(
        &mut self,
        next: Option<Painters>,
        error: DrawImageError,
    ) -> Result<Painters, DrawImageError> {
        let next = match remedy(&error) {
            Remedy::AnotherPicture => next,
            Remedy::AnotherEngine => self.engines.own.clone(),
            Remedy::None => None,
        };
        tracing::info!(%error, again = next.is_some(), "a picture can't be delivered");
        let first = self.first_setback_or(error);
        match next {
            Some(painters) => {
                self.first_setback = Some(first);
                Ok(painters)
            }
            None => Err(first),
        }
    }

    /// The first failure explains more than the fact that no other image was drawn.
    pub(super) fn first_setback_or(&mut self, error: DrawImageError) -> DrawImageError {
        self.first_setback.take().unwrap_or(error)
    }

    fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }
}

enum Remedy {
    AnotherPicture,
    AnotherEngine,
    None,
}

/// An engine that returns too large an image or another format does so again.
const fn remedy(error: &DrawImageError) -> Remedy {
    match error {
        DrawImageError::NotAPicture {
            problem: ImageError::TooLarge(_) | ImageError::UnknownFormat, ..
        } => Remedy::AnotherEngine,
        DrawImageError::NotAPicture { .. } | DrawImageError::Lettering { .. } => Remedy::AnotherPicture,
        DrawImageError::Engines(_)
        | DrawImageError::NoDetector(_)
        | DrawImageError::Detector(_)
        | DrawImageError::NotWritten(_) => Remedy::None,
    }
}
