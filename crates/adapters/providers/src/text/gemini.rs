//! Gemini's text models: `POST /{version}/models/{model}:streamGenerateContent`.

use std::num::{NonZeroU16, NonZeroU32};
use std::sync::Arc;

use async_trait::async_trait;
use ports::text::{Ending, TokenUsage};
use ports::{Engine, EngineFailure, FailureKind, TextRequest, WrittenText};
use reqwest::RequestBuilder;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use url::Url;

use super::dictation::{self, Dialect, Draft, Progress, failed_midway, odd_ending};
use super::prices::{TokenPrice, TokenPrices};
use super::schema::{Bounds, Schema};
use super::{ROOM_FOR_THINKING, USUAL_CONCURRENCY};
use crate::gemini::{self, checked_step};
use crate::google::error::GoogleError;
use crate::http::{Provider, ProviderClient, Reply, kind_of_status};
use crate::link::Policy;
use crate::settings::{BaseUrl, SetupError, hidden, required, sandbox_credential};
use crate::wire::maybe;

const NAME: &str = "gemini";

/// Settings below `text.gemini`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The project's API key.
    #[serde(serialize_with = "hidden")]
    pub api_key: Option<SecretString>,
    /// The name of the model.
    pub model: String,
    /// The version of the API.
    pub version: String,
    /// How much the model thinks, if not the default.
    pub thinking_level: Option<ThinkingLevel>,
    /// Tokens for thinking, in addition to those of the text.
    pub thinking_tokens: u32,
    /// How many texts are written at once.
    pub concurrency: NonZeroU16,
    /// How many requests are allowed each minute, if that is known.
    pub requests_per_minute: Option<NonZeroU32>,
    /// What a million input tokens cost, in US dollars; used only for the costs that operators see.
    pub input_price: Option<TokenPrice>,
    /// What a million output tokens cost, in US dollars.
    pub output_price: Option<TokenPrice>,
    /// The base URL of the API.
    pub base_url: BaseUrl,
}

/// How much a model thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ThinkingLevel {
    Minimal,
    Low,
    Medium,
    High,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            api_key: None,
            model: "gemini-3.6-flash".to_owned(),
            version: "v1".to_owned(),
            thinking_level: None,
            thinking_tokens: ROOM_FOR_THINKING,
            concurrency: USUAL_CONCURRENCY,
            requests_per_minute: None,
            input_price: None,
            output_price: None,
            base_url: BaseUrl::of_provider("https://generativelanguage.googleapis.com"),
        }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        Self {
            api_key: Some(sandbox_credential()),
            base_url: BaseUrl::in_sandbox(base, "gemini"),
            // Stand-ins do not think.
            thinking_tokens: 0,
            ..Self::default()
        }
    }
}

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<TextRequest, WrittenText>>, SetupError> {
    let key = required(settings.api_key.as_ref(), NAME, "text.gemini.api_key")?;
    let model = checked_step(&settings.model, "text.gemini.model", "gemini-3.6-flash")?;
    let version = checked_step(&settings.version, "text.gemini.version", "v1")?;
    Ok(Arc::new(Gemini {
        provider: Provider::new(NAME, client, vec![key.clone()]),
        key,
        address: settings.base_url.at(&format!("/{version}/models/{model}:streamGenerateContent")),
        model: model.to_owned(),
        thinking_level: settings.thinking_level,
        thinking_tokens: settings.thinking_tokens,
        prices: TokenPrices::of(settings.input_price, settings.output_price),
    }))
}

pub(crate) fn policy(settings: &Settings) -> Policy {
    super::policy(settings.concurrency, settings.requests_per_minute)
}

