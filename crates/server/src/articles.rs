//! Wires articles: engines for text and images, the hosted site, and notifications. Test keys write with the
//! sandbox.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use application::answer_brief::AnswerBrief;
use application::cpu_pool::CpuPool;
use application::deliver_messages::{DeliverMessages, IndexingEngines};
use application::edit_article::EditArticle;
use application::manage_articles::ManageArticles;
use application::manage_webhooks::ManageWebhooks;
use application::publish_article::{HostedSite, PublishArticle};
use application::read_site::ReadSite;
use application::request_article::{ArticleLimits, Models, RequestArticle, TextModel};
use application::research_topic::ResearchTopic;
use application::spend_credits::SpendCredits;
use application::work_jobs::{WorkJobs, WorkLimits};
use application::write_article::model_author::ModelAuthor;
use application::write_article::{WriteArticle, WritingServices};
use application::write_brief::WriteBrief;
use domain::api_keys::KeyMode;
use domain::articles::record::Generation;
use domain::articles::strategy::EvidenceTokens;
use domain::locale::Language;
use domain::webhooks::WebhookSecrets;
use http_api::{Articles, ByMode, Pictures, Research};
use ports::{Engine, Fetcher};
use providers::ProviderClient;
use providers::catalogue::{TextEngineName, TextSettings};
use providers::indexing::{IndexingSettings, SiteKey};
use publishing::Site;
use tokio::sync::Notify;
use url::Url;

use crate::configuration::Settings;
use crate::wiring::Installation;

/// The services around articles.
pub(crate) struct ArticleServices {
    /// The use cases that handlers call.
    pub(crate) articles: Articles,
    /// Executes the jobs that write articles.
    pub(crate) work: WorkJobs,
    pub(crate) briefs: ByMode<WriteBrief>,
    pub(crate) messages: DeliverMessages,
    /// Manages customers' endpoints and their deliveries.
    pub(crate) webhooks: ManageWebhooks,
    /// The key that the site shows to search engines.
    pub(crate) site_key: String,
}

/// The dependencies of article services.
pub(crate) struct ArticleDependencies<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) installation: &'a Installation,
    pub(crate) client: &'a ProviderClient,
    pub(crate) sandbox: SocketAddr,
    pub(crate) fetchers: &'a ByMode<Arc<dyn Fetcher>>,
    pub(crate) research: &'a ByMode<Research>,
    pub(crate) pictures: &'a Pictures,
    pub(crate) spend: SpendCredits,
    pub(crate) public_url: &'a str,
    pub(crate) media_url: &'a str,
}

