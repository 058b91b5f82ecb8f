//! `OpenAI` and all servers with its format: `POST /images/generations`.

use std::sync::Arc;

use async_trait::async_trait;
use domain::images::{DrawingRequest, ImageSize};
use ports::images::Drawing;
use ports::{Engine, EngineFailure, FailureKind};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use url::Url;

use super::file::InBase64;
use super::{LONGEST_JSON, drawing, prompt};
use crate::http::{Provider, ProviderClient};
use crate::link::Policy;
use crate::openai::refusal;
use crate::settings::{BaseUrl, SetupError, hidden, required, sandbox_credential};

const NAME: &str = "openai";
const USUAL_QUALITY: Quality = Quality::Medium;

/// Settings below `image.openai`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The project's API key.
    #[serde(serialize_with = "hidden")]
    pub api_key: Option<SecretString>,
    /// The name of the model.
    pub model: String,
    /// How much effort the model spends on an image; by default `medium`.
    pub quality: Option<Quality>,
    /// The base URL of the API, with its version.
    pub base_url: BaseUrl,
}

/// How much effort a model spends on an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
    Low,
    Medium,
    High,
    Auto,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            api_key: None,
            model: "gpt-image-1.5".to_owned(),
            quality: None,
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
}

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<DrawingRequest, Drawing>>, SetupError> {
    let key = required(settings.api_key.as_ref(), NAME, "image.openai.api_key")?;
    let provider = Provider::new(NAME, client, vec![key.clone()]).with_body_limit(LONGEST_JSON);
    Ok(Arc::new(OpenAi {
        provider,
        key,
        address: settings.base_url.at("/images/generations"),
        model: settings.model.clone(),
        family: Family::of(&settings.model),
        quality: settings.quality.unwrap_or(USUAL_QUALITY),
    }))
}

pub(crate) fn policy(settings: &Settings) -> Policy {
    // For the usual model at the usual size.
    let price = match settings.quality.unwrap_or(USUAL_QUALITY) {
        Quality::Low => 13_000,
        Quality::Medium => 50_000,
        Quality::High | Quality::Auto => 200_000,
    };
    super::policy(16, price)
}

/// A group of models that take the same parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    /// Models that draw three sizes.
    ThreeSizes,
    /// Models that draw any size in steps of 16 pixels.
    AnySize,
}

impl Family {
    fn of(model: &str) -> Self {
        match model {
            _ if model.starts_with("gpt-image-2") => Self::AnySize,
            _ => Self::ThreeSizes,
        }
    }

    /// The size that the model supports and that comes closest to the requested one.
    const fn size(self, size: ImageSize) -> &'static str {
        match (self, size) {
            (Self::ThreeSizes, ImageSize::Wide) => ImageSize::Landscape.as_str(),
            (_, size) => size.as_str(),
        }
    }
}

struct OpenAi {
    provider: Provider,
    key: SecretString,
    address: String,
    model: String,
    family: Family,
    quality: Quality,
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    prompt: String,
    n: u8,
    size: &'static str,
    quality: Quality,
    output_format: &'static str,
}

#[derive(Debug, Deserialize)]
struct Wire {
    data: Vec<Drawn>,
}

#[derive(Debug, Deserialize)]
struct Drawn {
    #[serde(default)]
    b64_json: Option<InBase64>,
}

#[async_trait]
impl Engine<DrawingRequest, Drawing> for OpenAi {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, order: &DrawingRequest) -> Result<Drawing, EngineFailure> {
        let request = self.provider.post(self.address.clone()).bearer_auth(self.key.expose_secret());
        let reply = self.provider.send(request.json(&self.request(order))).await?;
        if !reply.status.is_success() {
            return Err(refusal(&self.provider, &reply));
        }
        let wire: Wire = self.provider.json(&reply)?;
        let file = wire.data.into_iter().next().and_then(|drawn| drawn.b64_json);
        let file =
            file.ok_or_else(|| self.provider.failure(FailureKind::Broken, "answered without a picture"));
        Ok(drawing(file?.0, &self.model, None))
    }
}

impl OpenAi {
    fn request(&self, order: &DrawingRequest) -> Request<'_> {
        Request {
            model: &self.model,
            prompt: prompt::instructions(order),
            n: 1,
            size: self.family.size(order.size),
            quality: self.quality,
            output_format: "png",
        }
    }
}
