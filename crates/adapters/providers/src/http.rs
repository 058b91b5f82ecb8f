//! The one HTTP client of all providers: bounded in time and size, without redirects, and without secrets in
//! its errors.

mod events;
mod retry_after;
mod text;

use std::borrow::Cow;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use ports::{EngineFailure, FailureKind};
use reqwest::header::{HeaderMap, LOCATION};
use reqwest::{Client, RequestBuilder, Response, StatusCode, redirect};
use rustls::{ClientConfig, RootCertStore};
use secrecy::{ExposeSecret, SecretString};
use serde::de::DeserializeOwned;

pub(crate) use self::events::{Answer, Silence};

/// The longest reply that is read, after decompression.
const BODY_LIMIT: usize = 4 * 1024 * 1024;
const CONNECT_LIMIT: Duration = Duration::from_secs(5);
/// A safety net behind every engine's own limit.
const TOTAL_LIMIT: Duration = Duration::from_hours(1);
/// The longest quotation from a provider that is passed on.
const QUOTE_LIMIT: usize = 200;

/// The client of all providers. Cloning it is cheap and shares its connections.
#[derive(Debug, Clone)]
pub struct ProviderClient(Client);

/// Why the client could not be created.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The TLS library refused its own defaults.
    #[error("TLS can't be set up")]
    Tls(#[from] rustls::Error),
    /// The HTTP library refused the user agent or its own defaults.
    #[error("the HTTP client can't be set up")]
    Http(#[from] reqwest::Error),
}

impl ProviderClient {
    /// A client with this user agent. It brings its own trusted roots, so that it works in an empty
    /// container, and reads nothing from the environment.
    pub fn new(user_agent: &str) -> Result<Self, ClientError> {
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let tls = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let client = Client::builder()
            .user_agent(user_agent)
            .tls_backend_preconfigured(tls)
            .connect_timeout(CONNECT_LIMIT)
            .timeout(TOTAL_LIMIT)
            .redirect(redirect::Policy::none())
            .no_proxy()
            .referer(false)
            .build()?;
        Ok(Self(client))
    }
}

/// A provider as an adapter sees it: it sends requests, and its failures have the provider's name and none of
/// its secrets.
#[derive(Debug)]
pub(crate) struct Provider {
    name: &'static str,
    client: Client,
    secrets: Vec<SecretString>,
    body_limit: usize,
}

/// A reply that was read to its end.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Provider {
    pub(crate) fn new(name: &'static str, client: &ProviderClient, secrets: Vec<SecretString>) -> Self {
        Self { name, client: client.0.clone(), secrets, body_limit: BODY_LIMIT }
    }

    /// Sets the limit for a provider whose replies are long.
    pub(crate) fn with_body_limit(self, body_limit: usize) -> Self {
        Self { body_limit, ..self }
    }

    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn get(&self, address: String) -> RequestBuilder {
        self.client.get(address)
    }

    pub(crate) fn post(&self, address: String) -> RequestBuilder {
        self.client.post(address)
    }

    pub(crate) fn put(&self, address: String) -> RequestBuilder {
        self.client.put(address)
    }

    /// Sends a request and reads the reply, whatever its status.
    pub(crate) async fn send(&self, request: RequestBuilder) -> Result<Reply, EngineFailure> {
        let response = request.send().await.map_err(|error| self.transport_failure(error))?;
        self.read(response).await
    }

    async fn read(&self, mut response: Response) -> Result<Reply, EngineFailure> {
        let mut body = BytesMut::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.transport_failure(error))? {
            if body.len() + chunk.len() > self.body_limit {
                let reason = format!("sent more than {} bytes", self.body_limit);
                return Err(self.failure(FailureKind::Broken, reason));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Reply { status: response.status(), headers: response.headers().clone(), body: body.freeze() })
    }

    /// A failure with a reason that continues the provider's name.
    pub(crate) fn failure(&self, kind: FailureKind, reason: impl Into<Cow<'static, str>>) -> EngineFailure {
        let reason = reason.into();
        // A reason that was built at run time may contain the provider's words; a literal does not.
        let is_ours = matches!(reason, Cow::Borrowed(_));
        EngineFailure { engine: self.name, kind, reason: reason.into_owned(), is_ours, retry_after: None }
    }

    /// The failure that a status stands for, with the provider's own words. A provider with another meaning
    /// for a status checks it first.
    pub(crate) fn status_failure(&self, reply: &Reply, words: Option<&str>) -> EngineFailure {
        let status = reply.status;
        let kind = match status.as_u16() {
            300..=399 if reply.leads_to_a_captcha() => FailureKind::Blocked,
            code => kind_of_status(code),
        };
        let reason = match words.map(|words| self.quote(words)).filter(|words| !words.is_empty()) {
            Some(words) => format!("answered with status {}: {words}", status.as_u16()),
            None => format!("answered with status {}", status.as_u16()),
        };
        EngineFailure { retry_after: retry_after::of(&reply.headers), ..self.failure(kind, reason) }
    }

    /// Reads a JSON reply.
    pub(crate) fn json<T: DeserializeOwned>(&self, reply: &Reply) -> Result<T, EngineFailure> {
        serde_json::from_str(&reply.text()).map_err(|error| self.malformed(&error))
    }

    /// The failure of a reply that is not in the provider's format.
    pub(crate) fn malformed(&self, error: &serde_json::Error) -> EngineFailure {
        let reason =
            format!("answered with something else than its format: {}", self.quote(&error.to_string()));
        self.failure(FailureKind::Broken, reason)
    }

    /// Makes untrusted words safe for a failure: one line, of bounded length, without secrets.
    pub(crate) fn quote(&self, words: &str) -> String {
        let mut words = words.to_owned();
        for secret in self.secrets.iter().map(ExposeSecret::expose_secret).filter(|secret| !secret.is_empty())
        {
            words = words.replace(secret, "(secret)");
        }
        let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let line: String = line.chars().filter(|letter| !letter.is_control()).collect();
        match line.char_indices().nth(QUOTE_LIMIT) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line,
        }
    }

    fn transport_failure(&self, error: reqwest::Error) -> EngineFailure {
        if error.is_timeout() {
            return self.failure(FailureKind::TimedOut, "did not answer in time");
        }
        // With some providers the URL holds the key.
        let error = error.without_url();
        let mut cause: &dyn Error = &error;
        while let Some(source) = cause.source() {
            cause = source;
        }
        let (kind, what) = if error.is_connect() {
            (FailureKind::Unreachable, "could not be reached")
        } else if error.is_decode() {
            (FailureKind::Broken, "sent a body that can't be read")
        } else {
            (FailureKind::Broken, "broke off")
        };
        self.failure(kind, format!("{what}: {}", self.quote(&cause.to_string())))
    }
}

/// The kind of failure that a status stands for, in whatever field it is given.
pub(crate) const fn kind_of_status(code: u16) -> FailureKind {
    match code {
        401..=403 => FailureKind::Refused,
        408 | 504 => FailureKind::TimedOut,
        429 | 503 => FailureKind::Throttled,
        // The URL or the API differs from what the adapter expects.
        404..=406 | 410 | 415 => FailureKind::Broken,
        400..=499 => FailureKind::Unsuitable,
        _ => FailureKind::Broken,
    }
}

impl Reply {
    pub(crate) fn text(&self) -> Cow<'_, str> {
        text::decoded(&self.headers, &self.body)
    }

    fn leads_to_a_captcha(&self) -> bool {
        let target = self.headers.get(LOCATION).and_then(|value| value.to_str().ok());
        target.is_some_and(|target| target.contains("/sorry/"))
    }
}
