//! What pages work with.

use std::sync::Arc;

use application::alert_low_balance::AlertLowBalance;
use application::buy_credits::BuyCredits;
use application::issue_invoice::IssueInvoice;
use application::keep_accounts::KeepAccounts;
use application::keep_audits::KeepAudits;
use application::keep_bodies::KeepBodies;
use application::keep_keys::KeepKeys;
use application::keep_person::KeepPerson;
use application::keep_sessions::KeepSessions;
use application::keep_webhooks::KeepWebhooks;
use application::limit_api_key::LimitApiKey;
use application::read_account::ReadAccount;
use application::read_requests::ReadRequests;
use application::sign_in::SignIn;
use application::sign_up::SignUp;
use async_trait::async_trait;
use ports::{ArticleCosts, Backlogs, Clock};
use url::Url;

use crate::api_door::ApiDoor;
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
    async fn ask(&self) -> Result<Vec<EngineFinding>, String>;
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
    pub sessions: KeepSessions,
    /// Signs people in.
    pub sign_in: SignIn,
    /// Signs people up.
    pub sign_up: SignUp,
    /// What people change about themselves.
    pub person: KeepPerson,
    /// API keys.
    pub keys: KeepKeys,
    /// Balances, usage, statements.
    pub accounts: ReadAccount,
    /// Purchases.
    pub buy_credits: BuyCredits,
    /// Invoices of purchases.
    pub invoices: IssueInvoice,
    /// When owners are told that credits run low.
    pub alerts: AlertLowBalance,
    /// What keys may spend.
    pub limits: LimitApiKey,
    /// The log of calls.
    pub requests: ReadRequests,
    /// What calls sent and received.
    pub bodies: KeepBodies,
    /// Audits and their reports.
    pub audits: KeepAudits,
    /// Customers' endpoints and what they were told.
    pub webhooks: KeepWebhooks,
    /// Which URLs messages can go to.
    pub url_rules: Arc<dyn UrlRules>,
    /// Everybody's accounts, for operators.
    pub customers: KeepAccounts,
    /// What is not done yet, for operators.
    pub backlog: Arc<dyn Backlogs>,
    /// What articles cost, for operators.
    pub article_costs: Arc<dyn ArticleCosts>,
    /// Asks engines, for operators.
    pub engines: Arc<dyn EngineWatch>,
    /// The API.
    pub api: Arc<ApiDoor>,
    /// The calls that its OpenAPI document tells of.
    pub reference: Reference,
    /// Every error that calls answer with.
    pub errors: Vec<ExplainedError>,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
}

/// What pages share.
pub type Dashboard = Arc<DashboardParts>;
