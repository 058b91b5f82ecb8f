//! The hosted site as visitors see it: articles, the list of them, sitemaps, the feed.

use std::sync::Arc;

use domain::api_keys::KeyMode;
use domain::articles::ArticleId;
use domain::articles::record::ArticleRecord;
use ports::articles::PublishedPage;
use ports::{ArticleStore, StoreError};
use publishing::{FEED_LENGTH, INDEX_LENGTH, Listed, Paging, SITEMAP_LENGTH, SitemapEntry};

use crate::publish_article::{Dates, HostedSite};

#[derive(Debug, Clone)]
pub struct HostedArticle {
    pub html: Arc<str>,
    /// Changes with the page.
    pub version: i64,
    /// Whether search engines may index it; synthetic articles of test keys are excluded.
    pub for_search: bool,
}

#[derive(Clone)]
pub struct ReadSite {
    articles: Arc<dyn ArticleStore>,
    site: HostedSite,
    pages: moka::sync::Cache<(ArticleId, i64), Arc<str>>,
}

impl ReadSite {
    /// The maximum number of rendered pages in memory.
    const MOST_PAGES: u64 = 200;

    #[must_use]
    pub fn new(articles: Arc<dyn ArticleStore>, site: HostedSite) -> Self {
        Self { articles, site, pages: moka::sync::Cache::new(Self::MOST_PAGES) }
    }

    /// The article with this slug.
    pub async fn article(&self, slug: &str) -> Result<Option<HostedArticle>, StoreError> {
        let Some(record) = self.articles.published(slug).await? else { return Ok(None) };
        let (version, for_search) = (record.version, record.purse.mode == KeyMode::Live);
        let key = (record.id, version);
        let html = if let Some(page) = self.pages.get(&key) {
            page
        } else {
            let Some(page) = self.page(&record).await? else { return Ok(None) };
            self.pages.insert(key, page.clone());
            page
        };
        Ok(Some(HostedArticle { html, version, for_search }))
    }

    async fn page(&self, record: &ArticleRecord) -> Result<Option<Arc<str>>, StoreError> {
        let Some(written) = self.articles.written(record.id).await? else { return Ok(None) };
        let published_at = record.publication.published_at.unwrap_or(record.updated_at);
        let dates = Dates { published_at, modified_at: record.updated_at };
        let facts = self.site.page_facts(record, &written, dates);
        Ok(Some(publishing::article_page(&written.article, &facts).into()))
    }

    /// A page of the list, counted from 1; `None` after the last.
    pub async fn index(&self, number: u32) -> Result<Option<String>, StoreError> {
        let length = u32::try_from(INDEX_LENGTH).unwrap_or(u32::MAX);
        let skip = number.saturating_sub(1).saturating_mul(length);
        let mut pages = self.articles.published_pages(KeyMode::Live, skip, length + 1).await?;
        if pages.is_empty() && number > 1 {
            return Ok(None);
        }
        let has_older = pages.len() > INDEX_LENGTH;
        pages.truncate(INDEX_LENGTH);
        let paging = Paging { number: usize::try_from(number).unwrap_or(1), has_older };
        Ok(Some(publishing::index_page(&self.site.site, &self.listed(pages), paging)))
    }

    /// The latest articles as a feed.
    pub async fn feed(&self) -> Result<String, StoreError> {
        let length = u32::try_from(FEED_LENGTH).unwrap_or(u32::MAX);
        let pages = self.articles.published_pages(KeyMode::Live, 0, length).await?;
        Ok(publishing::feed(&self.site.site, &self.listed(pages)))
    }

    /// The index of sitemaps.
    pub async fn sitemap_index(&self) -> Result<String, StoreError> {
        let length = u32::try_from(SITEMAP_LENGTH).unwrap_or(u32::MAX);
        let parts = self.articles.count_published(KeyMode::Live).await?.div_ceil(length);
        let mut changed = Vec::new();
        for part in 0..parts {
            let latest = self.articles.published_pages(KeyMode::Live, part * length, 1).await?;
            changed.extend(latest.first().map(|page| page.updated_at));
        }
        Ok(publishing::sitemap_index(&self.site.site, &changed))
    }

    /// A part of the sitemap: articles from 1, other pages at 0; `None` after the last.
    pub async fn sitemap(&self, number: u32) -> Result<Option<String>, StoreError> {
        if number == 0 {
            return Ok(publishing::sitemap_of_pages(&self.site.site));
        }
        let length = u32::try_from(SITEMAP_LENGTH).unwrap_or(u32::MAX);
        let skip = (number - 1).saturating_mul(length);
        let pages = self.articles.published_pages(KeyMode::Live, skip, length).await?;
        if pages.is_empty() {
            return Ok(None);
        }
        let entry = |page: PublishedPage| SitemapEntry {
            slug: page.slug,
            modified_at: page.updated_at,
            images: Vec::new(),
        };
        let entries: Vec<SitemapEntry> = pages.into_iter().map(entry).collect();
        Ok(Some(publishing::sitemap(&self.site.site, &entries)))
    }

    /// The rules for crawlers.
    #[must_use]
    pub fn robots(&self) -> String {
        publishing::robots(&self.site.site)
    }

    /// The page for URLs that do not exist.
    #[must_use]
    pub fn not_found(&self) -> String {
        publishing::not_found_page(&self.site.site)
    }

    fn listed(&self, pages: Vec<PublishedPage>) -> Vec<Listed> {
        let author = &self.site.site.publisher.name;
        let listed = |page: PublishedPage| Listed {
            slug: page.slug,
            title: page.title,
            excerpt: page.excerpt,
            language: page.language,
            author: author.clone(),
            published_at: page.published_at,
            modified_at: page.updated_at,
        };
        pages.into_iter().map(listed).collect()
    }
}
