//! The stored audits of an account.

use axum::Extension;
use axum::extract::State;
use domain::audits::{AuditEntry, AuditId};
use serde::Serialize;
use utoipa::ToSchema;

use super::super::{Meta, time};
use super::{AuditObject, report_url};
use crate::caller::{AuditScope, Caller};
use crate::edge::RequestContext;
use crate::error::ApiError;
use crate::json::{AcceptsJson, Json};
use crate::openapi::names;
use crate::paging::{Cut, Page};
use crate::path::Path;
use crate::state::ApiState;

/// An audit in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditSummary)]
pub(crate) struct AuditLine {
    /// The id of the audit.
    #[schema(example = "aud_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    audit_id: String,
    /// The URL of the page.
    #[schema(format = "uri")]
    url: String,
    /// The score, from 0 to 100.
    #[schema(minimum = 0, maximum = 100, example = 87)]
    score: u8,
    /// When the page was audited.
    #[schema(format = "date-time")]
    audited_at: String,
    /// The URL of the report as a web page.
    #[schema(format = "uri")]
    report_url: String,
}

impl AuditLine {
    fn new(entry: &AuditEntry, public_url: &str) -> Self {
        Self {
            audit_id: entry.id.to_string(),
            url: entry.url.clone(),
            score: entry.score,
            audited_at: time(entry.created_at),
            report_url: report_url(public_url, &entry.share),
        }
    }
}

/// A page of audits, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditList)]
pub(crate) struct AuditsReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    /// The audits, newest first.
    data: Vec<AuditLine>,
    /// Whether there is another page.
    has_more: bool,
    /// The `cursor` of the next page; `null` on the last one.
    next_cursor: Option<String>,
    meta: Meta,
}

/// List audits.
///
/// Returns the audits of the key's account and mode, newest first. Free.
#[utoipa::path(
    get, path = "/v1/seo/audits", operation_id = "listAudits", tag = "audits",
    security(("apiKey" = ["audit"])), params(Page<AuditId>),
    responses((status = 200, description = "A page of audits.", body = AuditsReply))
)]
pub(crate) async fn list(
    caller: Caller<AuditScope>,
    _: AcceptsJson,
    Page(wanted): Page<AuditId>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<AuditsReply>, ApiError> {
    let audits = state.audits.of(caller.claims.mode);
    let entries = audits.list(caller.purse(), wanted.before, wanted.to_read()).await?;
    let Cut { data, has_more, next_cursor } = wanted.cut(entries, |entry| entry.id.to_string());
    let public_url = &state.settings.public_url;
    Ok(Json(AuditsReply {
        success: true,
        data: data.iter().map(|entry| AuditLine::new(entry, public_url)).collect(),
        has_more,
        next_cursor,
        meta: Meta::new(&context, &caller.claims),
    }))
}

/// An audit of a page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Audit)]
pub(crate) struct OneAuditReply {
    #[schema(value_type = names::True, inline)]
    success: bool,
    #[serde(flatten)]
    #[schema(inline)]
    audit: AuditObject,
    meta: Meta,
}

/// Get an audit.
///
/// Returns an audit of the key's account as it was made. Free.
#[utoipa::path(
    get, path = "/v1/seo/audits/{auditId}", operation_id = "getAudit", tag = "audits", security(("apiKey" = ["audit"])),
    params(("auditId" = String, Path, description = "The id of the audit.", example = "aud_01k9zq6j4v8f0t3w5y7a9c1e2g")),
    responses((status = 200, description = "The audit.", body = OneAuditReply))
)]
pub(crate) async fn read(
    caller: Caller<AuditScope>,
    _: AcceptsJson,
    Path(id): Path<String>,
    State(state): State<ApiState>,
    Extension(context): Extension<RequestContext>,
) -> Result<Json<OneAuditReply>, ApiError> {
    let missing = || ApiError::missing("audit", &id);
    let audit: AuditId = id.parse().map_err(|_| missing())?;
    let found = state.audits.of(caller.claims.mode).read(caller.purse(), audit).await?;
    let audit = found.ok_or_else(missing)?;
    let audit = AuditObject::new(audit, &state.settings.public_url);
    Ok(Json(OneAuditReply { success: true, audit, meta: Meta::new(&context, &caller.claims) }))
}
