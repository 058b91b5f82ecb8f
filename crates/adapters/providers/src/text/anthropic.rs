//! Anthropic: `POST /v1/messages`. The newest version of the API has no sampling parameters.

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
use crate::http::{Provider, ProviderClient, Reply};
use crate::link::Policy;
use crate::settings::{BaseUrl, SetupError, hidden, required, sandbox_credential};
use crate::wire::maybe;

const NAME: &str = "anthropic";
const VERSION: &str = "2026-10-21";

/// Settings below `text.anthropic`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The workspace's API key.
    #[serde(serialize_with = "hidden")]
    pub api_key: Option<SecretString>,
    /// The name of the model.
    pub model: String,
    /// How much the model thinks and writes, if not the default.
    pub effort: Option<Effort>,
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

/// How much a model thinks and writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
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
            model: "claude-sonnet-5-5".to_owned(),
            effort: None,
            thinking_tokens: ROOM_FOR_THINKING,
            concurrency: USUAL_CONCURRENCY,
            requests_per_minute: None,
            input_price: None,
            output_price: None,
            base_url: BaseUrl::of_provider("https://api.anthropic.com"),
        }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        Self {
            api_key: Some(sandbox_credential()),
            base_url: BaseUrl::in_sandbox(base, "anthropic"),
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
    let key = required(settings.api_key.as_ref(), NAME, "text.anthropic.api_key")?;
    Ok(Arc::new(Anthropic {
        provider: Provider::new(NAME, client, vec![key.clone()]),
        key,
        address: settings.base_url.at("/v1/messages"),
        model: settings.model.clone(),
        effort: settings.effort,
        thinking_tokens: settings.thinking_tokens,
        prices: TokenPrices::of(settings.input_price, settings.output_price),
    }))
}

pub(crate) fn policy(settings: &Settings) -> Policy {
    super::policy(settings.concurrency, settings.requests_per_minute)
}

struct Anthropic {
    provider: Provider,
    key: SecretString,
    address: String,
    model: String,
    effort: Option<Effort>,
    thinking_tokens: u32,
    prices: Option<TokenPrices>,
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    max_tokens: u32,
    #[serde(skip_serializing_if = "str::is_empty")]
    system: &'a str,
    messages: [Question<'a>; 1],
    #[serde(skip_serializing_if = "OutputConfig::is_empty")]
    output_config: OutputConfig<'a>,
    stream: bool,
}

#[derive(Serialize)]
struct Question<'a> {
    role: &'static str,
    content: &'a str,
}

#[derive(Serialize)]
struct OutputConfig<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    effort: Option<Effort>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<Format<'a>>,
}

