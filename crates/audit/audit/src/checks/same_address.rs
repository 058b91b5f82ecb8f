//! Compares URLs strictly, for URLs that must match: shared, counted and returned ones.

use percent_encoding::percent_decode_str;
use url::Url;

use super::addresses::parameters;

/// Whether a URL is absolute or begins with `//`.
pub(super) fn is_full(address: &str) -> bool {
    let scheme = address.split_once("://").map_or("", |(scheme, _)| scheme);
    scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http")
}

/// Whether a status may apply to the audit only, and not to search engines, networks and users.
pub(super) fn is_unsure(status: u16) -> bool {
    matches!(status, 401 | 403 | 429 | 999)
}

/// Whether two URLs differ at most in fragment, tracking parameters and percent-encoding. Scheme, `www.` and
/// the trailing slash must match.
pub(super) fn is_same_address(one: &Url, other: &Url) -> bool {
    one == other
        || (one.scheme() == other.scheme()
            && one.host() == other.host()
            && one.port_or_known_default() == other.port_or_known_default()
            && percent_decode_str(one.path()).eq(percent_decode_str(other.path()))
            && parameters(one) == parameters(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_addresses_name_scheme_and_host() {
        assert!(is_full("https://example.com") && is_full("HTTP://example.com"));
        for relative in ["//example.com/a.png", "/a.png", "a.png?x=https://b", "data:image/png;base64,x", ""]
        {
            assert!(!is_full(relative), "{relative}");
        }
    }

    #[test]
    fn one_address_has_many_spellings() {
        let url = |text: &str| Url::parse(text).unwrap();
        let page = url("https://example.com/caf%C3%A9?id=1");
        for same in [
            "https://EXAMPLE.com:443/café?id=1#top",
            "https://example.com/caf%c3%a9?id=1&utm_source=mail",
            "https://example.com/café?fbclid=x&id=1",
        ] {
            assert!(is_same_address(&page, &url(same)), "{same}");
        }
        for other in [
            "http://example.com/café?id=1",
            "https://example.com/café/?id=1",
            "https://example.com/café",
            "https://www.example.com/café?id=1",
        ] {
            assert!(!is_same_address(&page, &url(other)), "{other}");
        }
    }
}
