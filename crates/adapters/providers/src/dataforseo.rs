//! What all DataForSEO APIs share: the account, the envelope, and its codes, which are more precise than the
//! status: that is 200 even when the task failed.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU32;

use ports::{EngineFailure, FailureKind};
use secrecy::{ExposeSecret, SecretString};
use serde::de::{DeserializeOwned, Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use url::Url;

use crate::http::{Provider, ProviderClient};
use crate::keywords::MOST_IDEAS;
use crate::link::Quota;
use crate::settings::{BaseUrl, SetupError, hidden, required, sandbox_credential};

pub(crate) const NAME: &str = "dataforseo";

/// Lists of keywords come in one piece, and no parameter shortens them.
const LONG_BODY: usize = 32 * 1024 * 1024;

/// The settings of an account.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The login of the API, which differs from that of the web site.
    #[serde(serialize_with = "hidden")]
    pub login: Option<SecretString>,
    /// The password of the API.
    #[serde(serialize_with = "hidden")]
    pub password: Option<SecretString>,
    /// How many requests are allowed each minute, if the account has a limit of its own.
    pub requests_per_minute: Option<NonZeroU32>,
    /// The base URL of the API.
    pub base_url: BaseUrl,
}

impl Default for Settings {
    fn default() -> Self {
        let base_url = BaseUrl::of_provider("https://api.dataforseo.com");
        Self { login: None, password: None, requests_per_minute: None, base_url }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        Self {
            login: Some(sandbox_credential()),
            password: Some(sandbox_credential()),
            requests_per_minute: NonZeroU32::new(60_000),
            base_url: BaseUrl::in_sandbox(base, "dataforseo"),
        }
    }

    /// The request rate, which is `usual` unless the account has its own.
    pub(crate) fn quota(&self, usual: NonZeroU32) -> Quota {
        Quota::per_minute(self.requests_per_minute.unwrap_or(usual))
    }

    /// The account, or an error with the full names of the settings `login` and `password`.
    pub(crate) fn account(
        &self,
        client: &ProviderClient,
        login: &'static str,
        password: &'static str,
    ) -> Result<Account, SetupError> {
        let login = required(self.login.as_ref(), NAME, login)?;
        let password = required(self.password.as_ref(), NAME, password)?;
        let provider = Provider::new(NAME, client, vec![login.clone(), password.clone()]);
        Ok(Account { provider, login, password, base_url: self.base_url.clone() })
    }
}

/// An account that can run tasks.
pub(crate) struct Account {
    pub(crate) provider: Provider,
    login: SecretString,
    password: SecretString,
    base_url: BaseUrl,
}

#[derive(Debug, Deserialize)]
#[serde(bound = "Row: DeserializeOwned")]
struct Envelope<Row> {
    status_code: u32,
    #[serde(default)]
    status_message: Option<String>,
    #[serde(default)]
    tasks: Option<Vec<Task<Row>>>,
}

#[derive(Debug, Deserialize)]
#[serde(bound = "Row: DeserializeOwned")]
struct Task<Row> {
    status_code: u32,
    #[serde(default)]
    status_message: Option<String>,
    #[serde(default)]
    result_count: u64,
    #[serde(default)]
    result: Option<Rows<Row>>,
}

/// The rows that can be read, up to a bound. A list without any readable row is refused.
#[derive(Debug)]
struct Rows<Row>(Vec<Row>);

struct RowsVisitor<Row>(PhantomData<Row>);

impl<'de, Row: DeserializeOwned> Deserialize<'de> for Rows<Row> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(RowsVisitor(PhantomData))
    }
}

impl<'de, Row: DeserializeOwned> Visitor<'de> for RowsVisitor<Row> {
    type Value = Rows<Row>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Rows<Row>, A::Error> {
        let mut rows = Vec::new();
        let mut unread = 0;
        while rows.len() < MOST_IDEAS
            && let Some(entry) = entries.next_element::<Value>()?
        {
            match serde_json::from_value(entry) {
                Ok(row) => rows.push(row),
                Err(_) => unread += 1,
            }
        }
        while entries.next_element::<IgnoredAny>()?.is_some() {}
        if rows.is_empty() && unread > 0 {
            return Err(A::Error::custom(format!("none of {unread} rows has the expected form")));
        }
        Ok(Rows(rows))
    }
}

const OK: u32 = 20_000;
const NO_RESULTS: u32 = 40_102;

impl Account {
    /// The same account with a limit for long lists of keywords.
    pub(crate) fn for_long_lists(self) -> Self {
        Self { provider: self.provider.with_body_limit(LONG_BODY), ..self }
    }

    /// Runs one live task. An empty list means that the provider found nothing.
    pub(crate) async fn run<Row: DeserializeOwned>(
        &self,
        path: &str,
        task: &impl Serialize,
    ) -> Result<Vec<Row>, EngineFailure> {
        let request = self
            .provider
            .post(self.base_url.at(path))
            .basic_auth(self.login.expose_secret(), Some(self.password.expose_secret()))
            .json(&[task]);
        let reply = self.provider.send(request).await?;
        if !reply.status.is_success() {
            let envelope = self.provider.json::<Envelope<IgnoredAny>>(&reply);
            let words = envelope.ok().and_then(|envelope| envelope.status_message);
            return Err(self.provider.status_failure(&reply, words.as_deref()));
        }
        self.rows(self.provider.json(&reply)?)
    }

    fn rows<Row>(&self, envelope: Envelope<Row>) -> Result<Vec<Row>, EngineFailure> {
        match envelope.status_code {
            OK => {}
            NO_RESULTS => return Ok(Vec::new()),
            code => return Err(self.refusal(code, envelope.status_message)),
        }
        let task = envelope.tasks.unwrap_or_default().into_iter().next();
        let task =
            task.ok_or_else(|| self.provider.failure(FailureKind::Broken, "answered without a task"))?;
        match (task.status_code, task.result) {
            (NO_RESULTS, _) => Ok(Vec::new()),
            (OK, Some(Rows(rows))) => Ok(rows),
            (OK, None) if task.result_count == 0 => Ok(Vec::new()),
            (OK, None) => Err(self.provider.failure(FailureKind::Broken, "answered without the result")),
            (code, _) => Err(self.refusal(code, task.status_message)),
        }
    }

    fn refusal(&self, code: u32, message: Option<String>) -> EngineFailure {
        let words = self.provider.quote(&message.unwrap_or_default());
        self.provider.failure(kind(code), format!("answered with code {code}: {words}"))
    }
}

const fn kind(code: u32) -> FailureKind {
    match code {
        40_202 | 40_209 => FailureKind::Throttled,
        40_100 | 40_104 | 40_200..=40_299 => FailureKind::Refused,
        40_400..=40_599 => FailureKind::Unsuitable,
        _ => FailureKind::Broken,
    }
}
