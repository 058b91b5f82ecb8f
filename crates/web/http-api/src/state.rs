//! What handlers work with.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use application::analyse_serp::AnalyseSerp;
use application::answer_brief::AnswerBrief;
use application::authenticate::Authenticator;
use application::buy_credits::BuyCredits;
use application::edit_article::EditArticle;
use application::find_keyword_ideas::FindKeywordIdeas;
use application::generate_image::GenerateImage;
use application::limit_api_key::LimitApiKey;
use application::log_requests::LogRequests;
use application::manage_articles::ManageArticles;
use application::manage_audits::ManageAudits;
use application::manage_images::ManageImages;
use application::manage_keys::ManageKeys;
use application::manage_webhooks::ManageWebhooks;
use application::publish_article::PublishArticle;
use application::read_account::ReadAccount;
use application::read_site::ReadSite;
use application::request_article::RequestArticle;
use application::spend_credits::SpendCredits;
use application::suggest_keywords::SuggestKeywords;
use domain::api_keys::KeyMode;
use domain::prices::Operation;
use domain::webhooks::WebhookSecrets;
use metrics_exporter_prometheus::PrometheusHandle;
use ports::{HealthCheck, Objects, SharedRates};

use crate::calls_under_way::CallsUnderWay;
use crate::edge::{RateLimits, RequestMetrics};

/// Settings of the HTTP interface.
#[derive(Debug, Clone)]
pub struct ApiSettings {
    /// How customers reach the service, without a trailing slash.
    pub public_url: String,
    /// Below what address stored files are public, without a trailing slash.
    pub media_url: String,
    /// Where pictures of hosted pages come from, if not from here, such as `https://cdn.example.com`.
    pub image_origin: Option<String>,
    /// The key that IndexNow looks for at `/{key}.txt`.
    pub indexnow_key: Option<String>,
    /// Largest request body in bytes.
    pub body_bytes: usize,
    /// Largest request line and headers in bytes.
    pub header_bytes: usize,
    /// How long a body may take to arrive.
    pub body_timeout: Duration,
    /// How long a request may take.
    pub request_timeout: Duration,
    /// How long a request may take that draws an image or audits a page.
    pub long_request_timeout: Duration,
    /// Charged calls of one account, in one mode, at a time.
    pub calls_per_account: usize,
    /// Requests per second.
    pub rates: RequestRates,
    /// Who may read `/metrics`.
    pub metrics: MetricsAccess,
}

impl ApiSettings {
    /// How long a request for an operation may take.
    pub(crate) const fn time_limit(&self, operation: Option<Operation>) -> Duration {
        match operation {
            Some(Operation::ImagesGenerate | Operation::SeoAudit) => self.long_request_timeout,
            _ => self.request_timeout,
        }
    }
}

/// Requests per second.
#[derive(Debug, Clone, Copy)]
pub struct RequestRates {
    /// With one live key.
    pub live: NonZeroU32,
    /// With one test key.
    pub test: NonZeroU32,
    /// Without a key, from one address.
    pub anonymous: NonZeroU32,
    /// For stored files, from one address, which may be a cache that asks for everybody.
    pub files: NonZeroU32,
}

/// Who may read `/metrics`.
#[derive(Debug, Clone)]
pub enum MetricsAccess {
    /// Only this machine, and only directly: not through a proxy.
    LocalOnly,
    /// Whoever sends this bearer token.
    Token(secrecy::SecretString),
}

/// Research on searches and keywords.
pub struct Research {
    /// Analyses results pages.
    pub analyse_serp: AnalyseSerp,
    /// Completes keywords.
    pub suggest_keywords: SuggestKeywords,
    /// Finds keyword ideas.
    pub find_keyword_ideas: FindKeywordIdeas,
}

/// Images and their files.
pub struct Pictures {
    /// Makes images.
    pub generate: ByMode<GenerateImage>,
    /// Keeps images.
    pub keep: ManageImages,
    /// Where the files are.
    pub objects: Arc<dyn Objects>,
}

