use domain::rendering::{Throttling, ThrottlingProfile};
use domain::search::Device;
use domain::vitals::Rating;

use super::{Counted, Phrases};
use crate::check::{Category, Seen, Severity};
use crate::report::PerformanceBasis;

pub(super) static PHRASES: Phrases = Phrases {
    language: "en",
    category,
    severity,
    seen_in,
    rating,
    device_name,
    performance_basis,
    audit: "On-page audit",
    audit_of: "On-page audit of",
    skip: "Skip to the issues",
    contents: "Contents",
    made_by: "Made by {}. The report tells what was seen at the time of the audit; pages change.",
    yes: "Yes",
    no: "No",
    unknown: "Unknown",
    none: "None",
    score: "Score",
    of_hundred: "of 100",
    audited: "Audited",
    device: "Device",
    status: "Status",
    led_to: "Led to",
    duration: "Took",
    tally: "Issues by severity",
    screenshot: "The first screen of the page at the time of the audit",
    scores: "Scores",
    date: "%-d %B %Y, %H:%M UTC",
    vitals: "Core Web Vitals",
    lab: "In our browser (lab)",
    field: "From visitors (field)",
    lab_short: "Lab",
    field_short: "Field",
    not_measured: "Not measured: {}",
    performance_score: "Performance score",
    lcp: "Largest contentful paint",
    cls: "Cumulative layout shift",
    tbt: "Total blocking time",
    inp: "Interaction to next paint",
    fcp: "First contentful paint",
    speed_index: "Speed index",
    ttfb: "Time to first byte",
    lcp_element: "What the largest contentful paint painted",
    cls_culprits: "What moved",
    runs: Counted { one: "{} load", other: "the median of {} loads" },
    throttled,
    not_throttled: "not throttled",
    lcp_of_runs: "largest contentful paint of each load: {}",
    unsettled: "the page did not come to rest in time",
    refused: Counted { one: "{} request was refused", other: "{} requests were refused" },
    dialogs: Counted { one: "{} dialog was closed", other: "{} dialogs were closed" },
    field_page: "visitors of this page",
    field_origin: "visitors of the whole site",
    field_provider: "75th percentile, from {}",
    changes: "Since the earlier audit",
    rose: Counted { one: "The score rose by {} point.", other: "The score rose by {} points." },
    fell: Counted { one: "The score fell by {} point.", other: "The score fell by {} points." },
    stayed: "The score is the same.",
    new: "New",
    fixed: "Fixed",
    unchanged: "Still there",
    before: "{} before",
    nothing: "Nothing",
    issues: "Issues",
    no_issues: "No check found anything wrong.",
    loss: "What is lost",
    fix: "How to fix",
    seen: "Seen in",
    check: "Check",
    issue_count: Counted { one: "{} issue", other: "{} issues" },
    no_issue: "No issues",
    places: Counted { one: "{} place", other: "{} places" },
    more_places: Counted { one: "{} more place", other: "{} more places" },
    not_shown: Counted { one: "{} more place is not listed.", other: "{} more places are not listed." },
    line: "Line",
    passed: "Passed",
    skipped: "Skipped",
    skipped_note: "These checks could not, or need not, look. They count neither for nor against the page.",
    passed_count: Counted { one: "{} check passed", other: "{} checks passed" },
    skipped_count: Counted { one: "{} check skipped", other: "{} checks skipped" },
    page: "The page",
    document: "Document",
    title: "Title",
    description: "Description",
    page_language: "Language",
    canonical: "Canonical address",
    html_size: "Size of the HTML",
    truncated: "cut, because it is larger",
    elements: "Elements",
    words: "Words of the main text",
    rendered_words: "Words after scripts ran",
    characters: Counted { one: "{} character", other: "{} characters" },
    redirects: "Redirects",
    headings: "Headings",
    heading_count: Counted { one: "{} heading", other: "{} headings" },
    links: "Links",
    internal: "To the same site",
    external: "To other sites",
    nofollow: "With nofollow",
    links_checked: "Addresses checked",
    links_unchecked: "Addresses not checked",
    broken_links: Counted { one: "{} broken address", other: "{} broken addresses" },
    redirecting_links: Counted { one: "{} address leads elsewhere", other: "{} addresses lead elsewhere" },
    images: "Images",
    total: "All",
    without_alt: "Without alt",
    without_dimensions: "Without width and height",
    lazy: "Loaded lazily",
    broken_images: Counted { one: "{} broken image", other: "{} broken images" },
    structured_data: "Structured data",
    no_structured_data: "The page declares none.",
    errors: Counted { one: "{} error", other: "{} errors" },
    warnings: Counted { one: "{} warning", other: "{} warnings" },
    error: "Error",
    warning: "Warning",
    untyped: "Without type",
    indexing: "Indexing",
    indexable: "May be indexed",
    against: "Speaks against it",
    meta_robots: "Robots meta tag",
    x_robots_tag: "X-Robots-Tag",
    robots_allow: "Allowed by robots.txt",
    sitemaps: "Sitemaps",
    in_sitemap: "Listed in a sitemap",
    ai_allowed: "AI crawlers allowed",
    ai_refused: "AI crawlers refused",
    security: "Security",
    https: "Encrypted (HTTPS)",
    certificate_ends: "Certificate ends",
    security_headers: "Headers",
    header_count: Counted { one: "{} protecting header", other: "{} protecting headers" },
    timing: "Timing",
    fetching: "Fetching the page",
    analysing: "Reading and checking",
    probing: "Other addresses",
    browsing: "Browser",
    everything: "Everything",
    timing_note: "Parts run at the same time, so they can add up to more than everything.",
};

