//! Search Console: `PUT /webmasters/v3/sites/{site}/sitemaps/{sitemap}`, which makes Google read the sitemap
//! again.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use ports::{Clock, Engine, EngineFailure, FailureKind, IndexingNotice, IndexingReceipt};
use reqwest::header::CONTENT_LENGTH;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use url::{Url, form_urlencoded};

use super::IndexingEngine;
use super::google_site::GoogleSite;
use crate::google::access::{AccessTokens, Grant};
use crate::google::service_account::{KeyFile, Purpose, TOKEN_URL, sandbox_key_file};
use crate::http::{Provider, ProviderClient};
use crate::settings::{BaseUrl, SetupError, hidden};

const NAME: &str = "search_console";
const SCOPE: &str = "https://www.googleapis.com/auth/webmasters";

/// Settings below `indexing.search_console`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The key file of a service account that owns the property.
    pub service_account_file: Option<PathBuf>,
    /// The contents of that file, instead of its path.
    #[serde(serialize_with = "hidden")]
    pub service_account: Option<SecretString>,
    /// The property, such as `sc-domain:example.com`, if it is not the site that has the sitemap.
    pub site: Option<String>,
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
            site: None,
            base_url: BaseUrl::of_provider("https://www.googleapis.com"),
            token_url: BaseUrl::of_provider(TOKEN_URL),
            audience: TOKEN_URL.to_owned(),
        }
    }
}

impl Settings {
    pub(super) fn sandbox(base: &Url) -> Self {
        Self {
            service_account: Some(sandbox_key_file()),
            base_url: BaseUrl::in_sandbox(base, "search-console"),
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
        inline: (settings.service_account.as_ref(), "indexing.search_console.service_account"),
        path: (settings.service_account_file.as_deref(), "indexing.search_console.service_account_file"),
    };
    let purpose = Purpose { scope: SCOPE, audience: settings.audience.clone() };
    let grant = Grant::Signature(Box::new(key_file.account(purpose, clock.clone())?));
    let provider = || Provider::new(NAME, client, Vec::new());
    let access = AccessTokens::new(provider(), settings.token_url.at(""), grant);
    Ok(Arc::new(SearchConsole {
        site: GoogleSite { provider: provider(), access },
        property: settings.site.clone(),
        base_url: settings.base_url.clone(),
    }))
}

struct SearchConsole {
    site: GoogleSite,
    property: Option<String>,
    base_url: BaseUrl,
}

#[async_trait]
impl Engine<IndexingNotice, IndexingReceipt> for SearchConsole {
    fn name(&self) -> &'static str {
        self.site.provider.name()
    }

    async fn call(&self, notice: &IndexingNotice) -> Result<IndexingReceipt, EngineFailure> {
        let address = self.address(&notice.sitemap_url)?;
        // Google refuses a request that neither has a body nor declares that it has none.
        let call = || self.site.provider.put(address.clone()).header(CONTENT_LENGTH, 0);
        match self.site.call(call).await? {
            Ok(receipt) => Ok(receipt),
            Err(reply) => Err(self.site.failure(&reply).0),
        }
    }
}

impl SearchConsole {
    fn address(&self, sitemap: &Url) -> Result<String, EngineFailure> {
        let home = sitemap.join("/").ok().filter(Url::has_host);
        let property = self.property.clone().or_else(|| home.map(String::from)).ok_or_else(|| {
            self.site.provider.failure(FailureKind::Unsuitable, "takes only addresses with a host")
        })?;
        let (property, sitemap) = (step(&property), step(sitemap.as_str()));
        Ok(self.base_url.at(&format!("/webmasters/v3/sites/{property}/sitemaps/{sitemap}")))
    }
}

/// A URL as one path segment of another.
fn step(address: &str) -> String {
    form_urlencoded::byte_serialize(address.as_bytes()).collect()
}
