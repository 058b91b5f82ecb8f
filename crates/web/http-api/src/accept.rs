//! Decides from the `Accept` header whether the client wants a page or JSON.

use http::HeaderMap;
use http::header::ACCEPT;

const PAGE: &str = "text/html";
const JSON: &str = "application/json";

/// Browsers list HTML with the highest weight. Programs list JSON, `*/*`, or nothing.
pub(crate) fn prefers_page(headers: &HeaderMap) -> bool {
    let values = || headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let weight = |name: &str| {
        let ranges = values().flat_map(|value| value.split(','));
        ranges.filter_map(|range| weight_of(range, name)).fold(0.0, f32::max)
    };
    let page = weight(PAGE);
    page > 0.0 && page > weight(JSON)
}

/// The weight that a range of the header gives to the media type `name`.
fn weight_of(range: &str, name: &str) -> Option<f32> {
    let mut parts = range.split(';').map(str::trim);
    if !parts.next()?.eq_ignore_ascii_case(name) {
        return None;
    }
    let weight = parts.find_map(|parameter| parameter.strip_prefix("q="));
    Some(weight.map_or(1.0, |weight| weight.parse().unwrap_or(0.0)))
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn prefers(accept: &'static str) -> bool {
        prefers_page(&HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static(accept))]))
    }

    #[test]
    fn browsers_get_pages_and_programs_json() {
        for browser in [
            "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
            "text/html, application/json;q=0.5",
            "TEXT/HTML;q=0.9",
        ] {
            assert!(prefers(browser), "{browser}");
        }
        for program in [
            "*/*",
            "application/json",
            "application/json, text/plain, */*",
            "application/json, text/html",
            "text/html;q=0",
            "text/html;q=x",
            "",
        ] {
            assert!(!prefers(program), "{program}");
        }
        assert!(!prefers_page(&HeaderMap::new()));
    }
}
