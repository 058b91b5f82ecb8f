//! `SerpApi`: Google's results page through `GET /search.json`.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::search::{SerpFeature, SerpPage, SerpQuery};
use ports::{Engine, EngineFailure, FailureKind};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use url::Url;

use super::entries::{self, Asked, Organic, Related};
use super::page::Draft;
use crate::http::{Provider, ProviderClient, Reply};
use crate::link::Policy;
use crate::locale::{country_or_usual, google_language};
use crate::settings::{BaseUrl, SetupError, hidden, required, sandbox_credential};
use crate::wire::{Present, extras, list};

const NAME: &str = "serpapi";

/// Settings below `serp.serpapi`.
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
        Self { api_key: None, base_url: BaseUrl::of_provider("https://serpapi.com") }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        Self { api_key: Some(sandbox_credential()), base_url: BaseUrl::in_sandbox(base, "serpapi") }
    }
}

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<SerpQuery, SerpPage>>, SetupError> {
    let key = required(settings.api_key.as_ref(), NAME, "serp.serpapi.api_key")?;
    let provider = Provider::new(NAME, client, vec![key.clone()]);
    Ok(Arc::new(SerpApi { provider, key, address: settings.base_url.at("/search.json") }))
}

pub(crate) fn policy(_: &Settings) -> Policy {
    Policy { attempt_limit: Duration::from_secs(15), price_microdollars: 15_000, ..Policy::default() }
}

struct SerpApi {
    provider: Provider,
    key: SecretString,
    address: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Wire {
    error: Option<String>,
    search_metadata: Metadata,
    #[serde(deserialize_with = "list")]
    organic_results: Option<Vec<Organic>>,
    #[serde(deserialize_with = "extras")]
    related_questions: Vec<Asked>,
    #[serde(deserialize_with = "extras")]
    related_searches: Vec<Related>,
    #[serde(flatten)]
    blocks: Blocks,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Metadata {
    status: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Blocks {
    answer_box: Present,
    ai_overview: Present,
    knowledge_graph: Present,
    local_results: Present,
    local_map: Present,
    shopping_results: Present,
    inline_shopping: Present,
    immersive_products: Present,
    ads: Present,
    inline_videos: Present,
    video_results: Present,
    inline_images: Present,
    images_results: Present,
    top_stories: Present,
    news_results: Present,
    discussions_and_forums: Present,
}

#[async_trait]
impl Engine<SerpQuery, SerpPage> for SerpApi {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, query: &SerpQuery) -> Result<SerpPage, EngineFailure> {
        let country = country_or_usual(query.country, query.language).map(|country| country.lower());
        let language = google_language(query.language, query.country).to_ascii_lowercase();
        let mut parameters = vec![
            ("engine", "google"),
            ("q", &query.text),
            ("hl", &language),
            ("device", query.device.as_str()),
            ("output", "json"),
            ("api_key", self.key.expose_secret()),
        ];
        parameters.extend(country.as_deref().map(|country| ("gl", country)));
        let reply = self.provider.send(self.provider.get(self.address.clone()).query(&parameters)).await?;
        if !reply.status.is_success() {
            return Err(self.refusal(&reply));
        }
        self.page(self.provider.json(&reply)?)
    }
}

impl SerpApi {
    /// An exhausted quota has the status of too many requests, but waiting does not help.
    fn refusal(&self, reply: &Reply) -> EngineFailure {
        let words = self.provider.json::<Wire>(reply).ok().and_then(|wire| wire.error);
        let failure = self.provider.status_failure(reply, words.as_deref());
        match words {
            Some(words)
                if failure.kind == FailureKind::Throttled && words.contains("run out of searches") =>
            {
                EngineFailure { kind: FailureKind::Refused, ..failure }
            }
            _ => failure,
        }
    }

    /// An `error` beside the status `Success` means that there are no results.
    fn page(&self, wire: Wire) -> Result<SerpPage, EngineFailure> {
        if wire.search_metadata.status != "Success" {
            let words = wire.error.unwrap_or_else(|| format!("status {:?}", wire.search_metadata.status));
            let reason = format!("could not search: {}", self.provider.quote(&words));
            return Err(self.provider.failure(FailureKind::Broken, reason));
        }
        let organic = wire.organic_results.as_deref().unwrap_or_default();
        let mut draft = entries::draft(organic, &wire.related_questions, &wire.related_searches);
        wire.blocks.note(&mut draft);
        Ok(draft.finish())
    }
}

impl Blocks {
    fn note(&self, draft: &mut Draft) {
        let any = |blocks: &[Present]| blocks.contains(&Present(true));
        let Self { shopping_results, inline_shopping, immersive_products, .. } = *self;
        draft.feature(SerpFeature::FeaturedSnippet, self.answer_box.0);
        draft.feature(SerpFeature::AiOverview, self.ai_overview.0);
        draft.feature(SerpFeature::KnowledgePanel, self.knowledge_graph.0);
        draft.feature(SerpFeature::LocalPack, any(&[self.local_results, self.local_map]));
        draft.feature(SerpFeature::Shopping, any(&[shopping_results, inline_shopping, immersive_products]));
        draft.feature(SerpFeature::Ads, self.ads.0);
        draft.feature(SerpFeature::Videos, any(&[self.inline_videos, self.video_results]));
        draft.feature(SerpFeature::Images, any(&[self.inline_images, self.images_results]));
        draft.feature(SerpFeature::TopStories, any(&[self.top_stories, self.news_results]));
        draft.feature(SerpFeature::Discussions, self.discussions_and_forums.0);
    }
}
