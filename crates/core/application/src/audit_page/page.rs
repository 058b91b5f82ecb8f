//! Fetches the page of an audit.

use std::time::Duration;

use audit::facts::{Hop, PageAnswer, Response};
use jiff::tz::TimeZone;
use ports::fetch::{Oversize, Redirect};
use ports::{FetchError, FetchRequest, Fetched, Fetcher};

use super::{AuditError, AuditInput};

/// The time limit of the page.
const LIMIT: Duration = Duration::from_secs(20);

/// The page as it was fetched.
pub(super) struct FetchedPage {
    pub(super) answer: PageAnswer,
    pub(super) html: String,
}

/// Fetches the page, or uses the HTML of the request. Any status is a page, provided that the response is
/// HTML.
pub(super) async fn fetch(web: &dyn Fetcher, wanted: &AuditInput) -> Result<FetchedPage, AuditError> {
    if let Some(html) = &wanted.html {
        let answer = PageAnswer {
            requested: wanted.url.clone(),
            url: wanted.url.clone(),
            redirects: Vec::new(),
            response: None,
            bytes: html.len(),
            truncated: false,
        };
        return Ok(FetchedPage { answer, html: html.clone() });
    }
    let request =
        FetchRequest { oversize: Oversize::Truncate, ..FetchRequest::get(wanted.url.clone(), LIMIT) };
    let fetched = match web.fetch(request).await {
        Err(FetchError::BadRedirect { hops, .. }) if !hops.is_empty() => return Ok(endless(wanted, &hops)),
        fetched => fetched?,
    };
    let media_type = media_type(&fetched);
    if !matches!(media_type.as_str(), "" | "text/html" | "application/xhtml+xml") {
        return Err(AuditError::NotAPage(media_type));
    }
    let html = seo::encoding::decode(&fetched.body, fetched.header("content-type")).into_owned();
    let answer = PageAnswer {
        requested: wanted.url.clone(),
        url: fetched.url.clone(),
        redirects: hops(&fetched.redirects),
        bytes: fetched.body.len(),
        truncated: fetched.truncated,
        response: Some(Response {
            status: fetched.status,
            wire_bytes: fetched.wire_bytes,
            http_version: fetched.http_version.to_owned(),
            first_byte_ms: fetched.timing.first_byte.as_secs_f64() * 1000.0,
            certificate_ends: fetched.certificate_ends.map(|end| end.to_zoned(TimeZone::UTC).date()),
            headers: fetched.headers,
        }),
    };
    Ok(FetchedPage { answer, html })
}

/// A page whose redirects never reach a response, as far as it is known.
fn endless(wanted: &AuditInput, redirects: &[Redirect]) -> FetchedPage {
    let last = redirects.last();
    let answer = PageAnswer {
        requested: wanted.url.clone(),
        url: last.map_or(&wanted.url, |hop| &hop.to).clone(),
        redirects: hops(redirects),
        bytes: 0,
        truncated: false,
        response: Some(Response {
            status: last.map_or(0, |hop| hop.status),
            headers: Vec::new(),
            wire_bytes: 0,
            http_version: String::new(),
            first_byte_ms: 0.0,
            certificate_ends: None,
        }),
    };
    FetchedPage { answer, html: String::new() }
}

/// The media type without parameters, in lower case.
pub(super) fn media_type(fetched: &Fetched) -> String {
    let header = fetched.header("content-type").unwrap_or_default();
    header.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

pub(super) fn hops(redirects: &[Redirect]) -> Vec<Hop> {
    let hop = |redirect: &Redirect| Hop {
        from: redirect.from.clone(),
        status: redirect.status,
        to: redirect.to.clone(),
    };
    redirects.iter().map(hop).collect()
}
