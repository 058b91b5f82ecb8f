//! On-page audits: running them, listing them, and the page of a report.

pub(crate) mod kept;
pub(crate) mod page;

use application::audit_page::AuditInput;
use application::manage_audits::Audit;
use audit::report::Report;
use axum::response::Response;
use domain::audits::{AuditId, ShareToken};
use domain::prices::Operation;
use domain::search::Device;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;

use crate::caller::AuditScope;
use crate::charging::{Charged, ChargedCall, ResultMeta, Terms};
use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::openapi::names;
use crate::validation::{DeviceName, Problems, grouped};

/// The longest HTML that is accepted, in characters.
const LONGEST_HTML: usize = 2_000_000;
/// Enough for the longest HTML if each letter takes three bytes, as JSON.
pub(crate) const MOST_BYTES: usize = 8 * 1024 * 1024;
const MOST_RUNS: u8 = 5;

/// A page to audit.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"url": "https://my-blog.example/cold-brew-notes", "device": "mobile"}))]
pub(crate) struct AuditRequest {
    /// The URL of the page.
    #[schema(max_length = 2048, format = "uri", example = "https://my-blog.example/cold-brew-notes")]
    url: String,
    /// The HTML of a page that is not published yet. It is audited as if it were at `url`.
    #[serde(default)]
    #[schema(max_length = 2_000_000)]
    html: Option<String>,
    /// The device to emulate.
    #[serde(default)]
    #[schema(default = "mobile")]
    device: Option<DeviceName>,
    /// Whether to check the links of the page.
    #[serde(default = "yes")]
    #[schema(default = true)]
    check_links: bool,
    /// Whether to load the page in a browser and to look up the field data of real users.
    #[serde(default = "yes")]
    #[schema(default = true)]
    vitals: bool,
    /// How many times the browser loads the page. The load with the median largest contentful paint is reported.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 5, default = 1)]
    runs: Option<u8>,
    /// The id of an earlier audit to compare with.
    #[serde(default)]
    #[schema(example = "aud_01k9z3v5e8f4r7m2n6q1t0w5xy")]
    baseline_id: Option<String>,
    /// The most credits that the call may cost.
    #[serde(default)]
    #[schema(minimum = 0)]
    max_credits: Option<i64>,
}

const fn yes() -> bool {
    true
}

/// A new audit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewAudit)]
pub(crate) struct AuditReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    #[serde(flatten)]
    #[schema(inline)]
    audit: AuditObject,
    meta: ResultMeta,
}

/// An audit of a page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditObject {
    /// The id of the audit.
    #[schema(example = "aud_01k9z3v5e8f4r7m2n6q1t0w5xy")]
    audit_id: String,
    /// The URL of the report as a web page. Everyone who has the URL can read it.
    #[schema(format = "uri")]
    report_url: String,
    #[serde(flatten)]
    #[schema(inline)]
    report: Report,
}

impl AuditObject {
    fn new(audit: Audit, public_url: &str) -> Self {
        Self {
            audit_id: audit.id.to_string(),
            report_url: report_url(public_url, &audit.share),
            report: audit.report,
        }
    }
}

fn report_url(public_url: &str, share: &ShareToken) -> String {
    format!("{public_url}/reports/{share}")
}

/// Audit a page.
///
/// Checks HTML, metadata, headings, text, images, links, indexability, structured data, performance and security. Costs 500 credits.
#[utoipa::path(
    post, path = "/v1/seo/audit", operation_id = "auditPage", tag = "audits",
    security(("apiKey" = ["audit"])), request_body = AuditRequest,
    responses((status = 200, description = "The audit.", body = Charged<AuditReply>))
)]
pub(crate) async fn audit(call: ChargedCall<AuditScope, AuditRequest>) -> Result<Response, ApiError> {
    let (wanted, baseline, max_credits) = call.request.check()?;
    let audits = call.state.audits.of(call.claims().mode).clone();
    let (context, purse) = (call.context.clone(), call.caller.purse());
    let public_url = call.state.settings.public_url.clone();
    let work = async move {
        let audit = audits.audit(purse, &wanted, baseline).await?;
        let meta = context.meta("rankwright".to_owned(), audit.report.audited_at, false);
        Ok(AuditReply { success: true, audit: AuditObject::new(audit, &public_url), meta })
    };
    call.settle(Terms { operation: Operation::SeoAudit, hold_first: true, max_credits }, Box::pin(work)).await
}

impl AuditRequest {
    fn check(&self) -> Result<(AuditInput, Option<AuditId>, Option<i64>), ApiError> {
        let mut problems = Problems::default();
        let url = problems.url("url", Some(&self.url));
        problems.range("runs", self.runs, &(1..=MOST_RUNS));
        if self.html.as_ref().is_some_and(|html| html.chars().count() > LONGEST_HTML) {
            problems.add(
                "html",
                "out_of_range",
                format!("must have at most {} characters", grouped(&LONGEST_HTML)),
            );
        }
        let baseline = self.baseline_id.as_deref().map(str::parse::<AuditId>).transpose();
        if let Err(error) = &baseline {
            problems.add("baselineId", "invalid", error.to_string());
        }
        let max_credits = problems.max_credits(self.max_credits);
        problems.finish()?;
        let (Some(url), Ok(baseline)) = (url, baseline) else {
            return Err(ApiError::plain(ErrorCode::ValidationFailed));
        };
        Ok((self.wanted(url), baseline, max_credits))
    }

    fn wanted(&self, url: Url) -> AuditInput {
        AuditInput {
            url,
            html: self.html.clone(),
            device: self.device.map_or(Device::Mobile, Device::from),
            check_links: self.check_links,
            vitals: self.vitals,
            runs: self.runs.unwrap_or(1),
        }
    }
}
