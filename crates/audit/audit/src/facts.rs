//! Everything that checks look at.

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
    /// How the page was got.
    pub answer: &'a PageAnswer,
    /// What the page says: as it was sent, or, in the second look of checks on markup, as the browser rendered it.
    pub document: &'a Document,
    /// What is around the page.
    pub surroundings: &'a Surroundings,
    /// What the browser saw, or why there was none.
    pub browser: &'a Probe<Rendered>,
    /// What visitors experience, if anybody knows.
    pub field: Option<&'a FieldVitals>,
    /// What the audit pretends to be.
    pub device: Device,
    /// The day of the audit.
    pub today: Date,
}

/// How the page was got.
#[derive(Debug, Clone)]
pub struct PageAnswer {
    /// The address that was asked for.
    pub requested: Url,
    /// Where the page came from in the end.
    pub url: Url,
    /// The hops on the way.
    pub redirects: Vec<Hop>,
    /// What the server said; nothing for HTML that was handed in.
    pub response: Option<Response>,
    /// Bytes of the HTML.
    pub bytes: usize,
    /// Whether the HTML is cut because it was too large.
    pub truncated: bool,
}

/// What the server said beside the page.
#[derive(Debug, Clone)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers in order, names in lower case.
    pub headers: Vec<(String, String)>,
    /// Bytes of the body on the wire.
    pub wire_bytes: u64,
    /// `HTTP/1.1` or `HTTP/2`.
    pub http_version: String,
    /// From the request to the first byte, in milliseconds.
    pub first_byte_ms: f64,
    /// When the certificate ends, if the connection was encrypted.
    pub certificate_ends: Option<Date>,
}

impl PageAnswer {
    /// Whether redirects never came to a page.
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

/// One redirect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hop {
    /// From where.
    pub from: Url,
    /// With which status.
    pub status: u16,
    /// To where.
    pub to: Url,
}

/// Something that was looked for.
#[derive(Debug, Clone, PartialEq)]
pub enum Probe<T> {
    /// It is known.
    Known(T),
    /// It could not be learnt; why, in words.
    Unknown(String),
}

impl<T> Probe<T> {
    /// What is known.
    #[must_use]
    pub fn known(&self) -> Option<&T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Unknown(_) => None,
        }
    }
}

/// What the browser saw.
#[derive(Debug)]
pub struct Rendered {
    /// Figures, requests, images.
    pub rendering: Rendering,
    /// The rendered tree, read as the raw page is.
    pub document: Document,
}

/// What is around a page: answers of other addresses.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// Answers of addresses that the page names (links, images, canonical, languages, icons), by their address without fragment.
    pub answers: HashMap<Url, Probe<Answer>>,
    /// Links that were not asked for: there are too many, or none were to be followed.
    pub unchecked_links: usize,
    /// robots.txt of the page's host.
    pub robots: Probe<RobotsAnswer>,
    /// Sitemaps that robots.txt names, or the usual one.
    pub sitemaps: Probe<Sitemaps>,
    /// llms.txt of the page's host.
    pub llms_txt: Probe<PlainAnswer>,
    /// The page over plain HTTP, if it is an encrypted page.
    pub plain_http: Probe<Answer>,
    /// Variants of the address that should lead to one: with and without `www.`, with and without a slash at the end.
    pub variants: Vec<(Url, Probe<Answer>)>,
    /// The page as it is sent to a search engine's crawler.
    pub as_crawler: Probe<CrawlerView>,
}

impl Surroundings {
    /// Nothing is known, for this reason.
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

    /// What an address answered, if it was asked.
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

/// What an address answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The final status: that of the last redirect if redirects go in a circle or are too many, and 0 if nobody is there to answer.
    pub status: u16,
    /// The hops on the way.
    pub redirects: Vec<Hop>,
    /// Where the answer came from.
    pub url: Url,
    /// The media type without parameters, in lower case; empty if none was given.
    pub media_type: String,
    /// The size that was declared or received.
    pub bytes: Option<u64>,
    /// The `cache-control` header.
    pub cache_control: Option<String>,
    /// What was read of it.
    pub content: AnswerContent,
}

impl Answer {
    /// Why nobody answered, if so.
    #[must_use]
    pub fn absence(&self) -> Option<Absence> {
        match self.content {
            AnswerContent::Absent(absence) => Some(absence),
            _ => None,
        }
    }

    /// What is wrong if nobody answered, or with an error, to be said of the address.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        match self.absence() {
            Some(absence) => Some(absence.describe().to_owned()),
            None => (self.status >= 400).then(|| format!("answers with status {}", self.status)),
        }
    }
}

/// Why nobody is there to answer, however often one asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absence {
    /// The host's name has no address.
    NoSuchHost,
    /// The host takes no connection.
    NoConnection,
}

impl Absence {
    /// In words, to be said of the address.
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            Self::NoSuchHost => "names a host that does not exist",
            Self::NoConnection => "names a host that takes no connection",
        }
    }
}

/// What was read of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerContent {
    /// Nothing: only the headers matter.
    Unread,
    /// Nothing: nobody is there.
    Absent(Absence),
    /// An image of this size.
    Picture {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// A page, as far as pages that point to it care.
    Page(PageGist),
}

/// What pages that point to a page care for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageGist {
    /// Whether it asks not to be indexed, by markup or header.
    pub noindex: bool,
    /// Its canonical address.
    pub canonical: Option<Url>,
    /// Its versions in other languages, code and address.
    pub alternates: Vec<(String, Url)>,
}

/// robots.txt.
#[derive(Debug, Clone, PartialEq)]
pub struct RobotsAnswer {
    /// Where it was asked for.
    pub url: Url,
    /// The final status.
    pub status: u16,
    /// Its size in bytes.
    pub bytes: usize,
    /// What it says; empty if the status is not 2xx.
    pub robots: Robots,
}

/// A text file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainAnswer {
    /// Where it was asked for.
    pub url: Url,
    /// The final status.
    pub status: u16,
    /// The media type without parameters.
    pub media_type: String,
    /// The text, at most 256 KiB.
    pub text: String,
}

/// The sitemaps of a site.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sitemaps {
    /// Those that were asked for.
    pub files: Vec<SitemapFile>,
    /// Whether the page's address is listed in one of them.
    pub lists_page: bool,
    /// Whether those that answered were read to the end, and none was left out.
    pub complete: bool,
}

impl Sitemaps {
    /// Whether the page is listed; nothing if there is no sitemap, or if the page may stand where nobody could read.
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

/// A sitemap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SitemapFile {
    /// Where it was asked for.
    pub url: Url,
    /// The final status; 0 if nothing answered.
    pub status: u16,
    /// Whether robots.txt names it.
    pub declared: bool,
    /// What is wrong with it, in words.
    pub problem: Option<String>,
    /// How many addresses it lists.
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

/// What a crawler is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrawlerView {
    /// The name that was given.
    pub agent: String,
    /// The status.
    pub status: u16,
    /// Whether it asks not to be indexed.
    pub noindex: bool,
    /// The title.
    pub title: Option<String>,
    /// Words of the text.
    pub words: usize,
}
