//! Serper: Google's results page through `POST /search`.

use std::sync::Arc;

use async_trait::async_trait;
use domain::search::{SerpFeature, SerpPage, SerpQuery, TOP_RESULTS};
use ports::{Engine, EngineFailure, FailureKind};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use url::Url;

use super::desktop_only;
use super::entries::{self, Asked, Organic, Related};
use crate::http::{Provider, ProviderClient, Reply};
use crate::link::Policy;
use crate::locale::{country_or_usual, google_language};
use crate::settings::{BaseUrl, SetupError, hidden, required, sandbox_credential};
use crate::wire::{Present, extras, list};

const NAME: &str = "serper";

/// Settings below `serp.serper`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The account's API key.
    #[serde(serialize_with = "hidden")]
    pub api_key: Option<SecretString>,
    /// The base URL of the API.
    pub base_url: BaseUrl,
}

impl Default for Settings {
    fn default() -> Self {
        Self { api_key: None, base_url: BaseUrl::of_provider("https://google.serper.dev") }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        Self { api_key: Some(sandbox_credential()), base_url: BaseUrl::in_sandbox(base, "serper") }
    }
}

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<SerpQuery, SerpPage>>, SetupError> {
    let key = required(settings.api_key.as_ref(), NAME, "serp.serper.api_key")?;
    let provider = Provider::new(NAME, client, vec![key.clone()]);
    Ok(Arc::new(Serper { provider, key, address: settings.base_url.at("/search") }))
}

pub(crate) fn policy(_: &Settings) -> Policy {
    Policy { price_microdollars: 1_000, ..Policy::default() }
}

struct Serper {
    provider: Provider,
    key: SecretString,
    address: String,
}

#[derive(Serialize)]
struct Search<'a> {
    q: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    gl: Option<String>,
    hl: String,
    num: usize,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Wire {
    message: Option<String>,
    search_parameters: Present,
    #[serde(deserialize_with = "list")]
    organic: Option<Vec<Organic>>,
    #[serde(deserialize_with = "extras")]
    people_also_ask: Vec<Asked>,
    #[serde(deserialize_with = "extras")]
    related_searches: Vec<Related>,
    answer_box: Present,
    ai_overview: Present,
    knowledge_graph: Present,
    places: Present,
    shopping: Present,
    ads: Present,
    videos: Present,
    images: Present,
    top_stories: Present,
}

#[async_trait]
impl Engine<SerpQuery, SerpPage> for Serper {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, query: &SerpQuery) -> Result<SerpPage, EngineFailure> {
        desktop_only(&self.provider, query)?;
        let search = Search {
            q: &query.text,
            gl: country_or_usual(query.country, query.language).map(|country| country.lower()),
            hl: google_language(query.language, query.country).to_ascii_lowercase(),
            num: TOP_RESULTS,
        };
        let request = self.provider.post(self.address.clone()).header("X-API-KEY", self.key.expose_secret());
        let reply = self.provider.send(request.json(&search)).await?;
        if !reply.status.is_success() {
            return Err(self.refusal(&reply));
        }
        self.page(&self.provider.json(&reply)?)
    }
}

impl Serper {
    /// An account without credits has the status of a bad request.
    fn refusal(&self, reply: &Reply) -> EngineFailure {
        let words = self.provider.json::<Wire>(reply).ok().and_then(|wire| wire.message);
        let failure = self.provider.status_failure(reply, words.as_deref());
        match words {
            Some(words) if words.to_ascii_lowercase().contains("credit") => {
                EngineFailure { kind: FailureKind::Refused, ..failure }
            }
            _ => failure,
        }
    }

    /// Any block can be missing, so the echoed query identifies a page without results.
    fn page(&self, wire: &Wire) -> Result<SerpPage, EngineFailure> {
        if wire.organic.is_none() && !wire.search_parameters.0 {
            return Err(self
                .provider
                .failure(FailureKind::Broken, "answered without results and without the question"));
        }
        let organic = wire.organic.as_deref().unwrap_or_default();
        let mut draft = entries::draft(organic, &wire.people_also_ask, &wire.related_searches);
        draft.feature(SerpFeature::FeaturedSnippet, wire.answer_box.0);
        draft.feature(SerpFeature::AiOverview, wire.ai_overview.0);
        draft.feature(SerpFeature::KnowledgePanel, wire.knowledge_graph.0);
        draft.feature(SerpFeature::LocalPack, wire.places.0);
        draft.feature(SerpFeature::Shopping, wire.shopping.0);
        draft.feature(SerpFeature::Ads, wire.ads.0);
        draft.feature(SerpFeature::Videos, wire.videos.0);
        draft.feature(SerpFeature::Images, wire.images.0);
        draft.feature(SerpFeature::TopStories, wire.top_stories.0);
        Ok(draft.finish())
    }
}
