//! The facts that checks examine.

use std::collections::HashMap;

use domain::rendering::Rendering;
use domain::search::Device;
use domain::vitals::FieldVitals;
use jiff::civil::Date;
use url::Url;

use crate::document::Document;
use crate::robots::Robots;

/// Everything that is known about a page.
#[derive(Clone, Copy)]
pub struct Facts<'a> {
    /// How the page was retrieved.
    pub answer: &'a PageAnswer,
    /// The page as sent or, in the second run of markup checks, as the browser rendered it.
    pub document: &'a Document,
    /// Responses of other URLs.
    pub surroundings: &'a Surroundings,
    /// The page load in the browser, or why there is none.
    pub browser: &'a Probe<Rendered>,
    /// Field data of real users, if available.
    pub field: Option<&'a FieldVitals>,
    pub device: Device,
    /// The date of the audit.
    pub today: Date,
}

/// How the page was retrieved.
#[derive(Debug, Clone)]
pub struct PageAnswer {
    pub requested: Url,
    /// The URL after redirects.
    pub url: Url,
    /// The redirects in order.
    pub redirects: Vec<Hop>,
    /// The response of the server; `None` for submitted HTML.
    pub response: Option<Response>,
    /// The size of the HTML in bytes.
    pub bytes: usize,
    /// Whether the HTML was too large and was cut.
    pub truncated: bool,
}

/// The response of the server, without the page.
#[derive(Debug, Clone)]
pub struct Response {
    pub status: u16,
    /// The headers in order, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The transferred bytes of the body.
    pub wire_bytes: u64,
    /// `HTTP/1.1` or `HTTP/2`.
    pub http_version: String,
    /// The time from the request to the first byte, in milliseconds.
    pub first_byte_ms: f64,
    /// The expiry date of the certificate, if the connection was encrypted.
    pub certificate_ends: Option<Date>,
}

impl PageAnswer {
    /// Whether the redirects did not end at a page.
    #[must_use]
    pub fn leads_nowhere(&self) -> bool {
        let ends_in_redirect = |response: &Response| (300..400).contains(&response.status);
        !self.redirects.is_empty() && self.response.as_ref().is_some_and(ends_in_redirect)
    }

    /// The first header of this name (in lower case).
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers(name).next()
    }

    /// All headers of this name (in lower case).
    pub fn headers(&self, name: &str) -> impl Iterator<Item = &str> {
        let headers = self.response.iter().flat_map(|response| &response.headers);
        headers.filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hop {
    /// The URL that redirects.
    pub from: Url,
    pub status: u16,
    /// The URL that it redirects to.
    pub to: Url,
}

/// The result of a probe.
#[derive(Debug, Clone, PartialEq)]
pub enum Probe<T> {
    Known(T),
    /// The probe failed; the text says why.
    Unknown(String),
}

impl<T> Probe<T> {
    /// The result, if known.
    #[must_use]
    pub fn known(&self) -> Option<&T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Unknown(_) => None,
        }
    }
}

/// The page load in the browser.
#[derive(Debug)]
pub struct Rendered {
    /// The figures, requests and images.
    pub rendering: Rendering,
    /// The rendered page, parsed like the raw page.
    pub document: Document,
}

/// The surroundings of a page: responses of other URLs.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// The responses of the URLs that the page names (links, images, canonical, languages, icons), by URL
    /// without fragment.
    pub answers: HashMap<Url, Probe<Answer>>,
    /// The number of links that were not requested: there are too many, or links are not to be checked.
    pub unchecked_links: usize,
    /// The robots.txt of the page's host.
    pub robots: Probe<RobotsAnswer>,
    /// The sitemaps that robots.txt names, or else the usual one.
    pub sitemaps: Probe<Sitemaps>,
    /// The llms.txt of the page's host.
    pub llms_txt: Probe<PlainAnswer>,
    /// The page over plain HTTP, if it uses HTTPS.
    pub plain_http: Probe<Answer>,
    /// Variants of the URL that should redirect to one: with and without `www.`, with and without a trailing
    /// slash.
    pub variants: Vec<(Url, Probe<Answer>)>,
    /// The page as sent to a search engine's crawler.
    pub as_crawler: Probe<CrawlerView>,
}

impl Surroundings {
    /// Surroundings in which everything is unknown, for this reason.
    #[must_use]
    pub fn unknown(reason: &str) -> Self {
        Self {
            answers: HashMap::new(),
            unchecked_links: 0,
            robots: Probe::Unknown(reason.to_owned()),
            sitemaps: Probe::Unknown(reason.to_owned()),
            llms_txt: Probe::Unknown(reason.to_owned()),
            plain_http: Probe::Unknown(reason.to_owned()),
            variants: Vec::new(),
            as_crawler: Probe::Unknown(reason.to_owned()),
        }
    }

