//! Helpers for the URLs in API responses.

/// A URL of this service without its host, so that it works under every host name. Other URLs stay as they
/// are.
pub(crate) fn local<'a>(address: &'a str, public_url: &str) -> &'a str {
    address.strip_prefix(public_url).filter(|path| path.starts_with('/')).unwrap_or(address)
}

/// Text, escaped as a part of a query string.
pub(crate) fn escaped(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_addresses_lose_their_host() {
        let ours = "https://seo.example.com";
        assert_eq!(local("https://seo.example.com/reports/abc", ours), "/reports/abc");
        assert_eq!(
            local("https://seo.example.com.evil.example/a", ours),
            "https://seo.example.com.evil.example/a"
        );
        assert_eq!(local("https://cdn.example.com/a.webp", ours), "https://cdn.example.com/a.webp");
    }

    #[test]
    fn text_can_not_leave_its_place_in_a_query() {
        assert_eq!(escaped("a&b=c/..?#é"), "a%26b%3Dc%2F..%3F%23%C3%A9");
    }
}
