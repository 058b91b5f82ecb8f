//! The result of a page load in a browser: timings, content and requests.

use serde::{Deserialize, Serialize};

/// A page as a browser loaded it. Where several loads were made, the one with the median of the largest contentful paint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rendering {
    /// The final URL, after redirects by scripts and `meta refresh`.
    pub final_url: String,
    /// The tree as HTML after everything settled, at most [`Self::LONGEST_HTML`] bytes.
    pub html: String,
    /// The figures of the load.
    pub vitals: LabVitals,
    /// The requests in order, at most [`Self::MOST_REQUESTS`].
    pub requests: Vec<RequestSeen>,
    /// Errors on the console and exceptions that nobody caught, at most 50.
    pub console_errors: Vec<ConsoleError>,
    /// Images of the page, at most 500.
    pub images: Vec<ImageSeen>,
    /// How much of the visible text is too small to be read on a phone.
    pub text_sizes: TextSizes,
    /// Style sheets and scripts by how much of them was used.
    pub coverage: Vec<CodeUse>,
    /// Font faces that the page declares.
    pub font_faces: Vec<FontFace>,
    /// Details of the load itself.
    pub load: LoadReport,
    /// What the load was slowed down to.
    pub throttling: Throttling,
}

impl Rendering {
    /// The longest tree that is kept, in bytes.
    pub const LONGEST_HTML: usize = 8 * 1024 * 1024;
    /// The most requests that are kept.
    pub const MOST_REQUESTS: usize = 1000;
}

/// Figures of one load in milliseconds since navigation began.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LabVitals {
    pub lcp_ms: Option<f64>,
    /// The element that it painted.
    pub lcp_element: Option<LargestElement>,
    /// Cumulative layout shift: the worst session window.
    pub cls: f64,
    /// The shifts of that window, largest first, at most 20.
    pub shifts: Vec<LayoutShift>,
    /// Total blocking time: what long tasks took beyond 50 ms after the first contentful paint.
    pub tbt_ms: f64,
    pub fcp_ms: Option<f64>,
    /// Speed index, from frames.
    pub speed_index_ms: Option<f64>,
    /// Time from a simulated click or key to the next paint, if there was anything to interact with.
    pub inp_ms: Option<f64>,
    /// The element of that interaction.
    pub inp_element: Option<String>,
    /// Time to the first byte as the browser saw it.
    pub ttfb_ms: Option<f64>,
    /// Tasks above 50 ms, longest first, at most 20.
    pub long_tasks: Vec<LongTask>,
}

/// What the largest contentful paint painted.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LargestElement {
    /// A selector that finds it.
    pub selector: String,
    /// The start of its markup, at most 300 bytes.
    pub snippet: String,
    /// The image that it shows.
    pub url: Option<String>,
    /// Whether the image is loaded lazily (`loading=lazy`).
    pub lazy: bool,
    /// Whether the image was found by the preload scanner or a preload: its URL is in the HTML as it was
    /// sent.
    pub discoverable: bool,
    /// When the image was requested.
    pub requested_at_ms: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LayoutShift {
    /// How much it adds to the sum.
    pub value: f64,
    pub at_ms: f64,
    pub selector: Option<String>,
    /// The start of its markup.
    pub snippet: Option<String>,
}

/// A task that held the main thread for more than 50 ms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LongTask {
    pub start_ms: f64,
    /// How long it took.
    pub duration_ms: f64,
    /// The script it is attributed to.
    pub url: Option<String>,
}

/// A request that the page made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RequestSeen {
    /// The URL of the request.
    pub url: String,
    /// What the request is for.
    pub kind: RequestKind,
    /// The status; `None` without a response.
    pub status: Option<u16>,
    /// Why there was no response, in the browser's words, or that our rules refused the URL.
    pub failure: Option<String>,
    pub mime_type: String,
    /// Bytes on the wire, headers included.
    pub transfer_bytes: u64,
    pub body_bytes: u64,
    /// `h2`, `http/1.1`, ...
    pub protocol: String,
    /// Whether the first paint waited for it.
    pub render_blocking: bool,
    /// The `cache-control` header.
    pub cache_control: Option<String>,
    /// When it was requested.
    pub start_ms: f64,
    /// When it was complete.
    pub end_ms: Option<f64>,
}

