//! The hosted site: which articles are on it, and who is notified when one appears.

use std::sync::Arc;

use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::articles::document::Article;
use domain::articles::record::{ArticleRecord, PublicationStatus, Written};
use domain::articles::{ArticleId, ArticleStatus};
use domain::jobs::{Audience, EventId, OutboxMessage};
use domain::ledger::Purse;
use ports::articles::PublicationChange;
use ports::{ArticleStore, Clock, StoreError};
use publishing::{Author, PublicationFacts, Site};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::article_events::{ArticleEvent, event};

/// The hosted site, and the engines that are notified of articles of one mode.
#[derive(Debug, Clone)]
pub struct HostedSite {
    pub site: Site,
    /// The names of the engines that are notified.
    pub indexing_engines: Vec<&'static str>,
}

impl HostedSite {
    /// The messages when an article appears at a URL: one to each engine, and those to the customer's
    /// servers.
    #[must_use]
    pub fn announcements(&self, record: &ArticleRecord, slug: &str, at: Timestamp) -> Vec<OutboxMessage> {
        let url = self.site.article_url(slug);
        let mut messages = self.notices(record, &url, PageChange::Updated, at);
        messages.extend(event(record, ArticleEvent::Published { url: &url }, at));
        messages
    }

    /// The messages when an article is gone from a URL: one to each engine.
    #[must_use]
    pub fn farewells(&self, record: &ArticleRecord, slug: &str, at: Timestamp) -> Vec<OutboxMessage> {
        self.notices(record, &self.site.article_url(slug), PageChange::Deleted, at)
    }

    fn notices(
        &self,
        record: &ArticleRecord,
        url: &str,
        change: PageChange,
        at: Timestamp,
    ) -> Vec<OutboxMessage> {
        let body = json!({
            "url": url, "change": change, "sitemapUrl": self.site.sitemap_url(),
            "webhookUrl": record.order.webhook_url,
        });
        let notice = |engine: &&'static str| OutboxMessage {
            event: EventId::generate(),
            kind: None,
            article: Some(record.id),
            purse: record.purse,
            to: Audience::Engine((*engine).to_owned()),
            body: body.to_string(),
            created_at: at,
        };
        self.indexing_engines.iter().map(notice).collect()
    }

    /// What documents state about an article at a URL.
    #[must_use]
    pub fn facts(&self, article: &Article, dates: Dates) -> PublicationFacts {
        PublicationFacts {
            url: self.site.article_url(&article.slug),
            author: Author::publisher_of(&self.site),
            site: self.site.clone(),
            published_at: dates.published_at,
            modified_at: dates.modified_at,
            words: editorial::words(article),
            synthetic: false,
        }
    }

    /// What the page of an article states; that of a test key's article states that it is one.
    #[must_use]
    pub fn page_facts(&self, record: &ArticleRecord, written: &Written, dates: Dates) -> PublicationFacts {
        let facts = self.facts(&written.article, dates);
        PublicationFacts { synthetic: record.purse.mode == KeyMode::Test, ..facts }
    }
}

/// What engines are notified of about a page, as it is stored in the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PageChange {
    /// It is new or has changed; notices of older versions of the service always mean this.
    #[default]
    Updated,
    Deleted,
}

impl PageChange {
    /// The change that the body of a notice reports.
    #[must_use]
    pub fn told_by(body: &str) -> Self {
        #[derive(Deserialize)]
        struct Told {
            #[serde(default)]
            change: PageChange,
        }
        serde_json::from_str(body).map_or(Self::Updated, |told: Told| told.change)
    }

    /// The name that customers see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Updated => "updated",
            Self::Deleted => "deleted",
        }
    }
}

/// When an article appeared, and when it changed.
#[derive(Debug, Clone, Copy)]
pub struct Dates {
    /// When it was published first.
    pub published_at: Timestamp,
    /// When it changed last.
    pub modified_at: Timestamp,
}

/// Publishes articles on the site and takes them down.
#[derive(Clone)]
pub struct PublishArticle {
    articles: Arc<dyn ArticleStore>,
    clock: Arc<dyn Clock>,
    site: HostedSite,
}

/// The outcome of a request to publish, or to take down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Published {
    /// It is as requested now, or was so already.
    Yes,
    /// There is no such article.
    Missing,
    /// It is not finished.
    NotWritten,
}

impl PublishArticle {
    #[must_use]
    pub fn new(articles: Arc<dyn ArticleStore>, clock: Arc<dyn Clock>, site: HostedSite) -> Self {
        Self { articles, clock, site }
    }

    /// Publishes an article because its customer requests it, whatever the checks say.
    pub async fn publish(&self, purse: Purse, id: ArticleId) -> Result<Published, StoreError> {
        let Some(record) = self.articles.article(purse, id).await? else { return Ok(Published::Missing) };
        if record.status != ArticleStatus::Completed {
            return Ok(Published::NotWritten);
        }
        let Some(slug) = record.publication.slug.clone() else { return Ok(Published::NotWritten) };
        let at = self.clock.now();
        let change = PublicationChange { status: PublicationStatus::Published, reason: None };
        let messages = self.site.announcements(&record, &slug, at);
        self.articles.set_publication(id, &change, &messages, at).await?;
        Ok(Published::Yes)
    }

    /// Takes an article off the site, the sitemap and the feed because its customer requests it. Engines are
    /// notified once.
    pub async fn unpublish(&self, purse: Purse, id: ArticleId) -> Result<Published, StoreError> {
        let Some(record) = self.articles.article(purse, id).await? else { return Ok(Published::Missing) };
        if record.status != ArticleStatus::Completed {
            return Ok(Published::NotWritten);
        }
        if record.publication.status != PublicationStatus::Published {
            return Ok(Published::Yes);
        }
        let Some(slug) = record.publication.slug.clone() else { return Ok(Published::NotWritten) };
        let at = self.clock.now();
        let reason = Some("taken down by its customer".to_owned());
        let change = PublicationChange { status: PublicationStatus::Disabled, reason };
        let messages = self.site.farewells(&record, &slug, at);
        self.articles.set_publication(id, &change, &messages, at).await?;
        Ok(Published::Yes)
    }

    #[must_use]
    pub const fn site(&self) -> &HostedSite {
        &self.site
    }
}
