//! URLs that may be linked: `http`, `https`, or relative to the page, escaped so that every document reads
//! them correctly.

use url::{ParseError, Url};

/// The base of relative URLs whose page is unknown. Names under `.invalid` never resolve.
const NOWHERE: &str = "http://relative.invalid/";
/// Characters with a meaning in Markdown or CSS that URLs may contain unescaped.
const TROUBLESOME: [(char, &str); 6] =
    [('(', "%28"), (')', "%29"), ('|', "%7C"), ('\\', "%5C"), ('\'', "%27"), ('`', "%60")];

/// The escaped URL for documents; `None` if it must not be linked.
pub(crate) fn linkable(address: &str) -> Option<String> {
    let written = match Url::parse(address) {
        Ok(url) if has_web_scheme(&url) => url.into(),
        Err(ParseError::RelativeUrlWithoutBase) => relative(address)?,
        Ok(_) | Err(_) => return None,
    };
    Some(without_trouble(written))
}

/// The absolute URL, relative to `page`.
pub(crate) fn absolute(address: &str, page: &str) -> Option<String> {
    let url = Url::parse(page).ok()?.join(address).ok()?;
    has_web_scheme(&url).then(|| without_trouble(url.into()))
}

/// Escapes the URL for a comma-separated list of URLs.
pub(crate) fn in_list(address: &str) -> String {
    address.replace(',', "%2C")
}

fn has_web_scheme(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
}

fn relative(address: &str) -> Option<String> {
    let url = Url::parse(NOWHERE).ok()?.join(address).ok()?;
    let path = url.as_str().strip_prefix(NOWHERE)?;
    if address.trim_start().starts_with('/') { Some(format!("/{path}")) } else { Some(path.to_owned()) }
}

fn without_trouble(address: String) -> String {
    if !address.contains(TROUBLESOME.map(|(character, _)| character)) {
        return address;
    }
    TROUBLESOME.iter().fold(address, |address, (character, code)| address.replace(*character, code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_web_are_linked() {
        let linked = |address: &str| linkable(address).unwrap_or_default();
        assert_eq!(
            linked("https://example.com/a (b)?q=<c>|d"),
            "https://example.com/a%20%28b%29?q=%3Cc%3E%7Cd"
        );
        assert_eq!(linked("/media/a b.webp"), "/media/a%20b.webp");
        assert_eq!(linked("images/hero.webp"), "images/hero.webp");
        for address in
            ["javascript:alert(1)", "JaVaScRiPt:x", "data:text/html,x", "//evil.example/x", "http://"]
        {
            assert_eq!(linkable(address), None, "{address}");
        }
    }

    #[test]
    fn relative_addresses_are_completed() {
        let page = "https://example.com/p/cold-brew";
        assert_eq!(absolute("/media/1.webp", page).as_deref(), Some("https://example.com/media/1.webp"));
        assert_eq!(absolute("javascript:x", page), None);
    }
}
