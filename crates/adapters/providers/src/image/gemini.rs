//! Gemini's image models: `POST /v1/models/{model}:generateContent`.

use std::sync::Arc;

use async_trait::async_trait;
use domain::images::DrawingRequest;
use ports::images::Drawing;
use ports::{Engine, EngineFailure, FailureKind};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::json;
use url::Url;

use super::file::InBase64;
use super::{LONGEST_JSON, aspect_ratio, drawing, prompt};
use crate::gemini::{checked_step, refusal};
use crate::http::{Provider, ProviderClient};
use crate::link::Policy;
use crate::settings::{BaseUrl, SetupError, hidden, required, sandbox_credential};
use crate::wire::maybe;

const NAME: &str = "gemini";

/// Settings below `image.gemini`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The project's API key.
    #[serde(serialize_with = "hidden")]
    pub api_key: Option<SecretString>,
    /// The name of the model.
    pub model: String,
    /// The size that the model draws; images are scaled to the requested size afterwards.
    pub image_size: DrawnSize,
    /// The base URL of the API.
    pub base_url: BaseUrl,
}

/// The pixels of the longer side, in thousands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
pub enum DrawnSize {
    /// 1,000 pixels.
    #[serde(rename = "1K")]
    OneThousand,
    /// 2,000 pixels.
    #[serde(rename = "2K")]
    TwoThousand,
    /// 4,000 pixels.
    #[serde(rename = "4K")]
    FourThousand,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            api_key: None,
            model: "gemini-3.1-flash-image".to_owned(),
            image_size: DrawnSize::OneThousand,
            base_url: BaseUrl::of_provider("https://generativelanguage.googleapis.com"),
        }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        Self {
            api_key: Some(sandbox_credential()),
            base_url: BaseUrl::in_sandbox(base, "gemini"),
            ..Self::default()
        }
    }
}

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<DrawingRequest, Drawing>>, SetupError> {
    let key = required(settings.api_key.as_ref(), NAME, "image.gemini.api_key")?;
    let model = checked_step(&settings.model, "image.gemini.model", "gemini-3.1-flash-image")?;
    let provider = Provider::new(NAME, client, vec![key.clone()]).with_body_limit(LONGEST_JSON);
    Ok(Arc::new(Gemini {
        provider,
        key,
        address: settings.base_url.at(&format!("/v1/models/{model}:generateContent")),
        model: model.to_owned(),
        image_size: settings.image_size,
    }))
}

pub(crate) fn policy(settings: &Settings) -> Policy {
    let price = match settings.image_size {
        DrawnSize::OneThousand => 67_000,
        DrawnSize::TwoThousand => 101_000,
        DrawnSize::FourThousand => 151_000,
    };
    super::policy(16, price)
}

struct Gemini {
    provider: Provider,
    key: SecretString,
    address: String,
    model: String,
    image_size: DrawnSize,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Wire {
    #[serde(deserialize_with = "maybe")]
    prompt_feedback: Option<Feedback>,
    candidates: Vec<Candidate>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Feedback {
    block_reason: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Candidate {
    content: Content,
    finish_reason: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Content {
    parts: Vec<Part>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Part {
    /// Set for drafts and thoughts that precede the answer.
    thought: bool,
    text: String,
    inline_data: Option<InlineData>,
}

#[derive(Debug, Deserialize)]
struct InlineData {
    data: InBase64,
}

#[async_trait]
impl Engine<DrawingRequest, Drawing> for Gemini {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, order: &DrawingRequest) -> Result<Drawing, EngineFailure> {
        let request = json!({
            "contents": [{ "role": "user", "parts": [{ "text": prompt::instructions(order) }] }],
            "generationConfig": {
                "responseModalities": ["IMAGE"],
                "imageConfig": { "aspectRatio": aspect_ratio(order.size), "imageSize": self.image_size },
            },
        });
        let call =
            self.provider.post(self.address.clone()).header("x-goog-api-key", self.key.expose_secret());
        let reply = self.provider.send(call.json(&request)).await?;
        if !reply.status.is_success() {
            return Err(refusal(&self.provider, &reply));
        }
        let file = self.file(self.provider.json(&reply)?)?;
        Ok(drawing(file.0, &self.model, None))
    }
}

impl Gemini {
    fn file(&self, wire: Wire) -> Result<InBase64, EngineFailure> {
        if let Some(feedback) = wire.prompt_feedback {
            let reason = format!("declined the prompt: {}", self.provider.quote(&feedback.block_reason));
            return Err(self.provider.failure(FailureKind::Declined, reason));
        }
        let Some(candidate) = wire.candidates.into_iter().next() else {
            return Err(self.provider.failure(FailureKind::Broken, "answered without a candidate"));
        };
        let mut words = String::new();
        for part in candidate.content.parts.into_iter().filter(|part| !part.thought) {
            match part.inline_data {
                Some(inline) => return Ok(inline.data),
                None => words.push_str(&part.text),
            }
        }
        Err(self.without_picture(&candidate.finish_reason, &words))
    }

    /// Text instead of an image is the decision of this model, so another one may still draw the image.
    fn without_picture(&self, finish_reason: &str, words: &str) -> EngineFailure {
        let kind = match finish_reason {
            "SAFETY"
            | "IMAGE_SAFETY"
            | "PROHIBITED_CONTENT"
            | "IMAGE_PROHIBITED_CONTENT"
            | "BLOCKLIST"
            | "SPII"
            | "RECITATION"
            | "IMAGE_RECITATION" => FailureKind::Declined,
            "NO_IMAGE" => FailureKind::Unsuitable,
            _ if !words.trim().is_empty() => FailureKind::Unsuitable,
            _ => FailureKind::Broken,
        };
        let quoted = self.provider.quote(&format!("{finish_reason} {words}"));
        let did =
            if kind == FailureKind::Declined { "declined to draw" } else { "answered without a picture" };
        self.provider.failure(kind, format!("{did}: {quoted}"))
    }
}