impl ArticleDependencies<'_> {
    pub(crate) async fn wire(self) -> anyhow::Result<ArticleServices> {
        let (database, clock) = (self.installation.database.clone(), self.installation.clock.clone());
        let secret = self.installation.secret().await?;
        let site_key = domain::indexing::site_key(&secret);
        let secrets = WebhookSecrets::new(secret);
        let base = Url::parse(&format!("http://{}", self.sandbox))?;
        let (live_engines, test_engines) = self.indexing(&site_key, &base)?;
        let mut site = Site::new(&self.settings.site.name, self.public_url, Language::ENGLISH);
        site.pages = dashboard::public_pages();
        let hosted = |engines: &IndexingEngines| HostedSite {
            site: site.clone(),
            indexing_engines: engines.keys().map(|(_, name)| *name).collect(),
        };
        let sites = ByMode { live: hosted(&live_engines), test: hosted(&test_engines) };
        let limits = ArticleLimits {
            most_open: self.settings.limits.articles_per_account,
            time: Duration::from_mins(self.settings.limits.article_minutes.into()),
        };
        // The sandbox always has a text engine.
        let sandbox = TextModel { engine: Generation::SANDBOX.to_owned(), model: None };
        let models = Models { live: text_model(&self.settings.text), test: Some(sandbox) };
        let new_work = Arc::new(Notify::new());
        let publish = |site: &HostedSite| PublishArticle::new(database.clone(), clock.clone(), site.clone());
        let articles = Articles {
            order: RequestArticle::new(
                self.spend.clone(),
                database.clone(),
                clock.clone(),
                limits,
                models,
                new_work.clone(),
            ),
            keep: ManageArticles::new(
                database.clone(),
                database.clone(),
                database.clone(),
                self.installation.ledger.clone(),
                clock.clone(),
                limits,
                new_work.clone(),
            ),
            answer: AnswerBrief::new(database.clone(), clock.clone()),
            // URLs are the same in both modes, and nothing else of the site affects the checks.
            edit: EditArticle::new(
                database.clone(),
                database.clone(),
                clock.clone(),
                sites.live.clone(),
                self.media_url.to_owned(),
                CpuPool::default(),
            ),
            publish: ByMode { live: publish(&sites.live), test: publish(&sites.test) },
            site: ReadSite::new(database.clone(), sites.live.clone()),
            webhook_secrets: secrets.clone(),
        };
        let (work, briefs) = self.work(&sites, &base, new_work)?;
        let engines = live_engines.into_iter().chain(test_engines).collect();
        let fetcher = crate::research::webhook_fetcher(self.settings)?;
        let webhooks =
            ManageWebhooks::new(database.clone(), database.clone(), secrets.clone(), clock.clone());
        let messages = DeliverMessages::new(database, fetcher, engines, secrets, clock);
        Ok(ArticleServices { articles, work, briefs, messages, webhooks, site_key })
    }

    fn work(
        &self,
        sites: &ByMode<HostedSite>,
        sandbox: &Url,
        new_work: Arc<Notify>,
    ) -> anyhow::Result<(WorkJobs, ByMode<WriteBrief>)> {
        let (database, clock) = (self.installation.database.clone(), self.installation.clock.clone());
        let cpu_pool = CpuPool::default();
        let live = self.services(KeyMode::Live, &self.settings.text, sites, &cpu_pool)?;
        let test =
            self.services(KeyMode::Test, &stand_ins(&self.settings.text, sandbox), sites, &cpu_pool)?;
        let briefs = ByMode { live: live.briefs.clone(), test: test.briefs.clone() };
        let ledger = self.installation.ledger.clone();
        let desks = (live, test);
        let write =
            WriteArticle::new(database.clone(), database.clone(), ledger, clock.clone(), cpu_pool, desks);
        let limits = WorkLimits {
            most: self.settings.limits.jobs,
            most_per_purse: self.settings.limits.jobs_per_account,
            lease: Duration::from_secs(self.settings.limits.lease_seconds.into()),
        };
        Ok((WorkJobs::new(database, Arc::new(write), clock, new_work, limits), briefs))
    }

    fn services(
        &self,
        mode: KeyMode,
        text: &TextSettings,
        sites: &ByMode<HostedSite>,
        cpu_pool: &CpuPool,
    ) -> anyhow::Result<WritingServices> {
        let model = if text.engines.is_empty() {
            None
        } else {
            let chain = text.chain(self.client)?;
            let tokens = EvidenceTokens { outline: text.outline_tokens, section: text.section_tokens };
            let author = ModelAuthor::new(Arc::new(chain)).with(text.strategy, tokens);
            Some(match mode {
                KeyMode::Live => author,
                // Whichever provider's stand-in sends a text, its engine is called sandbox.
                KeyMode::Test => author.called(Generation::SANDBOX),
            })
        };
        let calls = self.research.of(mode);
        let fetcher = self.fetchers.of(mode).clone();
        let clock = self.installation.clock.clone();
        let research =
            ResearchTopic::new(calls.analyse_serp.clone(), fetcher, cpu_pool.clone(), clock.clone());
        Ok(WritingServices {
            briefs: WriteBrief::new(
                research.clone(),
                calls.find_keyword_ideas.clone(),
                calls.suggest_keywords.clone(),
                cpu_pool.clone(),
                clock,
            ),
            research,
            model,
            judge: self.settings.quality.judge,
            pictures: self.pictures.generate.of(mode).clone(),
            site: sites.of(mode).clone(),
            media_url: self.media_url.to_owned(),
        })
    }

    fn indexing(&self, key: &str, sandbox: &Url) -> anyhow::Result<(IndexingEngines, IndexingEngines)> {
        let location = Url::parse(&format!("{}/{key}.txt", self.public_url))?;
        let site = SiteKey { key: key.to_owned(), location };
        let engines = |mode, settings: &IndexingSettings| -> anyhow::Result<IndexingEngines> {
            let links = settings.engines(self.client, &site, &self.installation.clock)?;
            Ok(links.into_iter().map(|link| ((mode, link.name()), link as Arc<dyn Engine<_, _>>)).collect())
        };
        let live = engines(KeyMode::Live, &self.settings.indexing)?;
        Ok((live, engines(KeyMode::Test, &IndexingSettings::sandbox(sandbox))?))
    }
}

/// The first text engine, with its model.
fn text_model(text: &TextSettings) -> Option<TextModel> {
    let (engine, model) = match text.engines.first()? {
        TextEngineName::Openai => ("openai", Some(&text.openai.model)),
        TextEngineName::Anthropic => ("anthropic", Some(&text.anthropic.model)),
        TextEngineName::Gemini => ("gemini", Some(&text.gemini.model)),
        TextEngineName::Ollama => ("ollama", text.ollama.model.as_ref()),
    };
    Some(TextModel { engine: engine.to_owned(), model: model.cloned() })
}

/// The stand-ins of the providers in the operator's list; the most common one if the list is empty.
fn stand_ins(live: &TextSettings, sandbox: &Url) -> TextSettings {
    let stand_ins = TextSettings::sandbox(sandbox);
    if live.engines.is_empty() {
        stand_ins
    } else {
        TextSettings { engines: live.engines.clone(), strategy: live.strategy, ..stand_ins }
    }
}
