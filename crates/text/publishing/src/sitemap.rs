//! Sitemaps according to sitemaps.org, with Google's extension for images.
//!
//! `/sitemap.xml` is an index of parts; a part has at most [`SITEMAP_LENGTH`] articles and 50 MB. Pages that
//! are not articles have a part of their own.

use domain::Timestamp;

use crate::address::absolute;
use crate::facts::Site;
use crate::markup::Markup;
use crate::phrases::machine_time;

/// The most articles in a part.
pub const SITEMAP_LENGTH: usize = 50_000;
/// The most bytes that an article may take, so that a full part stays below 50 MB. Images beyond it are left out.
const ENTRY_BYTES: usize = 1_000;

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const NAMESPACE: (&str, &str) = ("xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9");
const IMAGE_NAMESPACE: (&str, &str) = ("xmlns:image", "http://www.google.com/schemas/sitemap-image/1.1");

/// An article in a sitemap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SitemapEntry {
    /// The last part of its URL.
    pub slug: String,
    /// When it was last changed.
    pub modified_at: Timestamp,
    /// URLs of its images, the most important first.
    pub images: Vec<String>,
}

/// `/sitemap.xml`: the parts, each with the time of its last change.
#[must_use]
pub fn sitemap_index(site: &Site, parts: &[Timestamp]) -> String {
    let mut xml = Markup::default();
    xml.markup(DECLARATION);
    xml.open("sitemapindex", &[NAMESPACE]);
    xml.line();
    if !site.pages.is_empty() {
        xml.open("sitemap", &[]);
        xml.element("loc", &[], &site.sitemap_part_url(0));
        xml.close_line("sitemap");
    }
    for (index, modified_at) in parts.iter().enumerate() {
        xml.open("sitemap", &[]);
        xml.element("loc", &[], &site.sitemap_part_url(index + 1));
        xml.element("lastmod", &[], &machine_time(*modified_at));
        xml.close_line("sitemap");
    }
    xml.close_line("sitemapindex");
    xml.finish()
}

/// `/sitemap-1.xml` and so on: at most [`SITEMAP_LENGTH`] entries; further ones are left out.
#[must_use]
pub fn sitemap(site: &Site, entries: &[SitemapEntry]) -> String {
    let mut xml = Markup::with_capacity(256 * entries.len().min(SITEMAP_LENGTH));
    xml.markup(DECLARATION);
    xml.open("urlset", &[NAMESPACE, IMAGE_NAMESPACE]);
    xml.line();
    for entry in entries.iter().take(SITEMAP_LENGTH) {
        xml.markup(&written(site, entry));
    }
    xml.close_line("urlset");
    xml.finish()
}

/// `/sitemap-0.xml`: pages that are not articles, if there are any.
#[must_use]
pub fn sitemap_of_pages(site: &Site) -> Option<String> {
    if site.pages.is_empty() {
        return None;
    }
    let mut xml = Markup::default();
    xml.markup(DECLARATION);
    xml.open("urlset", &[NAMESPACE]);
    xml.line();
    for path in &site.pages {
        xml.open("url", &[]);
        xml.element("loc", &[], &site.at(path));
        xml.close_line("url");
    }
    xml.close_line("urlset");
    Some(xml.finish())
}

fn written(site: &Site, entry: &SitemapEntry) -> String {
    let url = site.article_url(&entry.slug);
    let mut xml = Markup::with_capacity(ENTRY_BYTES);
    xml.open("url", &[]);
    xml.element("loc", &[], &url);
    xml.element("lastmod", &[], &machine_time(entry.modified_at));
    let mut written = xml.finish();
    for image in entry.images.iter().filter_map(|image| absolute(image, &url)) {
        let mut xml = Markup::default();
        xml.open("image:image", &[]);
        xml.element("image:loc", &[], &image);
        xml.close("image:image");
        let image = xml.finish();
        if written.len() + image.len() + "</url>\n".len() > ENTRY_BYTES {
            break;
        }
        written.push_str(&image);
    }
    written.push_str("</url>\n");
    written
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;

    #[test]
    fn pages_that_are_no_articles_have_a_part_of_their_own() {
        let mut site = Site::new("Notes", "https://example.com/", Language::ENGLISH);
        assert_eq!(sitemap_of_pages(&site), None);
        assert!(!sitemap_index(&site, &[]).contains("<sitemap>"));
        site.pages = vec!["/".to_owned(), "/pricing".to_owned()];
        assert!(sitemap_index(&site, &[]).contains("<loc>https://example.com/sitemap-0.xml</loc>"));
        let part = sitemap_of_pages(&site).unwrap();
        assert!(part.contains("<url><loc>https://example.com/</loc></url>\n<url><loc>https://example.com/pricing</loc></url>"), "{part}");
    }
}
