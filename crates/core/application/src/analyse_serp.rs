//! What ranks for a search: the results, the pages behind them, the search intent and what the pages leave
//! out.
//!
//! The results page comes from the first engine that answers. The pages are fetched at once under one
//! deadline; the answer names those that miss it instead of omitting them silently.

use std::sync::Arc;
use std::time::Duration;

use domain::Timestamp;
use domain::keywords::normalise;
use domain::search::{SerpPage, SerpQuery};
use futures_util::future::join_all;
use ports::{Capability, FetchError, FetchRequest, Fetcher};
use seo::analysis::{AnalysisInput, SerpAnalysis};
use seo::page::{Heading, Page};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::coalesce::Coalescer;
use crate::cpu_pool::CpuPool;
use crate::kept_answers::{AnswerKey, Kept, KeptAnswers};
use crate::read_page::{self, ReadPage};
use crate::research_error::ResearchError;

#[derive(Debug, Clone)]
pub struct SerpInput {
    pub query: SerpQuery,
    /// The customer's own page, to be compared with those that rank.
    pub own_page: Option<Url>,
    /// How old a cached answer may be.
    pub max_age: Option<Duration>,
}

/// An analysis and where it comes from.
#[derive(Debug, Clone)]
pub struct SerpReport {
    pub findings: Arc<SerpFindings>,
    /// When the results were fetched.
    pub fetched_at: Timestamp,
    /// Whether they came from the cache.
    pub cached: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SerpFindings {
    /// The engine that returned the results.
    pub provider: String,
    /// The results as the engine showed them.
    pub serp: SerpPage,
    /// What follows from them and from the pages behind them.
    pub analysis: SerpAnalysis,
    /// Pages that could be read, by rank.
    pub pages: Vec<PageSummary>,
    /// Pages that could not be read.
    pub missing_pages: Vec<MissingPage>,
    /// The positions of pages whose HTML stops before its end, so that part of them may be missing.
    #[serde(default)]
    pub cut_pages: Vec<u32>,
}

/// What of a page is reported.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageSummary {
    /// The rank of its result.
    pub position: u32,
    /// Words of its main content.
    pub word_count: u32,
    /// Its headings in order.
    pub headings: Vec<Heading>,
    /// The schema.org types that it declares.
    pub schema_types: Vec<String>,
    /// The publication date that it states, as in 2026-11-15.
    pub published: Option<String>,
}

/// A page that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingPage {
    /// The rank of its result.
    pub position: u32,
    pub url: String,
    pub reason: String,
}

/// A results page with the pages behind it, as they were read.
#[derive(Debug)]
pub(crate) struct Explored {
    pub(crate) findings: SerpFindings,
    pub(crate) pages: Vec<(u32, Page)>,
}

#[derive(Clone)]
pub struct AnalyseSerp {
    sources: Arc<Sources>,
    answers: KeptAnswers,
    under_way: Arc<Coalescer<Result<Kept<Arc<SerpFindings>>, ResearchError>>>,
}

/// The outcome of reading the pages behind the results.
#[derive(Default)]
struct PagesOfResults {
    pages: Vec<(u32, Page)>,
    missing_pages: Vec<MissingPage>,
    cut_pages: Vec<u32>,
}

struct Sources {
    engines: Arc<dyn Capability<SerpQuery, SerpPage>>,
    fetcher: Arc<dyn Fetcher>,
    cpu_pool: CpuPool,
}

impl AnalyseSerp {
    /// How many results are requested.
    pub const RESULTS: usize = 10;
    /// How long the customer's own page may take.
    const OWN_PAGE_LIMIT: Duration = Duration::from_secs(6);
    /// How long engines may take together.
    const ENGINES_LIMIT: Duration = Duration::from_secs(12);
    /// The time limit of all pages, which are fetched at once.
    const PAGES_LIMIT: Duration = Duration::from_secs(8);
    /// How long an analysis is cached for callers who accept an older one.
    const KEPT: Duration = Duration::from_hours(24);
    /// The time limit of a cache look-up.
    const PATIENCE: Duration = Duration::from_secs(1);

    #[must_use]
    pub fn new(
        engines: Arc<dyn Capability<SerpQuery, SerpPage>>,
        fetcher: Arc<dyn Fetcher>,
        answers: KeptAnswers,
        cpu_pool: CpuPool,
    ) -> Self {
        let sources = Arc::new(Sources { engines, fetcher, cpu_pool });
        Self { sources, answers, under_way: Arc::default() }
    }

