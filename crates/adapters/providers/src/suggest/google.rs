//! Google's feed as its browser calls it: `GET /complete/search?client=chrome`. `YouTube`'s is the same with
//! `ds=yt`.

use std::sync::Arc;

use async_trait::async_trait;
use domain::keywords::{Completion, SuggestQuery};
use ports::{Engine, EngineFailure};
use serde::Deserialize;
use serde_json::Value;

use super::feed::feed_settings;
use super::{feed, opensearch};
use crate::http::{Provider, ProviderClient};
use crate::locale::{country_or_usual, google_language};
use crate::settings::SetupError;
use crate::wire::extras;

feed_settings! {
    /// Settings below `suggest.google` and `suggest.youtube`.
    "https://suggestqueries.google.com", "google-suggest"
}

impl Settings {
    /// The feed called `name`, of the data source `source` if that is not the web.
    pub(super) fn feed(
        &self,
        client: &ProviderClient,
        name: &'static str,
        source: Option<&'static str>,
    ) -> Arc<dyn Engine<SuggestQuery, Vec<Completion>>> {
        let provider = Provider::new(name, client, Vec::new());
        Arc::new(Google { provider, source, address: self.base_url.at("/complete/search") })
    }
}

#[expect(clippy::unnecessary_wraps, reason = "every engine connects in the same way")]
pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<SuggestQuery, Vec<Completion>>>, SetupError> {
    Ok(settings.feed(client, "google", None))
}

struct Google {
    provider: Provider,
    source: Option<&'static str>,
    address: String,
}

/// Lists beside the suggestions, with one entry for each.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Details {
    #[serde(rename = "google:suggestrelevance", deserialize_with = "extras")]
    relevance: Vec<u32>,
    #[serde(rename = "google:suggesttype", deserialize_with = "extras")]
    kinds: Vec<String>,
}

#[async_trait]
impl Engine<SuggestQuery, Vec<Completion>> for Google {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, query: &SuggestQuery) -> Result<Vec<Completion>, EngineFailure> {
        let language = google_language(query.language, query.country);
        let country = country_or_usual(query.country, query.language).map(|country| country.lower());
        let mut parameters = vec![
            ("client", "chrome"),
            ("q", query.text.as_str()),
            ("hl", &language),
            ("ie", "utf-8"),
            ("oe", "utf-8"),
        ];
        parameters.extend(country.as_deref().map(|country| ("gl", country)));
        parameters.extend(self.source.map(|source| ("ds", source)));
        let request = self.provider.get(self.address.clone()).query(&parameters);
        let array = opensearch::array(&self.provider, &feed::fetch(&self.provider, request).await?)?;
        let details = details(&array);
        let phrases: Vec<_> = opensearch::phrases(&self.provider, &array)?.collect();
        Ok(feed::tidied(phrases.into_iter().map(|(place, phrase)| Completion {
            keyword: phrase.to_owned(),
            score: details.relevance.get(place).copied(),
            navigational: details.kinds.get(place).is_some_and(|kind| kind == "NAVIGATION"),
        })))
    }
}

/// The details, if there are any. A list that differs in length from the suggestions is ignored.
fn details(array: &[Value]) -> Details {
    let count = array.get(1).and_then(Value::as_array).map_or(0, Vec::len);
    let object = array.iter().skip(2).find(|entry| entry.is_object());
    let mut details = object.and_then(|object| Details::deserialize(object).ok()).unwrap_or_default();
    if details.relevance.len() != count {
        details.relevance.clear();
    }
    if details.kinds.len() != count {
        details.kinds.clear();
    }
    details
}
