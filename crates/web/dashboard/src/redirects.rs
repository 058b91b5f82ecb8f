//! Redirects, which lead only to our own pages.

use axum::response::{IntoResponse, Response};
use http::header::LOCATION;
use http::{HeaderValue, StatusCode};

/// The page for people who did not come from another one.
pub(crate) const HOME: &str = "/dashboard";

/// The requested page if it is one of ours, or else `otherwise`.
pub(crate) fn inside<'a>(path: Option<&'a str>, otherwise: &'a str) -> &'a str {
    path.filter(|path| is_inside(path)).unwrap_or(otherwise)
}

/// Whether a path stays on this host. Browsers treat `//host` and `/\host` as other hosts, and drop tabs and
/// line ends.
fn is_inside(path: &str) -> bool {
    const LONGEST: usize = 2_000;
    path.len() <= LONGEST
        && path.starts_with('/')
        && !path[1..].starts_with(['/', '\\'])
        && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
}

/// Redirects to a page with GET.
pub(crate) fn see(path: &str) -> Response {
    let location = HeaderValue::try_from(path).unwrap_or(HeaderValue::from_static(HOME));
    (StatusCode::SEE_OTHER, [(LOCATION, location)]).into_response()
}

/// A path with query parameters; empty ones are left out.
pub(crate) fn with_query(path: &str, pairs: &[(&str, &str)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(pairs.iter().filter(|(_, value)| !value.is_empty()));
    let query = query.finish();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_encoded() {
        assert_eq!(with_query("/a", &[("b", ""), ("c", "")]), "/a");
        assert_eq!(with_query("/a", &[("b", "x & y"), ("c", ""), ("d", "1")]), "/a?b=x+%26+y&d=1");
    }

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
