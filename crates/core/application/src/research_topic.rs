//! Reads the evidence for an article: the customer's sources and pages that rank for its keyword.

mod own_text;

use std::sync::Arc;
use std::time::Duration;

use domain::Timestamp;
use domain::articles::order::{ArticleInput, InternalLink, SourceInput};
use domain::articles::research::{Grounding, Research, Source, SourceNumber};
use domain::search::{Device, SerpQuery};
use futures_util::future::join_all;
use ports::{Clock, FetchRequest, Fetcher};
use seo::page::Page;
use sha2::{Digest, Sha256};
use url::Url;

use crate::analyse_serp::{AnalyseSerp, Explored};
use crate::cpu_pool::CpuPool;
use crate::research_error::ResearchError;
use crate::{find_links, read_page};

/// Reads sources, search results and the pages behind them.
#[derive(Clone)]
pub struct ResearchTopic {
    analyse: AnalyseSerp,
    fetcher: Arc<dyn Fetcher>,
    cpu_pool: CpuPool,
    clock: Arc<dyn Clock>,
}

impl ResearchTopic {
    /// The time limit of a source of the customer.
    const SOURCE_LIMIT: Duration = Duration::from_secs(15);

    #[must_use]
    pub fn new(
        analyse: AnalyseSerp,
        fetcher: Arc<dyn Fetcher>,
        cpu_pool: CpuPool,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { analyse, fetcher, cpu_pool, clock }
    }

    /// The evidence for an article from notes: the customer's texts, numbered in their order, and nothing
    /// else.
    pub(crate) async fn notes(&self, order: &ArticleInput) -> Research {
        let (order, now) = (order.clone(), self.clock.now());
        self.cpu_pool.run(move || of_notes(&order, now)).await
    }

    /// Pages of the customer that the article may link to, or why there are none.
    pub(crate) async fn links(&self, order: &ArticleInput) -> Result<Vec<InternalLink>, String> {
        find_links::find(order, &*self.fetcher, &self.cpu_pool).await
    }

    /// What ranks for the keyword, with the pages.
    pub(crate) async fn search(&self, order: &ArticleInput) -> Result<Explored, ResearchError> {
        let query = SerpQuery {
            text: order.focus_keyword.clone(),
            country: order.country,
            language: order.language,
            device: Device::Desktop,
        };
        self.analyse.explore(query).await
    }

    /// The sources that the customer named or sent, in their order; for each that could not be read, the
    /// reason.
    pub(crate) async fn read_sources(&self, order: &ArticleInput) -> Vec<Result<Read, String>> {
        let reads = order.sources.iter().enumerate().map(|(index, source)| async move {
            match source {
                SourceInput::Text { title, text } => Ok(Read::text(index, title.as_deref(), text)),
                SourceInput::Url(url) => self.read_url(url).await.map(Read::page),
            }
        });
        join_all(reads).await
    }

    async fn read_url(&self, url: &str) -> Result<Page, String> {
        let unread = |reason: &dyn std::fmt::Display| format!("the source {url} could not be read: {reason}");
        let parsed = Url::parse(url).map_err(|error| unread(&error))?;
        let request = FetchRequest::get(parsed, Self::SOURCE_LIMIT);
        let read = read_page::read(&*self.fetcher, &self.cpu_pool, request).await;
        Ok(read.map_err(|error| unread(&error))?.page)
    }
}

fn of_notes(order: &ArticleInput, at: Timestamp) -> Research {
    let notes = order.notes().enumerate().map(|(index, (title, text))| Read::text(index, title, text).page);
    let sources: Vec<Source> =
        (1..).zip(notes).map(|(number, page)| source(SourceNumber(number), &page, None, at)).collect();
    let mut research = Research { grounding: Grounding::Sources, sources, ..Research::default() };
    let pages = order.sources.len() - research.sources.len();
    if pages > 0 {
        let warning =
            format!("{pages} of the sources are URLs, which only a text engine may use; they were not read");
        research.warnings.push(warning);
    }
    research
}

/// A source that was read, before it has a number.
pub(crate) struct Read {
    pub(crate) page: Page,
    pub(crate) has_address: bool,
}

impl Read {
    fn page(page: Page) -> Self {
        Self { page, has_address: true }
    }

    fn text(index: usize, title: Option<&str>, text: &str) -> Self {
        let title = title.map_or_else(|| format!("Text {}", index + 1), str::to_owned);
        Self { page: own_text::page(title, text), has_address: false }
    }
}

/// What is stored of a source.
pub(crate) fn source(number: SourceNumber, page: &Page, url: Option<&str>, read_at: Timestamp) -> Source {
    let mut hash = Sha256::new();
    for block in &page.content {
        hash.update(&block.text);
        hash.update([0]);
    }
    let sha256 = hash.finalize().iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    let published_at = page
        .published
        .and_then(|date| date.to_zoned(jiff::tz::TimeZone::UTC).ok().map(|moment| moment.timestamp()));
    let publisher = url.and_then(|url| Url::parse(url).ok()).and_then(|url| {
        let host = url.host_str()?;
        Some(host.strip_prefix("www.").unwrap_or(host).to_owned())
    });
    Source {
        number,
        title: page.title.clone().unwrap_or_else(|| page.url.clone()),
        url: url.map(str::to_owned),
        publisher,
        published_at,
        read_at,
        sha256,
    }
}
