//! Wires the dashboard: sign-in and the pages behind it.

use std::sync::Arc;

use application::buy_credits::BuyCredits;
use application::issue_invoice::IssueInvoice;
use application::limit_api_key::LimitApiKey;
use application::low_balance_threshold::LowBalanceThreshold;
use application::manage_accounts::ManageAccounts;
use application::manage_audits::ManageAudits;
use application::manage_bodies::ManageBodies;
use application::manage_person::{ManagePerson, ManagePersonParts};
use application::manage_sessions::ManageSessions;
use application::manage_webhooks::ManageWebhooks;
use application::passwords::Passwords;
use application::read_requests::ReadRequests;
use application::sign_in::SignIn;
use application::sign_in_throttle::SignInThrottle;
use application::sign_up::{SignUp, SignUpParts};
use async_trait::async_trait;
use dashboard::{
    Dashboard, DashboardParts, DashboardSettings, EngineFinding, EngineWatch, ExplainedError, InProcessApi,
    Reference, UrlRules,
};
use domain::people::OneTimeSecrets;
use fetch::FetchRules;
use http_api::{Edge, Pages};
use ports::Mailer;
use store::Database;
use url::Url;

use crate::commands::doctor;
use crate::configuration::Settings;
use crate::research::fetch_rules;
use crate::wiring::Installation;

/// The services of sign-in.
pub(crate) struct DashboardServices {
    pub(crate) sessions: ManageSessions,
    pub(crate) sign_up: SignUp,
    sign_in: SignIn,
    person: ManagePerson,
    pub(crate) mailer: Arc<dyn Mailer>,
    door: Arc<InProcessApi>,
}

/// The services that pages share with others.
pub(crate) struct Counter {
    pub(crate) buy_credits: BuyCredits,
    pub(crate) webhooks: ManageWebhooks,
    pub(crate) requests: ReadRequests,
    pub(crate) bodies: ManageBodies,
    pub(crate) audits: ManageAudits,
}

impl DashboardServices {
    pub(crate) async fn open(
        settings: &Settings,
        installation: &Installation,
        public_url: &str,
    ) -> anyhow::Result<Self> {
        let (database, clock) = (&installation.database, &installation.clock);
        let secrets = OneTimeSecrets::new(installation.secret().await?);
        let mailer = providers::mail::open(&settings.mail)?;
        let passwords = Passwords::default();
        let sign_in_throttle = SignInThrottle::new(database.clone(), clock.clone());
        let sessions = ManageSessions::new(
            database.clone(),
            database.clone(),
            database.clone(),
            installation.ledger.clone(),
            clock.clone(),
        );
        let person = ManagePerson::new(ManagePersonParts {
            people: database.clone(),
            links: database.clone(),
            mailer: mailer.clone(),
            passwords: passwords.clone(),
            sign_in_throttle: sign_in_throttle.clone(),
            secrets: secrets.clone(),
            public_url: public_url.to_owned(),
            clock: clock.clone(),
        });
        let sign_up = SignUp::new(SignUpParts {
            people: database.clone(),
            links: database.clone(),
            open_account: Arc::new(installation.open_account()),
            sessions: sessions.clone(),
            passwords: passwords.clone(),
            sign_in_throttle: sign_in_throttle.clone(),
            manage_person: person.clone(),
            clock: clock.clone(),
        });
        let sign_in = SignIn::new(
            database.clone(),
            sessions.clone(),
            passwords,
            sign_in_throttle,
            secrets,
            clock.clone(),
        );
        Ok(Self { sessions, sign_up, sign_in, person, mailer, door: Arc::default() })
    }

    /// The pages, which call the API through the handle that [`Self::connect`] sets.
    pub(crate) fn pages(
        &self,
        settings: &Arc<Settings>,
        installation: &Installation,
        public_url: &str,
        image_origin: Option<String>,
        counter: Counter,
    ) -> Pages {
        let database = &installation.database;
        let keys = installation.manage_keys();
        let dashboard: Dashboard = Arc::new(DashboardParts {
            settings: DashboardSettings {
                public_url: public_url.to_owned(),
                image_origin,
                sends_email: settings.mail.host.is_some(),
                open_sign_up: settings.dashboard.sign_up,
            },
            sessions: self.sessions.clone(),
            sign_in: self.sign_in.clone(),
            sign_up: self.sign_up.clone(),
            person: self.person.clone(),
            keys,
            accounts: installation.read_account(),
            buy_credits: counter.buy_credits,
            invoices: IssueInvoice::new(
                database.clone(),
                settings.billing.seller().ok().flatten(),
                installation.clock.clone(),
            ),
            alerts: LowBalanceThreshold::new(database.clone()),
            limits: LimitApiKey::new(database.clone()),
            requests: counter.requests,
            bodies: counter.bodies,
            webhooks: counter.webhooks,
            audits: counter.audits,
            url_rules: Arc::new(SendingRules(fetch_rules(settings))),
            customers: ManageAccounts::new(
                database.clone(),
                database.clone(),
                installation.ledger.clone(),
                installation.grant_credits(),
            ),
            backlog: database.clone(),
            article_costs: database.clone(),
            engines: Arc::new(Doctor { settings: settings.clone(), database: database.clone() }),
            api: self.door.clone(),
            reference: Reference::new(&http_api::openapi_document(public_url), public_url),
            errors: explained_errors(),
            clock: installation.clock.clone(),
        });
        let site = dashboard::site(&dashboard);
        Pages { start: site.start, rest: site.rest, missing: site.missing, places: &dashboard::PLACES }
    }

    /// Connects the pages with the API.
    pub(crate) fn connect(&self, api: &Edge) {
        self.door.open(api.clone());
    }

    /// The URL for taking over the owner's account, until it is taken over.
    pub(crate) async fn invitation(&self, public_url: &str) -> anyhow::Result<Option<String>> {
        let Some(owner) = self.sessions.unclaimed_owner().await? else { return Ok(None) };
        let token = self.sign_up.invite(owner).await?;
        Ok(Some(format!("{public_url}/claim/{}", token.reveal())))
    }
}

/// The API's errors in the words of the pages.
fn explained_errors() -> Vec<ExplainedError> {
    let explained = |entry: http_api::ErrorEntry| ExplainedError {
        name: entry.name,
        status: entry.status.as_u16(),
        meaning: entry.meaning,
        remedy: entry.remedy,
        retryable: entry.retryable,
    };
    http_api::error_entries().map(explained).collect()
}

/// Messages can be sent to all URLs that the guarded fetcher can reach.
struct SendingRules(FetchRules);

impl UrlRules for SendingRules {
    fn refused_by(&self, url: &Url) -> Option<&'static str> {
        self.0.refused_by(url)
    }
}

/// Makes the engine checks of `rankwright doctor`.
struct Doctor {
    settings: Arc<Settings>,
    database: Arc<Database>,
}

#[async_trait]
impl EngineWatch for Doctor {
    async fn check(&self) -> Result<Vec<EngineFinding>, String> {
        let asked = Box::pin(doctor::check_engines(&self.settings, self.database.clone()));
        asked.await.map_err(|error| format!("{error:#}"))
    }
}
