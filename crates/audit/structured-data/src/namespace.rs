//! Recognises the names of schema.org.

use url::Url;

/// The vocabulary of words without a prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Namespace {
    SchemaOrg,
    /// Another vocabulary, or none: its words are not checked.
    Other,
}

impl Namespace {
    /// The vocabulary of a URL such as `https://schema.org/`.
    pub(crate) fn of(address: &str) -> Self {
        match after_host(address.trim()) {
            Some("" | "/" | "/#" | "#") => Self::SchemaOrg,
            _ => Self::Other,
        }
    }
}

/// The short name of a term's full URL, such as `https://schema.org/Article`.
pub(crate) fn short_name(address: &str) -> Option<&str> {
    let path = after_host(address.trim())?;
    let name = path.strip_prefix('/')?.trim_end_matches('/');
    let name = name.strip_prefix('#').unwrap_or(name);
    let is_plain = !name.is_empty() && !name.contains(['/', '?', '#', ' ']);
    is_plain.then_some(name)
}

/// Whether it is an absolute URL of any scheme.
pub(crate) fn is_address(text: &str) -> bool {
    let scheme = text.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    })
}

/// An identifier as an absolute URL, if possible.
pub(crate) fn absolute(base: &Url, identifier: &str) -> String {
    let identifier = identifier.trim();
    if identifier.starts_with("_:") {
        return identifier.to_owned();
    }
    base.join(identifier).map_or_else(|_| identifier.to_owned(), String::from)
}

/// The text after schema.org's host, or after one of its sections.
fn after_host(address: &str) -> Option<&str> {
    const HOST: &str = "schema.org";
    let (scheme, rest) = address.split_once("//")?;
    if !["http:", "https:", ""].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return None;
    }
    let end = rest.find(['/', '#', '?']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    let start = host.len().checked_sub(HOST.len())?;
    let ours = host.get(start..)?.eq_ignore_ascii_case(HOST);
    let section = host.get(..start)?;
    (ours && (section.is_empty() || section.ends_with('.'))).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vocabulary_has_many_addresses() {
        for address in [
            "https://schema.org",
            "http://schema.org/",
            "https://www.schema.org",
            "HTTPS://Schema.org/",
            "//schema.org",
        ] {
            assert_eq!(Namespace::of(address), Namespace::SchemaOrg, "{address}");
        }
        for address in [
            "https://example.com/vocab",
            "schema.org",
            "https://schema.org.example/",
            "https://myschema.org/",
            "",
        ] {
            assert_eq!(Namespace::of(address), Namespace::Other, "{address}");
        }
    }

    #[test]
    fn terms_have_short_names() {
        assert_eq!(short_name("https://schema.org/Article"), Some("Article"));
        assert_eq!(short_name("http://pending.schema.org/Article/"), Some("Article"));
        assert_eq!(short_name("https://schema.org/"), None);
        assert_eq!(short_name("https://schema.org/docs/x"), None);
        assert_eq!(short_name("https://example.com/Article"), None);
        assert_eq!(short_name("Article"), None);
    }

    #[test]
    fn identifiers_become_absolute() {
        let base = Url::parse("https://example.com/page").unwrap();
        assert_eq!(absolute(&base, "#me"), "https://example.com/page#me");
        assert_eq!(absolute(&base, "https://other.example"), "https://other.example/");
        assert_eq!(absolute(&base, "_:b0"), "_:b0");
        assert!(is_address("https://x") && !is_address("a text: //x") && !is_address("x"));
    }
}
