//! A page as a browser receives it: its text inside the boilerplate of its site, which differs between sites.

use std::fmt::Write;

use pulldown_cmark::{Options, Parser, html::push_html};

use super::json_ld;
use super::page::{Page, site_name};
use crate::seed::Seed;

/// States on every page that it is synthetic.
pub(crate) const GENERATOR: &str = "Rankwright sandbox: synthetic page";

/// A link beside the text.
pub(super) struct Link {
    pub(super) href: String,
    pub(super) text: String,
}

pub(super) fn document(page: &Page, beside: &[Link]) -> String {
    let body = Layout::of(&page.host).body(page, &markdown(&page.markdown), beside);
    let canonical = format!("<link rel=\"canonical\" href=\"{}\">\n", escape(&page.url()));
    let data = format!("<script type=\"application/ld+json\">{}</script>\n", json_ld::script(page));
    let head = head(&page.language, &page.title, &page.description) + &canonical + &data;
    format!("{head}</head>\n{body}</html>\n")
}

/// A document without an article, such as an index or an error page.
pub(super) fn plain_document(language: &str, host: &str, title: &str, body: &str) -> String {
    let head = head(language, title, title);
    format!("{head}</head>\n<body>\n{}<main>\n{body}</main>\n</body>\n</html>\n", header(host))
}

fn head(language: &str, title: &str, description: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"description\" content=\"{description}\">\n\
         <meta name=\"generator\" content=\"{GENERATOR}\">\n",
        language = escape(language),
        title = escape(title),
        description = escape(description),
    )
}

fn header(host: &str) -> String {
    format!(
        "<header><a href=\"/\">{}</a>\n<nav><ul><li><a href=\"/\">Home</a></li><li><a href=\"/about\">About</a></li>\
         <li><a href=\"/contact\">Contact</a></li></ul></nav></header>\n",
        escape(&site_name(host))
    )
}

/// The ways in which sites wrap their text.
#[derive(Debug, Clone, Copy)]
enum Layout {
    /// `main` > `article`, followed by the aside.
    Magazine,
    /// `main` without `article`, preceded by a notice about cookies.
    Portal,
    /// `article` without `main`, preceded by the aside.
    Blog,
}

impl Layout {
    fn of(host: &str) -> Self {
        match Seed::of(&["layout", host]).between(0, 2) {
            0 => Self::Magazine,
            1 => Self::Portal,
            _ => Self::Blog,
        }
    }

    fn body(self, page: &Page, text: &str, beside: &[Link]) -> String {
        let (header, aside, footer) = (header(&page.host), aside(beside), footer(page));
        let line = byline(page);
        match self {
            Self::Magazine => {
                format!(
                    "<body>\n{header}<main><article>\n{text}{line}</article></main>\n{aside}{footer}</body>\n"
                )
            }
            Self::Portal => format!(
                "<body>\n<div class=\"cookie-banner\" role=\"dialog\"><p>We use cookies to count visits. \
                 <button>Accept</button> <button>Decline</button></p></div>\n{header}\
                 <div class=\"breadcrumbs\"><a href=\"/\">Home</a> / {}</div>\n<main>\n{text}{line}</main>\n\
                 {aside}{footer}</body>\n",
                escape(&page.title)
            ),
            Self::Blog => {
                format!(
                    "<body>\n{header}{aside}<article class=\"post\">\n{text}{line}</article>\n{footer}</body>\n"
                )
            }
        }
    }
}

fn byline(page: &Page) -> String {
    page.author.as_ref().map_or_else(String::new, |author| {
        let (date, author) = (page.published, escape(author));
        format!("<p class=\"byline\">{author}, <time datetime=\"{date}\">{date}</time></p>\n")
    })
}

fn aside(beside: &[Link]) -> String {
    let mut aside = String::from(
        "<aside class=\"sidebar\"><h2>Newsletter</h2><p>One letter a month, no advertising.</p>\
         <form action=\"/newsletter\"><label>E-mail <input type=\"email\" name=\"email\"></label>\
         <button>Subscribe</button></form>\n",
    );
    if !beside.is_empty() {
        aside.push_str("<h2>Read next</h2><ul>\n");
        for link in beside {
            // Writing to a string can't fail.
            let _ = writeln!(aside, "<li><a href=\"{}\">{}</a></li>", escape(&link.href), escape(&link.text));
        }
        aside.push_str("</ul>");
    }
    aside + "</aside>\n"
}

fn footer(page: &Page) -> String {
    format!(
        "<footer><p>{} is a site of the sandbox web. Its people, products and places are invented.</p>\
         <p><a href=\"/imprint\">Imprint</a> · <a href=\"/privacy\">Privacy</a></p></footer>\n",
        escape(&page.site_name())
    )
}

fn markdown(text: &str) -> String {
    let mut html = String::new();
    push_html(&mut html, Parser::new_ext(text, Options::ENABLE_TABLES));
    html
}

/// Escapes a text for HTML, including attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}
