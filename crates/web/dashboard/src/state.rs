//! The settings and services that all pages share.

use std::sync::Arc;

use application::buy_credits::BuyCredits;
use application::issue_invoice::IssueInvoice;
use application::limit_api_key::LimitApiKey;
use application::low_balance_threshold::LowBalanceThreshold;
use application::manage_accounts::ManageAccounts;
use application::manage_audits::ManageAudits;
use application::manage_bodies::ManageBodies;
use application::manage_keys::ManageKeys;
use application::manage_person::ManagePerson;
use application::manage_sessions::ManageSessions;
use application::manage_webhooks::ManageWebhooks;
use application::read_account::ReadAccount;
use application::read_requests::ReadRequests;
use application::sign_in::SignIn;
use application::sign_up::SignUp;
use async_trait::async_trait;
use ports::{ArticleCosts, Backlogs, Clock};
use url::Url;

use crate::in_process_api::InProcessApi;
use crate::pages::{ExplainedError, Reference};

/// Settings of the pages.
#[derive(Debug, Clone)]
pub struct DashboardSettings {
    /// The public URL of the service, without a trailing slash.
    pub public_url: String,
    /// The origin of images, if it is another one, such as `https://cdn.example.com`.
    pub image_origin: Option<String>,
    /// Whether emails are sent. Without a mail server they only go to the log.
    pub sends_email: bool,
    /// Whether everyone may open an account.
    pub open_sign_up: bool,
}

/// The result of checking one engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineFinding {
    /// What the engine is used for.
    pub capability: &'static str,
    /// The name of the engine.
    pub engine: String,
    /// What is wrong with it.
    pub problem: Option<String>,
    /// What to do about it.
    pub advice: &'static str,
}

/// Checks engines on behalf of operators.
#[async_trait]
pub trait EngineWatch: Send + Sync {
    /// Checks every configured engine, which takes some seconds.
    async fn check(&self) -> Result<Vec<EngineFinding>, String>;
}

/// The rules about URLs that messages can't be sent to.
pub trait UrlRules: Send + Sync {
    /// The setting that blocks messages to a URL, judged by the URL alone.
    fn refused_by(&self, url: &Url) -> Option<&'static str>;
}

/// The services that pages call.
pub struct DashboardParts {
    /// Settings of the pages.
    pub settings: DashboardSettings,
    /// Finds and ends sessions of browsers.
    pub sessions: ManageSessions,
    /// Signs people in with their password and second factor.
    pub sign_in: SignIn,
    /// Signs people up and accepts invitations.
    pub sign_up: SignUp,
    /// Changes a person's own settings.
    pub person: ManagePerson,
    /// Creates, lists and revokes API keys.
    pub keys: ManageKeys,
    /// Balances, usage and statements of accounts.
    pub accounts: ReadAccount,
    /// Sells credits through payment providers.
    pub buy_credits: BuyCredits,
    /// Issues the invoices of purchases.
    pub invoices: IssueInvoice,
    /// The thresholds of balance alerts.
    pub alerts: LowBalanceThreshold,
    /// The spending limits of keys.
    pub limits: LimitApiKey,
    /// The log of API calls.
    pub requests: ReadRequests,
    /// The stored bodies of calls.
    pub bodies: ManageBodies,
    /// Audits and their reports.
    pub audits: ManageAudits,
    /// Webhook endpoints of customers, and their deliveries.
    pub webhooks: ManageWebhooks,
    /// The rules about URLs of webhook endpoints.
    pub url_rules: Arc<dyn UrlRules>,
    /// The accounts of all customers, for operators.
    pub customers: ManageAccounts,
    /// The backlog of unfinished work, for operators.
    pub backlog: Arc<dyn Backlogs>,
    /// The costs of articles, for operators.
    pub article_costs: Arc<dyn ArticleCosts>,
    /// Checks engines, for operators.
    pub engines: Arc<dyn EngineWatch>,
    /// The API, called in this process.
    pub api: Arc<InProcessApi>,
    /// The calls in the OpenAPI document.
    pub reference: Reference,
    /// All error codes of the API.
    pub errors: Vec<ExplainedError>,
    /// The clock for the current time.
    pub clock: Arc<dyn Clock>,
}

/// A shared reference to the services.
pub type Dashboard = Arc<DashboardParts>;
