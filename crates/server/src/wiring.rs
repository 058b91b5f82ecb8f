//! Wires the parts of an installation.

use std::os::unix::fs::DirBuilderExt;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use application::authenticate::Authenticator;
use application::grant_credits::GrantCredits;
use application::issue_api_key::IssueApiKey;
use application::kept_answers::KeptAnswers;
use application::ledger_maintenance::LedgerMaintenance;
use application::manage_keys::ManageKeys;
use application::open_account::OpenAccount;
use application::prepare_installation::{NewInstallation, PrepareInstallation};
use application::read_account::ReadAccount;
use application::spend_credits::SpendCredits;
use application::watch_access::WatchAccess;
use domain::accounts::AccountName;
use domain::api_keys::{KeyMode, Keyring};
use domain::people::SecretToken;
use http_api::{ApiSettings, ConnectionLimits, MetricsAccess, RequestRates};
use ports::clock::SystemClock;
use ports::{Clock, InstallationStore, SharedRates};
use providers::redis_rates::RedisRates;
use secrecy::{ExposeSecret, SecretString};
use store::{AnswerStore, Database, LedgerStore};
use tokio_util::task::TaskTracker;

use crate::configuration::{LimitSettings, Settings};
use crate::signing_secrets;

/// The services of every command that works on the installation.
pub(crate) struct Installation {
    pub(crate) database: Arc<Database>,
    pub(crate) ledger: Arc<LedgerStore>,
    pub(crate) keyring: Keyring,
    pub(crate) clock: Arc<dyn Clock>,
}

impl Installation {
    /// Opens the database and the secrets, and creates both on the first start.
    pub(crate) async fn open(settings: &Settings) -> anyhow::Result<Self> {
        std::fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&settings.data_dir)
            .with_context(|| format!("the data directory {} can't be made", settings.data_dir.display()))?;
        let keyring = signing_secrets::load_or_create(settings)?;
        let database = Database::open(settings.database_url().expose_secret()).await?;
        let ledger = LedgerStore::start(&database).await?;
        Ok(Self {
            database: Arc::new(database),
            ledger: Arc::new(ledger),
            keyring,
            clock: Arc::new(SystemClock),
        })
    }

    /// A secret that only the nodes of the installation share.
    pub(crate) async fn secret(&self) -> anyhow::Result<SecretString> {
        let candidate = SecretToken::random()?;
        Ok(SecretString::from(self.database.installation_secret(candidate.reveal()).await?))
    }

    /// The cache for answers of providers, in this process and in `shared`.
    pub(crate) fn kept_answers(
        &self,
        mode: KeyMode,
        shared: &Arc<AnswerStore>,
        tasks: TaskTracker,
    ) -> KeptAnswers {
        KeptAnswers::new(mode, shared.clone(), self.clock.clone(), tasks)
    }

    pub(crate) fn grant_credits(&self) -> GrantCredits {
        GrantCredits::new(self.ledger.clone(), self.clock.clone())
    }

    pub(crate) fn ledger_maintenance(&self) -> LedgerMaintenance {
        LedgerMaintenance::new(self.ledger.clone(), self.clock.clone())
    }

    pub(crate) fn open_account(&self) -> OpenAccount {
        OpenAccount::new(self.database.clone(), self.grant_credits(), self.clock.clone())
    }

    pub(crate) fn issue_api_key(&self) -> IssueApiKey {
        let database = &self.database;
        IssueApiKey::new(self.keyring.clone(), database.clone(), database.clone(), self.clock.clone())
    }

    pub(crate) fn manage_keys(&self) -> ManageKeys {
        let issue = Arc::new(self.issue_api_key());
        ManageKeys::new(issue, self.database.clone(), self.keyring.clone(), self.clock.clone())
    }

    /// Opens the owner's account with its first keys, unless there is one.
    pub(crate) async fn prepare(&self) -> anyhow::Result<Option<NewInstallation>> {
        let prepare = PrepareInstallation::new(Arc::new(self.open_account()), Arc::new(self.issue_api_key()));
        let (owner, key_name) = (AccountName::new("Owner")?, AccountName::new("first start")?);
        Ok(prepare.prepare(owner, &key_name).await?)
    }

    pub(crate) fn authenticator(&self) -> Arc<Authenticator> {
        Arc::new(Authenticator::new(self.keyring.clone(), self.clock.clone()))
    }

    pub(crate) fn watch_access(&self, authenticator: &Arc<Authenticator>) -> WatchAccess {
        WatchAccess::new(self.database.clone(), authenticator.clone())
    }

    pub(crate) fn read_account(&self) -> ReadAccount {
        ReadAccount::new(self.database.clone(), self.ledger.clone(), self.clock.clone())
    }

    /// The use case for charges. Calls in progress are tracked by `calls`.
    pub(crate) fn spend_credits(&self, calls: TaskTracker) -> SpendCredits {
        SpendCredits::new(self.ledger.clone(), self.clock.clone(), calls)
    }
}

pub(crate) fn api_settings(
    settings: &Settings,
    public_url: String,
    media_url: String,
    site_key: String,
) -> ApiSettings {
    let limits = &settings.limits;
    ApiSettings {
        image_origin: origin(&media_url).filter(|media| Some(media) != origin(&public_url).as_ref()),
        indexnow_key: Some(site_key),
        public_url,
        media_url,
        body_bytes: limits.body_bytes,
        header_bytes: limits.header_bytes,
        body_timeout: seconds(limits.body_seconds),
        request_timeout: seconds(limits.request_seconds),
        long_request_timeout: seconds(limits.long_request_seconds),
        calls_per_account: limits.calls_per_account,
        rates: RequestRates {
            live: LimitSettings::rate(limits.live_requests_per_second),
            test: LimitSettings::rate(limits.test_requests_per_second),
            anonymous: LimitSettings::rate(limits.anonymous_requests_per_second),
            files: LimitSettings::rate(limits.media_requests_per_second),
        },
        metrics: match &settings.metrics.token {
            Some(token) => MetricsAccess::Token(token.clone()),
            None => MetricsAccess::LocalOnly,
        },
    }
}

/// The shared counter of requests for all processes, if the operator has configured one.
pub(crate) fn shared_rates(settings: &Settings) -> anyhow::Result<Option<Arc<dyn SharedRates>>> {
    let Some(url) = &settings.redis.url else { return Ok(None) };
    Ok(Some(Arc::new(RedisRates::open(url)?)))
}

pub(crate) fn connection_limits(settings: &Settings) -> ConnectionLimits {
    ConnectionLimits {
        header_timeout: seconds(settings.limits.header_seconds),
        connections: settings.limits.connections,
        shutdown_grace: seconds(settings.limits.shutdown_seconds),
    }
}

/// Scheme, host and port of a URL.
fn origin(address: &str) -> Option<String> {
    url::Url::parse(address).ok().map(|url| url.origin().ascii_serialization())
}

fn seconds(count: u32) -> Duration {
    Duration::from_secs(u64::from(count))
}
