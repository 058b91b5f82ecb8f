//! The responses of a host: its pages, their index, robots.txt, and pages made from patterns for every other
//! path.

use std::fmt::Write;

use http::{Method, StatusCode};

use super::html::{Link, document, escape, plain_document};
use super::page::{Page, site_name};
use super::synthetic;
use crate::asked::{Asked, percent_decoded};
use crate::faults::Failure;
use crate::provider::StandIn;
use crate::reply::Reply;
use crate::world::World;

/// The number of links from a page to others of its site, and to other sites.
const LINKS_BESIDE: usize = 3;

/// The stand-in for the web: every host that is not the sandbox.
pub(crate) struct Pages;

impl StandIn for Pages {
    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        if asked.method != Method::GET && asked.method != Method::HEAD {
            return failure_page(&asked.host, StatusCode::METHOD_NOT_ALLOWED, "Method not allowed");
        }
        if asked.empty {
            return Reply::html(
                StatusCode::OK,
                "<!doctype html>\n<html lang=\"en\"><title></title><body></body></html>\n",
            );
        }
        world.web.site(&asked.host).answer(&asked.path)
    }

    fn failure(&self, asked: &Asked, failure: Failure) -> Reply {
        let page = |status, title| failure_page(&asked.host, status, title);
        match failure {
            Failure::Unauthorised => page(StatusCode::UNAUTHORIZED, "Sign in to read on"),
            Failure::Throttled { retry_after } => {
                page(StatusCode::TOO_MANY_REQUESTS, "Too many requests").retry_after(retry_after)
            }
            Failure::Broken | Failure::Task(_) => page(StatusCode::INTERNAL_SERVER_ERROR, "Something broke"),
            Failure::Unavailable => page(StatusCode::SERVICE_UNAVAILABLE, "Back in a moment"),
            Failure::Blocked => page(StatusCode::FORBIDDEN, "Checking that you are human"),
        }
    }
}

fn failure_page(host: &str, status: StatusCode, title: &str) -> Reply {
    let body = format!("<h1>{}</h1>\n", escape(title));
    Reply::html(status, plain_document("en", host, title, &body))
}

/// One host with its hand-written pages.
pub(crate) struct Site<'a> {
    host: &'a str,
    pages: Vec<&'a Page>,
}

impl<'a> Site<'a> {
    pub(super) fn new(host: &'a str, pages: Vec<&'a Page>) -> Self {
        Self { host, pages }
    }

    /// The response for a path. A path that contains `missing` returns 404.
    pub(crate) fn answer(&self, path: &str) -> Reply {
        let decoded = percent_decoded(path);
        if decoded.to_lowercase().contains("missing") {
            return failure_page(self.host, StatusCode::NOT_FOUND, "There is no such page");
        }
        if let Some(page) = self.page_at(path) {
            return Reply::html(StatusCode::OK, document(page, &self.beside(page)));
        }
        match path {
            "/robots.txt" => Reply::text(StatusCode::OK, self.robots()),
            "/sitemap.xml" => Reply::of(StatusCode::OK, "application/xml", self.sitemap()),
            "/" if !self.pages.is_empty() => Reply::html(StatusCode::OK, self.index()),
            _ => {
                let page = synthetic::page(self.host, &decoded);
                Reply::html(StatusCode::OK, document(&page, &[]))
            }
        }
    }

    fn page_at(&self, path: &str) -> Option<&'a Page> {
        let trimmed = |path: &str| path.trim_end_matches('/').to_owned();
        self.pages.iter().copied().find(|page| trimmed(&page.path) == trimmed(path))
    }

    fn beside(&self, page: &Page) -> Vec<Link> {
        let others = self.pages.iter().filter(|other| other.path != page.path).take(LINKS_BESIDE);
        others.map(|other| Link { href: other.path.clone(), text: other.title.clone() }).collect()
    }

    fn robots(&self) -> String {
        format!("User-agent: *\nAllow: /\n\nSitemap: https://{}/sitemap.xml\n", self.host)
    }

    fn sitemap(&self) -> String {
        let mut xml = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
        );
        for page in &self.pages {
            // Writing to a string can't fail.
            let _ = writeln!(
                xml,
                "<url><loc>{}</loc><lastmod>{}</lastmod></url>",
                escape(&page.url()),
                page.published
            );
        }
        if self.pages.is_empty() {
            let _ = writeln!(xml, "<url><loc>https://{}/</loc></url>", escape(self.host));
        }
        xml + "</urlset>\n"
    }

    fn index(&self) -> String {
        let title = site_name(self.host);
        let mut body = format!("<h1>{}</h1>\n<ul>\n", escape(&title));
        for page in &self.pages {
            let _ = writeln!(
                body,
                "<li><a href=\"{}\">{}</a>: {}</li>",
                escape(&page.path),
                escape(&page.title),
                escape(&page.description)
            );
        }
        body.push_str("</ul>\n");
        let language = self.pages.first().map_or("en", |page| page.language.as_str());
        plain_document(language, self.host, &title, &body)
    }
}
