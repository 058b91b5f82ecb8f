//! Where a page may send somebody next: only to pages of ours.

use axum::response::{IntoResponse, Response};
use http::header::LOCATION;
use http::{HeaderValue, StatusCode};

/// Where people land who did not come from anywhere.
pub(crate) const HOME: &str = "/dashboard";

/// A wished-for page, if it is one of ours; otherwise `otherwise`.
pub(crate) fn inside<'a>(wish: Option<&'a str>, otherwise: &'a str) -> &'a str {
    wish.filter(|path| is_inside(path)).unwrap_or(otherwise)
}

/// Browsers take `//host` and `/\host` for other hosts, and drop tabs and line ends.
fn is_inside(path: &str) -> bool {
    const LONGEST: usize = 2_000;
    path.len() <= LONGEST
        && path.starts_with('/')
        && !path[1..].starts_with(['/', '\\'])
        && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
}

/// Sends somebody to a page with GET.
pub(crate) fn see(path: &str) -> Response {
    let location = HeaderValue::try_from(path).unwrap_or(HeaderValue::from_static(HOME));
    (StatusCode::SEE_OTHER, [(LOCATION, location)]).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_are_followed() {
        for path in ["/dashboard", "/dashboard/articles?cursor=a%20b", "/"] {
            assert_eq!(inside(Some(path), HOME), path);
        }
        let foreign = [
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/\t/evil.example",
            "/a\\b",
            "",
            "dashboard",
            "/é",
            "/a b",
        ];
        for path in foreign {
            assert_eq!(inside(Some(path), HOME), HOME, "{path}");
        }
    }
}
