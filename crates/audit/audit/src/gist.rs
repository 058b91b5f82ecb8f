//! Extracts the facts about a page that are needed to judge a link to it.

use url::Url;

use crate::checks::{directives, link_header};
use crate::document::Document;
use crate::facts::{AnswerContent, PageGist};

/// The gist of the page at `url` with these headers (names in lower case).
#[must_use]
pub fn of_page(document: &Document, headers: &[(String, String)], url: &Url) -> PageGist {
    let canonical = document.links_with_rel("canonical").find_map(|link| link.url.clone());
    let alternates = document.links_with_rel("alternate").filter_map(|link| {
        let code = document.attribute(link.node, "hreflang")?;
        Some((code.trim().to_ascii_lowercase(), link.url.clone()?))
    });
    PageGist {
        noindex: is_noindex(document, headers),
        canonical: canonical.filter(|canonical| canonical != url),
        alternates: alternates.chain(alternates_in_headers(headers, url)).collect(),
    }
}

/// The versions in other languages that `link` headers declare.
pub(crate) fn alternates_in_headers(headers: &[(String, String)], url: &Url) -> Vec<(String, Url)> {
    let links = named(headers, "link").flat_map(link_header::links);
    let alternates = links.filter(|link| link.has_rel("alternate")).filter_map(|link| {
        let code = link.parameter("hreflang")?.to_ascii_lowercase();
        Some((code, url.join(link.address).ok()?))
    });
    alternates.collect()
}

/// Whether a page is `noindex` for Google's crawler, by markup or header.
#[must_use]
pub fn is_noindex(document: &Document, headers: &[(String, String)]) -> bool {
    let told = directives::in_markup(document)
        .into_iter()
        .chain(directives::in_tags(named(headers, "x-robots-tag")));
    told.into_iter().any(|directive| directive.binds_google("noindex"))
}

fn named<'a>(headers: &'a [(String, String)], name: &'a str) -> impl Iterator<Item = &'a str> {
    headers.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
}

/// The size of an image, from the first bytes of its file.
#[must_use]
pub fn of_picture(start: &[u8]) -> AnswerContent {
    match imagesize::blob_size(start) {
        Ok(size) => AnswerContent::Picture {
            width: u32::try_from(size.width).unwrap_or(u32::MAX),
            height: u32::try_from(size.height).unwrap_or(u32::MAX),
        },
        Err(_) => AnswerContent::Unread,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noindex(html: &str, headers: &[&str]) -> bool {
        let url = Url::parse("https://example.com/a").unwrap();
        let headers: Vec<_> =
            headers.iter().map(|value| ("x-robots-tag".to_owned(), (*value).to_owned())).collect();
        is_noindex(&Document::read(html.to_owned(), &url), &headers)
    }

    #[test]
    fn directives_for_everybody_and_for_google_count() {
        assert!(noindex("<meta name=ROBOTS content='follow, NoIndex'>", &[]));
        assert!(noindex("<meta name=googlebot content=none>", &[]));
        assert!(noindex("", &["noindex, nofollow"]));
        assert!(noindex("", &["googlebot: noindex"]));
        assert!(!noindex("<meta name=robots content='index, max-snippet:0'>", &["otherbot: noindex"]));
        assert!(!noindex("", &["unavailable_after: 25 Jun 2030 15:00:00 PST"]));
    }

    #[test]
    fn alternates_and_canonical_are_read() {
        let url = Url::parse("https://example.com/a").unwrap();
        let html = "<link rel=canonical href=/b><link rel=alternate hreflang=VI href=/vi><link rel=alternate href=/feed>";
        let gist = of_page(&Document::read(html.to_owned(), &url), &[], &url);
        assert_eq!(gist.canonical.unwrap().path(), "/b");
        assert_eq!(gist.alternates, [("vi".to_owned(), url.join("/vi").unwrap())]);
        let header = ("link".to_owned(), "</fr>; rel=\"alternate\"; hreflang=\"FR\"".to_owned());
        let gist = of_page(&Document::read(String::new(), &url), &[header], &url);
        assert_eq!(gist.alternates, [("fr".to_owned(), url.join("/fr").unwrap())]);
    }

    #[test]
    fn pictures_tell_their_size() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x04\xb0\0\0\x02\x76\x08\x06\0\0\0";
        assert_eq!(of_picture(png), AnswerContent::Picture { width: 1200, height: 630 });
        assert_eq!(of_picture(b"<html>"), AnswerContent::Unread);
    }
}
