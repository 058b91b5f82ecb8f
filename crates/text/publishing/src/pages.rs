//! Whole pages of the hosted site. They need no script, load nothing from other sites except images, and
//! include their style; [`content_security_policy`] permits exactly that.

mod head;
mod index;
mod policy;

use domain::Timestamp;
use domain::articles::document::Article;
use domain::locale::Language;

use crate::facts::{PublicationFacts, Site};
use crate::html::write_article;
use crate::json_ld::graph_of;
use crate::layout::{Layout, MAIN};
use crate::markup::Markup;
use crate::phrases::{Phrases, direction, machine_time};
use crate::plain::trimmed;
use crate::sections::reading_minutes;
use head::{Head, Kind};
pub use index::{INDEX_LENGTH, Paging, index_page};
pub use policy::content_security_policy;

const STYLE: &str = include_str!("pages/style.css");

/// The page of a published article.
#[must_use]
pub fn article_page(article: &Article, facts: &PublicationFacts) -> String {
    let layout = Layout::of(article);
    let head = Head {
        site: &facts.site,
        language: article.language,
        title: &article.meta_title,
        description: &article.meta_description,
        address: Some(&facts.url),
        kind: Kind::Article { layout: &layout, facts },
        data: Some(graph_of(&layout, facts)),
    };
    page(&head, |markup| write_page(markup, &layout, facts, Byline::WithLink))
}

/// Whether the author's name is a link to the author's page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Byline {
    WithLink,
    WithoutLink,
}

fn write_page(markup: &mut Markup, layout: &Layout<'_>, facts: &PublicationFacts, kind: Byline) {
    let phrases = layout.phrases;
    if facts.synthetic {
        notice(markup, layout, phrases.test_title, phrases.test);
    }
    write_article(markup, layout, |markup| byline(markup, phrases, layout.article, facts, kind));
}

/// The article as a standalone file, for customers who do not know yet where they will publish it. It has no
/// URL and no site, so it has neither canonical link nor feed, icon or structured data.
#[must_use]
pub fn article_file(article: &Article, facts: &PublicationFacts) -> String {
    let layout = Layout::of(article);
    let head = Head {
        site: &facts.site,
        language: article.language,
        title: &article.meta_title,
        description: &article.meta_description,
        address: None,
        kind: Kind::File { facts },
        data: None,
    };
    page(&head, |markup| write_page(markup, &layout, facts, Byline::WithoutLink))
}

/// The page for unknown URLs, with `noindex`.
#[must_use]
pub fn not_found_page(site: &Site) -> String {
    let phrases = Phrases::of(site.language);
    let title = format!("{} – {}", phrases.not_found, site.name);
    let head = Head {
        site,
        language: site.language,
        title: &title,
        description: phrases.not_found_advice,
        address: None,
        kind: Kind::Missing,
        data: None,
    };
    page(&head, |markup| {
        markup.element_line("h1", &[], phrases.not_found);
        markup.element_line("p", &[], phrases.not_found_advice);
        markup.open("p", &[]);
        markup.element("a", &[("href", &site.index_url())], phrases.all_articles);
        markup.close_line("p");
    })
}

/// The author, the date, and the reading time.
fn byline(markup: &mut Markup, phrases: &Phrases, article: &Article, facts: &PublicationFacts, kind: Byline) {
    markup.open("p", &[("class", "byline")]);
    markup.open("span", &[]);
    markup.text(phrases.by);
    markup.text(" ");
    let name = trimmed(&facts.author.name);
    match kind {
        Byline::WithLink => markup.element("a", &[("href", &facts.author.url), ("rel", "author")], &name),
        Byline::WithoutLink => markup.text(&name),
    }
    markup.close_line("span");
    day(markup, phrases, "", facts.published_at);
    if phrases.date(facts.modified_at) != phrases.date(facts.published_at) {
        day(markup, phrases, phrases.updated, facts.modified_at);
    }
    markup.element("span", &[], &phrases.minutes(reading_minutes(facts.words, article.language)));
    markup.close_line("p");
}

/// A date with a word before it.
fn day(markup: &mut Markup, phrases: &Phrases, word: &str, time: Timestamp) {
    markup.open("span", &[]);
    if !word.is_empty() {
        markup.text(word);
        markup.text(" ");
    }
    markup.element("time", &[("datetime", &machine_time(time))], &phrases.date(time));
    markup.close_line("span");
}

/// A required notice. It marks its language if it is not that of the article.
fn notice(markup: &mut Markup, layout: &Layout<'_>, title: &str, words: &str) {
    let ours = layout.phrases.language;
    let mut attributes = vec![("class", "notice"), ("role", "note")];
    if ours != layout.article.language {
        attributes.extend([("lang", ours.as_str()), ("dir", direction(ours))]);
    }
    markup.open("p", &attributes);
    markup.element("strong", &[], title);
    markup.text(" ");
    markup.text(words);
    markup.close_line("p");
}

/// A whole document around the output of `main`.
fn page(head: &Head<'_>, main: impl FnOnce(&mut Markup)) -> String {
    let phrases = Phrases::of(head.language);
    let mut markup = Markup::with_capacity(96 * 1024);
    markup.markup("<!DOCTYPE html>\n");
    begin_html(&mut markup, head.language);
    head.write(&mut markup);
    markup.open("body", &[]);
    markup.line();
    markup.element_line("a", &[("class", "skip"), ("href", &format!("#{MAIN}"))], phrases.skip);
    let on_site = !matches!(head.kind, Kind::File { .. });
    if on_site {
        masthead(&mut markup, head.site);
    }
    markup.open("main", &[("id", MAIN)]);
    markup.line();
    main(&mut markup);
    markup.close_line("main");
    if on_site {
        footer(&mut markup, head.site, phrases);
    }
    markup.close_line("body");
    markup.close_line("html");
    markup.finish()
}

fn begin_html(markup: &mut Markup, language: Language) {
    markup.open("html", &[("lang", language.as_str()), ("dir", direction(language))]);
    markup.line();
}

fn masthead(markup: &mut Markup, site: &Site) {
    markup.open("header", &[("class", "site")]);
    markup.element("a", &[("href", &site.index_url())], &trimmed(&site.name));
    markup.close_line("header");
}

fn footer(markup: &mut Markup, site: &Site, phrases: &Phrases) {
    markup.open("footer", &[("class", "site")]);
    markup.element("span", &[], &trimmed(&site.publisher.name));
    markup.element("a", &[("href", &site.index_url())], phrases.all_articles);
    let feed = [("href", &*site.feed_url()), ("type", "application/atom+xml")];
    markup.element("a", &feed, phrases.feed);
    markup.close_line("footer");
}
