//! Selects the other URLs that an audit requests, and how much of each response it needs.

use jiff::civil::Date;
use rustc_hash::FxHashSet;
use url::Url;

use crate::checks::link_header;
use crate::document::{Document, Target};
use crate::facts::PageAnswer;
use crate::gist;

/// The maximum number of links to the same site.
const MOST_INTERNAL: usize = 120;
/// The maximum number of links to other sites.
const MOST_EXTERNAL: usize = 60;
/// The maximum number of images.
const MOST_PICTURES: usize = 60;
/// The maximum number of images that structured data names.
const MOST_DECLARED: usize = 20;
/// The maximum number of versions in other languages.
const MOST_LANGUAGES: usize = 30;

/// The names of images for shared links.
const SHARED: [&str; 5] =
    ["og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"];
/// The maximum number of images for shared links.
const MOST_SHARED: usize = 6;

/// The part of a response that is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    Headers,
    /// The size of the image.
    Picture,
    /// The metadata of the page.
    Page,
}

/// The URLs that an audit requests.
#[derive(Debug, Default)]
pub struct Wanted {
    /// The URLs without fragment, each once.
    pub addresses: Vec<(Url, Depth)>,
    /// The number of links that are left out: there are too many, or links are not to be checked.
    pub unchecked_links: usize,
}

/// The URLs that an audit of a page requests.
#[must_use]
pub fn wanted(document: &Document, answer: &PageAnswer, today: Date, links_too: bool) -> Wanted {
    let page = &answer.url;
    let mut list = List::default();
    list.seen.insert(plain(page));
    let canonical = document.links_with_rel("canonical").take(2).filter_map(|link| link.url.as_ref());
    list.add(canonical, Depth::Page, 2);
    let headers = answer.response.as_ref().map(|response| response.headers.as_slice()).unwrap_or_default();
    list.add(canonical_in_headers(answer).iter(), Depth::Page, 1);
    let languages = document
        .links_with_rel("alternate")
        .filter(|link| document.attribute(link.node, "hreflang").is_some())
        .filter_map(|link| link.url.as_ref());
    list.add(languages, Depth::Page, MOST_LANGUAGES);
    let languages = gist::alternates_in_headers(headers, page);
    list.add(languages.iter().map(|(_, url)| url), Depth::Page, MOST_LANGUAGES);
    let icons = document.links_with_rel("icon").take(1).filter_map(|link| link.url.clone());
    let icons: Vec<Url> = icons.chain(page.join("/favicon.ico").ok()).take(1).collect();
    list.add(icons.iter(), Depth::Headers, 1);
    let shared: Vec<Url> = SHARED
        .into_iter()
        .flat_map(|name| document.metas_named(name))
        .filter_map(|(_, content)| document.resolve(content))
        .collect();
    list.add(shared.iter(), Depth::Picture, MOST_SHARED);
    let declared = &document.structured_report(today).images;
    list.add(declared.iter().map(|image| &image.url), Depth::Picture, MOST_DECLARED);
    list.add(
        document.pictures.iter().filter_map(|picture| picture.url.as_ref()),
        Depth::Picture,
        MOST_PICTURES,
    );
    let internal = document.anchors.iter().filter_map(|anchor| match &anchor.target {
        Target::Internal(url) => Some(url),
        _ => None,
    });
    let external = document.anchors.iter().filter_map(|anchor| match &anchor.target {
        Target::External(url) => Some(url),
        _ => None,
    });
    let (most_internal, most_external) = if links_too { (MOST_INTERNAL, MOST_EXTERNAL) } else { (0, 0) };
    let left_out = list.add(internal, Depth::Headers, most_internal);
    list.wanted.unchecked_links = left_out + list.add(external, Depth::Headers, most_external);
    list.wanted
}

fn canonical_in_headers(answer: &PageAnswer) -> Option<Url> {
    let mut links = answer.headers("link").flat_map(link_header::links);
    let link = links.find(|link| link.has_rel("canonical"))?;
    answer.url.join(link.address).ok()
}

#[derive(Default)]
struct List {
    wanted: Wanted,
    seen: FxHashSet<Url>,
}

impl List {
    /// Adds the first `most` new URLs and returns how many were left out.
    fn add<'a>(&mut self, urls: impl Iterator<Item = &'a Url>, depth: Depth, most: usize) -> usize {
        let (mut added, mut left_out) = (0, 0);
        for url in urls.filter(|url| matches!(url.scheme(), "http" | "https")) {
            let url = plain(url);
            if self.seen.contains(&url) {
                continue;
            }
            self.seen.insert(url.clone());
            if added < most {
                added += 1;
                self.wanted.addresses.push((url, depth));
            } else {
                left_out += 1;
            }
        }
        left_out
    }
}

fn plain(url: &Url) -> Url {
    let mut plain = url.clone();
    plain.set_fragment(None);
    plain
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn answer(url: &Url) -> PageAnswer {
        PageAnswer {
            requested: url.clone(),
            url: url.clone(),
            redirects: Vec::new(),
            response: None,
            bytes: 0,
            truncated: false,
        }
    }

    #[test]
    fn every_address_is_asked_for_once_as_deep_as_needed() {
        let page = Url::parse("https://www.example.com/guide").unwrap();
        let html = "<link rel=canonical href=/guide#x><link rel=alternate hreflang=vi href=/vi><meta property=og:image content=/a.png>\
            <img src=/a.png><img src=data:image/png;base64,x><a href=/one#top>1</a><a href=/one>1</a><a href=#here>h</a>\
            <a href=mailto:a@b.c>m</a><a href=https://other.example/>o</a><a href=/guide>self</a>";
        let document = Document::read(html.to_owned(), &page);
        let found = wanted(&document, &answer(&page), date(2026, 11, 16), true);
        let told: Vec<(&str, Depth)> =
            found.addresses.iter().map(|(url, depth)| (url.as_str(), *depth)).collect();
        assert_eq!(
            told,
            [
                ("https://www.example.com/vi", Depth::Page),
                ("https://www.example.com/favicon.ico", Depth::Headers),
                ("https://www.example.com/a.png", Depth::Picture),
                ("https://www.example.com/one", Depth::Headers),
                ("https://other.example/", Depth::Headers),
            ]
        );
        let without_links = wanted(&document, &answer(&page), date(2026, 11, 16), false);
        assert_eq!((without_links.addresses.len(), without_links.unchecked_links), (3, 2));
    }

    #[test]
    fn many_links_are_counted_but_not_asked_for() {
        let page = Url::parse("https://www.example.com/").unwrap();
        let html = (0..1000).map(|number| format!("<a href=/{number}>x</a>")).collect::<Vec<_>>().concat();
        let found = wanted(&Document::read(html, &page), &answer(&page), date(2026, 11, 16), true);
        assert_eq!((found.addresses.len(), found.unchecked_links), (1 + MOST_INTERNAL, 1000 - MOST_INTERNAL));
    }
}
