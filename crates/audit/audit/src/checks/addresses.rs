//! Decides whether two URLs are the same page.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use url::{Host, Url};

/// Parameters that only track where a user came from.
const TRACKING: [&str; 26] = [
    "_ga",
    "_gl",
    "_hsenc",
    "_hsmi",
    "dclid",
    "epik",
    "fbclid",
    "gad_source",
    "gbraid",
    "gclid",
    "gclsrc",
    "igsh",
    "igshid",
    "li_fat_id",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "msclkid",
    "scid",
    "srsltid",
    "ttclid",
    "twclid",
    "vero_id",
    "wbraid",
    "yclid",
    "ysclid",
];
/// Files that servers return for a folder.
const INDEX_FILES: [&str; 6] =
    ["/index.html", "/index.htm", "/index.php", "/index.asp", "/index.aspx", "/default.aspx"];

/// Whether two URLs are the same page, ignoring scheme, `www.`, trailing slash, fragment, order of parameters
/// and tracking parameters.
pub(crate) fn is_same_page(one: &Url, other: &Url) -> bool {
    is_same_path(one, other) && parameters(one) == parameters(other)
}

/// Whether two URLs are the same page except for their parameters.
pub(crate) fn is_same_path(one: &Url, other: &Url) -> bool {
    host(one) == host(other)
        && one.port() == other.port()
        && percent_decode_str(path(one)).eq(percent_decode_str(path(other)))
}

/// The URL without its fragment.
pub(crate) fn without_fragment(url: &Url) -> Cow<'_, Url> {
    if url.fragment().is_none() {
        return Cow::Borrowed(url);
    }
    let mut plain = url.clone();
    plain.set_fragment(None);
    Cow::Owned(plain)
}

/// Whether a URL is on the user's own machine, where nothing needs to be encrypted.
pub(crate) fn is_local(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

fn host(url: &Url) -> Option<&str> {
    url.host_str().map(|host| host.strip_prefix("www.").unwrap_or(host))
}

fn path(url: &Url) -> &str {
    let path = url.path();
    let path = INDEX_FILES.iter().find_map(|file| path.strip_suffix(file)).unwrap_or(path);
    path.strip_suffix('/').unwrap_or(path)
}

/// The parameters that may change what a page shows, sorted.
pub(crate) fn parameters(url: &Url) -> Vec<(Cow<'_, str>, Cow<'_, str>)> {
    let mut parameters: Vec<_> = url.query_pairs().filter(|(name, _)| !is_tracking(name)).collect();
    parameters.sort_unstable();
    parameters
}

fn is_tracking(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.starts_with("utm_") || TRACKING.contains(&name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(one: &str, other: &str) -> bool {
        let read = |address: &str| Url::parse(address).unwrap();
        is_same_page(&read(one), &read(other))
    }

    #[test]
    fn spellings_of_one_page_are_one() {
        let page = "https://www.example.com/guide/?b=2&a=1";
        assert!(same(page, "https://WWW.EXAMPLE.COM:443/guide?a=1&b=2&utm_source=x&gclid=1#top"));
        assert!(same(page, "http://example.com/%67uide/?a=1&b=2"));
        assert!(same("https://a.example/", "https://a.example/index.html"));
    }

    #[test]
    fn other_pages_are_others() {
        assert!(!same("https://a.example/x", "https://a.example/y"));
        assert!(!same("https://a.example/x", "https://a.example/x?page=2"));
        assert!(!same("https://a.example/x", "https://b.example/x"));
        assert!(!same("https://a.example/x", "https://a.example:8443/x"));
        assert!(!same("https://a.example/x", "https://a.example/X"));
    }
}
