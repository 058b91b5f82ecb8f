//! Google's Indexing API: `POST /v3/urlNotifications:publish`. Google intends it for pages with job postings
//! and live videos.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use ports::indexing::NoticeKind;
use ports::{Clock, Engine, EngineFailure, IndexingNotice, IndexingReceipt};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::json;
use url::Url;

use super::google_site::GoogleSite;
use super::{IndexingEngine, quota};
use crate::google::access::{AccessTokens, Grant};
use crate::google::service_account::{KeyFile, Purpose, TOKEN_URL, sandbox_key_file};
use crate::http::{Provider, ProviderClient};
use crate::settings::{BaseUrl, SetupError, hidden};

const NAME: &str = "google_indexing";
const SCOPE: &str = "https://www.googleapis.com/auth/indexing";

/// Settings below `indexing.google_indexing`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The key file of a service account that owns the site in Search Console.
    pub service_account_file: Option<PathBuf>,
    /// The contents of that file, instead of its path.
    #[serde(serialize_with = "hidden")]
    pub service_account: Option<SecretString>,
    /// The base URL of the API.
    pub base_url: BaseUrl,
    /// The URL that issues access tokens.
    pub token_url: BaseUrl,
    /// The audience of assertions, wherever they are sent.
    pub audience: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            service_account_file: None,
            service_account: None,
            base_url: BaseUrl::of_provider("https://indexing.googleapis.com"),
            token_url: BaseUrl::of_provider(TOKEN_URL),
            audience: TOKEN_URL.to_owned(),
        }
    }
}

impl Settings {
    pub(super) fn sandbox(base: &Url) -> Self {
        Self {
            service_account: Some(sandbox_key_file()),
            base_url: BaseUrl::in_sandbox(base, "google-indexing"),
            token_url: BaseUrl::in_sandbox(base, "google-oauth/token"),
            ..Self::default()
        }
    }
}

pub(super) fn connect(
    settings: &Settings,
    client: &ProviderClient,
    clock: &Arc<dyn Clock>,
) -> Result<IndexingEngine, SetupError> {
    let key_file = KeyFile {
        engine: NAME,
        inline: (settings.service_account.as_ref(), "indexing.google_indexing.service_account"),
        path: (settings.service_account_file.as_deref(), "indexing.google_indexing.service_account_file"),
    };
    let purpose = Purpose { scope: SCOPE, audience: settings.audience.clone() };
    let grant = Grant::Signature(Box::new(key_file.account(purpose, clock.clone())?));
    let provider = || Provider::new(NAME, client, Vec::new());
    let access = AccessTokens::new(provider(), settings.token_url.at(""), grant);
    Ok(Arc::new(GoogleIndexing {
        site: GoogleSite { provider: provider(), access },
        address: settings.base_url.at("/v3/urlNotifications:publish"),
        clock: clock.clone(),
    }))
}

struct GoogleIndexing {
    site: GoogleSite,
    address: String,
    clock: Arc<dyn Clock>,
}

#[async_trait]
impl Engine<IndexingNotice, IndexingReceipt> for GoogleIndexing {
    fn name(&self) -> &'static str {
        self.site.provider.name()
    }

    async fn call(&self, notice: &IndexingNotice) -> Result<IndexingReceipt, EngineFailure> {
        let kind = match notice.kind {
            NoticeKind::Updated => "URL_UPDATED",
            NoticeKind::Deleted => "URL_DELETED",
        };
        let request = json!({ "url": notice.url.as_str(), "type": kind });
        let call = || self.site.provider.post(self.address.clone()).json(&request);
        let reply = match self.site.call(call).await? {
            Ok(receipt) => return Ok(receipt),
            Err(reply) => reply,
        };
        let (failure, error) = self.site.failure(&reply);
        if error.status() != "RESOURCE_EXHAUSTED" {
            return Err(failure);
        }
        Err(EngineFailure { retry_after: Some(quota::rest(&error, self.clock.now())), ..failure })
    }
}
