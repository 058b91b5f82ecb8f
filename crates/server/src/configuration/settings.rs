//! Every setting with its default. A test compares the README's table with this file.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use domain::api_keys::Keyring;
use ipnet::IpNet;
use models::{Clients, Fetching, ModelLibrary};
use objects::{ObjectStorage, StorageSettings, StorageSetupError};
use providers::catalogue::{
    ImageSettings, KeywordSettings, SerpSettings, SuggestSettings, TextSettings, VitalsSettings,
};
use providers::indexing::IndexingSettings;
use providers::mail::MailSettings;
use providers::payments::PaymentSettings;
use secrecy::SecretString;
use serde::{Deserialize, Serialize, Serializer};
use url::Url;

use super::billing::BillingSettings;

/// The embedded database below the data directory.
const DATABASE_FILE: &str = "rankwright.db";

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Settings {
    pub(crate) listen: SocketAddr,
    pub(crate) role: Role,
    pub(crate) data_dir: PathBuf,
    pub(crate) public_url: Option<String>,
    pub(crate) database: DatabaseSettings,
    pub(crate) redis: RedisSettings,
    pub(crate) secrets: SecretSettings,
    pub(crate) limits: LimitSettings,
    pub(crate) log: LogSettings,
    pub(crate) metrics: MetricsSettings,
    pub(crate) fetch: FetchSettings,
    pub(crate) serp: SerpSettings,
    pub(crate) suggest: SuggestSettings,
    pub(crate) keywords: KeywordSettings,
    pub(crate) vitals: VitalsSettings,
    pub(crate) image: ImageSettings,
    pub(crate) text: TextSettings,
    pub(crate) quality: QualitySettings,
    pub(crate) indexing: IndexingSettings,
    pub(crate) site: SiteSettings,
    pub(crate) audit: AuditSettings,
    pub(crate) browser: ChromiumSettings,
    pub(crate) payments: PaymentSettings,
    pub(crate) storage: StorageSettings,
    pub(crate) models: ModelSettings,
    pub(crate) mail: MailSettings,
    pub(crate) dashboard: PageSettings,
    pub(crate) billing: BillingSettings,
}

/// The settings of the dashboard's sign-up.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct PageSettings {
    /// Whether anybody may open an account.
    pub(crate) sign_up: bool,
}

impl Default for PageSettings {
    fn default() -> Self {
        Self { sign_up: true }
    }
}

/// What a node does of an installation's work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    /// Answers calls, and leaves articles and messages to others
    Api,
    /// Writes articles and sends messages, and answers no calls but those of its operator
    Worker,
    /// Everything
    All,
}

impl Role {
    pub(crate) fn answers_calls(self) -> bool {
        self != Self::Worker
    }

    pub(crate) fn works(self) -> bool {
        self != Self::Api
    }
}

/// Where the text detector is stored, and whether it is fetched.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ModelSettings {
    pub(crate) directory: Option<PathBuf>,
    pub(crate) fetch: bool,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SiteSettings {
    pub(crate) name: String,
}

/// Checks of finished articles in addition to the measured ones.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct QualitySettings {
    /// Whether the text engine grades articles.
    pub(crate) judge: bool,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct AuditSettings {
    pub(crate) keep_days: u32,
}

/// The browser that pages are loaded in.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ChromiumSettings {
    pub(crate) path: Option<PathBuf>,
    pub(crate) tabs: usize,
    pub(crate) no_sandbox: Option<bool>,
}

/// What may be fetched of the URLs that customers send.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct FetchSettings {
    pub(crate) allow: Vec<IpNet>,
    pub(crate) ports: Vec<u16>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct DatabaseSettings {
    #[serde(serialize_with = "hidden")]
    pub(crate) url: Option<SecretString>,
}

