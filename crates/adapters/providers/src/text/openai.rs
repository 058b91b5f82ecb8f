//! `OpenAI` and all servers with its format: `POST /chat/completions`.

use std::num::{NonZeroU16, NonZeroU32};
use std::sync::Arc;

use async_trait::async_trait;
use ports::text::{Ending, JsonForm, TokenUsage};
use ports::{Engine, EngineFailure, FailureKind, TextRequest, WrittenText};
use reqwest::RequestBuilder;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use url::Url;

use super::dictation::{self, Dialect, Draft, Patience, Progress, failed_midway, odd_ending};
use super::prices::{TokenPrice, TokenPrices};
use super::schema::{Bounds, Schema};
use super::{ROOM_FOR_THINKING, USUAL_CONCURRENCY, own_server_policy};
use crate::http::{Provider, ProviderClient, Reply};
use crate::link::Policy;
use crate::openai::{self, Complaint};
use crate::settings::{BaseUrl, SetupError, hidden, required, sandbox_credential};
use crate::wire::maybe;

const NAME: &str = "openai";
/// The domain of the provider itself, for all regions.
const HOME: &str = "api.openai.com";
/// The domain of its models at Microsoft, with one host for each customer.
const AZURE: &str = "openai.azure.com";
const DONE: &str = "[DONE]";

/// Settings below `text.openai`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The project's API key. Self-hosted servers may need none.
    #[serde(serialize_with = "hidden")]
    pub api_key: Option<SecretString>,
    /// The name of the model.
    pub model: String,
    /// The role of instructions.
    pub system_role: SystemRole,
    /// The parameter that limits the length of a text; by default it depends on the URL.
    pub token_limit: Option<TokenLimit>,
    /// The temperature, from 0 to 2. Thinking models accept only their default.
    pub temperature: Option<f64>,
    /// How much the model thinks, if it does.
    pub reasoning_effort: Option<Effort>,
    /// Tokens for thinking, in addition to those of the text; the default depends on the URL.
    pub thinking_tokens: Option<u32>,
    /// How many texts are written at once.
    pub concurrency: NonZeroU16,
    /// How many requests are allowed each minute, if that is known.
    pub requests_per_minute: Option<NonZeroU32>,
    /// What a million input tokens cost, in US dollars; used only for the costs that operators see.
    pub input_price: Option<TokenPrice>,
    /// What a million output tokens cost, in US dollars.
    pub output_price: Option<TokenPrice>,
    /// The base URL of the API, with its version.
    pub base_url: BaseUrl,
}

/// The role of instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SystemRole {
    /// The role that every server supports.
    System,
    /// The role that newer models of the provider itself use.
    Developer,
}

/// The parameter that limits the length of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenLimit {
    /// For self-hosted servers.
    MaxTokens,
    /// For the provider itself.
    MaxCompletionTokens,
}

/// How much a model thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    None,
    Minimal,
    Low,
    Medium,
    High,
    Xhigh,
    Max,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            api_key: None,
            model: "gpt-5.4-mini".to_owned(),
            system_role: SystemRole::System,
            token_limit: None,
            temperature: None,
            reasoning_effort: None,
            thinking_tokens: None,
            concurrency: USUAL_CONCURRENCY,
            requests_per_minute: None,
            input_price: None,
            output_price: None,
            base_url: BaseUrl::of_provider("https://api.openai.com/v1"),
        }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        Self {
            api_key: Some(sandbox_credential()),
            base_url: BaseUrl::in_sandbox(base, "openai/v1"),
            ..Self::default()
        }
    }

    /// A server without an API key counts as self-hosted: it loads models from disk and may be slow, but does
    /// not bill.
    const fn is_own_server(&self) -> bool {
        self.api_key.is_none()
    }

    /// Whether this is the provider itself, whose models think and require a key.
    fn is_home(&self) -> bool {
        self.base_url.has_host(HOME)
            || self.base_url.has_host_below(HOME)
            || self.base_url.has_host_below(AZURE)
    }

    fn token_limit(&self) -> TokenLimit {
        let usual = if self.is_home() { TokenLimit::MaxCompletionTokens } else { TokenLimit::MaxTokens };
        self.token_limit.unwrap_or(usual)
    }

    /// Other servers may refuse a limit beyond their context, and a model that is configured not to think
    /// needs no tokens for it.
    fn thinking_tokens(&self) -> u32 {
        let thinks = self.is_home() && self.reasoning_effort != Some(Effort::None);
        self.thinking_tokens.unwrap_or(if thinks { ROOM_FOR_THINKING } else { 0 })
    }
}

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<TextRequest, WrittenText>>, SetupError> {
    let key = match &settings.api_key {
        None if !settings.is_home() => None,
        key => Some(required(key.as_ref(), NAME, "text.openai.api_key")?),
    };
    if settings.temperature.is_some_and(|temperature| !(0.0..=2.0).contains(&temperature)) {
        let reason = "must be between 0 and 2".to_owned();
        return Err(SetupError::Invalid { setting: "text.openai.temperature", reason });
    }
    Ok(Arc::new(OpenAi::new(NAME, client, key, settings.clone())))
}

