//! The settings and use cases that all handlers share.

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
    /// The public URL of the service, without a trailing slash.
    pub public_url: String,
    /// The URL below which stored files are public, without a trailing slash.
    pub media_url: String,
    /// The origin of the images on hosted pages, if it is another one, such as `https://cdn.example.com`.
    pub image_origin: Option<String>,
    /// The key that IndexNow requests at `/{key}.txt`.
    pub indexnow_key: Option<String>,
    /// The largest request body in bytes.
    pub body_bytes: usize,
    /// The largest request line and headers in bytes.
    pub header_bytes: usize,
    /// How long a body may take to arrive.
    pub body_timeout: Duration,
    /// How long a request may take.
    pub request_timeout: Duration,
    /// How long a request may take that draws an image or audits a page.
    pub long_request_timeout: Duration,
    /// Concurrent charged calls of one account in one mode.
    pub calls_per_account: usize,
    /// The rate limits of requests.
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

/// Rate limits, in requests per second.
#[derive(Debug, Clone, Copy)]
pub struct RequestRates {
    /// The limit of one live key.
    pub live: NonZeroU32,
    /// The limit of one test key.
    pub test: NonZeroU32,
    /// The limit of one IP address without a key.
    pub anonymous: NonZeroU32,
    /// The limit of one IP address for stored files. The address may be a cache that serves many clients.
    pub files: NonZeroU32,
}

/// Who may read `/metrics`.
#[derive(Debug, Clone)]
pub enum MetricsAccess {
    /// Only direct requests from this machine, not through a proxy.
    LocalOnly,
    /// Every request with this bearer token.
    Token(secrecy::SecretString),
}

/// Use cases about searches and keywords.
pub struct Research {
    /// Analyses pages of search results.
    pub analyse_serp: AnalyseSerp,
    /// Completes keywords with autocomplete suggestions.
    pub suggest_keywords: SuggestKeywords,
    /// Finds keyword ideas with search figures.
    pub find_keyword_ideas: FindKeywordIdeas,
}

/// Use cases about images, and their files.
pub struct Pictures {
    /// Generates images with the engines.
    pub generate: ByMode<GenerateImage>,
    /// Lists, reads and deletes images.
    pub keep: ManageImages,
    /// The storage of the files.
    pub objects: Arc<dyn Objects>,
}

/// Use cases about articles and the hosted site.
pub struct Articles {
    /// Accepts requests for new articles.
    pub order: RequestArticle,
    /// Lists, reads and cancels articles.
    pub keep: ManageArticles,
    /// Saves answers to briefs.
    pub answer: AnswerBrief,
    /// Changes the text, metadata and images of articles.
    pub edit: EditArticle,
    /// Publishes articles on the hosted site.
    pub publish: ByMode<PublishArticle>,
    /// Reads the pages of the hosted site.
    pub site: ReadSite,
    /// The secrets that sign webhook messages.
    pub webhook_secrets: WebhookSecrets,
}

/// One value for live keys and one for test keys, so that the modes do not see each other's data.
pub struct ByMode<T> {
    /// The value for live keys.
    pub live: T,
    /// The value for test keys.
    pub test: T,
}

impl<T> ByMode<T> {
    /// The value for a mode.
    pub const fn of(&self, mode: KeyMode) -> &T {
        match mode {
            KeyMode::Live => &self.live,
            KeyMode::Test => &self.test,
        }
    }
}

/// The use cases that handlers call.
pub struct UseCases {
    /// Authenticates the callers of the API.
    pub authenticator: Arc<Authenticator>,
    /// Reads accounts, balances and statements.
    pub read_account: ReadAccount,
    /// Charges calls and reserves credits.
    pub spend_credits: SpendCredits,
    /// Use cases about searches and keywords.
    pub research: ByMode<Research>,
    /// Use cases about images, and their files.
    pub pictures: Pictures,
    /// Use cases about articles and the hosted site.
    pub articles: Articles,
    /// Runs and reads audits of pages.
    pub audits: ByMode<ManageAudits>,
    /// Stores calls in the request log.
    pub log_requests: LogRequests,
    /// Sells credits through payment providers.
    pub buy_credits: BuyCredits,
    /// Creates, lists and revokes API keys.
    pub keys: ManageKeys,
    /// Sets the spending limits of keys.
    pub key_limits: LimitApiKey,
    /// Webhook endpoints of customers, and their deliveries.
    pub webhooks: ManageWebhooks,
}

/// The state that all handlers share.
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
    /// Limits the requests that wait for changes of an article.
    pub(crate) waiting_readers: Arc<CallsUnderWay>,
    pub(crate) request_metrics: RequestMetrics,
}

/// A shared reference to the state.
pub type ApiState = Arc<Api>;

impl Api {
    /// Builds the state from the settings and use cases.
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

    /// Removes the rate-limit buckets of callers that have been idle for long, and drained metric samples.
    /// Call it every few seconds.
    pub fn remove_idle(&self) {
        self.rate_limits.remove_idle();
        self.metrics.run_upkeep();
    }
}
