//! The input of documents besides the article: the site, its publisher, and dates.

use domain::Timestamp;
use domain::locale::Language;

use crate::address::linkable;
use crate::assets::LOGO;

/// The path of the list of articles.
const INDEX: &str = "/p";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    pub name: String,
    /// Its URL, without a slash at the end.
    pub url: String,
    /// The language of pages that belong to no article.
    pub language: Language,
    pub publisher: Publisher,
    /// Paths of other pages for search engines.
    pub pages: Vec<String>,
}

/// The publisher of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publisher {
    pub name: String,
    /// The URL of the publisher's own page.
    pub url: String,
    pub logo: Logo,
    /// Pages of the same publisher on other sites.
    pub same_as: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo {
    pub url: String,
    pub width: u32,
    pub height: u32,
}

impl Site {
    /// A site that publishes under its own name, with the logo of [`crate::ASSETS`] and the list of articles
    /// as the publisher's page.
    #[must_use]
    pub fn new(name: &str, url: &str, language: Language) -> Self {
        let url = url.trim_end_matches('/').to_owned();
        let logo = Logo { url: format!("{url}{}", LOGO.path), width: LOGO.width, height: LOGO.height };
        let publisher =
            Publisher { name: name.to_owned(), url: format!("{url}/"), logo, same_as: Vec::new() };
        Self { name: name.to_owned(), url, language, publisher, pages: Vec::new() }
    }

    /// The URL of the list of articles.
    #[must_use]
    pub fn index_url(&self) -> String {
        self.at(INDEX)
    }

    /// The URL of an article.
    #[must_use]
    pub fn article_url(&self, slug: &str) -> String {
        let url = format!("{}/{slug}", self.index_url());
        // A sitemap calls this 50,000 times; our slugs need no check of the whole URL.
        let plain = slug.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if plain { url } else { linkable(&url).unwrap_or(url) }
    }

    /// The URL of the feed.
    #[must_use]
    pub fn feed_url(&self) -> String {
        self.at("/feed.xml")
    }

    /// The URL of the sitemap.
    #[must_use]
    pub fn sitemap_url(&self) -> String {
        self.at("/sitemap.xml")
    }

    /// The URL of a part of the sitemap: articles from 1, and other pages at 0.
    #[must_use]
    pub fn sitemap_part_url(&self, number: usize) -> String {
        self.at(&format!("/sitemap-{number}.xml"))
    }

    pub(crate) fn at(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }
}

/// The author of an article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    pub name: String,
    /// The URL of a page about the author.
    pub url: String,
    /// A person or an organisation.
    pub kind: AuthorKind,
}

impl Author {
    /// The publisher as the author.
    #[must_use]
    pub fn publisher_of(site: &Site) -> Self {
        let Publisher { name, url, .. } = &site.publisher;
        Self { name: name.clone(), url: url.clone(), kind: AuthorKind::Organization }
    }
}

/// The kind of an author.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AuthorKind {
    Person,
    /// A group of people.
    Organization,
}

/// The facts about the publication of an article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationFacts {
    /// The site of the article.
    pub site: Site,
    /// The article's own URL.
    pub url: String,
    /// The author of the article.
    pub author: Author,
    /// When it was first published.
    pub published_at: Timestamp,
    /// When it was last changed.
    pub modified_at: Timestamp,
    /// The number of its words.
    pub words: u32,
    /// Whether it was written for a test key, from invented sources: its page is marked as such and excluded
    /// from search engines.
    pub synthetic: bool,
}

/// An article in lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The last part of its URL.
    pub slug: String,
    pub title: String,
    /// Its summary, in two sentences.
    pub excerpt: String,
    pub language: Language,
    pub author: String,
    /// When it was first published.
    pub published_at: Timestamp,
    /// When it was last changed.
    pub modified_at: Timestamp,
}
