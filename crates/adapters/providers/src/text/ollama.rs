//! Ollama: `GET /api/tags` lists the installed models, and one of them writes through `POST
//! /v1/chat/completions`.

use std::num::NonZeroU16;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use ports::{Engine, EngineFailure, FailureKind, TextRequest, WrittenText};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;
use tokio::time::Instant;
use url::Url;

use super::openai::{self, Effort, OpenAi};
use super::prices::TokenPrice;
use super::{dictation, own_server_policy};
use crate::http::{Provider, ProviderClient};
use crate::link::Policy;
use crate::settings::{BaseUrl, SetupError};
use crate::wire;

const NAME: &str = "ollama";
/// The path of the API in `OpenAI`'s format.
const VERSION: &str = "/v1";
/// The time limit for the list of models, which is read from disk.
const LIST_LIMIT: Duration = Duration::from_secs(10);
/// How long the chosen model is cached, so that a model that is installed later is used without a restart.
const CHOICE_HOLDS: Duration = Duration::from_mins(1);
/// The most names that an error lists.
const MOST_NAMES: usize = 5;

/// Settings below `text.ollama`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The model; by default the largest one that is installed.
    pub model: Option<String>,
    /// How much a model that can think does so.
    pub reasoning_effort: Option<Effort>,
    /// How many texts are written at once.
    pub concurrency: NonZeroU16,
    /// What a million input tokens cost, in US dollars; used only for the costs that operators see.
    pub input_price: Option<TokenPrice>,
    /// What a million output tokens cost, in US dollars.
    pub output_price: Option<TokenPrice>,
    /// The URL of the server.
    pub base_url: BaseUrl,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            model: None,
            reasoning_effort: None,
            // Ollama works on one request at a time unless it is configured otherwise.
            concurrency: NonZeroU16::MIN,
            input_price: None,
            output_price: None,
            base_url: BaseUrl::of_provider("http://127.0.0.1:11434"),
        }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        Self { base_url: BaseUrl::in_sandbox(base, "ollama"), ..Self::default() }
    }

    pub(crate) fn at(base_url: BaseUrl) -> Self {
        Self { base_url, ..Self::default() }
    }

    /// The model that the server would use now.
    pub async fn used_model(&self, client: &ProviderClient) -> Result<String, EngineFailure> {
        Ok(Ollama::new(self, client).choose().await?.name)
    }
}

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<TextRequest, WrittenText>>, SetupError> {
    if settings.model.as_ref().is_some_and(|model| model.trim().is_empty()) {
        let reason = "must be the name of a model, or not set".to_owned();
        return Err(SetupError::Invalid { setting: "text.ollama.model", reason });
    }
    Ok(Arc::new(Ollama::new(settings, client)))
}

pub(crate) fn policy(settings: &Settings) -> Policy {
    own_server_policy(settings.concurrency, None)
}

struct Ollama {
    provider: Provider,
    client: ProviderClient,
    settings: Settings,
    chosen: Mutex<Option<Chosen>>,
}

#[derive(Clone)]
struct Chosen {
    model: Arc<OpenAi>,
    until: Instant,
}

#[derive(Deserialize)]
struct Tags {
    #[serde(deserialize_with = "wire::list")]
    models: Option<Vec<Installed>>,
}

#[derive(Debug, Clone, Deserialize)]
struct Installed {
    name: String,
    #[serde(default)]
    size: u64,
    /// Set for a model that runs on another machine.
    #[serde(default)]
    remote_host: Option<String>,
    /// Older servers do not list capabilities.
    #[serde(default)]
    capabilities: Vec<String>,
    #[serde(default)]
    details: Details,
}

#[derive(Debug, Clone, Default, Deserialize)]
struct Details {
    #[serde(default)]
    family: String,
}

#[async_trait]
impl Engine<TextRequest, WrittenText> for Ollama {
    fn name(&self) -> &'static str {
        NAME
    }

    async fn call(&self, order: &TextRequest) -> Result<WrittenText, EngineFailure> {
        let model = self.model().await?;
        let written = dictation::write(&*model, order).await;
        if written.is_err() {
            // The model may have been removed.
            *self.chosen.lock().await = None;
        }
        written
    }
}

impl Ollama {
    fn new(settings: &Settings, client: &ProviderClient) -> Self {
        Self {
            provider: Provider::new(NAME, client, Vec::new()),
            client: client.clone(),
            settings: settings.clone(),
            chosen: Mutex::new(None),
        }
    }

    /// The chosen model. The list is requested once, however many texts wait for it.
    async fn model(&self) -> Result<Arc<OpenAi>, EngineFailure> {
        let mut chosen = self.chosen.lock().await;
        if let Some(chosen) = chosen.as_ref().filter(|chosen| Instant::now() < chosen.until) {
            return Ok(chosen.model.clone());
        }
        let model = Arc::new(self.connect(self.choose().await?));
        *chosen = Some(Chosen { model: model.clone(), until: Instant::now() + CHOICE_HOLDS });
        Ok(model)
    }

    fn connect(&self, installed: Installed) -> OpenAi {
        let settings = openai::Settings {
            reasoning_effort: self.settings.reasoning_effort.or_else(|| installed.usual_effort()),
            model: installed.name,
            input_price: self.settings.input_price,
            output_price: self.settings.output_price,
            base_url: self.settings.base_url.with_version(VERSION),
            ..openai::Settings::default()
        };
        OpenAi::new(NAME, &self.client, None, settings)
    }

