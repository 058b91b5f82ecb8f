//! `DuckDuckGo`'s feed: `GET /ac/`. It is read as a list of phrases and as a list of objects.

use std::num::NonZeroU32;
use std::sync::Arc;

use async_trait::async_trait;
use domain::keywords::{Completion, SuggestQuery};
use ports::{Engine, EngineFailure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use super::{feed, opensearch};
use crate::http::{Vendor, VendorClient};
use crate::link::Policy;
use crate::locale::duckduckgo_region;
use crate::settings::{BaseUrl, SetupError};

/// Settings below `suggest.duckduckgo`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// How often the feed is asked.
    pub requests_per_second: NonZeroU32,
    /// Where the feed is.
    pub base_url: BaseUrl,
}

impl Default for Settings {
    fn default() -> Self {
        let base_url = BaseUrl::of_vendor("https://duckduckgo.com");
        Self { requests_per_second: feed::POLITE_RATE, base_url }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        let base_url = BaseUrl::in_sandbox(base, "duckduckgo-suggest");
        Self { requests_per_second: feed::SANDBOX_RATE, base_url }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "every engine connects in the same way")]
pub(crate) fn connect(
    settings: &Settings,
    client: &VendorClient,
) -> Result<Arc<dyn Engine<SuggestQuery, Vec<Completion>>>, SetupError> {
    let vendor = Vendor::new("duckduckgo", client, Vec::new());
    Ok(Arc::new(DuckDuckGo { vendor, address: settings.base_url.at("/ac/") }))
}

pub(crate) fn policy(settings: &Settings) -> Policy {
    feed::policy(settings.requests_per_second)
}

struct DuckDuckGo {
    vendor: Vendor,
    address: String,
}

#[async_trait]
impl Engine<SuggestQuery, Vec<Completion>> for DuckDuckGo {
    fn name(&self) -> &'static str {
        self.vendor.name()
    }

    async fn ask(&self, query: &SuggestQuery) -> Result<Vec<Completion>, EngineFailure> {
        let region = duckduckgo_region(query.country, query.language);
        let parameters = [("q", query.text.as_str()), ("type", "list"), ("kl", &region)];
        let request = self.vendor.get(self.address.clone()).query(&parameters);
        let array = opensearch::array(&self.vendor, &feed::fetch(&self.vendor, request).await?)?;
        if array.iter().all(Value::is_object) {
            let phrases = array.iter().filter_map(|entry| entry.get("phrase")?.as_str());
            return Ok(feed::tidied(phrases.map(feed::phrase)));
        }
        let phrases = opensearch::phrases(&self.vendor, &array)?;
        Ok(feed::tidied(phrases.map(|(_, phrase)| feed::phrase(phrase))))
    }
}
