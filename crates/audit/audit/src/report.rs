//! The report of an audit: issues with evidence, passed and skipped checks, and facts about the page.

use std::collections::BTreeMap;

use domain::Timestamp;
use domain::rendering::{LoadReport, Throttling};
use domain::search::Device;
use domain::vitals::Rating;
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use crate::check::{Category, Evidence, Seen, Severity};
use crate::compare::Comparison;
use crate::schema;

/// The results of all checks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Verdicts {
    /// The score, from 0 to 100.
    #[schema(minimum = 0, maximum = 100)]
    pub score: u8,
    /// The score of each category that was checked, from 0 to 100.
    #[serde(serialize_with = "with_camel_case_keys")]
    #[schema(value_type = schema::CategoryScores)]
    pub scores: BTreeMap<Category, u8>,
    /// The issues, worst first.
    pub issues: Vec<Issue>,
    /// The checks that found nothing.
    pub passed: Vec<PassedCheck>,
    /// The checks that could not run or do not apply.
    pub skipped: Vec<SkippedCheck>,
}

/// Keys of objects are in camel case, unlike the values of `category`.
fn with_camel_case_keys<S: Serializer>(
    scores: &BTreeMap<Category, u8>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(scores.iter().map(|(category, score)| (category.camel_case(), score)))
}

/// A problem with the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditIssue)]
pub struct Issue {
    /// The id of the check that found it.
    #[schema(example = "title.missing")]
    pub id: String,
    /// The category of the check.
    pub category: Category,
    /// The severity.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// How the issue harms the page; `severity` says how much.
    // Reports stored before this field existed have none.
    #[serde(default)]
    #[schema(
        required = true,
        example = "Search engines can't show this page, because it says that they may not."
    )]
    pub impact: String,
    /// How to fix it.
    pub how_to_fix: String,
    /// Where it was seen. `raw`: the HTML as it was sent. `rendered`: the page in the browser. `header`: status, headers or timing. `robots`: robots.txt. `network`: other URLs.
    pub seen: Vec<Seen>,
    /// How many times it occurs.
    pub count: usize,
    /// The first places where it occurs.
    pub evidence: Vec<Evidence>,
    /// A CSS selector of the first place; `null` if it is not an element.
    pub selector: Option<String>,
    /// The same for the same issue of the same page in every audit.
    pub fingerprint: String,
}

/// A check that found nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PassedCheck {
    /// The id of the check.
    pub id: String,
    /// The category of the check.
    pub category: Category,
    /// What is right.
    pub message: String,
}

/// A check that did not run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SkippedCheck {
    /// The id of the check.
    pub id: String,
    /// The category of the check.
    pub category: Category,
    /// Why it did not run.
    pub reason: String,
}

fn to_the_millisecond<S: Serializer>(at: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{at:.3}"))
}

/// An audit of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The URL that was requested.
    #[schema(format = "uri")]
    pub url: String,
    /// The URL after redirects.
    #[schema(format = "uri")]
    pub final_url: String,
    /// The HTTP status; `null` if you sent the HTML.
    pub status_code: Option<u16>,
    /// The redirects in order.
    pub redirects: Vec<RedirectSeen>,
    /// The emulated device.
    #[schema(value_type = schema::Device, example = "mobile")]
    pub device: Device,
    /// When the page was audited.
    #[serde(serialize_with = "to_the_millisecond")]
    #[schema(value_type = String, format = "date-time")]
    pub audited_at: Timestamp,
    /// The results of the checks.
    #[serde(flatten)]
    pub verdicts: Verdicts,
    /// Facts about the page.
    #[serde(flatten)]
    pub summary: Summary,
    /// The performance of the page.
    pub core_web_vitals: CoreWebVitals,
    /// A screenshot of the first screen.
    pub screenshot: Option<ScreenshotSeen>,
    /// The changes since the audit in `baselineId`.
    pub comparison: Option<Comparison>,
    /// How long the parts of the audit took.
    pub timing: Timing,
}

/// A redirect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Redirect)]
pub struct RedirectSeen {
    /// The URL that redirects.
    pub from: String,
    /// The HTTP status.
    pub status: u16,
    /// The URL that it redirects to.
    pub to: String,
}

/// Facts about the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The HTML document.
    pub html: HtmlSummary,
    /// The first 200 headings in order.
    pub headings: Vec<HeadingSeen>,
    /// The images.
    pub images: ImagesSummary,
    /// The links.
    pub links: LinksSummary,
    /// The structured data.
    pub structured_data: StructuredDataSummary,
    /// Whether search engines can index the page.
    pub indexability: IndexabilitySummary,
    /// The security of the page.
    pub security: SecuritySummary,
}

