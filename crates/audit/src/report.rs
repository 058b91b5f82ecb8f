//! What an audit comes to: issues with evidence, what was well, what could not be looked at, and what the page is.

use std::collections::BTreeMap;

use domain::Timestamp;
use domain::rendering::LoadReport;
use domain::search::Device;
use domain::vitals::Rating;
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use crate::check::{Category, Evidence, Seen, Severity};
use crate::compare::Comparison;

/// The outcome of all checks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Verdicts {
    /// 0 to 100.
    pub score: u8,
    /// 0 to 100 per category of which something was looked at; its keys are in camel case.
    #[serde(serialize_with = "with_camel_case_keys")]
    #[schema(value_type = Object)]
    pub scores: BTreeMap<Category, u8>,
    /// What is wrong, worst first.
    pub issues: Vec<Issue>,
    /// What is well.
    pub passed: Vec<PassedCheck>,
    /// What could not be looked at.
    pub skipped: Vec<SkippedCheck>,
}

/// Keys of objects are in camel case, values of `category` are not.
fn with_camel_case_keys<S: Serializer>(
    scores: &BTreeMap<Category, u8>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(scores.iter().map(|(category, score)| (category.camel_case(), score)))
}

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Issue {
    /// The check that found it.
    pub id: String,
    /// What it belongs to.
    pub category: Category,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub how_to_fix: String,
    /// Where it was seen.
    pub seen: Vec<Seen>,
    /// How often.
    pub count: usize,
    /// Where exactly, the first places.
    pub evidence: Vec<Evidence>,
    /// A selector of the first place; nothing if it is no element.
    pub selector: Option<String>,
    /// The same for the same issue of the same page, whenever it is audited.
    pub fingerprint: String,
}

/// A check that found nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PassedCheck {
    /// The check.
    pub id: String,
    /// What it belongs to.
    pub category: Category,
    /// What is well.
    pub message: String,
}

/// A check that could not look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SkippedCheck {
    /// The check.
    pub id: String,
    /// What it belongs to.
    pub category: Category,
    /// Why it could not, or need not, look.
    pub reason: String,
}

/// Everything that an audit tells.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The address that was asked for.
    pub url: String,
    /// Where the page came from in the end.
    pub final_url: String,
    /// The status; nothing for HTML that was handed in.
    pub status_code: Option<u16>,
    /// The hops on the way.
    pub redirects: Vec<RedirectSeen>,
    /// What the audit pretended to be.
    #[schema(value_type = String, example = "mobile")]
    pub device: Device,
    /// When.
    #[schema(value_type = String, format = "date-time")]
    pub audited_at: Timestamp,
    /// What the checks say.
    #[serde(flatten)]
    pub verdicts: Verdicts,
    /// The page in figures.
    #[serde(flatten)]
    pub summary: Summary,
    /// How fast it is.
    pub core_web_vitals: CoreWebVitals,
    /// The first screen.
    pub screenshot: Option<ScreenshotSeen>,
    /// What has changed since the audit it was compared with.
    pub comparison: Option<Comparison>,
    /// How long the parts of the audit took.
    pub timing: Timing,
}

/// A hop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RedirectSeen {
    /// From where.
    pub from: String,
    /// With which status.
    pub status: u16,
    /// To where.
    pub to: String,
}

/// The page in figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The document.
    pub html: HtmlSummary,
    /// Headings in order, the first 200.
    pub headings: Vec<HeadingSeen>,
    /// Pictures.
    pub images: ImagesSummary,
    /// Links.
    pub links: LinksSummary,
    /// Structured data.
    pub structured_data: StructuredDataSummary,
    /// Whether search engines may show the page.
    pub indexability: IndexabilitySummary,
    /// How safe it is.
    pub security: SecuritySummary,
}

/// The document in figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HtmlSummary {
    /// The title.
    pub title: Option<String>,
    /// The meta description.
    pub description: Option<String>,
    /// The `lang` attribute.
    pub lang: Option<String>,
    /// The canonical address.
    pub canonical: Option<String>,
    /// Bytes of the HTML.
    pub bytes: usize,
    /// Whether it was cut because it was too large.
    pub truncated: bool,
    /// Elements.
    pub elements: usize,
    /// Words of the main text.
    pub words: usize,
    /// Words after scripts ran, if a browser was there.
    pub rendered_words: Option<usize>,
}

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HeadingSeen {
    /// 1 to 6.
    pub level: u8,
    /// The text.
    pub text: String,
    /// The line in the source.
    pub line: Option<u32>,
}

/// Pictures in figures.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImagesSummary {
    /// All.
    pub total: usize,
    /// Without an `alt` attribute.
    pub without_alt: usize,
    /// Without width and height.
    pub without_dimensions: usize,
    /// Loaded lazily.
    pub lazy: usize,
    /// Those that were asked for and did not answer with a picture.
    pub broken: Vec<String>,
}

/// Links in figures.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinksSummary {
    /// To pages of the same site.
    pub internal: usize,
    /// To pages elsewhere.
    pub external: usize,
    /// With `rel=nofollow`.
    pub nofollow: usize,
    /// Different addresses of which it is known whether they work.
    pub checked: usize,
    /// Different addresses of which it is not: they were not asked for, did not answer in time, or turned us away.
    pub unchecked: usize,
    /// Addresses that don't work, as `link.broken_internal` and `link.broken_external` tell them, the first 100.
    pub broken: Vec<LinkSeen>,
    /// Addresses that lead elsewhere, for good, for a while or in a circle, the first 100.
    pub redirects: Vec<LinkSeen>,
}