/// The Redis server in which all processes of an installation count requests.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RedisSettings {
    #[serde(serialize_with = "hidden")]
    pub(crate) url: Option<SecretString>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SecretSettings {
    #[serde(serialize_with = "hidden")]
    pub(crate) signing_keys: Option<SecretString>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LimitSettings {
    pub(crate) live_requests_per_second: u32,
    pub(crate) test_requests_per_second: u32,
    pub(crate) anonymous_requests_per_second: u32,
    pub(crate) media_requests_per_second: u32,
    pub(crate) body_bytes: usize,
    pub(crate) header_bytes: usize,
    pub(crate) body_seconds: u32,
    pub(crate) header_seconds: u32,
    pub(crate) request_seconds: u32,
    pub(crate) long_request_seconds: u32,
    pub(crate) shutdown_seconds: u32,
    pub(crate) connections: usize,
    pub(crate) calls_per_account: usize,
    pub(crate) suggest_milliseconds: u32,
    pub(crate) articles_per_account: u32,
    pub(crate) article_minutes: u32,
    pub(crate) jobs: usize,
    pub(crate) jobs_per_account: u32,
    pub(crate) lease_seconds: u32,
    pub(crate) request_log_days: u32,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LogSettings {
    pub(crate) format: LogFormat,
    pub(crate) level: String,
}

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LogFormat {
    Pretty,
    Json,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct MetricsSettings {
    #[serde(serialize_with = "hidden")]
    pub(crate) token: Option<SecretString>,
}

/// A setting of the right type whose value can't be used.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) name: &'static str,
    pub(crate) reason: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            role: Role::All,
            data_dir: PathBuf::from("data"),
            public_url: None,
            database: DatabaseSettings::default(),
            redis: RedisSettings::default(),
            secrets: SecretSettings::default(),
            limits: LimitSettings::default(),
            log: LogSettings::default(),
            metrics: MetricsSettings::default(),
            fetch: FetchSettings::default(),
            serp: SerpSettings::default(),
            suggest: SuggestSettings::default(),
            keywords: KeywordSettings::default(),
            vitals: VitalsSettings::default(),
            image: ImageSettings::default(),
            text: TextSettings::default(),
            indexing: IndexingSettings::default(),
            site: SiteSettings::default(),
            quality: QualitySettings::default(),
            audit: AuditSettings::default(),
            browser: ChromiumSettings::default(),
            payments: PaymentSettings::default(),
            storage: StorageSettings::default(),
            models: ModelSettings::default(),
            mail: MailSettings::default(),
            dashboard: PageSettings::default(),
            billing: BillingSettings::default(),
        }
    }
}

impl Default for LimitSettings {
    fn default() -> Self {
        Self {
            live_requests_per_second: 100,
            test_requests_per_second: 25,
            anonymous_requests_per_second: 50,
            media_requests_per_second: 1_000,
            body_bytes: 256 * 1024,
            header_bytes: 16 * 1024,
            body_seconds: 15,
            header_seconds: 10,
            request_seconds: 30,
            long_request_seconds: 120,
            shutdown_seconds: 30,
            connections: 4096,
            calls_per_account: 200,
            suggest_milliseconds: 185,
            articles_per_account: 100,
            article_minutes: 30,
            jobs: 64,
            jobs_per_account: 16,
            lease_seconds: 15,
            request_log_days: 30,
        }
    }
}

impl Default for FetchSettings {
    fn default() -> Self {
        Self { allow: Vec::new(), ports: vec![80, 443] }
    }
}

impl Default for AuditSettings {
    fn default() -> Self {
        Self { keep_days: 90 }
    }
}

impl Default for ChromiumSettings {
    fn default() -> Self {
        Self { path: None, tabs: 2, no_sandbox: None }
    }
}

impl Default for SiteSettings {
    fn default() -> Self {
        Self { name: "Rankwright".to_owned() }
    }
}

impl Default for ModelSettings {
    fn default() -> Self {
        Self { directory: None, fetch: true }
    }
}

impl Default for LogSettings {
    fn default() -> Self {
        Self { format: LogFormat::Pretty, level: "info".to_owned() }
    }
}

impl Settings {
    /// Checks what the types alone can't check.
    pub(super) fn check(&self) -> Result<(), Problem> {
        self.limits.check()?;
        for (name, tokens) in [
            ("text.outline_tokens", self.text.outline_tokens),
            ("text.section_tokens", self.text.section_tokens),
        ] {
            if !(500..=100_000).contains(&tokens) {
                return Err(Problem { name, reason: format!("{tokens} is not in 500..100000") });
            }
        }
        self.audit.check()?;
        self.billing.seller()?;
        self.browser.check()?;
        self.mail.check().map_err(|error| Problem { name: error.setting, reason: error.reason })?;
        if let Some(url) = &self.public_url {
            check_public_url(url)?;
        }
        if let Some(url) = &self.database.url {
            check_database_url(url)?;
        }
        if let Some(url) = &self.redis.url {
            providers::redis_rates::check(url)
                .map_err(|error| Problem { name: "redis.url", reason: error.to_string() })?;
        }
        if let Some(keys) = &self.secrets.signing_keys {
            Keyring::parse(keys)
                .map_err(|error| Problem { name: "secrets.signing_keys", reason: error.to_string() })?;
        }
        self.log.level.parse::<tracing_subscriber::filter::Targets>().map(|_| ()).map_err(|error| Problem {
            name: "log.level",
            reason: format!(
                "{:?}: {error}; write for example info, debug or warn,rankwright=debug",
                self.log.level
            ),
        })
    }

    /// Whether an installation has been started with these settings.
    pub(crate) fn has_data(&self) -> bool {
        self.database.url.is_some() || self.data_dir.join(DATABASE_FILE).exists()
    }