const fn category(category: Category) -> &'static str {
    match category {
        Category::Html => "HTML and metadata",
        Category::Url => "Address",
        Category::Headings => "Headings",
        Category::Content => "Content",
        Category::Images => "Images",
        Category::Links => "Links",
        Category::Indexability => "Indexing",
        Category::International => "Languages",
        Category::Social => "Sharing",
        Category::StructuredData => "Structured data",
        Category::Performance => "Performance",
        Category::Security => "Security",
        Category::Crawlability => "Crawling",
        Category::AiSearch => "AI search",
    }
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "Critical",
        Severity::High => "High",
        Severity::Medium => "Medium",
        Severity::Low => "Low",
        Severity::Info => "Info",
    }
}

const fn seen_in(seen: Seen) -> &'static str {
    match seen {
        Seen::Raw => "HTML as sent",
        Seen::Rendered => "page as rendered",
        Seen::Header => "answer of the server",
        Seen::Robots => "robots.txt",
        Seen::Network => "answers of other addresses",
    }
}

const fn rating(rating: Rating) -> &'static str {
    match rating {
        Rating::Good => "Good",
        Rating::NeedsImprovement => "Needs improvement",
        Rating::Poor => "Poor",
    }
}

fn throttled(throttling: &Throttling) -> String {
    let (device, processor) = match throttling.profile {
        ThrottlingProfile::Slow4G => {
            ("mobile (slow 4G)", format!("{} times slower", throttling.cpu_slowdown))
        }
        ThrottlingProfile::Desktop => ("desktop", "not slowed down".to_owned()),
    };
    format!(
        "throttled like Lighthouse on {device}: {} ms round trip, {:.2} Mbit/s down, {:.2} Mbit/s up, processor {processor}",
        throttling.rtt_ms,
        throttling.download_kbps / 1024.0,
        throttling.upload_kbps / 1024.0,
    )
}

const fn performance_basis(basis: PerformanceBasis) -> &'static str {
    match basis {
        PerformanceBasis::Field => {
            "The performance score follows the field figures: it is the score of the worst of LCP, INP and CLS."
        }
        PerformanceBasis::Lab => "The performance score follows the lab figures.",
        PerformanceBasis::Issues => "Nothing was measured, so the performance score counts the issues.",
    }
}

const fn device_name(device: Device) -> &'static str {
    match device {
        Device::Desktop => "Desktop",
        Device::Mobile => "Mobile",
    }
}
