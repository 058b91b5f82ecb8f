//! Responses with pages, and the security headers that protect them.

use askama::Template;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, VARY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use sha2::{Digest, Sha256};

use crate::failure::PageError;
use crate::frame::Frame;

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const PERMISSIONS: HeaderName = HeaderName::from_static("permissions-policy");

pub(crate) fn page(frame: &Frame, template: &impl Template) -> Result<Response, PageError> {
    page_with(StatusCode::OK, frame, template)
}

/// A page with a status, such as a form with errors.
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

/// A page whose end is still being rendered while its beginning is sent.
pub(crate) fn streamed(frame: &Frame, body: Body) -> Response {
    let mut response = Response::new(body);
    protect(response.headers_mut(), frame);
    response
}

/// A CSV table as a download.
pub(crate) fn csv_file(name: &str, content: String) -> Response {
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.csv\"")),
        (CACHE_CONTROL, "no-store".to_owned()),
        (X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
    ];
    (headers, content).into_response()
}

/// A document that contains its own style, such as a brief to print.
pub(crate) fn printable(html: String) -> Response {
    let policy = policy(&style_of(&html), "", "");
    let mut response = html.into_response();
    guard(response.headers_mut(), "no-store", &policy);
    response
}

/// The content security policy source that allows only the style in the head of the document.
fn style_of(html: &str) -> String {
    let head = html.split("</head>").next().unwrap_or_default();
    let style = head.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>"));
    style.map_or_else(
        || "'none'".to_owned(),
        |(style, _)| format!("'sha256-{}'", BASE64.encode(Sha256::digest(style))),
    )
}

fn protect(headers: &mut HeaderMap, frame: &Frame) {
    let images = frame.image_origin.as_deref().unwrap_or_default();
    guard(headers, caching(frame), &policy("'self'", images, &frame.checkout_origins.join(" ")));
    headers.insert(VARY, HeaderValue::from_static("Accept-Language, Cookie"));
}

fn guard(headers: &mut HeaderMap, caching: &'static str, policy: &str) {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(
        PERMISSIONS,
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=()"),
    );
    if let Ok(policy) = HeaderValue::try_from(policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
}

/// Pages with the reader's own data are not cached. Public pages with a link to the reader's dashboard are
/// cached by the browser only, all others by proxies too. Caches must revalidate both.
fn caching(frame: &Frame) -> &'static str {
    if frame.reader.is_some() {
        "no-store"
    } else if frame.leads_inside() {
        "private, no-cache"
    } else {
        "no-cache"
    }
}

fn policy(style: &str, images: &str, checkouts: &str) -> String {
    format!(
        "default-src 'none'; style-src {style}; script-src 'self'; img-src 'self' data: {images}; connect-src 'self'; \
         form-action 'self' {checkouts}; frame-ancestors 'none'; base-uri 'none'"
    )
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;
    use crate::frame::HeaderLinks;
    use crate::language::Theme;

    #[test]
    fn pages_for_somebody_signed_in_are_not_kept_for_others() {
        let page = |door| Frame { door, ..Frame::public(Language::ENGLISH, Theme::Auto, "") };
        assert_eq!(caching(&page(HeaderLinks::LogIn)), "no-cache");
        assert_eq!(caching(&page(HeaderLinks::LogInOrSignUp)), "no-cache");
        assert_eq!(caching(&page(HeaderLinks::Dashboard)), "private, no-cache");
    }

    #[test]
    fn a_printable_page_may_use_its_own_style_only() {
        let allowed = |html| style_of(html);
        let hash = format!("'sha256-{}'", BASE64.encode(Sha256::digest("p{color:red}")));
        assert_eq!(allowed("<head><style>p{color:red}</style></head><body></body>"), hash);
        assert_eq!(allowed("<head></head><body><style>p{}</style></body>"), "'none'");
    }
}