pub(crate) fn policy(settings: &Settings) -> Policy {
    let policy = if settings.is_own_server() { own_server_policy } else { super::policy };
    policy(settings.concurrency, settings.requests_per_minute)
}

/// An engine with the format.
pub(super) struct OpenAi {
    provider: Provider,
    key: Option<SecretString>,
    address: String,
    token_limit: TokenLimit,
    thinking_tokens: u32,
    settings: Settings,
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    messages: Vec<Message<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<Effort>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<ResponseFormat<'a>>,
    stream: bool,
    stream_options: StreamOptions,
}

#[derive(Serialize)]
struct Message<'a> {
    role: SystemRoleOrUser,
    content: &'a str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum SystemRoleOrUser {
    System(SystemRole),
    User(&'static str),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ResponseFormat<'a> {
    JsonSchema { json_schema: NamedSchema<'a> },
}

#[derive(Serialize)]
struct NamedSchema<'a> {
    name: &'static str,
    strict: bool,
    schema: Schema<'a>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

/// A piece of a stream, or the whole answer of a server that does not stream.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Chunk {
    #[serde(deserialize_with = "maybe")]
    model: Option<String>,
    choices: Option<Vec<Choice>>,
    #[serde(deserialize_with = "maybe")]
    usage: Option<Usage>,
    error: Option<Complaint>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Choice {
    #[serde(alias = "message")]
    delta: Option<Delta>,
    finish_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Delta {
    content: Option<String>,
    refusal: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Usage {
    prompt_tokens: u64,
    completion_tokens: u64,
}

#[async_trait]
impl Engine<TextRequest, WrittenText> for OpenAi {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, order: &TextRequest) -> Result<WrittenText, EngineFailure> {
        dictation::write(self, order).await
    }
}

impl Dialect for OpenAi {
    fn provider(&self) -> &Provider {
        &self.provider
    }

    fn model(&self) -> &str {
        &self.settings.model
    }

    fn prices(&self) -> Option<TokenPrices> {
        TokenPrices::of(self.settings.input_price, self.settings.output_price)
    }

    fn patience(&self) -> Patience {
        if self.settings.is_own_server() { Patience::OWN_SERVER } else { Patience::PROVIDER }
    }

    fn request(&self, order: &TextRequest) -> RequestBuilder {
        let most = order.token_limit(self.thinking_tokens);
        let limit = |named| (self.token_limit == named).then_some(most);
        let system =
            Message { role: SystemRoleOrUser::System(self.settings.system_role), content: &order.system };
        let user = Message { role: SystemRoleOrUser::User("user"), content: &order.prompt };
        let request = Request {
            model: &self.settings.model,
            messages: [system, user].into_iter().filter(|message| !message.content.is_empty()).collect(),
            max_tokens: limit(TokenLimit::MaxTokens),
            max_completion_tokens: limit(TokenLimit::MaxCompletionTokens),
            temperature: self.settings.temperature,
            reasoning_effort: self.settings.reasoning_effort,
            response_format: order.form.as_ref().map(|form| response_format(form, self.bounds())),
            stream: true,
            stream_options: StreamOptions { include_usage: true },
        };
        let call = self.provider.post(self.address.clone()).json(&request);
        match &self.key {
            Some(key) => call.bearer_auth(key.expose_secret()),
            None => call,
        }
    }

    fn take_down(&self, event: &str, draft: &mut Draft) -> Result<Progress, EngineFailure> {
        if event.trim() == DONE {
            return Ok(Progress::Over);
        }
        let chunk: Chunk = serde_json::from_str(event).map_err(|error| self.provider.malformed(&error))?;
        if let Some(complaint) = chunk.error {
            let kind = complaint.kind().unwrap_or(FailureKind::Broken);
            return Err(failed_midway(&self.provider, kind, &complaint.words()));
        }
        draft.model = chunk.model.or(draft.model.take());
        if let Some(usage) = chunk.usage {
            draft.usage = Some(TokenUsage { input: usage.prompt_tokens, output: usage.completion_tokens });
        }
        // Only one answer is requested.
        if let Some(choice) = chunk.choices.into_iter().flatten().next() {
            let delta = choice.delta.unwrap_or_default();
            draft.text.push_str(&delta.content.unwrap_or_default());
            draft.refusal.push_str(&delta.refusal.unwrap_or_default());
            if let Some(reason) = choice.finish_reason {
                draft.ending = Some(self.ending(&reason)?);
            }
        }
        Ok(Progress::Going)
    }

    fn refusal(&self, reply: &Reply) -> EngineFailure {
        openai::refusal(&self.provider, reply)
    }
}

impl OpenAi {
    /// An engine that is called `name`.
    pub(super) fn new(
        name: &'static str,
        client: &ProviderClient,
        key: Option<SecretString>,
        settings: Settings,
    ) -> Self {
        Self {
            provider: Provider::new(name, client, key.iter().cloned().collect()),
            key,
            address: settings.base_url.at("/chat/completions"),
            token_limit: settings.token_limit(),
            thinking_tokens: settings.thinking_tokens(),
            settings,
        }
    }

    const fn bounds(&self) -> Bounds {
        if self.settings.is_own_server() { Bounds::Every } else { Bounds::OfLists }
    }

    fn ending(&self, reason: &str) -> Result<Ending, EngineFailure> {
        match reason {
            "stop" => Ok(Ending::Complete),
            "length" => Ok(Ending::CutOff),
            "content_filter" => Err(dictation::declined(&self.provider, reason)),
            _ => Err(odd_ending(&self.provider, reason)),
        }
    }
}

fn response_format(form: &JsonForm, bounds: Bounds) -> ResponseFormat<'_> {
    let schema = Schema::new(&form.schema, bounds);
    ResponseFormat::JsonSchema { json_schema: NamedSchema { name: form.name, strict: true, schema } }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[rstest::rstest]
    #[case::home(json!({}), TokenLimit::MaxCompletionTokens)]
    #[case::region(json!({ "base_url": "https://eu.api.openai.com/v1" }), TokenLimit::MaxCompletionTokens)]
    #[case::azure(json!({ "base_url": "https://mine.openai.azure.com/openai/v1" }), TokenLimit::MaxCompletionTokens)]
    #[case::own_server(json!({ "base_url": "http://127.0.0.1:8080/v1" }), TokenLimit::MaxTokens)]
    #[case::set(json!({ "token_limit": "max_tokens" }), TokenLimit::MaxTokens)]
    #[case::look_alike(json!({ "base_url": "https://api.openai.com.example/v1" }), TokenLimit::MaxTokens)]
    #[case::ending_alike(json!({ "base_url": "https://notapi.openai.com/v1" }), TokenLimit::MaxTokens)]
    fn the_limit_is_called_as_the_address_lets_expect(#[case] settings: Value, #[case] limit: TokenLimit) {
        let settings: Settings = serde_json::from_value(settings).unwrap();
        assert_eq!(settings.token_limit(), limit);
    }

    #[rstest::rstest]
    #[case::home(json!({}), ROOM_FOR_THINKING)]
    #[case::told_not_to(json!({ "reasoning_effort": "none" }), 0)]
    #[case::own_server(json!({ "base_url": "http://127.0.0.1:8080/v1" }), 0)]
    #[case::set(json!({ "base_url": "http://127.0.0.1:8080/v1", "thinking_tokens": 500 }), 500)]
    fn models_that_think_get_room_for_it(#[case] settings: Value, #[case] tokens: u32) {
        let settings: Settings = serde_json::from_value(settings).unwrap();
        assert_eq!(settings.thinking_tokens(), tokens);
    }
}
