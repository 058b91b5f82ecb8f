//! Sitemap, feed, and the policy of pages.

use base64::Engine as _;
use domain::locale::Language;
use publishing::{
    ASSETS, FEED_LENGTH, Listed, SITEMAP_LENGTH, SitemapEntry, article_page, content_security_policy, feed,
    sitemap, sitemap_index,
};
use quick_xml::events::Event;
use sha2::Digest as _;

use crate::samples;

/// The texts of all elements of a name; fails if it is not XML.
fn texts(xml: &str, name: &str) -> Vec<String> {
    let mut reader = quick_xml::Reader::from_str(xml);
    reader.config_mut().check_end_names = true;
    let mut texts = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) if start.name().as_ref() == name.as_bytes() => {
                let text = reader.read_text(start.name()).unwrap();
                texts.push(quick_xml::escape::unescape(&text.decode().unwrap()).unwrap().into_owned());
            }
            Event::Eof => return texts,
            _ => {}
        }
    }
}

fn entry(number: usize) -> SitemapEntry {
    SitemapEntry {
        slug: format!("article-{number}"),
        modified_at: samples::time("2026-11-15T09:00:00Z"),
        images: vec![format!("/media/{number}-a&b.webp"), "javascript:x".to_owned()],
    }
}

#[test]
fn a_sitemap_tells_addresses_times_and_pictures() {
    let site = samples::site(Language::ENGLISH);
    let xml = sitemap(&site, &[entry(1), entry(2)]);
    assert_eq!(
        texts(&xml, "loc"),
        ["https://notes.example/p/article-1", "https://notes.example/p/article-2"]
    );
    assert_eq!(texts(&xml, "lastmod"), ["2026-11-15T09:00:00Z"; 2]);
    assert_eq!(texts(&xml, "image:loc")[0], "https://notes.example/media/1-a&b.webp");
    let index = sitemap_index(&site, &[samples::time("2026-11-15T09:00:00Z"); 2]);
    assert_eq!(
        texts(&index, "loc"),
        ["https://notes.example/sitemap-1.xml", "https://notes.example/sitemap-2.xml"]
    );
}

#[test]
fn a_part_of_a_sitemap_keeps_within_its_limits() {
    let site = samples::site(Language::ENGLISH);
    let images = vec![format!("https://notes.example/{}.webp", "a".repeat(300)); 10];
    let frame = sitemap(&site, &[]).len();
    let crowded = sitemap(&site, &[SitemapEntry { images, ..entry(1) }]);
    assert!(
        crowded.contains("<image:loc>") && crowded.len() - frame <= 50_000_000 / SITEMAP_LENGTH,
        "{crowded}"
    );
    let many = sitemap(&site, &vec![SitemapEntry { images: vec![], ..entry(1) }; SITEMAP_LENGTH + 1]);
    assert_eq!(many.matches("<url>").count(), SITEMAP_LENGTH);
}

#[test]
fn a_feed_tells_the_latest_articles() {
    let site = samples::site(Language::ENGLISH);
    let listed = Listed { title: "Tea & <cake>".to_owned(), ..samples::listed(&samples::english()) };
    let xml = feed(&site, &vec![listed; FEED_LENGTH + 1]);
    assert_eq!(texts(&xml, "entry").len(), FEED_LENGTH);
    assert_eq!(texts(&xml, "title")[..1], ["The Kitchen Notebook"]);
    insta::assert_snapshot!("feed", feed(&site, &[samples::listed(&samples::vietnamese())]));
    assert!(texts(&feed(&site, &[]), "entry").is_empty());
}

#[test]
fn the_policy_names_the_style_of_the_pages() {
    let article = samples::english();
    let page = article_page(&article, &samples::facts(&article));
    let (_, rest) = page.split_once("<style>").unwrap();
    let (style, _) = rest.split_once("</style>").unwrap();
    let hash = base64::prelude::BASE64_STANDARD.encode(sha2::Sha256::digest(style));
    assert!(content_security_policy(&[]).contains(&format!("style-src 'sha256-{hash}'")));
}

#[test]
fn files_that_pages_name_are_there() {
    let article = samples::english();
    let facts = samples::facts(&article);
    let page = article_page(&article, &facts);
    for asset in &ASSETS[..2] {
        assert!(page.contains(&format!("https://notes.example{}", asset.path)), "{}", asset.path);
    }
    let bare = domain::articles::document::Article { images: vec![], ..article };
    assert!(article_page(&bare, &facts).contains("https://notes.example/share.png"));
}
