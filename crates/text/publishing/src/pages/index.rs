//! The list of published articles, `/p`.

use super::head::{Head, Kind};
use super::page;
use crate::facts::{Listed, Site};
use crate::json_ld::index_graph;
use crate::markup::Markup;
use crate::phrases::{Phrases, direction, machine_time};
use crate::plain::trimmed;

/// How many articles a page of the list shows.
pub const INDEX_LENGTH: usize = 30;

/// The page number of the list, and whether more pages follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paging {
    /// The page, from 1.
    pub number: usize,
    /// Whether there are older articles.
    pub has_older: bool,
}

/// A page of the list, latest article first. The URLs of further pages are `/p?page=2` and so on.
#[must_use]
pub fn index_page(site: &Site, articles: &[Listed], paging: Paging) -> String {
    let phrases = Phrases::of(site.language);
    let name = trimmed(&site.name);
    let address = page_url(site, paging.number);
    let mut title = format!("{} – {name}", phrases.articles);
    let mut description = format!("{} {name}.", phrases.index_description);
    if paging.number > 1 {
        let suffix = format!(" – {} {}", phrases.page, paging.number);
        title.push_str(&suffix);
        description.push_str(&suffix);
    }
    let head = Head {
        site,
        language: site.language,
        title: &title,
        description: &description,
        address: Some(&address),
        kind: Kind::Index,
        data: Some(index_graph(site, &address, &title)),
    };
    page(&head, |markup| {
        markup.element_line("h1", &[], phrases.articles);
        if articles.is_empty() {
            markup.element_line("p", &[], phrases.no_articles);
        } else {
            list(markup, site, articles);
        }
        pager(markup, site, phrases, paging);
    })
}

fn page_url(site: &Site, number: usize) -> String {
    if number <= 1 { site.index_url() } else { format!("{}?page={number}", site.index_url()) }
}

fn list(markup: &mut Markup, site: &Site, articles: &[Listed]) {
    markup.open("ul", &[("class", "articles")]);
    markup.line();
    for article in articles {
        let phrases = Phrases::of(article.language);
        markup.open("li", &[("lang", article.language.as_str()), ("dir", direction(article.language))]);
        markup.line();
        markup.open("h2", &[]);
        markup.element("a", &[("href", &site.article_url(&article.slug))], &trimmed(&article.title));
        markup.close_line("h2");
        markup.element_line("p", &[], &trimmed(&article.excerpt));
        markup.open("p", &[("class", "byline")]);
        let time = machine_time(article.published_at);
        markup.element("time", &[("datetime", &time)], &phrases.date(article.published_at));
        markup.close_line("p");
        markup.close_line("li");
    }
    markup.close_line("ul");
}

fn pager(markup: &mut Markup, site: &Site, phrases: &Phrases, paging: Paging) {
    if paging.number <= 1 && !paging.has_older {
        return;
    }
    markup.open("nav", &[("class", "pager"), ("aria-label", phrases.pages)]);
    if paging.number > 1 {
        let newer = page_url(site, paging.number - 1);
        markup.element("a", &[("rel", "prev"), ("href", &newer)], phrases.newer);
    }
    if paging.has_older {
        let older = page_url(site, paging.number + 1);
        markup.element("a", &[("rel", "next"), ("href", &older)], phrases.older);
    }
    markup.close_line("nav");
}
