//! `IndexNow`: `POST /indexnow`. The engine that receives a notice passes it on to all other participants.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{Engine, EngineFailure, FailureKind, IndexingNotice, IndexingReceipt};
use serde::{Deserialize, Serialize};
use url::Url;

use super::IndexingEngine;
use crate::http::{Provider, ProviderClient};
use crate::settings::BaseUrl;

const NAME: &str = "indexnow";

/// Settings below `indexing.indexnow`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The URL to which notices are sent.
    pub endpoint: BaseUrl,
}

/// The key with which a site proves that a notice is its own. It is no secret: everybody can read the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteKey {
    /// 8 to 128 letters, digits and hyphens.
    pub key: String,
    /// The URL of a file that holds the key and nothing else.
    pub location: Url,
}

impl Default for Settings {
    fn default() -> Self {
        Self { endpoint: BaseUrl::of_provider("https://api.indexnow.org/indexnow") }
    }
}

impl Settings {
    pub(super) fn sandbox(base: &Url) -> Self {
        Self { endpoint: BaseUrl::in_sandbox(base, "indexnow/indexnow") }
    }
}

pub(super) fn connect(settings: &Settings, client: &ProviderClient, site: &SiteKey) -> IndexingEngine {
    Arc::new(IndexNow {
        provider: Provider::new(NAME, client, Vec::new()),
        address: settings.endpoint.at(""),
        site: site.clone(),
    })
}

struct IndexNow {
    provider: Provider,
    address: String,
    site: SiteKey,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Request<'a> {
    host: &'a str,
    key: &'a str,
    key_location: &'a str,
    url_list: [&'a str; 1],
}

#[async_trait]
impl Engine<IndexingNotice, IndexingReceipt> for IndexNow {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    /// A deleted page is submitted like a changed one: the engine fetches it and sees that it is gone.
    async fn call(&self, notice: &IndexingNotice) -> Result<IndexingReceipt, EngineFailure> {
        let Some(host) = notice.url.host_str() else {
            return Err(self.provider.failure(FailureKind::Unsuitable, "takes only addresses with a host"));
        };
        let request = Request {
            host,
            key: &self.site.key,
            key_location: self.site.location.as_str(),
            url_list: [notice.url.as_str()],
        };
        let reply = self.provider.send(self.provider.post(self.address.clone()).json(&request)).await?;
        if reply.status.is_success() {
            return Ok(IndexingReceipt { http_status: reply.status.as_u16() });
        }
        Err(self.provider.status_failure(&reply, None))
    }
}
