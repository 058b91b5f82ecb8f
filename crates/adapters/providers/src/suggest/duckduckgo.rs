//! `DuckDuckGo`'s feed: `GET /ac/`. It is read as a list of phrases and as a list of objects.

use std::sync::Arc;

use async_trait::async_trait;
use domain::keywords::{Completion, SuggestQuery};
use ports::{Engine, EngineFailure};
use serde_json::Value;

use super::feed::feed_settings;
use super::{feed, opensearch};
use crate::http::{Provider, ProviderClient};
use crate::locale::duckduckgo_region;
use crate::settings::SetupError;

feed_settings! {
    /// Settings below `suggest.duckduckgo`.
    "https://duckduckgo.com", "duckduckgo-suggest"
}

#[expect(clippy::unnecessary_wraps, reason = "every engine connects in the same way")]
pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<SuggestQuery, Vec<Completion>>>, SetupError> {
    let provider = Provider::new("duckduckgo", client, Vec::new());
    Ok(Arc::new(DuckDuckGo { provider, address: settings.base_url.at("/ac/") }))
}

struct DuckDuckGo {
    provider: Provider,
    address: String,
}

#[async_trait]
impl Engine<SuggestQuery, Vec<Completion>> for DuckDuckGo {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, query: &SuggestQuery) -> Result<Vec<Completion>, EngineFailure> {
        let region = duckduckgo_region(query.country, query.language);
        let parameters = [("q", query.text.as_str()), ("type", "list"), ("kl", &region)];
        let request = self.provider.get(self.address.clone()).query(&parameters);
        let array = opensearch::array(&self.provider, &feed::fetch(&self.provider, request).await?)?;
        if array.iter().all(Value::is_object) {
            let phrases = array.iter().filter_map(|entry| entry.get("phrase")?.as_str());
            return Ok(feed::tidied(phrases.map(feed::phrase)));
        }
        let phrases = opensearch::phrases(&self.provider, &array)?;
        Ok(feed::tidied(phrases.map(|(_, phrase)| feed::phrase(phrase))))
    }
}