/// The HTML document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HtmlSummary {
    /// The title.
    pub title: Option<String>,
    /// The meta description.
    pub description: Option<String>,
    /// The `lang` attribute.
    pub lang: Option<String>,
    /// The canonical URL.
    pub canonical: Option<String>,
    /// The size of the HTML in bytes.
    pub bytes: usize,
    /// Whether the HTML was too large and was cut.
    pub truncated: bool,
    /// The number of elements.
    pub elements: usize,
    /// The number of words of the main text.
    pub words: usize,
    /// The number of words after scripts ran; `null` if no browser loaded the page.
    pub rendered_words: Option<usize>,
}

/// A heading of the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = AuditHeading)]
pub struct HeadingSeen {
    /// The level, from 1 to 6.
    #[schema(minimum = 1, maximum = 6)]
    pub level: u8,
    /// The text.
    pub text: String,
    /// The line in the source.
    pub line: Option<u32>,
}

/// The images of the page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImagesSummary {
    /// The number of images.
    pub total: usize,
    /// The number of images without an `alt` attribute.
    pub without_alt: usize,
    /// The number of images without width and height.
    pub without_dimensions: usize,
    /// The number of images that are loaded lazily.
    pub lazy: usize,
    /// The URLs that were requested and did not return an image.
    pub broken: Vec<String>,
}

/// The links of the page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinksSummary {
    /// The number of links to the same site.
    pub internal: usize,
    /// The number of links to other sites.
    pub external: usize,
    /// The number of links with `rel=nofollow`.
    pub nofollow: usize,
    /// The number of different URLs that were checked.
    pub checked: usize,
    /// The number of different URLs that were not checked: not requested, no response in time, or access denied.
    pub unchecked: usize,
    /// The first 100 broken URLs, as in `link.broken_internal` and `link.broken_external`.
    pub broken: Vec<LinkSeen>,
    /// The first 100 URLs that redirect.
    pub redirects: Vec<LinkSeen>,
}

/// A link that was checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckedLink)]
pub struct LinkSeen {
    /// The URL.
    pub url: String,
    /// The HTTP status; `null` if there was no response.
    pub status: Option<u16>,
    /// The URL that it redirects to.
    pub leads_to: Option<String>,
    /// Why there was no response.
    pub reason: Option<String>,
}

/// The structured data of the page.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StructuredDataSummary {
    /// The items that the page declares.
    pub items: Vec<StructuredItem>,
    /// The number of errors, in items and outside.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
}

/// An item of structured data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StructuredItem {
    /// The types of the item.
    pub types: Vec<String>,
    /// The format of the item.
    #[schema(value_type = schema::StructuredDataFormat)]
    pub format: String,
    /// The name or headline.
    pub name: Option<String>,
    /// The line in the source.
    pub line: Option<u32>,
    /// The errors.
    pub errors: Vec<String>,
    /// The warnings.
    pub warnings: Vec<String>,
}

/// Whether search engines can index the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndexabilitySummary {
    /// Whether Google can index the page.
    pub indexable: bool,
    /// The ids of the issues that prevent it.
    pub reasons: Vec<String>,
    /// The directives of `<meta name=robots>`.
    pub meta_robots: Option<String>,
    /// The `X-Robots-Tag` headers.
    pub x_robots_tag: Vec<String>,
    /// The canonical URL.
    pub canonical: Option<String>,
    /// Whether robots.txt allows Googlebot; `null` if robots.txt could not be read.
    pub allowed_by_robots: Option<bool>,
    /// Whether robots.txt allows the crawlers of AI search, by name.
    pub ai_crawlers: BTreeMap<String, bool>,
    /// The URLs of the sitemaps.
    pub sitemaps: Vec<String>,
    /// Whether a sitemap lists the page; `null` if there is no sitemap, or if none lists it and some could not be read completely.
    pub in_sitemap: Option<bool>,
}

/// The security of the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecuritySummary {
    /// Whether the page uses HTTPS.
    pub https: bool,
    /// When the certificate expires.
    #[schema(value_type = Option<String>, format = "date")]
    pub certificate_ends: Option<jiff::civil::Date>,
    /// The security headers of the response, by name.
    pub headers: BTreeMap<String, String>,
}

/// The performance of the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CoreWebVitals {
    /// Figures from a browser that loaded the page for the audit.
    pub lab: Option<LabFigures>,
    /// Why there are no lab figures.
    pub lab_skipped: Option<String>,
    /// Figures from real users.
    pub field: Option<FieldFigures>,
    /// Why there are no field figures.
    pub field_skipped: Option<String>,
    /// The figures that `scores.performance` follows. `null` in older audits, and if performance has no score.
    pub performance_basis: Option<PerformanceBasis>,
}

