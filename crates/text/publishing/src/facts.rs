//! What documents tell beyond the article itself: the site, who stands behind it, and when.

use domain::Timestamp;
use domain::locale::Language;

use crate::address::linkable;
use crate::assets::LOGO;

/// Where the list of articles stands.
const INDEX: &str = "/p";

/// The hosted site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// Its name.
    pub name: String,
    /// Its address, without a slash at the end.
    pub url: String,
    /// The language of pages that belong to no article.
    pub language: Language,
    /// Who publishes it.
    pub publisher: Publisher,
    /// Paths of further pages that search engines shall know.
    pub pages: Vec<String>,
}

/// Who publishes a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publisher {
    /// The name.
    pub name: String,
    /// The address of the publisher's own page.
    pub url: String,
    /// The logo.
    pub logo: Logo,
    /// Pages elsewhere that are the same publisher's.
    pub same_as: Vec<String>,
}

/// A publisher's logo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo {
    /// Where it is.
    pub url: String,
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
}

impl Site {
    /// A site that publishes under its own name, with the logo of [`crate::ASSETS`] and its list of articles as the
    /// publisher's page.
    #[must_use]
    pub fn new(name: &str, url: &str, language: Language) -> Self {
        let url = url.trim_end_matches('/').to_owned();
        let logo = Logo { url: format!("{url}{}", LOGO.path), width: LOGO.width, height: LOGO.height };
        let publisher =
            Publisher { name: name.to_owned(), url: format!("{url}/"), logo, same_as: Vec::new() };
        Self { name: name.to_owned(), url, language, publisher, pages: Vec::new() }
    }

    /// The address of the list of articles.
    #[must_use]
    pub fn index_url(&self) -> String {
        self.at(INDEX)
    }

    /// The address of an article.
    #[must_use]
    pub fn article_url(&self, slug: &str) -> String {
        let url = format!("{}/{slug}", self.index_url());
        // A sitemap asks 50,000 times; slugs of ours need no look at the whole address.
        let plain = slug.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if plain { url } else { linkable(&url).unwrap_or(url) }
    }

    /// The address of the feed.
    #[must_use]
    pub fn feed_url(&self) -> String {
        self.at("/feed.xml")
    }

    /// The address of the sitemap.
    #[must_use]
    pub fn sitemap_url(&self) -> String {
        self.at("/sitemap.xml")
    }

    /// The address of a part of the sitemap: articles from 1, and other pages at 0.
    #[must_use]
    pub fn sitemap_part_url(&self, number: usize) -> String {
        self.at(&format!("/sitemap-{number}.xml"))
    }

    pub(crate) fn at(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }
}

/// Who wrote an article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    /// The name.
    pub name: String,
    /// A page about the author.
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

/// What an author is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AuthorKind {
    /// Somebody.
    Person,
    /// A group of people.
    Organization,
}

/// What is known about the publication of an article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationFacts {
    /// Where it stands.
    pub site: Site,
    /// The article's own address.
    pub url: String,
    /// Who wrote it.
    pub author: Author,
    /// When it was published first.
    pub published_at: Timestamp,
    /// When it was changed last.
    pub modified_at: Timestamp,
    /// Its words.
    pub words: u32,
    /// Whether it was written for a test key, from made-up sources: its page says so, and is not for search engines.
    pub synthetic: bool,
}

/// An article as lists show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The last part of its address.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// What it says, in two sentences.
    pub excerpt: String,
    /// Its language.
    pub language: Language,
    /// Its author's name.
    pub author: String,
    /// When it was published first.
    pub published_at: Timestamp,
    /// When it was changed last.
    pub modified_at: Timestamp,
}
