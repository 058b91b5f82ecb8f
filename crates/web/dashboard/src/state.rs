//! What pages work with.

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
    /// How people reach the service, without a trailing slash.
    pub public_url: String,
    /// Where images come from, if not from here, such as `https://cdn.example.com`.
    pub image_origin: Option<String>,
    /// Whether emails are sent. Without a mail server they only go to the log.
    pub sends_email: bool,
    /// Whether strangers may open accounts.
    pub open_sign_up: bool,
}

/// What one engine answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineFinding {
    /// What it is for.
    pub capability: &'static str,
    /// Its name.
    pub engine: String,
    /// What is wrong with it.
    pub problem: Option<String>,
    /// What to do about it.
    pub advice: &'static str,
}

/// Asks engines whether they answer, for operators.
#[async_trait]
pub trait EngineWatch: Send + Sync {
    /// Asks every engine that is configured; takes some seconds.
    async fn check(&self) -> Result<Vec<EngineFinding>, String>;
}

/// Knows which URLs nothing is sent to.
pub trait UrlRules: Send + Sync {
    /// The setting that keeps messages from a URL, as far as the URL itself says.
    fn refused_by(&self, url: &Url) -> Option<&'static str>;
}

/// What pages call.
pub struct DashboardParts {
    /// Settings.
    pub settings: DashboardSettings,
    /// Recognises browsers.
    pub sessions: ManageSessions,
    /// Signs people in.
    pub sign_in: SignIn,
    /// Signs people up.
    pub sign_up: SignUp,
    /// What people change about themselves.
    pub person: ManagePerson,
    /// API keys.
    pub keys: ManageKeys,
    /// Balances, usage, statements.
    pub accounts: ReadAccount,
    /// Purchases.
    pub buy_credits: BuyCredits,
    /// Invoices of purchases.
    pub invoices: IssueInvoice,
    /// When owners are told that credits run low.
    pub alerts: LowBalanceThreshold,
    /// What keys may spend.
    pub limits: LimitApiKey,
    /// The log of calls.
    pub requests: ReadRequests,
    /// What calls sent and received.
    pub bodies: ManageBodies,
    /// Audits and their reports.
    pub audits: ManageAudits,
    /// Customers' endpoints and what they were told.
    pub webhooks: ManageWebhooks,
    /// Which URLs messages can go to.
    pub url_rules: Arc<dyn UrlRules>,
    /// Everybody's accounts, for operators.
    pub customers: ManageAccounts,
    /// What is not done yet, for operators.
    pub backlog: Arc<dyn Backlogs>,
    /// What articles cost, for operators.
    pub article_costs: Arc<dyn ArticleCosts>,
    /// Asks engines, for operators.
    pub engines: Arc<dyn EngineWatch>,
    /// The API.
    pub api: Arc<InProcessApi>,
    /// The calls that its OpenAPI document tells of.
    pub reference: Reference,
    /// Every error that calls answer with.
    pub errors: Vec<ExplainedError>,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
}

/// What pages share.
pub type Dashboard = Arc<DashboardParts>;
