//! A page as a response, with everything that keeps it from being misused.

use askama::Template;
use axum::response::{IntoResponse, Response};
use http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, VARY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use crate::failure::PageError;
use crate::frame::Frame;

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const PERMISSIONS: HeaderName = HeaderName::from_static("permissions-policy");

/// A page.
pub(crate) fn page(frame: &Frame, template: &impl Template) -> Result<Response, PageError> {
    page_with(StatusCode::OK, frame, template)
}

/// A page with a status of its own, such as a form with faults.
pub(crate) fn page_with(
    status: StatusCode,
    frame: &Frame,
    template: &impl Template,
) -> Result<Response, PageError> {
    let html = template.render().map_err(|error| PageError::internal(&error))?;
    let mut response = (status, html).into_response();
    protect(response.headers_mut(), frame);
    Ok(response)
}

/// A table that is saved as a file.
pub(crate) fn csv_file(name: &str, content: String) -> Response {
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.csv\"")),
        (CACHE_CONTROL, "no-store".to_owned()),
        (X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
    ];
    (headers, content).into_response()
}

fn protect(headers: &mut HeaderMap, frame: &Frame) {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching(frame)));
    headers.insert(VARY, HeaderValue::from_static("Accept-Language, Cookie"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(
        PERMISSIONS,
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=()"),
    );
    if let Ok(policy) = HeaderValue::try_from(policy(frame)) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
}

/// Nothing keeps a page with the reader's own figures. A public page that leads its reader to their dashboard is for their browser only;
/// others may be kept by proxies as well, which have to ask before they use them.
fn caching(frame: &Frame) -> &'static str {
    if frame.reader.is_some() {
        "no-store"
    } else if frame.leads_inside() {
        "private, no-cache"
    } else {
        "no-cache"
    }
}

fn policy(frame: &Frame) -> String {
    let images = frame.image_origin.as_deref().unwrap_or_default();
    let checkouts = frame.checkout_origins.join(" ");
    format!(
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data: {images}; connect-src 'self'; \
         form-action 'self' {checkouts}; frame-ancestors 'none'; base-uri 'none'"
    )
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;
    use crate::frame::Door;
    use crate::language::Theme;

    #[test]
    fn pages_for_somebody_signed_in_are_not_kept_for_others() {
        let page = |door| Frame { door, ..Frame::public(Language::ENGLISH, Theme::Auto, "") };
        assert_eq!(caching(&page(Door::LogIn)), "no-cache");
        assert_eq!(caching(&page(Door::LogInOrSignUp)), "no-cache");
        assert_eq!(caching(&page(Door::Dashboard)), "private, no-cache");
    }
}