    /// Analyses the results for a search. Results are fetched again unless the caller accepts older ones.
    pub async fn analyse(&self, wanted: &SerpInput) -> Result<SerpReport, ResearchError> {
        let key = key(wanted);
        if let Some(max_age) = wanted.max_age
            && let Some(kept) = self.answers.find::<SerpFindings>(&key, max_age, Self::PATIENCE).await
        {
            let findings = Arc::new(kept.answer);
            return Ok(SerpReport { findings, fetched_at: kept.made_at, cached: true });
        }
        let (this, wanted, name) = (self.clone(), wanted.clone(), key.clone());
        let work = || async move {
            let findings = this.sources.explore(wanted).await?.findings;
            let made_at = this.answers.keep(&name, &findings, Self::KEPT).await;
            Ok(Kept { answer: Arc::new(findings), made_at })
        };
        let kept = self.under_way.run(key.as_str(), work).await?;
        Ok(SerpReport { findings: kept.answer, fetched_at: kept.made_at, cached: false })
    }
}

impl AnalyseSerp {
    /// What ranks for a search, with the pages themselves. Never served from the cache.
    pub(crate) async fn explore(&self, query: SerpQuery) -> Result<Explored, ResearchError> {
        self.sources.explore(SerpInput { query, own_page: None, max_age: None }).await
    }
}

fn key(wanted: &SerpInput) -> AnswerKey {
    let SerpQuery { text, country, language, device } = &wanted.query;
    let country = country.map(|country| country.lower()).unwrap_or_default();
    let own_page = wanted.own_page.as_ref().map(Url::as_str).unwrap_or_default();
    AnswerKey::of("serp", &[&country, language.as_str(), device.as_str(), own_page, &normalise(text)])
}

impl From<&(u32, Page)> for PageSummary {
    fn from((position, page): &(u32, Page)) -> Self {
        Self {
            position: *position,
            word_count: page.word_count,
            headings: page.headings.clone(),
            schema_types: page.schema_types.clone(),
            published: page.published.map(|date| date.to_string()),
        }
    }
}

impl Sources {
    async fn explore(&self, wanted: SerpInput) -> Result<Explored, ResearchError> {
        // First the page that is the customer's responsibility: engines cost money whether or not the call is
        // charged in the end.
        let own_page = self.own_page(wanted.own_page.as_ref()).await?;
        let served = self.engines.serve(&wanted.query, AnalyseSerp::ENGINES_LIMIT).await?;
        let PagesOfResults { pages, missing_pages, cut_pages } = self.pages(&served.answer).await;
        let analysing = self.cpu_pool.run(move || {
            let input = AnalysisInput {
                query: &wanted.query.text,
                language: wanted.query.language,
                serp: &served.answer,
                pages: &pages,
                own_page: own_page.as_ref(),
            };
            let findings = SerpFindings {
                analysis: seo::analysis::analyse(input),
                pages: pages.iter().map(PageSummary::from).collect(),
                provider: served.engine.to_owned(),
                serp: served.answer,
                missing_pages,
                cut_pages,
            };
            Explored { findings, pages }
        });
        Ok(analysing.await)
    }

    async fn own_page(&self, url: Option<&Url>) -> Result<Option<Page>, ResearchError> {
        let Some(url) = url else { return Ok(None) };
        let request = FetchRequest::get(url.clone(), AnalyseSerp::OWN_PAGE_LIMIT);
        Ok(Some(read_page::read(&*self.fetcher, &self.cpu_pool, request).await?.page))
    }

    /// The pages that could be read, by rank, and those that could not.
    async fn pages(&self, serp: &SerpPage) -> PagesOfResults {
        let fetches = serp.results.iter().map(|result| async move {
            let url =
                Url::parse(&result.url).map_err(|_| FetchError::Blocked("it is not an absolute URL"))?;
            read_page::read(&*self.fetcher, &self.cpu_pool, FetchRequest::get(url, AnalyseSerp::PAGES_LIMIT))
                .await
        });
        let mut read = PagesOfResults::default();
        for (result, outcome) in serp.results.iter().zip(join_all(fetches).await) {
            match outcome {
                Ok(ReadPage { page, ends_early }) => {
                    read.pages.push((result.position, page));
                    read.cut_pages.extend(ends_early.then_some(result.position));
                }
                Err(error) => read.missing_pages.push(MissingPage {
                    position: result.position,
                    url: result.url.clone(),
                    reason: error.to_string(),
                }),
            }
        }
        read
    }
}