/// A link that was followed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkSeen {
    /// The address.
    pub url: String,
    /// The status; nothing if nothing answered.
    pub status: Option<u16>,
    /// Where it leads.
    pub leads_to: Option<String>,
    /// Why nothing answered.
    pub reason: Option<String>,
}

/// Structured data in figures.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StructuredDataSummary {
    /// Things that the page declares.
    pub items: Vec<StructuredItem>,
    /// Errors in all of them, and outside.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
}

/// A thing that the page declares.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StructuredItem {
    /// Its types.
    pub types: Vec<String>,
    /// `json-ld`, `microdata` or `rdfa`.
    pub format: String,
    /// Its name or headline.
    pub name: Option<String>,
    /// The line in the source.
    pub line: Option<u32>,
    /// What is wrong with it.
    pub errors: Vec<String>,
    /// What could be better.
    pub warnings: Vec<String>,
}

/// Whether search engines may show the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndexabilitySummary {
    /// Whether nothing keeps the page out of Google's results.
    pub indexable: bool,
    /// What keeps it out: ids of issues.
    pub reasons: Vec<String>,
    /// Directives of `<meta name=robots>`.
    pub meta_robots: Option<String>,
    /// `X-Robots-Tag` headers.
    pub x_robots_tag: Vec<String>,
    /// The canonical address.
    pub canonical: Option<String>,
    /// Whether robots.txt lets Googlebot fetch the page; nothing if it could not be read.
    pub allowed_by_robots: Option<bool>,
    /// Crawlers of answer engines and whether robots.txt lets them.
    #[schema(value_type = Object)]
    pub ai_crawlers: BTreeMap<String, bool>,
    /// Sitemaps that were found.
    pub sitemaps: Vec<String>,
    /// Whether one of them lists the page; nothing if none was found, or none lists it and not all could be read to the end.
    pub in_sitemap: Option<bool>,
}

/// How safe the page is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecuritySummary {
    /// Whether it is encrypted.
    pub https: bool,
    /// When the certificate ends.
    #[schema(value_type = Option<String>, format = "date")]
    pub certificate_ends: Option<jiff::civil::Date>,
    /// Headers that protect visitors, by name, as far as they are there.
    #[schema(value_type = Object)]
    pub headers: BTreeMap<String, String>,
}

/// How fast the page is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CoreWebVitals {
    /// From a browser of ours.
    pub lab: Option<LabFigures>,
    /// Why there are none.
    pub lab_skipped: Option<String>,
    /// From visitors.
    pub field: Option<FieldFigures>,
    /// Why there are none.
    pub field_skipped: Option<String>,
}

/// Figures from a browser of ours, unthrottled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LabFigures {
    /// Lighthouse's performance score of these figures, 0 to 100.
    pub score: Option<u8>,
    /// Largest contentful paint.
    pub lcp: Option<RatedFigure>,
    /// What it painted.
    pub lcp_element: Option<Evidence>,
    /// Cumulative layout shift.
    pub cls: Option<RatedFigure>,
    /// What moved.
    pub cls_culprits: Vec<Evidence>,
    /// Total blocking time.
    pub tbt: Option<RatedFigure>,
    /// First contentful paint.
    pub fcp: Option<RatedFigure>,
    /// Speed index.
    pub speed_index: Option<RatedFigure>,
    /// From a made interaction to the next paint.
    pub inp: Option<RatedFigure>,
    /// Time to first byte, of our own fetch.
    pub ttfb: Option<RatedFigure>,
    /// How it was measured.
    #[schema(value_type = Object)]
    pub load: LoadReport,
}

/// Figures from visitors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldFigures {
    /// Who gave them.
    pub provider: String,
    /// `page` or `origin`.
    pub scope: String,
    /// The days they were collected on.
    #[schema(value_type = Option<Vec<String>>)]
    pub period: Option<(String, String)>,
    /// Largest contentful paint, 75th percentile.
    pub lcp: Option<RatedFigure>,
    /// Interaction to next paint.
    pub inp: Option<RatedFigure>,
    /// Cumulative layout shift.
    pub cls: Option<RatedFigure>,
    /// First contentful paint.
    pub fcp: Option<RatedFigure>,
    /// Time to first byte.
    pub ttfb: Option<RatedFigure>,
}

/// A figure and how good it is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RatedFigure {
    /// Milliseconds, or a sum without unit for layout shift.
    pub value: f64,
    /// How good it is.
    #[schema(value_type = String, example = "good")]
    pub rating: Rating,
}

/// The first screen as a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ScreenshotSeen {
    /// Where it is kept.
    pub url: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// How long the parts of the audit took, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Timing {
    /// Fetching the page.
    pub fetch_ms: u64,
    /// Reading it and running the checks.
    pub analysis_ms: u64,
    /// Asking other addresses.
    pub probes_ms: u64,
    /// The browser.
    pub browser_ms: u64,
    /// Everything.
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