/// Articles and the hosted site.
pub struct Articles {
    /// Takes orders.
    pub order: RequestArticle,
    /// Keeps articles.
    pub keep: ManageArticles,
    /// Saves answers to briefs.
    pub answer: AnswerBrief,
    /// Changes their labels.
    pub edit: EditArticle,
    /// Puts them on the hosted site.
    pub publish: ByMode<PublishArticle>,
    /// What is on the hosted site.
    pub site: ReadSite,
    /// What messages to customers' servers are signed with.
    pub webhook_secrets: WebhookSecrets,
}

/// One for live keys, one for test keys, so that neither sees what is the other's.
pub struct ByMode<T> {
    /// For live keys.
    pub live: T,
    /// For test keys.
    pub test: T,
}

impl<T> ByMode<T> {
    /// The one for a mode.
    pub const fn of(&self, mode: KeyMode) -> &T {
        match mode {
            KeyMode::Live => &self.live,
            KeyMode::Test => &self.test,
        }
    }
}

/// What handlers call.
pub struct UseCases {
    /// Tells who calls.
    pub authenticator: Arc<Authenticator>,
    /// Reads accounts.
    pub read_account: ReadAccount,
    /// Charges.
    pub spend_credits: SpendCredits,
    /// Research on searches and keywords.
    pub research: ByMode<Research>,
    /// Images and their files.
    pub pictures: Pictures,
    /// Articles and the hosted site.
    pub articles: Articles,
    /// Audits of pages.
    pub audits: ByMode<ManageAudits>,
    /// Takes note of calls.
    pub log_requests: LogRequests,
    /// Sells credits.
    pub buy_credits: BuyCredits,
    /// API keys.
    pub keys: ManageKeys,
    /// What keys may spend.
    pub key_limits: LimitApiKey,
    /// Customers' endpoints and what they received.
    pub webhooks: ManageWebhooks,
}

/// What handlers work with.
pub struct Api {
    pub(crate) settings: ApiSettings,
    pub(crate) authenticator: Arc<Authenticator>,
    pub(crate) read_account: ReadAccount,
    pub(crate) spend_credits: SpendCredits,
    pub(crate) research: ByMode<Research>,
    pub(crate) pictures: Pictures,
    pub(crate) articles: Articles,
    pub(crate) audits: ByMode<ManageAudits>,
    pub(crate) log_requests: LogRequests,
    pub(crate) buy_credits: BuyCredits,
    pub(crate) keys: ManageKeys,
    pub(crate) key_limits: LimitApiKey,
    pub(crate) webhooks: ManageWebhooks,
    pub(crate) readiness: Vec<Arc<dyn HealthCheck>>,
    pub(crate) metrics: PrometheusHandle,
    pub(crate) rate_limits: RateLimits,
    pub(crate) calls_under_way: Arc<CallsUnderWay>,
    /// Readers that wait for news of an article.
    pub(crate) waiting_readers: Arc<CallsUnderWay>,
    pub(crate) request_metrics: RequestMetrics,
}

/// What handlers share.
pub type ApiState = Arc<Api>;

impl Api {
    /// Wires the state.
    #[must_use]
    pub fn new(
        settings: ApiSettings,
        use_cases: UseCases,
        readiness: Vec<Arc<dyn HealthCheck>>,
        metrics: PrometheusHandle,
        shared_rates: Option<Arc<dyn SharedRates>>,
    ) -> ApiState {
        let UseCases {
            authenticator,
            read_account,
            spend_credits,
            research,
            pictures,
            articles,
            audits,
            log_requests,
            buy_credits,
            keys,
            key_limits,
            webhooks,
        } = use_cases;
        let rate_limits = RateLimits::new(settings.rates, shared_rates);
        let calls_under_way = CallsUnderWay::new(settings.calls_per_account);
        let waiting_readers = CallsUnderWay::new(settings.calls_per_account);
        Arc::new(Self {
            settings,
            authenticator,
            read_account,
            spend_credits,
            research,
            pictures,
            articles,
            audits,
            log_requests,
            buy_credits,
            keys,
            key_limits,
            webhooks,
            readiness,
            metrics,
            rate_limits,
            calls_under_way,
            waiting_readers,
            request_metrics: RequestMetrics::default(),
        })
    }

    /// Lets go of what was remembered about callers that have long gone, and of drained metric samples. To be called
    /// every few seconds.
    pub fn remove_idle(&self) {
        self.rate_limits.remove_idle();
        self.metrics.run_upkeep();
    }
}
