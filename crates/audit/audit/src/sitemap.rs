//! Checks sitemaps: whether a file is one, and whether it lists a page.

use seo::sitemap::{self, Kind};
use url::Url;

/// The maximum number of URLs in a sitemap.
const MOST_ENTRIES: usize = 50_000;
/// The maximum number of URLs of other sitemaps.
const MOST_CHILDREN: usize = 100;

/// The result of reading a sitemap.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Inspection {
    /// What is wrong with it, in words.
    pub problem: Option<String>,
    /// The number of URLs that it lists.
    pub entries: usize,
    /// Whether it lists the page.
    pub lists_page: bool,
    /// The sitemaps that it lists, if it is an index.
    pub children: Vec<Url>,
}

/// Reads the text of a sitemap and looks for the page in it.
#[must_use]
pub fn inspect(xml: &str, page: &Url) -> Inspection {
    let mut inspection = Inspection::default();
    let mut page = page.clone();
    page.set_fragment(None);
    let read = sitemap::read(xml, |kind, url| note(url, kind, &page, &mut inspection));
    inspection.problem = read.err();
    inspection
}

fn note(address: &str, kind: Kind, page: &Url, inspection: &mut Inspection) -> Result<(), String> {
    inspection.entries += 1;
    if inspection.entries > MOST_ENTRIES {
        return Err(format!("it lists more than {MOST_ENTRIES} addresses"));
    }
    let Ok(url) = Url::parse(address) else {
        let shown = &address[..address.floor_char_boundary(100)];
        return Err(format!("{shown:?} is not an absolute address"));
    };
    if kind == Kind::Index && inspection.children.len() < MOST_CHILDREN {
        inspection.children.push(url);
    } else if url == *page {
        inspection.lists_page = true;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inspected(xml: &str) -> Inspection {
        inspect(xml, &Url::parse("https://a.example/x?b=1&c=2#top").unwrap())
    }

    #[test]
    fn pages_are_found() {
        let found = inspected(
            "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc> https://a.example/ </loc>\
            <lastmod>2026-01-01</lastmod></url><url><loc>https://a.example/x?b=1&amp;c=2</loc></url></urlset>",
        );
        assert_eq!(found, Inspection { problem: None, entries: 2, lists_page: true, children: Vec::new() });
        let plain =
            inspected("<urlset><url><loc><![CDATA[https://a.example/x?b=1&c=2]]></loc></url></urlset>");
        assert!(plain.lists_page);
    }

    #[test]
    fn an_index_names_others() {
        let found =
            inspected("<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>");
        assert_eq!(found.children.len(), 1);
    }

    #[test]
    fn what_is_no_sitemap_is_told() {
        for (xml, words) in [
            ("", "empty"),
            ("<html><body></body></html>", "<html>"),
            ("<urlset><url><loc>/relative</loc></url></urlset>", "absolute"),
            ("<urlset><url></urlset>", "well-formed"),
        ] {
            let problem = inspected(xml).problem.unwrap();
            assert!(problem.contains(words), "{xml}: {problem}");
        }
    }
}
