//! The feed of the latest articles, in Atom (RFC 4287).

use domain::Timestamp;

use crate::facts::{Listed, Site};
use crate::markup::Markup;
use crate::phrases::{Phrases, machine_time};
use crate::plain::trimmed;

/// The most articles in the feed.
pub const FEED_LENGTH: usize = 50;

/// `/feed.xml`: the first [`FEED_LENGTH`] articles, latest first.
#[must_use]
pub fn feed(site: &Site, articles: &[Listed]) -> String {
    let articles = &articles[..articles.len().min(FEED_LENGTH)];
    let updated = articles.iter().map(|article| article.modified_at).max().unwrap_or(Timestamp::UNIX_EPOCH);
    let feed_url = site.feed_url();
    let index_url = site.index_url();
    let mut xml = Markup::default();
    xml.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.open("feed", &[("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", site.language.as_str())]);
    xml.line();
    xml.element_line("id", &[], &feed_url);
    xml.element_line("title", &[], &trimmed(&site.name));
    xml.element_line("subtitle", &[], Phrases::of(site.language).articles);
    xml.element_line("updated", &[], &machine_time(updated));
    xml.element_line("link", &[("rel", "self"), ("type", "application/atom+xml"), ("href", &feed_url)], "");
    xml.element_line("link", &[("rel", "alternate"), ("type", "text/html"), ("href", &index_url)], "");
    author(&mut xml, &site.publisher.name);
    for article in articles {
        entry(&mut xml, site, article);
    }
    xml.close_line("feed");
    xml.finish()
}

fn entry(xml: &mut Markup, site: &Site, article: &Listed) {
    let url = site.article_url(&article.slug);
    xml.open("entry", &[("xml:lang", article.language.as_str())]);
    xml.line();
    xml.element_line("id", &[], &url);
    xml.element_line("title", &[], &trimmed(&article.title));
    xml.element_line("link", &[("rel", "alternate"), ("type", "text/html"), ("href", &url)], "");
    xml.element_line("published", &[], &machine_time(article.published_at));
    xml.element_line("updated", &[], &machine_time(article.modified_at));
    xml.element_line("summary", &[], &trimmed(&article.excerpt));
    author(xml, &article.author);
    xml.close_line("entry");
}

fn author(xml: &mut Markup, name: &str) {
    xml.open("author", &[]);
    xml.element("name", &[], &trimmed(name));
    xml.close_line("author");
}
