//! Keywords with the figures of a keyword planner.
//!
//! Planners allow few requests, so the whole list for a seed is fetched once, cached, and paged through from
//! there; concurrent callers with the same seed share one request.

mod trend;

pub use trend::Trend;

use std::sync::Arc;
use std::time::Duration;

use domain::Timestamp;
use domain::keywords::{IdeaSeed, IdeasQuery, KeywordIdea, normalise};
use domain::search::Intent;
use ports::{Capability, FailureKind, FetchRequest, Fetcher, ServeError};
use seo::intent::Evidence;
use seo::page::Page;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::coalesce::Coalescer;
use crate::cpu_pool::CpuPool;
use crate::imported_planner::ImportedPlanner;
use crate::kept_answers::{AnswerKey, Kept, KeptAnswers};
use crate::read_page;
use crate::research_error::ResearchError;

#[derive(Debug, Clone)]
pub struct IdeasInput {
    pub query: IdeasQuery,
    /// Where to continue; at the beginning if left out.
    pub after: Option<PageStart>,
    /// The maximum number of ideas.
    pub limit: usize,
    /// How old a cached answer may be.
    pub max_age: Option<Duration>,
}

/// Where a page begins in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageStart {
    /// How many ideas come before it.
    pub offset: usize,
    /// When the list was made that is paged through; `None` for a list that is made again each time.
    pub made_at: Option<Timestamp>,
}

/// A page of ideas.
#[derive(Debug, Clone)]
pub struct Ideas {
    pub ideas: Vec<RatedIdea>,
    /// How many there are in all.
    pub total: usize,
    /// Where the next page begins, if there is one.
    pub next: Option<PageStart>,
    /// The engine that provided the figures.
    pub provider: String,
    pub fetched_at: Timestamp,
    /// Whether they came from the cache.
    pub cached: bool,
    /// The keywords that were taken from the page, if the planner does not read pages itself.
    pub seeds_from_page: Vec<String>,
}

/// An idea with what is derived from its figures and words.
#[derive(Debug, Clone)]
pub struct RatedIdea {
    pub idea: KeywordIdea,
    pub trend: Trend,
    /// The intent of its searchers.
    pub intent: Intent,
}

/// The complete answer of a planner.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct PlannerAnswer {
    ideas: Vec<KeywordIdea>,
    provider: String,
    seeds_from_page: Vec<String>,
}

#[derive(Clone)]
pub struct FindKeywordIdeas {
    sources: Arc<Sources>,
    answers: KeptAnswers,
    under_way: Arc<Coalescer<Result<Kept<PlannerAnswer>, ResearchError>>>,
}

struct Sources {
    planner: Arc<dyn Capability<IdeasQuery, Vec<KeywordIdea>>>,
    fetcher: Arc<dyn Fetcher>,
    cpu_pool: CpuPool,
}

impl FindKeywordIdeas {
    /// How long an answer is cached; figures change once a month.
    const USABLE: Duration = Duration::from_hours(24);
    /// If the planner does not read pages, a page takes two queries, so both limits count twice at most
    /// within a call.
    const PLANNER_LIMIT: Duration = Duration::from_secs(11);
    const PAGE_LIMIT: Duration = Duration::from_secs(6);
    /// The time limit of a cache look-up: planners allow few requests.
    const PATIENCE: Duration = Duration::from_secs(1);
    const MOST_SEEDS: usize = 10;

    #[must_use]
    pub fn new(
        planner: Arc<dyn Capability<IdeasQuery, Vec<KeywordIdea>>>,
        fetcher: Arc<dyn Fetcher>,
        answers: KeptAnswers,
        cpu_pool: CpuPool,
    ) -> Self {
        let sources = Arc::new(Sources { planner, fetcher, cpu_pool });
        Self { sources, answers, under_way: Arc::default() }
    }

    /// A page of the ideas for a seed.
    pub async fn find(&self, wanted: &IdeasInput) -> Result<Ideas, ResearchError> {
        let (kept, cached) = self.list(wanted).await?;
        let offset = wanted.after.map_or(0, |start| start.offset);
        let total = kept.answer.ideas.len();
        if offset > 0 && offset >= total {
            return Err(ResearchError::PageGone);
        }
        let made_at = (kept.answer.provider != ImportedPlanner::NAME).then_some(kept.made_at);
        let next = PageStart { offset: offset.saturating_add(wanted.limit), made_at };
        let language = wanted.query.language;
        let page = kept.answer.ideas.into_iter().skip(offset).take(wanted.limit);
        Ok(Ideas {
            ideas: page
                .map(|idea| RatedIdea {
                    trend: Trend::of(&idea),
                    intent: seo::intent::classify(&idea.keyword, language, &Evidence::default()).primary,
                    idea,
                })
                .collect(),
            total,
            next: (next.offset < total).then_some(next),
            provider: kept.answer.provider,
            fetched_at: kept.made_at,
            cached,
            seeds_from_page: kept.answer.seeds_from_page,
        })
    }

