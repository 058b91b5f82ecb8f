//! Redirects paths with a trailing slash to the path without it.

use axum::response::{IntoResponse, Redirect, Response};
use http::Uri;

/// A redirect to the path without the trailing slash, if there is one. The client keeps its method and body.
pub(super) fn redirect(uri: &Uri) -> Option<Response> {
    without_slash(uri).map(|address| Redirect::permanent(&address).into_response())
}

/// A path that begins with two slashes would lead to another host, and browsers treat a backslash as a slash.
fn without_slash(uri: &Uri) -> Option<String> {
    let path = uri.path().strip_suffix('/')?.trim_end_matches('/');
    if path.is_empty() || path.starts_with("//") || path.starts_with("/\\") {
        return None;
    }
    Some(uri.query().map_or_else(|| path.to_owned(), |query| format!("{path}?{query}")))
}

#[cfg(test)]
mod tests {
    use super::without_slash;

    #[test]
    fn a_slash_at_the_end_is_left_out_and_never_leads_elsewhere() {
        let led = |path: &str| without_slash(&path.parse().unwrap());
        assert_eq!(led("/v1/account/?a=b/").as_deref(), Some("/v1/account?a=b/"));
        assert_eq!(led("/v1/account//").as_deref(), Some("/v1/account"));
        for path in
            ["/", "/v1/account", "/v1?a=/", "//", "//example.com/", "///example.com/", "/\\example.com/"]
        {
            assert_eq!(led(path), None, "{path}");
        }
    }
}
