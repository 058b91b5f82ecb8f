use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::articles::brief::QueryType;
use domain::articles::order::{InternalLinks, SourceInput};
use domain::locale::Language;
use domain::search::{OrganicResult, SerpPage, SerpQuery};
use ports::cache::KeptAnswer;
use ports::clock::SystemClock;
use ports::{AnswerCache, Capability, FetchError, FetchRequest, Fetched, Fetcher, Served, StoreError};
use tokio_util::task::TaskTracker;

use super::*;
use crate::analyse_serp::AnalyseSerp;
use crate::kept_answers::KeptAnswers;
use crate::suggest_keywords::SuggestFeeds;

/// A capability without a configured engine.
struct NotConfigured;

#[async_trait]
impl<Question: Sync, Answer: Send> Capability<Question, Answer> for NotConfigured {
    async fn serve(&self, _: &Question, _: Duration) -> Result<Served<Answer>, ServeError> {
        Err(ServeError::NotConfigured { capability: "anything", settings: &["some.engines"] })
    }
}

/// A results page with one result.
struct OneResult;

#[async_trait]
impl Capability<SerpQuery, SerpPage> for OneResult {
    async fn serve(&self, _: &SerpQuery, _: Duration) -> Result<Served<SerpPage>, ServeError> {
        let result = OrganicResult {
            position: 1,
            title: "Flat bike tyre".to_owned(),
            url: "https://a.example/tyre".to_owned(),
            snippet: None,
            date: None,
        };
        let answer = SerpPage { results: vec![result], ..SerpPage::default() };
        Ok(Served { answer, engine: "one" })
    }
}

/// A web without pages.
struct NoPages;

#[async_trait]
impl Fetcher for NoPages {
    async fn fetch(&self, _: FetchRequest) -> Result<Fetched, FetchError> {
        Err(FetchError::Unreachable("there is nothing at it"))
    }
}

struct NoCache;

#[async_trait]
impl AnswerCache for NoCache {
    async fn find(&self, _: &str, _: Timestamp) -> Result<Option<KeptAnswer>, StoreError> {
        Ok(None)
    }

    async fn keep(&self, _: &str, _: &KeptAnswer) -> Result<(), StoreError> {
        Ok(())
    }

    async fn delete_expired(&self, _: Timestamp) -> Result<(), StoreError> {
        Ok(())
    }
}

fn use_case(serp: Arc<dyn Capability<SerpQuery, SerpPage>>) -> WriteBrief {
    let (clock, tasks, cpu_pool) = (Arc::new(SystemClock), TaskTracker::new(), CpuPool::default());
    let fetcher = Arc::new(NoPages);
    let answers = KeptAnswers::new(KeyMode::Live, Arc::new(NoCache), clock.clone(), tasks.clone());
    let analyse = AnalyseSerp::new(serp, fetcher.clone(), answers.clone(), cpu_pool.clone());
    let ideas =
        FindKeywordIdeas::new(Arc::new(NotConfigured), fetcher.clone(), answers.clone(), cpu_pool.clone());
    let feeds = SuggestFeeds { any: Arc::new(NotConfigured), by_source: BTreeMap::new() };
    let suggest = SuggestKeywords::new(feeds, answers, clock.clone(), tasks, Duration::from_secs(1));
    let research = ResearchTopic::new(analyse, fetcher, cpu_pool.clone(), clock);
    WriteBrief::new(research, ideas, suggest, cpu_pool, Arc::new(SystemClock))
}

fn missing(brief: &ContentBrief) -> Vec<(BriefPart, MissingReason)> {
    brief.missing.iter().map(|missing| (missing.part, missing.reason)).collect()
}

#[tokio::test]
async fn without_any_engine_a_brief_says_what_to_configure() {
    let order = ArticleInput::new("what is a roth ira".to_owned());
    let brief = use_case(Arc::new(NotConfigured)).write(&order).await;
    assert_eq!(
        missing(&brief),
        [
            (BriefPart::SearchResults, MissingReason::NotConfigured),
            (BriefPart::Sources, MissingReason::NotRequested),
            (BriefPart::KeywordFigures, MissingReason::NotConfigured),
            (BriefPart::Suggestions, MissingReason::NotConfigured),
            (BriefPart::InternalLinks, MissingReason::NotRequested),
        ]
    );
    assert_eq!(brief.missing[0].settings, ["some.engines"]);
    assert_eq!(brief.query_type, QueryType::Definition);
    assert!(brief.sections.len() >= 4 && brief.titles.len() == 3 && !brief.checklist.is_empty());
}

#[tokio::test]
async fn pages_that_cannot_be_read_are_named() {
    let order = ArticleInput::new("how to repair a flat bike tyre".to_owned());
    let brief = use_case(Arc::new(OneResult)).write(&order).await;
    assert!(missing(&brief).contains(&(BriefPart::RankingPages, MissingReason::Unavailable)));
    assert_eq!(brief.pages.len(), 1);
    assert_eq!(
        brief.pages[0].left_out.as_deref(),
        Some("the URL could not be reached: there is nothing at it")
    );
}

#[tokio::test]
async fn the_customers_texts_are_evidence_and_unread_sources_are_named() {
    let mut order = ArticleInput::new("cách pha cà phê phin".to_owned());
    order.language = Language::VIETNAMESE;
    order.internal_links = Some(InternalLinks::Sitemap("https://own.example/sitemap.xml".to_owned()));
    let text = "## Chuẩn bị\n\nCà phê phin cần 20 g bột và 100 ml nước.".to_owned();
    order.sources = vec![
        SourceInput::Text { title: Some("Ghi chép".to_owned()), text },
        SourceInput::Url("https://gone.example/".to_owned()),
    ];
    let brief = use_case(Arc::new(NotConfigured)).write(&order).await;
    assert_eq!(brief.sources.len(), 1);
    assert_eq!(brief.sources[0].title, "Ghi chép");
    assert!(brief.passages.iter().any(|passage| passage.text.contains("20 g")));
    assert!(missing(&brief).contains(&(BriefPart::Sources, MissingReason::Unavailable)));
    assert!(missing(&brief).contains(&(BriefPart::InternalLinks, MissingReason::Unavailable)));
}
