//! A real browser that loads a page and tells what it saw. What it loads is hostile.

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use domain::rendering::Rendering;
use domain::search::Device;
use url::Url;

/// Loads pages.
#[async_trait]
pub trait Browser: Send + Sync {
    /// Loads a page in a fresh context of its own and watches it until it settles.
    async fn visit(&self, visit: Visit) -> Result<Visited, BrowserError>;

    /// The browser's name and version, as in `Chrome/150.0.1`, or why there is none. Starts it if need be.
    async fn version(&self) -> Result<String, BrowserError>;
}

/// What to load and how.
#[derive(Debug, Clone)]
pub struct Visit {
    /// The page.
    pub url: Url,
    /// Its HTML if it is not published yet; everything else is fetched from where the page points.
    pub html: Option<String>,
    /// What to pretend to be.
    pub device: Device,
    /// How often to load it, 1 to 5.
    pub runs: u8,
    /// How long everything may take.
    pub deadline: Duration,
}

/// What came of a visit.
#[derive(Debug, Clone)]
pub struct Visited {
    /// What was seen.
    pub rendering: Rendering,
    /// The first screen as JPEG.
    pub screenshot: Screenshot,
}

/// An image of the first screen.
#[derive(Debug, Clone)]
pub struct Screenshot {
    /// The JPEG file.
    pub jpeg: Bytes,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// Why a page was not rendered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BrowserError {
    /// There is no browser, or it does not start; the words say what to do.
    #[error("no browser: {0}")]
    Unavailable(String),
    /// All tabs were taken until the deadline.
    #[error("the browser is busy")]
    Busy,
    /// The page can't be loaded: refused by our rules, unreachable, not a page. In words.
    #[error("the page could not be loaded: {0}")]
    Unloadable(String),
    /// It did not come far enough to be measured.
    #[error("the page took too long in the browser")]
    TimedOut,
    /// The tab or the browser died under the page.
    #[error("the page crashed the browser's tab")]
    Crashed,
}
