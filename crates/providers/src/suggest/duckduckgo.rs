//! `DuckDuckGo`'s feed: `GET /ac/`. It is read as a list of phrases and as a list of objects.

use std::sync::Arc;

use async_trait::async_trait;
use domain::keywords::{Completion, SuggestQuery};
use ports::{Engine, EngineFailure};
use serde_json::Value;

use super::feed::feed_settings;
use super::{feed, opensearch};
use crate::http::{Vendor, VendorClient};
use crate::locale::duckduckgo_region;
use crate::settings::SetupError;

feed_settings! {
    /// Settings below `suggest.duckduckgo`.
    "https://duckduckgo.com", "duckduckgo-suggest"
}

#[expect(clippy::unnecessary_wraps, reason = "every engine connects in the same way")]
pub(crate) fn connect(
    settings: &Settings,
    client: &VendorClient,
) -> Result<Arc<dyn Engine<SuggestQuery, Vec<Completion>>>, SetupError> {
    let vendor = Vendor::new("duckduckgo", client, Vec::new());
    Ok(Arc::new(DuckDuckGo { vendor, address: settings.base_url.at("/ac/") }))
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
