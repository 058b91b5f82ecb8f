//! Which URLs an article may link to.

use std::collections::HashSet;

use domain::articles::order::InternalLink;
use domain::articles::research::Source;

/// The URLs that an article may link to: its sources and the customer's pages.
#[derive(Debug, Clone, Default)]
pub struct AllowedLinks(HashSet<String>);

impl AllowedLinks {
    /// Permits links to these sources and pages only.
    #[must_use]
    pub fn new<'a>(sources: impl IntoIterator<Item = &'a Source>, pages: &[InternalLink]) -> Self {
        let sources = sources.into_iter().filter_map(|source| source.url.as_deref());
        Self(sources.chain(pages.iter().map(|page| page.url.as_str())).filter_map(canonical).collect())
    }

    /// Whether a URL is permitted. Parts that do not change the page, such as a fragment, are ignored.
    #[must_use]
    pub fn allows(&self, address: &str) -> bool {
        canonical(address).is_some_and(|address| self.0.contains(&address))
    }
}

fn canonical(address: &str) -> Option<String> {
    let mut url = url::Url::parse(address.trim()).ok()?;
    if !matches!(url.scheme(), "http" | "https") {
        return None;
    }
    url.set_fragment(None);
    Some(url.as_str().trim_end_matches('/').to_owned())
}

/// The URLs in running text, which are forbidden.
pub fn addresses(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|word| {
        let word = word.to_ascii_lowercase();
        ["http://", "https://", "www."].iter().any(|start| word.contains(start))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_pages_are_allowed() {
        let pages = [InternalLink { url: "https://shop.example/tea/".into(), title: None }];
        let allowed = AllowedLinks::new([], &pages);
        assert!(allowed.allows("https://shop.example/tea#top") && allowed.allows("https://SHOP.example/tea"));
        for address in ["https://shop.example/", "https://evil.example/tea", "javascript:alert(1)", "tea", ""]
        {
            assert!(!allowed.allows(address), "{address}");
        }
    }

    #[test]
    fn addresses_in_words_are_found() {
        let found: Vec<&str> = addresses("See https://a.example/x, (www.b.example) and c.example.").collect();
        assert_eq!(found, ["https://a.example/x,", "(www.b.example)"]);
    }
}