    /// The whole list, and whether it came from the cache. A caller who pages through a list gets that list
    /// or none.
    async fn list(&self, wanted: &IdeasInput) -> Result<(Kept<PlannerAnswer>, bool), ResearchError> {
        let key = key(&wanted.query);
        let list_in_use = wanted.after.and_then(|start| start.made_at);
        let max_age = match list_in_use {
            Some(_) => Self::USABLE,
            None => wanted.max_age.unwrap_or(Self::USABLE),
        };
        let kept = self.answers.find::<PlannerAnswer>(&key, max_age, Self::PATIENCE).await;
        match (kept, list_in_use) {
            (Some(kept), None) => Ok((kept, true)),
            (Some(kept), Some(made_at)) if kept.made_at == made_at => Ok((kept, true)),
            (_, Some(_)) => Err(ResearchError::PageGone),
            (None, None) => Ok((self.fetch(key, &wanted.query).await?, false)),
        }
    }

    async fn fetch(&self, key: AnswerKey, query: &IdeasQuery) -> Result<Kept<PlannerAnswer>, ResearchError> {
        let (this, query, name) = (self.clone(), query.clone(), key.clone());
        let work = || async move {
            let answer = this.sources.call(&query).await?;
            // Imported keywords are stored locally, and an import takes effect at once.
            let keep_for =
                if answer.provider == ImportedPlanner::NAME { Duration::ZERO } else { Self::USABLE };
            let made_at = this.answers.keep(&name, &answer, keep_for).await;
            Ok(Kept { answer, made_at })
        };
        self.under_way.run(key.as_str(), work).await
    }
}

fn key(query: &IdeasQuery) -> AnswerKey {
    let country = query.country.map(|country| country.lower()).unwrap_or_default();
    let language = query.language.as_str();
    match &query.seed {
        IdeaSeed::Keywords(keywords) => {
            let mut seeds: Vec<String> = keywords.iter().map(|keyword| normalise(keyword)).collect();
            seeds.sort();
            let seeds = seeds.iter().map(String::as_str);
            let parts: Vec<&str> = [country.as_str(), language].into_iter().chain(seeds).collect();
            AnswerKey::of("ideas", &parts)
        }
        IdeaSeed::Url(url) => AnswerKey::of("ideas-of-page", &[&country, language, url]),
    }
}

impl Sources {
    async fn call(&self, query: &IdeasQuery) -> Result<PlannerAnswer, ResearchError> {
        let limit = FindKeywordIdeas::PLANNER_LIMIT;
        let (served, seeds_from_page) = match (self.planner.serve(query, limit).await, &query.seed) {
            (Err(error), IdeaSeed::Url(url)) if somebody_reads_no_pages(&error) => {
                let seeds = self.seeds_of_page(url).await?;
                let query = IdeasQuery { seed: IdeaSeed::Keywords(seeds.clone()), ..query.clone() };
                (self.planner.serve(&query, limit).await?, seeds)
            }
            (outcome, _) => (outcome?, Vec::new()),
        };
        Ok(PlannerAnswer { ideas: served.answer, provider: served.engine.to_owned(), seeds_from_page })
    }

    /// The main keywords of a page, for planners that do not read pages.
    async fn seeds_of_page(&self, url: &str) -> Result<Vec<String>, ResearchError> {
        let url = Url::parse(url).map_err(|_| ports::FetchError::Blocked("it is not an absolute URL"))?;
        let request = FetchRequest::get(url, FindKeywordIdeas::PAGE_LIMIT);
        let page = read_page::read(&*self.fetcher, &self.cpu_pool, request).await?.page;
        let seeds = subjects(&page);
        if seeds.is_empty() {
            return Err(ports::FetchError::Unreachable("the page has no text to take keywords from").into());
        }
        Ok(seeds)
    }
}

fn somebody_reads_no_pages(error: &ServeError) -> bool {
    match error {
        ServeError::NotConfigured { .. } => false,
        ServeError::Failed { failures } => {
            failures.iter().any(|failure| failure.kind == FailureKind::Unsuitable)
        }
    }
}

/// The strongest terms of a page.
fn subjects(page: &Page) -> Vec<String> {
    let terms = seo::terms::of_page(page, FindKeywordIdeas::MOST_SEEDS);
    terms.into_iter().map(|term| normalise(&term.term)).collect()
}