    async fn choose(&self) -> Result<Installed, EngineFailure> {
        let address = self.settings.base_url.without_version(VERSION).at("/api/tags");
        let reply = self.provider.send(self.provider.get(address).timeout(LIST_LIMIT)).await?;
        if !reply.status.is_success() {
            return Err(self.provider.status_failure(&reply, None));
        }
        let models = self.provider.json::<Tags>(&reply)?.models.unwrap_or_default();
        let chosen = match &self.settings.model {
            Some(wanted) => named(&models, wanted),
            None => largest(&models),
        };
        chosen.cloned().ok_or_else(|| {
            let reason = self.provider.quote(&nothing_to_use(&models, self.settings.model.as_deref()));
            EngineFailure { is_ours: true, ..self.provider.failure(FailureKind::NotSetUp, reason) }
        })
    }
}

impl Installed {
    fn writes(&self) -> bool {
        if self.capabilities.is_empty() {
            return !self.details.family.contains("bert") && !self.name.contains("embed");
        }
        self.capabilities.iter().any(|capability| capability == "completion")
    }

    /// Thoughts count toward the length of a text, so by default the model does not think.
    fn usual_effort(&self) -> Option<Effort> {
        self.capabilities.iter().any(|capability| capability == "thinking").then_some(Effort::None)
    }
}

/// The model with that name; its tag may be left out, as on Ollama's own command line.
fn named<'a>(models: &'a [Installed], wanted: &str) -> Option<&'a Installed> {
    let tagged = if wanted.contains(':') { wanted.to_owned() } else { format!("{wanted}:latest") };
    models.iter().find(|model| model.name == wanted || model.name == tagged)
}

/// The largest model that writes on this machine.
fn largest(models: &[Installed]) -> Option<&Installed> {
    let here = models.iter().filter(|model| model.writes() && model.remote_host.is_none());
    here.max_by(|a, b| a.size.cmp(&b.size).then_with(|| b.name.cmp(&a.name)))
}

fn nothing_to_use(models: &[Installed], wanted: Option<&str>) -> String {
    let Some(wanted) = wanted else {
        return "answers, but no model is installed; run `ollama pull MODEL`".to_owned();
    };
    let names: Vec<&str> = models.iter().filter(|model| model.writes()).map(|model| &*model.name).collect();
    let instead = match names.as_slice() {
        [] => String::new(),
        names => format!(
            ", or set text.ollama.model to one of {}",
            names[..names.len().min(MOST_NAMES)].join(", ")
        ),
    };
    format!("answers, but the model {wanted} is not installed; run `ollama pull {wanted}`{instead}")
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::{Value, json};

    use super::*;

    fn models(listed: Value) -> Vec<Installed> {
        serde_json::from_value(listed).unwrap()
    }

    #[rstest]
    #[case::size(json!([{ "name": "a:latest", "size": 1 }, { "name": "b:7b", "size": 2 }]), Some("b:7b"))]
    #[case::embedding(
        json!([{ "name": "a:latest", "size": 1, "capabilities": ["completion"] }, { "name": "b", "size": 2, "capabilities": ["embedding"] }]),
        Some("a:latest")
    )]
    #[case::embedding_of_an_old_server(
        json!([
            { "name": "a:latest", "size": 1, "details": { "family": "llama" } },
            { "name": "all-minilm:latest", "size": 2, "details": { "family": "bert" } },
            { "name": "qwen3-embedding:8b", "size": 3, "details": { "family": "qwen3" } }
        ]),
        Some("a:latest")
    )]
    #[case::elsewhere(json!([{ "name": "a", "size": 1 }, { "name": "b-cloud", "size": 2, "remote_host": "https://ollama.example" }]), Some("a"))]
    #[case::same_size(json!([{ "name": "b", "size": 1 }, { "name": "a", "size": 1 }]), Some("a"))]
    #[case::nothing(json!([]), None)]
    #[case::nothing_that_writes(json!([{ "name": "b", "size": 2, "capabilities": ["embedding"] }]), None)]
    fn the_largest_model_that_writes_here_is_chosen(#[case] listed: Value, #[case] expected: Option<&str>) {
        assert_eq!(largest(&models(listed)).map(|model| model.name.as_str()), expected);
    }

    #[test]
    fn a_tag_may_be_left_out() {
        let models = models(json!([{ "name": "llama3.2:latest" }, { "name": "qwen3:8b" }]));
        let name = |wanted| named(&models, wanted).map(|model| model.name.as_str());
        assert_eq!(name("llama3.2"), Some("llama3.2:latest"));
        assert_eq!(name("llama3.2:latest"), Some("llama3.2:latest"));
        assert_eq!(name("qwen3:8b"), Some("qwen3:8b"));
        assert_eq!(name("qwen3"), None, "that would be qwen3:latest");
    }

    #[test]
    fn a_model_that_can_think_writes_at_once() {
        let models =
            models(json!([{ "name": "a", "capabilities": ["completion", "thinking"] }, { "name": "b" }]));
        assert_eq!(models[0].usual_effort(), Some(Effort::None));
        assert_eq!(models[1].usual_effort(), None, "others refuse to be told");
    }
}
