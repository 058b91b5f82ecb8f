//! Types of other crates for the API reference. Only their schemas are used.
#![expect(dead_code, reason = "they describe what other types write")]

use utoipa::ToSchema;

/// A device.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(crate) enum Device {
    Desktop,
    Mobile,
}

/// How good a figure is.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
pub(crate) enum Rating {
    Good,
    NeedsImprovement,
    Poor,
}

/// Whether the figures are of the page or of its whole origin.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(crate) enum FieldScope {
    Page,
    Origin,
}

/// A format of structured data.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(crate) enum StructuredDataFormat {
    #[schema(rename = "json-ld")]
    JsonLd,
    Microdata,
    Rdfa,
}

/// How the browser loaded the page.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct PageLoad {
    /// The browser and its version.
    #[schema(example = "Chrome/150.0.1")]
    browser: String,
    /// The number of loads.
    runs: u32,
    /// The largest contentful paint of each load, in milliseconds.
    lcp_of_runs_ms: Vec<Option<f64>>,
    /// How long the reported load was observed, in milliseconds.
    watched_ms: f64,
    /// Whether network and main thread became idle before the time was up.
    settled: bool,
    /// The number of requests that were blocked.
    refused_requests: u32,
    /// The number of dialogs that were closed.
    dialogs_closed: u32,
}

/// The connection and the processor that the load was slowed down to.
#[derive(ToSchema)]
#[schema(
    rename_all = "camelCase",
    example = json!({
        "profile": "slow_4g", "rttMs": 150.0, "requestLatencyMs": 562.5, "downloadKbps": 1474.56, "uploadKbps": 675.0, "cpuSlowdown": 4.0
    })
)]
pub(crate) struct Throttling {
    profile: ThrottlingProfile,
    /// The round-trip time of the simulated connection, in milliseconds.
    rtt_ms: f64,
    /// How long each request waits for the first byte of its response, in milliseconds: 3.75 round trips.
    request_latency_ms: f64,
    /// The download throughput, in kilobits (1,024 bits) per second: 90 % of that of the connection.
    download_kbps: f64,
    /// The upload throughput, in kilobits (1,024 bits) per second.
    upload_kbps: f64,
    /// How many times slower the processor is made. 1 is not slower.
    cpu_slowdown: f64,
}

/// `slow_4g` for `mobile`: a mid-range phone on slow 4G, Lighthouse's default. `desktop`: a computer on a fast connection, Lighthouse's desktop
/// preset.
#[derive(ToSchema)]
pub(crate) enum ThrottlingProfile {
    #[schema(rename = "slow_4g")]
    Slow4G,
    #[schema(rename = "desktop")]
    Desktop,
}

/// Scores from 0 to 100, by category. Categories that were not checked are missing.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct CategoryScores {
    /// HTML and metadata.
    #[schema(nullable = false)]
    html: Option<u8>,
    /// The URL.
    #[schema(nullable = false)]
    url: Option<u8>,
    /// Headings.
    #[schema(nullable = false)]
    headings: Option<u8>,
    /// Text.
    #[schema(nullable = false)]
    content: Option<u8>,
    /// Images.
    #[schema(nullable = false)]
    images: Option<u8>,
    /// Links.
    #[schema(nullable = false)]
    links: Option<u8>,
    /// Whether search engines can index the page.
    #[schema(nullable = false)]
    indexability: Option<u8>,
    /// Versions in other languages.
    #[schema(nullable = false)]
    international: Option<u8>,
    /// How the page looks when it is shared.
    #[schema(nullable = false)]
    social: Option<u8>,
    /// Structured data.
    #[schema(nullable = false)]
    structured_data: Option<u8>,
    /// Performance.
    #[schema(nullable = false)]
    performance: Option<u8>,
    /// Security.
    #[schema(nullable = false)]
    security: Option<u8>,
    /// robots.txt, sitemaps and variants of the URL.
    #[schema(nullable = false)]
    crawlability: Option<u8>,
    /// AI search and its crawlers.
    #[schema(nullable = false)]
    ai_search: Option<u8>,
}