    /// The URL of a service that listens at `address`, without a trailing slash.
    pub(crate) fn public_url(&self, address: SocketAddr) -> String {
        match &self.public_url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None => format!("http://{address}"),
        }
    }

    /// The storage of files that customers see.
    pub(crate) fn object_storage(&self) -> Result<ObjectStorage, StorageSetupError> {
        ObjectStorage::open(&self.storage, &self.data_dir.join("media"))
    }

    /// The weights of the text detector.
    pub(crate) fn model_library(&self) -> ModelLibrary {
        let directory = self.models.directory.clone().unwrap_or_else(|| self.data_dir.join("models"));
        let fetching =
            if self.models.fetch { Fetching::AtFirstNeed(Clients::default()) } else { Fetching::Never };
        ModelLibrary::new(directory, fetching)
    }

    pub(crate) fn database_url(&self) -> SecretString {
        self.database.url.clone().unwrap_or_else(|| {
            SecretString::from(format!("sqlite:{}", self.data_dir.join(DATABASE_FILE).display()))
        })
    }
}

impl AuditSettings {
    fn check(&self) -> Result<(), Problem> {
        if !(1..=3650).contains(&self.keep_days) {
            let reason = format!("{} is not in 1..3650", self.keep_days);
            return Err(Problem { name: "audit.keep_days", reason });
        }
        Ok(())
    }
}

impl ChromiumSettings {
    fn check(&self) -> Result<(), Problem> {
        if !(1..=64).contains(&self.tabs) {
            return Err(Problem { name: "browser.tabs", reason: format!("{} is not in 1..64", self.tabs) });
        }
        Ok(())
    }
}

impl LimitSettings {
    fn check(&self) -> Result<(), Problem> {
        let whole = |name, value: u32, most: u32| (name, u64::from(value), u64::from(most));
        let size = |name, value: usize, most: u64| (name, u64::try_from(value).unwrap_or(u64::MAX), most);
        let bounded = [
            whole("limits.live_requests_per_second", self.live_requests_per_second, 1_000_000),
            whole("limits.test_requests_per_second", self.test_requests_per_second, 1_000_000),
            whole("limits.anonymous_requests_per_second", self.anonymous_requests_per_second, 1_000_000),
            whole("limits.media_requests_per_second", self.media_requests_per_second, 1_000_000),
            size("limits.body_bytes", self.body_bytes, 64 * 1024 * 1024),
            size("limits.header_bytes", self.header_bytes, 64 * 1024),
            whole("limits.body_seconds", self.body_seconds, 3_600),
            whole("limits.header_seconds", self.header_seconds, 3_600),
            whole("limits.request_seconds", self.request_seconds, 3_600),
            whole("limits.long_request_seconds", self.long_request_seconds, 3_600),
            whole("limits.shutdown_seconds", self.shutdown_seconds, 3_600),
            size("limits.connections", self.connections, 1_000_000),
            size("limits.calls_per_account", self.calls_per_account, 1_000_000),
            whole("limits.suggest_milliseconds", self.suggest_milliseconds, 10_000),
            whole("limits.articles_per_account", self.articles_per_account, 1_000_000),
            // Images of an article can be paid for until an hour after they were drawn.
            whole("limits.article_minutes", self.article_minutes, 55),
            size("limits.jobs", self.jobs, 100_000),
            whole("limits.jobs_per_account", self.jobs_per_account, 100_000),
            whole("limits.lease_seconds", self.lease_seconds, 600),
            whole("limits.request_log_days", self.request_log_days, 3_650),
        ];
        match bounded.into_iter().find(|(_, value, most)| !(1..=*most).contains(value)) {
            Some((name, value, most)) => {
                Err(Problem { name, reason: format!("{value} is not in 1..{most}") })
            }
            None => Ok(()),
        }
    }

    /// A rate that [`Settings::check`] has checked to be at least one.
    pub(crate) fn rate(per_second: u32) -> NonZeroU32 {
        NonZeroU32::new(per_second).unwrap_or(NonZeroU32::MIN)
    }
}

fn check_public_url(text: &str) -> Result<(), Problem> {
    let usable = Url::parse(text).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.query().is_none()
            && url.fragment().is_none()
    });
    if usable {
        return Ok(());
    }
    let reason = format!("{text:?} is not an address such as https://api.example.com");
    Err(Problem { name: "public_url", reason })
}

/// The error does not contain the value, which may hold a password.
fn check_database_url(url: &SecretString) -> Result<(), Problem> {
    use secrecy::ExposeSecret;
    let scheme = url.expose_secret().split_once(':').map(|(scheme, _)| scheme);
    if matches!(scheme, Some("sqlite" | "postgres" | "postgresql")) {
        return Ok(());
    }
    let reason = "must begin with sqlite: or postgres:, for example postgres://user:password@host/name";
    Err(Problem { name: "database.url", reason: reason.to_owned() })
}

#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
fn hidden<S: Serializer>(secret: &Option<SecretString>, serializer: S) -> Result<S::Ok, S::Error> {
    match secret {
        Some(_) => serializer.serialize_str("(set, not shown)"),
        None => serializer.serialize_none(),
    }
}
