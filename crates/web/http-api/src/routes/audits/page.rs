//! The report of an audit as a page. Everyone who has the URL can read it; search engines must not index it.

use audit::sheet::{self, SheetContext};
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use domain::api_keys::KeyMode;
use domain::audits::ShareToken;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderName, HeaderValue};
use sha2::{Digest, Sha256};

use crate::error::ApiError;
use crate::error_catalogue::ErrorCode;
use crate::path::Path;
use crate::state::ApiState;

const ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");

/// The route of the report page.
pub(crate) fn pages() -> Router<ApiState> {
    Router::new().route("/reports/{token}", get(read))
}

/// The content security policy: the page's own style, the screenshot, and nothing else.
fn policy(image_origin: Option<&str>) -> String {
    let style = BASE64.encode(Sha256::digest(sheet::STYLE));
    let elsewhere = image_origin.map(|origin| format!(" {origin}")).unwrap_or_default();
    format!(
        "default-src 'none'; style-src 'sha256-{style}'; img-src 'self'{elsewhere}; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

async fn read(Path(token): Path<String>, State(state): State<ApiState>) -> Result<Response, ApiError> {
    let not_found = || ApiError::plain(ErrorCode::NotFound);
    let share: ShareToken = token.parse().map_err(|_| not_found())?;
    // The token alone opens the report. Both modes store their reports in one place.
    let audit = state.audits.live.shared(&share).await?.ok_or_else(not_found)?;
    let context = SheetContext {
        product: "Rankwright",
        base_url: Some(&state.settings.public_url),
        media_url: state.settings.image_origin.as_deref(),
    };
    let html = match audit.mode {
        KeyMode::Live => sheet::html(&audit.report, &context),
        KeyMode::Test => sheet::test_html(&audit.report, &context),
    };
    let policy = HeaderValue::try_from(policy(state.settings.image_origin.as_deref()));
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CACHE_CONTROL, HeaderValue::from_static("private, max-age=300")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (ROBOTS_TAG, HeaderValue::from_static("noindex, nofollow")),
    ];
    let mut response = (headers, html).into_response();
    if let Ok(policy) = policy {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    Ok(response)
}
