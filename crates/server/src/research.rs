//! Wires research: live keys use the configured engines and the web, test keys the sandbox. Both run the same
//! code.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use application::analyse_serp::AnalyseSerp;
use application::cpu_pool::CpuPool;
use application::find_keyword_ideas::FindKeywordIdeas;
use application::imported_planner::ImportedPlanner;
use application::kept_answers::KeptAnswers;
use application::suggest_keywords::{SuggestFeeds, SuggestKeywords};
use domain::api_keys::KeyMode;
use domain::keywords::{IdeasQuery, KeywordIdea, SuggestSource};
use domain::vitals::{FieldQuery, FieldVitals};
use fetch::{FetchRules, GuardedFetcher};
use http_api::{ByMode, Research};
use ports::{Capability, Engine, Fetcher};
use providers::ProviderClient;
use providers::catalogue::{
    KeywordEngineName, KeywordSettings, SerpSettings, SuggestSettings, VitalsSettings,
};
use store::AnswerStore;
use tokio_util::task::TaskTracker;
use url::Url;

use crate::configuration::Settings;
use crate::wiring::Installation;

/// Our user agent, which other sites see in their logs.
pub(crate) fn user_agent(settings: &Settings) -> String {
    let contact = settings.public_url.as_deref().map_or_else(String::new, |url| format!("; +{url}"));
    format!("Mozilla/5.0 (compatible; Rankwright/{}{contact})", http_api::API_VERSION)
}

/// The fetcher for webhook messages: its user agent shows customers that it is not the crawler.
pub(crate) fn webhook_fetcher(settings: &Settings) -> anyhow::Result<Arc<dyn Fetcher>> {
    let contact = settings.public_url.as_deref().map_or_else(String::new, |url| format!(" (+{url})"));
    let user_agent = format!("Rankwright-Webhooks/{}{contact}", http_api::API_VERSION);
    Ok(Arc::new(GuardedFetcher::new(FetchRules { user_agent, ..fetch_rules(settings) })?))
}

/// The engines of one mode.
struct Engines<'a> {
    serp: &'a SerpSettings,
    suggest: &'a SuggestSettings,
    keywords: &'a KeywordSettings,
    fetcher: Arc<dyn Fetcher>,
    suggest_limit: Duration,
}

/// The rules for every request to a URL from outside.
pub(crate) fn fetch_rules(settings: &Settings) -> FetchRules {
    FetchRules {
        allow: settings.fetch.allow.clone(),
        ports: settings.fetch.ports.clone(),
        user_agent: user_agent(settings),
        ..FetchRules::default()
    }
}

/// A source of field data of a page.
pub(crate) type FieldSource = Arc<dyn Capability<FieldQuery, Option<FieldVitals>>>;

/// Field data for both modes.
pub(crate) fn field_vitals(
    settings: &Settings,
    client: &ProviderClient,
    sandbox: SocketAddr,
) -> anyhow::Result<ByMode<FieldSource>> {
    let base = Url::parse(&format!("http://{sandbox}"))?;
    Ok(ByMode {
        live: Arc::new(settings.vitals.chain(client)?),
        test: Arc::new(VitalsSettings::sandbox(&base).chain(client)?),
    })
}

/// The fetchers for URLs from outside: live keys have the web, test keys the sandbox's.
pub(crate) fn fetchers(settings: &Settings, sandbox: SocketAddr) -> anyhow::Result<ByMode<Arc<dyn Fetcher>>> {
    let rules = fetch_rules(settings);
    Ok(ByMode {
        live: Arc::new(GuardedFetcher::new(rules.clone())?),
        test: Arc::new(GuardedFetcher::through(rules, sandbox)?),
    })
}

/// Research for both modes.
pub(crate) fn wire(
    settings: &Settings,
    installation: &Installation,
    answers: &Arc<AnswerStore>,
    client: &ProviderClient,
    (sandbox, fetchers): (SocketAddr, &ByMode<Arc<dyn Fetcher>>),
    tasks: &TaskTracker,
) -> anyhow::Result<ByMode<Research>> {
    let suggest_limit = Duration::from_millis(settings.limits.suggest_milliseconds.into());
    let live = Engines {
        serp: &settings.serp,
        suggest: &settings.suggest,
        keywords: &settings.keywords,
        fetcher: fetchers.live.clone(),
        suggest_limit,
    };
    let base = Url::parse(&format!("http://{sandbox}"))?;
    let test = Engines {
        serp: &SerpSettings::sandbox(&base),
        suggest: &SuggestSettings::sandbox(&base),
        keywords: &KeywordSettings::sandbox(&base),
        fetcher: fetchers.test.clone(),
        suggest_limit,
    };
    let cpu_pool = CpuPool::default();
    let wire = |mode, engines: Engines<'_>| {
        let answers = installation.kept_answers(mode, answers, tasks.clone());
        engines.research(client, installation, &answers, &cpu_pool, tasks)
    };
    Ok(ByMode { live: wire(KeyMode::Live, live)?, test: wire(KeyMode::Test, test)? })
}

impl Engines<'_> {
    fn research(
        self,
        client: &ProviderClient,
        installation: &Installation,
        answers: &KeptAnswers,
        cpu_pool: &CpuPool,
        tasks: &TaskTracker,
    ) -> anyhow::Result<Research> {
        let others_follow = self.keywords.engines.last() != Some(&KeywordEngineName::Imported);
        let imported: Arc<dyn Engine<IdeasQuery, Vec<KeywordIdea>>> =
            Arc::new(ImportedPlanner::new(installation.database.clone(), others_follow));
        let planner = Arc::new(self.keywords.chain(client, &imported)?);
        let serp = Arc::new(self.serp.chain(client)?);
        let feeds = self.suggest.feeds(client)?;
        let feeds = SuggestFeeds {
            any: feeds.of(None).clone(),
            by_source: SuggestSource::ALL.map(|source| (source, feeds.of(Some(source)).clone() as _)).into(),
        };
        let (answers, clock) = (answers.clone(), installation.clock.clone());
        Ok(Research {
            analyse_serp: AnalyseSerp::new(serp, self.fetcher.clone(), answers.clone(), cpu_pool.clone()),
            find_keyword_ideas: FindKeywordIdeas::new(
                planner,
                self.fetcher,
                answers.clone(),
                cpu_pool.clone(),
            ),
            suggest_keywords: SuggestKeywords::new(feeds, answers, clock, tasks.clone(), self.suggest_limit),
        })
    }
}
