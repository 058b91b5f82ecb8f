//! Extracts URLs from a sitemap.

/// The content of a sitemap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sitemap {
    Pages(Vec<String>),
    /// URLs of other sitemaps.
    Index(Vec<String>),
}

/// Parses a sitemap and returns at most `most` URLs. Other documents return an empty list.
#[must_use]
pub fn read(xml: &str, most: usize) -> Sitemap {
    let addresses = addresses(xml).take(most).collect();
    if xml.contains("<sitemapindex") { Sitemap::Index(addresses) } else { Sitemap::Pages(addresses) }
}

fn addresses(xml: &str) -> impl Iterator<Item = String> {
    xml.split("<loc>").skip(1).filter_map(|part| {
        let text = part.split_once("</loc>")?.0.trim();
        let text = text.strip_prefix("<![CDATA[").and_then(|text| text.strip_suffix("]]>")).unwrap_or(text);
        (!text.is_empty()).then(|| plain(text.trim()))
    })
}

fn plain(text: &str) -> String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    entities.into_iter().fold(text.to_owned(), |text, (entity, character)| text.replace(entity, character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_indexes_are_told_apart() {
        let pages = "<?xml version=\"1.0\"?><urlset><url><loc> https://a.example/?x=1&amp;y=2 </loc></url>\
            <url><loc><![CDATA[https://a.example/b]]></loc></url><url><loc></loc></url></urlset>";
        let found = ["https://a.example/?x=1&y=2", "https://a.example/b"].map(str::to_owned).to_vec();
        assert_eq!(read(pages, 10), Sitemap::Pages(found.clone()));
        assert_eq!(read(pages, 1), Sitemap::Pages(found[..1].to_vec()));
        let index = "<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>";
        assert_eq!(read(index, 10), Sitemap::Index(vec!["https://a.example/1.xml".to_owned()]));
        assert_eq!(read("<html><loc>", 10), Sitemap::Pages(Vec::new()));
    }
}