impl OutputConfig<'_> {
    const fn is_empty(&self) -> bool {
        self.effort.is_none() && self.format.is_none()
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Format<'a> {
    JsonSchema { schema: Schema<'a> },
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Event {
    MessageStart {
        message: Message,
    },
    ContentBlockStart {
        content_block: Block,
    },
    ContentBlockDelta {
        delta: Block,
    },
    MessageDelta {
        delta: End,
        #[serde(default, deserialize_with = "maybe")]
        usage: Option<Usage>,
    },
    MessageStop,
    Error {
        error: Complaint,
    },
    /// A reply that is not streamed.
    Message(Message),
    #[serde(other)]
    Other,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Message {
    #[serde(deserialize_with = "maybe")]
    model: Option<String>,
    content: Vec<Block>,
    stop_reason: Option<String>,
    #[serde(deserialize_with = "maybe")]
    usage: Option<Usage>,
}

/// A piece of the answer, or something beside it: thoughts, signatures, citations.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block {
    #[serde(alias = "text_delta")]
    Text { text: String },
    #[serde(other)]
    Other,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct End {
    stop_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Usage {
    #[serde(rename = "input_tokens")]
    input: Option<u64>,
    #[serde(rename = "cache_creation_input_tokens")]
    written_to_cache: Option<u64>,
    #[serde(rename = "cache_read_input_tokens")]
    read_from_cache: Option<u64>,
    #[serde(rename = "output_tokens")]
    output: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Envelope {
    error: Complaint,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Complaint {
    #[serde(rename = "type", deserialize_with = "maybe")]
    kind: Option<String>,
    #[serde(deserialize_with = "maybe")]
    message: Option<String>,
    #[serde(deserialize_with = "maybe")]
    details: Option<Details>,
}

#[derive(Debug, Deserialize)]
struct Details {
    error_code: String,
}

#[async_trait]
impl Engine<TextRequest, WrittenText> for Anthropic {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, order: &TextRequest) -> Result<WrittenText, EngineFailure> {
        dictation::write(self, order).await
    }
}

impl Dialect for Anthropic {
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
        let format = order.form.as_ref().map(|form| {
            let schema = Schema::new(&form.schema, Bounds::No);
            Format::JsonSchema { schema }
        });
        let request = Request {
            model: &self.model,
            max_tokens: order.token_limit(self.thinking_tokens),
            system: &order.system,
            messages: [Question { role: "user", content: &order.prompt }],
            output_config: OutputConfig { effort: self.effort, format },
            stream: true,
        };
        self.provider
            .post(self.address.clone())
            .bearer_auth(self.key.expose_secret())
            .header("anthropic-version", VERSION)
            .json(&request)
    }

    fn take_down(&self, event: &str, draft: &mut Draft) -> Result<Progress, EngineFailure> {
        match serde_json::from_str(event).map_err(|error| self.provider.malformed(&error))? {
            Event::MessageStart { message } | Event::Message(message) => self.take_message(message, draft)?,
            Event::ContentBlockStart { content_block: block } | Event::ContentBlockDelta { delta: block } => {
                take_block(&block, draft);
            }
            Event::MessageDelta { delta, usage } => {
                self.take_end(delta.stop_reason.as_deref(), usage.as_ref(), draft)?;
            }
            Event::MessageStop => return Ok(Progress::Over),
            Event::Error { error } => {
                let kind = error.failure_kind().unwrap_or(FailureKind::Broken);
                return Err(failed_midway(&self.provider, kind, &error.words()));
            }
            Event::Other => {}
        }
        Ok(Progress::Going)
    }

    fn refusal(&self, reply: &Reply) -> EngineFailure {
        let complaint = self.provider.json::<Envelope>(reply).unwrap_or_default().error;
        let failure = self.provider.status_failure(reply, Some(&complaint.words()));
        EngineFailure { kind: complaint.failure_kind().unwrap_or(failure.kind), ..failure }
    }
}

impl Anthropic {
    fn take_message(&self, message: Message, draft: &mut Draft) -> Result<(), EngineFailure> {
        draft.model = message.model.or(draft.model.take());
        for block in &message.content {
            take_block(block, draft);
        }
        self.take_end(message.stop_reason.as_deref(), message.usage.as_ref(), draft)
    }

    fn take_end(
        &self,
        stop_reason: Option<&str>,
        usage: Option<&Usage>,
        draft: &mut Draft,
    ) -> Result<(), EngineFailure> {
        if let Some(usage) = usage {
            usage.add_to(draft.usage.get_or_insert_default());
        }
        draft.ending = match stop_reason {
            None => draft.ending,
            Some("end_turn" | "stop_sequence") => Some(Ending::Complete),
            Some("max_tokens" | "model_context_window_exceeded") => Some(Ending::CutOff),
            Some(reason @ "refusal") => return Err(dictation::declined(&self.provider, reason)),
            Some(reason) => return Err(odd_ending(&self.provider, reason)),
        };
        Ok(())
    }
}

fn take_block(block: &Block, draft: &mut Draft) {
    if let Block::Text { text } = block {
        draft.text.push_str(text);
    }
}

impl Usage {
    /// The figures are totals, and each event has some of them.
    fn add_to(&self, known: &mut TokenUsage) {
        if self.input.is_some() {
            let read = [self.input, self.written_to_cache, self.read_from_cache];
            known.input = read.into_iter().flatten().fold(0, u64::saturating_add);
        }
        known.output = self.output.unwrap_or(known.output);
    }
}

impl Complaint {
    fn words(&self) -> String {
        let code = self.details.as_ref().map(|details| details.error_code.as_str());
        [self.kind.as_deref(), code, self.message.as_deref()]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The kind of failure, if the error names it.
    fn failure_kind(&self) -> Option<FailureKind> {
        // Waiting does not help then, though the status is the one of too many requests.
        if self.details.as_ref().is_some_and(|details| details.error_code == "enforced_spend_limit_reached") {
            return Some(FailureKind::Refused);
        }
        let says = |words: &str| self.message.as_ref().is_some_and(|message| message.contains(words));
        match self.kind.as_deref()? {
            // Only the message distinguishes these from an invalid request.
            "invalid_request_error" if says("credit balance is too low") => Some(FailureKind::Refused),
            "invalid_request_error" if says("content filtering policy") => Some(FailureKind::Declined),
            "authentication_error" | "billing_error" | "permission_error" | "not_found_error" => {
                Some(FailureKind::Refused)
            }
            "rate_limit_error" | "overloaded_error" => Some(FailureKind::Throttled),
            _ => None,
        }
    }
}