    /// The response of a URL, if it was requested.
    #[must_use]
    pub fn answer(&self, url: &Url) -> Option<&Probe<Answer>> {
        if url.fragment().is_none() {
            return self.answers.get(url);
        }
        let mut plain = url.clone();
        plain.set_fragment(None);
        self.answers.get(&plain)
    }
}

/// The response of a URL.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The final status: that of the last redirect if redirects loop or are too many, and 0 if there is no
    /// server.
    pub status: u16,
    /// The redirects in order.
    pub redirects: Vec<Hop>,
    /// The URL after redirects.
    pub url: Url,
    /// The media type without parameters, in lower case; empty if missing.
    pub media_type: String,
    /// The declared or received size.
    pub bytes: Option<u64>,
    /// The `cache-control` header.
    pub cache_control: Option<String>,
    /// The content, as far as it was read.
    pub content: AnswerContent,
}

impl Answer {
    /// Why there is no server, if there is none.
    #[must_use]
    pub fn absence(&self) -> Option<Absence> {
        match self.content {
            AnswerContent::Absent(absence) => Some(absence),
            _ => None,
        }
    }

    /// The problem if there is no server or the status is an error, in words that follow the URL.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        match self.absence() {
            Some(absence) => Some(absence.describe().to_owned()),
            None => (self.status >= 400).then(|| format!("answers with status {}", self.status)),
        }
    }
}

/// Why a URL has no server, however often it is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absence {
    /// The host name does not resolve.
    NoSuchHost,
    /// The host refuses connections.
    NoConnection,
}

impl Absence {
    /// The reason in words that follow the URL.
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            Self::NoSuchHost => "names a host that does not exist",
            Self::NoConnection => "names a host that takes no connection",
        }
    }
}

/// The part of a response that was read.
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerContent {
    /// Nothing was read: only the headers matter.
    Unread,
    /// There is no server.
    Absent(Absence),
    /// An image of this size.
    Picture {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// A page, reduced to what matters to pages that link to it.
    Page(PageGist),
}

/// The facts about a page that matter to pages that link to it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageGist {
    /// Whether it is `noindex`, by markup or header.
    pub noindex: bool,
    pub canonical: Option<Url>,
    /// The versions in other languages, as code and URL.
    pub alternates: Vec<(String, Url)>,
}

/// The response of robots.txt.
#[derive(Debug, Clone, PartialEq)]
pub struct RobotsAnswer {
    pub url: Url,
    /// The final HTTP status.
    pub status: u16,
    /// The size in bytes.
    pub bytes: usize,
    /// The parsed rules; empty if the status is not 2xx.
    pub robots: Robots,
}

/// The response of a text file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainAnswer {
    pub url: Url,
    /// The final HTTP status.
    pub status: u16,
    /// The media type without parameters.
    pub media_type: String,
    /// The text, at most 256 KiB.
    pub text: String,
}

/// The sitemaps of a site.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sitemaps {
    /// The sitemaps that were requested.
    pub files: Vec<SitemapFile>,
    /// Whether one of them lists the page's URL.
    pub lists_page: bool,
    /// Whether those that responded were read completely, and none was skipped.
    pub complete: bool,
}

impl Sitemaps {
    /// Whether the page is listed; `None` if there is no sitemap, or if the part that could not be read may
    /// list it.
    #[must_use]
    pub fn listing(&self) -> Option<bool> {
        if self.lists_page {
            return Some(true);
        }
        let read_to_the_end = self.complete
            && self.files.iter().any(SitemapFile::is_read)
            && self.files.iter().all(|file| file.is_read() || file.is_gone());
        read_to_the_end.then_some(false)
    }
}

/// The response of a sitemap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SitemapFile {
    pub url: Url,
    /// The final HTTP status; 0 if there was no response.
    pub status: u16,
    /// Whether robots.txt names it.
    pub declared: bool,
    /// What is wrong with it, in words.
    pub problem: Option<String>,
    /// The number of URLs that it lists.
    pub entries: usize,
}

impl SitemapFile {
    fn is_read(&self) -> bool {
        (200..300).contains(&self.status) && self.problem.is_none()
    }

    fn is_gone(&self) -> bool {
        matches!(self.status, 404 | 410)
    }
}

/// The response to a crawler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrawlerView {
    /// The user agent of the request.
    pub agent: String,
    pub status: u16,
    /// Whether it is `noindex`.
    pub noindex: bool,
    /// The title of the page.
    pub title: Option<String>,
    /// The number of words of the text.
    pub words: usize,
}
