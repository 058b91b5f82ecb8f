//! What an article can rest on: the customer's sources first, then what ranks for its keyword.
//!
//! Research never fails: what could not be had is told, and an article without any ground says so.

mod evidence;

use std::sync::Arc;
use std::time::Duration;

use domain::Timestamp;
use domain::articles::order::{ArticleOrder, InternalLink, SourceOrder};
use domain::articles::research::{Evidence, Grounding, Research, Source, SourceNumber, TopicTerm};
use domain::search::{Device, SerpQuery};
use futures_util::future::join_all;
use ports::{Clock, FetchRequest, Fetcher};
use seo::page::Page;
use sha2::{Digest, Sha256};
use url::Url;

use crate::analyse_serp::{AnalyseSerp, Explored};
use crate::research_error::ResearchError;
use crate::workshop::Workshop;
use crate::{find_links, read_page};

/// Researches topics.
#[derive(Clone)]
pub struct ResearchTopic {
    analyse: AnalyseSerp,
    fetcher: Arc<dyn Fetcher>,
    workshop: Workshop,
    clock: Arc<dyn Clock>,
}

impl ResearchTopic {
    /// How long a source of the customer may take.
    const SOURCE_LIMIT: Duration = Duration::from_secs(15);
    /// The most sentences of one source.
    const MOST_OF_ONE: usize = 400;
    /// The most questions that are passed on.
    const MOST_QUESTIONS: usize = 20;

    /// Wires the use case.
    #[must_use]
    pub fn new(
        analyse: AnalyseSerp,
        fetcher: Arc<dyn Fetcher>,
        workshop: Workshop,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { analyse, fetcher, workshop, clock }
    }

    /// Finds what an article can rest on.
    pub async fn research(&self, order: &ArticleOrder) -> Research {
        let (own, explored) = tokio::join!(self.read_sources(order), self.explore(order));
        let (order, now) = (order.clone(), self.clock.now());
        self.workshop.run(move || gather(&order, now, own, explored)).await
    }

    /// What an article from notes rests on: the customer's texts, numbered in their order, and nothing else.
    pub(crate) async fn notes(&self, order: &ArticleOrder) -> Research {
        let (order, now) = (order.clone(), self.clock.now());
        self.workshop.run(move || of_notes(&order, now)).await
    }

    /// Pages of the customer that the article may link to, or why there are none.
    pub(crate) async fn links(&self, order: &ArticleOrder) -> Result<Vec<InternalLink>, String> {
        find_links::find(order, &*self.fetcher, &self.workshop).await
    }

    /// What ranks for the keyword, with the pages.
    pub(crate) async fn search(&self, order: &ArticleOrder) -> Result<Explored, ResearchError> {
        let query = SerpQuery {
            text: order.focus_keyword.clone(),
            country: order.country,
            language: order.language,
            device: Device::Desktop,
        };
        self.analyse.explore(query).await
    }

    async fn explore(&self, order: &ArticleOrder) -> Result<Explored, String> {
        self.search(order).await.map_err(|error| {
            tracing::info!(%error, "an article is written without search results");
            "search results could not be had, so the article does not rest on them".to_owned()
        })
    }

    /// The sources that the customer named or sent, in their order, or why one could not be read.
    pub(crate) async fn read_sources(&self, order: &ArticleOrder) -> Vec<Result<Read, String>> {
        let reads = order.sources.iter().enumerate().map(|(index, source)| async move {
            match source {
                SourceOrder::Text { title, text } => Ok(Read::text(index, title.as_deref(), text)),
                SourceOrder::Url(url) => self.read_url(url).await.map(Read::page),
            }
        });
        join_all(reads).await
    }

    async fn read_url(&self, url: &str) -> Result<Page, String> {
        let unread = |reason: &dyn std::fmt::Display| format!("the source {url} could not be read: {reason}");
        let parsed = Url::parse(url).map_err(|error| unread(&error))?;
        let request = FetchRequest::get(parsed, Self::SOURCE_LIMIT);
        read_page::read(&*self.fetcher, &self.workshop, request).await.map_err(|error| unread(&error))
    }
}

fn of_notes(order: &ArticleOrder, at: Timestamp) -> Research {
    let mut gathered = Gathered::new(order, at);
    for (index, (title, text)) in order.notes().enumerate() {
        gathered.add(Read::text(index, title, text));
    }
    gathered.research.grounding = Grounding::Sources;
    let pages = order.sources.len() - gathered.research.sources.len();
    if pages > 0 {
        let warning = format!(
            "{pages} of the sources are pages of other people, which only a model may use; they were not read"
        );
        gathered.research.warnings.push(warning);
    }
    gathered.research
}