/// What a request is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestKind {
    /// The page, or a page in a frame.
    Document,
    Stylesheet,
    Script,
    Image,
    Font,
    /// An audio or video file.
    Media,
    /// A request by a script.
    Fetch,
    Other,
}

/// An error on the console.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConsoleError {
    /// The message, at most 500 bytes.
    pub text: String,
    /// The script or page.
    pub url: Option<String>,
    /// The line there, from 1.
    pub line: Option<u32>,
}

/// An image as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImageSeen {
    /// A selector that finds it.
    pub selector: String,
    /// The start of its markup.
    pub snippet: String,
    /// The URL that the browser chose.
    pub url: String,
    /// Its own width in pixels; 0 if it did not load.
    pub natural_width: u32,
    pub natural_height: u32,
    /// The width it takes on the page, in CSS pixels.
    pub shown_width: f64,
    /// The height it takes.
    pub shown_height: f64,
    /// Whether any of it is visible before scrolling.
    pub above_fold: bool,
    /// Whether it is loaded lazily.
    pub lazy: bool,
}

/// Sizes of visible text.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct TextSizes {
    /// Characters of visible text.
    pub characters: u64,
    /// Of these below 12 CSS pixels.
    pub small_characters: u64,
    /// Elements that hold such text, most text first, at most 10.
    pub small: Vec<SmallText>,
}

/// An element with small text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SmallText {
    /// A selector that finds it.
    pub selector: String,
    /// Its font size in CSS pixels.
    pub pixels: f64,
    /// The start of its markup.
    pub snippet: String,
}

/// How much of a style sheet or script was used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeUse {
    /// Its URL; the page's URL for code inside the page.
    pub url: String,
    /// `Stylesheet` or `Script`.
    pub kind: RequestKind,
    /// Its size in bytes.
    pub bytes: u64,
    /// The part that was not used until the page settled.
    pub unused_bytes: u64,
}

/// A declared font face.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FontFace {
    pub family: String,
    /// Its `font-display`; `auto` if none is given.
    pub display: String,
    /// Whether it was loaded.
    pub loaded: bool,
}

/// The connection and the processor that a load was slowed down to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Throttling {
    /// The name of the profile.
    pub profile: ThrottlingProfile,
    /// The round trip that the connection stands for, in milliseconds.
    pub rtt_ms: f64,
    /// How long each request waits for the first byte of its response, in milliseconds.
    pub request_latency_ms: f64,
    /// How much arrives, in kilobits of 1,024 bits per second.
    pub download_kbps: f64,
    /// How much is sent, in the same unit.
    pub upload_kbps: f64,
    /// How many times slower the processor is made.
    pub cpu_slowdown: f64,
}

impl Throttling {
    /// The bytes that arrive in a second.
    #[must_use]
    pub const fn download_bytes(&self) -> f64 {
        self.download_kbps * 128.0
    }

    /// The bytes that are sent in a second.
    #[must_use]
    pub const fn upload_bytes(&self) -> f64 {
        self.upload_kbps * 128.0
    }
}

/// Connections and processors that loads are slowed down to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThrottlingProfile {
    /// A phone of the middle class on a slow mobile network, as Lighthouse audits phones by default.
    #[serde(rename = "slow_4g")]
    Slow4G,
    /// A computer on a fast line, as Lighthouse audits desktops.
    Desktop,
}

/// Details of a load.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadReport {
    /// The browser, as in `Chrome/150.0.1`.
    pub browser: String,
    /// How many loads were made.
    pub runs: u32,
    /// The largest contentful paint of each load.
    pub lcp_of_runs_ms: Vec<Option<f64>>,
    /// How long the chosen load was watched.
    pub watched_ms: f64,
    /// Whether network and main thread became quiet before the time ran out.
    pub settled: bool,
    /// Requests that our rules refused.
    pub refused_requests: u32,
    /// Dialogs (`alert`, `confirm`, `prompt`, `beforeunload`) that were closed.
    pub dialogs_closed: u32,
}
