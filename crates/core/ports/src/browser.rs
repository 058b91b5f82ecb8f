//! A real browser that loads a page and reports what it observed. Loaded pages are hostile.

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use domain::rendering::Rendering;
use domain::search::Device;
use url::Url;

#[async_trait]
pub trait Browser: Send + Sync {
    /// Loads a page in a fresh context of its own and watches it until it settles.
    async fn visit(&self, visit: Visit) -> Result<Visited, BrowserError>;

    /// The browser's name and version, as in `Chrome/150.0.1`, or why there is none. Starts the browser if
    /// necessary.
    async fn version(&self) -> Result<String, BrowserError>;
}

/// What to load and how.
#[derive(Debug, Clone)]
pub struct Visit {
    pub url: Url,
    /// The HTML of a page that is not published yet; everything else is fetched from the URLs in it.
    pub html: Option<String>,
    pub device: Device,
    /// How often to load it, 1 to 5 times.
    pub runs: u8,
    /// How long everything may take.
    pub deadline: Duration,
}

/// The result of loading a page.
#[derive(Debug, Clone)]
pub struct Visited {
    pub rendering: Rendering,
    /// The first screen as JPEG.
    pub screenshot: Screenshot,
}

/// An image of the first screen.
#[derive(Debug, Clone)]
pub struct Screenshot {
    pub jpeg: Bytes,
    pub width: u32,
    pub height: u32,
}

/// Why a page was not rendered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BrowserError {
    /// There is no browser, or it does not start; the message says what to do.
    #[error("no browser: {0}")]
    Unavailable(String),
    /// All tabs were taken until the deadline.
    #[error("the browser is busy")]
    Busy,
    /// The page can't be loaded: refused by our rules, unreachable, or not a page. The message says why.
    #[error("the page could not be loaded: {0}")]
    Unloadable(String),
    /// The page did not load far enough to be measured.
    #[error("the page took too long in the browser")]
    TimedOut,
    /// The tab or the browser crashed while it loaded the page.
    #[error("the page crashed the browser's tab")]
    Crashed,
}