/// Something that was read, before it has a number.
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
        Self { page: evidence::page_of_text(title, text), has_address: false }
    }
}

fn gather(
    order: &ArticleOrder,
    at: Timestamp,
    own: Vec<Result<Read, String>>,
    explored: Result<Explored, String>,
) -> Research {
    let mut gathered = Gathered::new(order, at);
    for outcome in own {
        match outcome {
            Ok(text) => gathered.add(text),
            Err(warning) => gathered.research.warnings.push(warning),
        }
    }
    if !gathered.research.sources.is_empty() {
        gathered.research.grounding = Grounding::Sources;
    }
    match explored {
        Ok(explored) => gathered.add_search(explored),
        Err(warning) => gathered.research.warnings.push(warning),
    }
    gathered.research
}

struct Gathered<'a> {
    order: &'a ArticleOrder,
    at: Timestamp,
    research: Research,
}

impl<'a> Gathered<'a> {
    fn new(order: &'a ArticleOrder, at: Timestamp) -> Self {
        // A keyword that asks is asked by searchers.
        let questions = order.keywords.iter().filter(|keyword| keyword.trim_end().ends_with('?')).cloned();
        Self { order, at, research: Research { questions: questions.collect(), ..Research::default() } }
    }

    fn add(&mut self, read: Read) {
        let Read { page, has_address } = read;
        if self.research.sources.iter().any(|source| has_address && source.url.as_deref() == Some(&page.url))
        {
            return;
        }
        let number = SourceNumber(u32::try_from(self.research.sources.len() + 1).unwrap_or(u32::MAX));
        let found = evidence::sentences(&page, self.order.language, ResearchTopic::MOST_OF_ONE);
        let first = self.research.evidence.len() + 1;
        self.research.evidence.extend(found.into_iter().enumerate().map(|(index, sentence)| Evidence {
            number: u32::try_from(first + index).unwrap_or(u32::MAX),
            source: number,
            heading: sentence.heading,
            place: sentence.place,
            paragraph: sentence.paragraph,
            text: sentence.text,
        }));
        self.research.sources.push(source(number, page, has_address, self.at));
    }

    fn add_search(&mut self, explored: Explored) {
        let Explored { findings, pages } = explored;
        let analysis = findings.analysis;
        let research = &mut self.research;
        research.grounding = Grounding::Search;
        research.intent = Some(analysis.intent.primary);
        let asked = findings.serp.people_also_ask.into_iter().chain(analysis.questions);
        for question in asked.map(|asked| asked.question) {
            let known = research.questions.iter().any(|known| known.eq_ignore_ascii_case(&question));
            if !known && research.questions.len() < ResearchTopic::MOST_QUESTIONS {
                research.questions.push(question);
            }
        }
        let term = |term: seo::terms::Term| TopicTerm { text: term.term, weight: term.weight };
        research.terms = analysis.terms.into_iter().map(term).collect();
        research.headings =
            analysis.competitors.common_headings.into_iter().map(|heading| heading.text).collect();
        let wanted = self.order.language;
        for (_, page) in pages {
            if page.language.is_none_or(|language| language == wanted) {
                self.add(Read::page(page));
            }
        }
        if self.research.sources.is_empty() {
            self.research.grounding = Grounding::Unavailable;
            self.research.warnings.push("none of the pages that rank could be read".to_owned());
        }
    }
}

fn source(number: SourceNumber, page: Page, has_address: bool, read_at: Timestamp) -> Source {
    let mut hash = Sha256::new();
    for block in &page.content {
        hash.update(&block.text);
        hash.update([0]);
    }
    let sha256 = hash.finalize().iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    let published_at = page
        .published
        .and_then(|date| date.to_zoned(jiff::tz::TimeZone::UTC).ok().map(|moment| moment.timestamp()));
    let publisher = has_address.then(|| Url::parse(&page.url).ok()).flatten().and_then(|url| {
        let host = url.host_str()?;
        Some(host.strip_prefix("www.").unwrap_or(host).to_owned())
    });
    Source {
        number,
        title: page.title.clone().unwrap_or_else(|| page.url.clone()),
        url: has_address.then_some(page.url),
        publisher,
        published_at,
        read_at,
        sha256,
    }
}
