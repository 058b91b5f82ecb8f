//! `SearXNG`: a self-hosted meta search through `GET /search`.

use std::sync::Arc;

use async_trait::async_trait;
use domain::search::{SerpFeature, SerpPage, SerpQuery};
use ports::{Engine, EngineFailure, FailureKind};
use reqwest::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use super::desktop_only;
use super::page::{Draft, Found};
use crate::http::{Provider, ProviderClient};
use crate::link::Policy;
use crate::locale::language_tag;
use crate::settings::{BaseUrl, SetupError};
use crate::wire::{Present, extras, list, maybe};

const NAME: &str = "searxng";

/// Settings below `serp.searxng`.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The URL of the instance. It must allow the format `json`.
    pub base_url: Option<BaseUrl>,
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        Self { base_url: Some(BaseUrl::in_sandbox(base, "searxng")) }
    }
}

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<SerpQuery, SerpPage>>, SetupError> {
    let missing = SetupError::Missing { engine: NAME, setting: "serp.searxng.base_url" };
    let address = settings.base_url.as_ref().ok_or(missing)?.at("/search");
    Ok(Arc::new(SearXng { provider: Provider::new(NAME, client, Vec::new()), address }))
}

pub(crate) fn policy(_: &Settings) -> Policy {
    Policy::default()
}

struct SearXng {
    provider: Provider,
    address: String,
}

#[derive(Debug, Deserialize)]
struct Wire {
    #[serde(deserialize_with = "list")]
    results: Option<Vec<WebResult>>,
    #[serde(default)]
    answers: Present,
    #[serde(default)]
    infoboxes: Present,
    #[serde(default, deserialize_with = "extras")]
    suggestions: Vec<String>,
    #[serde(default, deserialize_with = "extras")]
    unresponsive_engines: Vec<Value>,
}

#[derive(Debug, Deserialize)]
struct WebResult {
    url: String,
    #[serde(default, deserialize_with = "maybe")]
    title: Option<String>,
    #[serde(default, deserialize_with = "maybe")]
    content: Option<String>,
    #[serde(default, rename = "publishedDate", deserialize_with = "maybe")]
    published: Option<String>,
}

#[async_trait]
impl Engine<SerpQuery, SerpPage> for SearXng {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, query: &SerpQuery) -> Result<SerpPage, EngineFailure> {
        desktop_only(&self.provider, query)?;
        let language = language_tag(query.language, query.country);
        let parameters = [
            ("q", query.text.as_str()),
            ("format", "json"),
            ("categories", "general"),
            ("language", &language),
            ("pageno", "1"),
        ];
        let reply = self.provider.send(self.provider.get(self.address.clone()).query(&parameters)).await?;
        match reply.status {
            StatusCode::FORBIDDEN => {
                let hint = "allow json in search.formats of its settings";
                Err(self.provider.status_failure(&reply, Some(hint)))
            }
            status if !status.is_success() => Err(self.provider.status_failure(&reply, None)),
            _ => self.page(&self.provider.json(&reply)?),
        }
    }
}

impl SearXng {
    /// If there are no results and engines behind the instance failed, it is unknown whether there are any.
    fn page(&self, wire: &Wire) -> Result<SerpPage, EngineFailure> {
        let Some(results) = &wire.results else {
            return Err(self.provider.failure(FailureKind::Broken, "answered without a list of results"));
        };
        if results.is_empty() && !wire.unresponsive_engines.is_empty() {
            let silent: Vec<_> = wire.unresponsive_engines.iter().map(Value::to_string).collect();
            let reason =
                format!("got no answer from its engines: {}", self.provider.quote(&silent.join(", ")));
            return Err(self.provider.failure(FailureKind::Broken, reason));
        }
        let mut draft = Draft::default();
        for result in results {
            draft.result(&Found {
                title: result.title.as_deref(),
                url: Some(&result.url),
                snippet: result.content.as_deref(),
                date: result.published.as_deref(),
            });
        }
        wire.suggestions.iter().for_each(|search| draft.related(search));
        draft.feature(SerpFeature::FeaturedSnippet, wire.answers.0);
        draft.feature(SerpFeature::KnowledgePanel, wire.infoboxes.0);
        Ok(draft.finish())
    }
}