struct Gemini {
    provider: Provider,
    key: SecretString,
    address: String,
    model: String,
    thinking_level: Option<ThinkingLevel>,
    thinking_tokens: u32,
    prices: Option<TokenPrices>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Request<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    system_instruction: Option<Said<'a>>,
    contents: [Said<'a>; 1],
    generation_config: GenerationConfig<'a>,
}

#[derive(Serialize)]
struct Said<'a> {
    role: &'static str,
    parts: [Words<'a>; 1],
}

#[derive(Serialize)]
struct Words<'a> {
    text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GenerationConfig<'a> {
    max_output_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking_config: Option<ThinkingConfig>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_mime_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_json_schema: Option<Schema<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ThinkingConfig {
    thinking_level: ThinkingLevel,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Chunk {
    candidates: Option<Vec<Candidate>>,
    prompt_feedback: Option<Feedback>,
    #[serde(deserialize_with = "maybe")]
    usage_metadata: Option<Usage>,
    #[serde(deserialize_with = "maybe")]
    model_version: Option<String>,
    error: Option<GoogleError>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Feedback {
    block_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Candidate {
    content: Option<Content>,
    finish_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Content {
    parts: Option<Vec<Part>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Part {
    /// Set for thoughts that precede the answer.
    thought: bool,
    text: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Usage {
    #[serde(rename = "promptTokenCount")]
    prompt: u64,
    #[serde(rename = "candidatesTokenCount")]
    answer: u64,
    #[serde(rename = "thoughtsTokenCount")]
    thoughts: u64,
}

#[async_trait]
impl Engine<TextRequest, WrittenText> for Gemini {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, order: &TextRequest) -> Result<WrittenText, EngineFailure> {
        dictation::write(self, order).await
    }
}

impl Dialect for Gemini {
    fn provider(&self) -> &Provider {
        &self.provider
    }

    fn model(&self) -> &str {
        &self.model
    }

    fn prices(&self) -> Option<TokenPrices> {
        self.prices
    }

    fn request(&self, order: &TextRequest) -> RequestBuilder {
        let said = |text| Said { role: "user", parts: [Words { text }] };
        let form = order.form.as_ref();
        let request = Request {
            system_instruction: (!order.system.is_empty()).then(|| said(&order.system)),
            contents: [said(&order.prompt)],
            generation_config: GenerationConfig {
                max_output_tokens: order.token_limit(self.thinking_tokens),
                thinking_config: self.thinking_level.map(|thinking_level| ThinkingConfig { thinking_level }),
                response_mime_type: form.map(|_| "application/json"),
                response_json_schema: form.map(|form| Schema::new(&form.schema, Bounds::No)),
            },
        };
        self.provider
            .post(self.address.clone())
            .query(&[("alt", "sse")])
            .header("x-goog-api-key", self.key.expose_secret())
            .json(&request)
    }

    fn take_down(&self, event: &str, draft: &mut Draft) -> Result<Progress, EngineFailure> {
        let chunk: Chunk = serde_json::from_str(event).map_err(|error| self.provider.malformed(&error))?;
        if let Some(error) = chunk.error {
            let kind = error.code().map_or(FailureKind::Broken, kind_of_status);
            let kind = if error.is_about_money() { FailureKind::Refused } else { kind };
            return Err(failed_midway(&self.provider, kind, &error.words()));
        }
        if let Some(reason) = chunk.prompt_feedback.and_then(|feedback| feedback.block_reason) {
            return Err(dictation::declined(&self.provider, &reason));
        }
        draft.model = chunk.model_version.or(draft.model.take());
        if let Some(usage) = chunk.usage_metadata {
            let output = usage.answer.saturating_add(usage.thoughts);
            draft.usage = Some(TokenUsage { input: usage.prompt, output });
        }
        // Only one answer is requested.
        if let Some(candidate) = chunk.candidates.into_iter().flatten().next() {
            let parts = candidate.content.and_then(|content| content.parts).unwrap_or_default();
            for part in parts.into_iter().filter(|part| !part.thought) {
                draft.text.push_str(&part.text.unwrap_or_default());
            }
            if let Some(reason) = candidate.finish_reason {
                draft.ending = Some(self.ending(&reason)?);
            }
        }
        Ok(Progress::Going)
    }

    fn refusal(&self, reply: &Reply) -> EngineFailure {
        gemini::refusal(&self.provider, reply)
    }
}

impl Gemini {
    fn ending(&self, reason: &str) -> Result<Ending, EngineFailure> {
        match reason {
            "STOP" => Ok(Ending::Complete),
            "MAX_TOKENS" => Ok(Ending::CutOff),
            "SAFETY" | "PROHIBITED_CONTENT" | "BLOCKLIST" | "SPII" => {
                Err(dictation::declined(&self.provider, reason))
            }
            // The model repeated its source, or does not support the language: another model may succeed.
            "RECITATION" | "LANGUAGE" => {
                let reason = format!("can't write this: {reason}");
                Err(self.provider.failure(FailureKind::Unsuitable, reason))
            }
            _ => Err(odd_ending(&self.provider, reason)),
        }
    }
}