/// The figures that the performance score follows. `field`: those of real users. `lab`: those of the browser, if there are none of real
/// users, or only of their visits to the whole origin and the lab's score is lower. `issues`: nothing was measured, so the issues count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PerformanceBasis {
    /// Figures from real users.
    Field,
    /// Figures from a browser.
    Lab,
    /// The issues, because there are no figures.
    Issues,
}

/// Figures from a browser that loaded the page for the audit. The load is slowed down as `throttling` states, like Lighthouse does by
/// default, except for `ttfb`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LabVitals)]
pub struct LabFigures {
    /// The performance score by Lighthouse's formula, from 0 to 100.
    pub score: Option<u8>,
    /// Largest contentful paint.
    pub lcp: Option<RatedFigure>,
    /// The element of the largest contentful paint.
    pub lcp_element: Option<Evidence>,
    /// Cumulative layout shift.
    pub cls: Option<RatedFigure>,
    /// The elements that moved.
    pub cls_culprits: Vec<Evidence>,
    /// Total blocking time.
    pub tbt: Option<RatedFigure>,
    /// First contentful paint.
    pub fcp: Option<RatedFigure>,
    /// Speed index.
    pub speed_index: Option<RatedFigure>,
    /// Interaction to next paint, of a simulated interaction.
    pub inp: Option<RatedFigure>,
    /// Time to first byte, of the audit's own request, which is not slowed down.
    pub ttfb: Option<RatedFigure>,
    /// How the page was loaded.
    #[schema(value_type = schema::PageLoad)]
    pub load: LoadReport,
    /// The connection and processor that the load was slowed down to. `null` in audits from before loads were slowed down.
    #[schema(value_type = Option<schema::Throttling>)]
    pub throttling: Option<Throttling>,
}

/// Figures from real users.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FieldVitals)]
pub struct FieldFigures {
    /// The performance score of these figures, from 0 to 100: that of the worst of `lcp`, `inp` and `cls`. At most 89 if one of them needs
    /// improvement, at most 49 if one is poor.
    pub score: Option<u8>,
    /// The source of the figures.
    #[schema(example = "crux")]
    pub provider: String,
    /// Whether the figures are of the page or of its whole origin.
    #[schema(value_type = schema::FieldScope)]
    pub scope: String,
    /// The first and the last day of collection.
    #[schema(value_type = Option<Vec<String>>, min_items = 2, max_items = 2, example = json!(["2026-10-19", "2026-11-15"]))]
    pub period: Option<(String, String)>,
    /// Largest contentful paint, 75th percentile.
    pub lcp: Option<RatedFigure>,
    /// Interaction to next paint, 75th percentile.
    pub inp: Option<RatedFigure>,
    /// Cumulative layout shift, 75th percentile.
    pub cls: Option<RatedFigure>,
    /// First contentful paint, 75th percentile.
    pub fcp: Option<RatedFigure>,
    /// Time to first byte, 75th percentile.
    pub ttfb: Option<RatedFigure>,
}

/// A figure with its rating.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RatedValue)]
pub struct RatedFigure {
    /// Milliseconds; for layout shift a score without a unit.
    pub value: f64,
    /// The rating.
    #[schema(value_type = schema::Rating, example = "good")]
    pub rating: Rating,
}

/// A screenshot of the first screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Screenshot)]
pub struct ScreenshotSeen {
    /// The URL of the file.
    pub url: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// How long the parts of the audit took, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditTiming)]
pub struct Timing {
    /// The request of the page.
    pub fetch_ms: u64,
    /// The checks.
    pub analysis_ms: u64,
    /// Requests to other URLs.
    pub probes_ms: u64,
    /// The page loads in the browser.
    pub browser_ms: u64,
    /// The whole audit.
    pub total_ms: u64,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::registry;

    #[test]
    fn keys_of_scores_are_in_camel_case_and_read_back() {
        let verdicts = Verdicts {
            score: 90,
            scores: BTreeMap::from([
                (Category::Html, 100),
                (Category::StructuredData, 84),
                (Category::AiSearch, 98),
            ]),
            issues: Vec::new(),
            passed: Vec::new(),
            skipped: Vec::new(),
        };
        let written = serde_json::to_value(&verdicts).unwrap();
        assert_eq!(written["scores"], json!({"html": 100, "structuredData": 84, "aiSearch": 98}));
        let mut older = written.clone();
        older["scores"] = json!({"html": 100, "structured_data": 84, "ai_search": 98});
        for kept in [written, older] {
            assert_eq!(serde_json::from_value::<Verdicts>(kept).unwrap(), verdicts);
        }
        for check in registry::all() {
            let key = json!(check.category.camel_case());
            assert_eq!(serde_json::from_value::<Category>(key).unwrap(), check.category);
        }
    }
}
