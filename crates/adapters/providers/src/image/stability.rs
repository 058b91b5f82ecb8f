//! Stability AI: `POST /v2beta/stable-image/generate/{core|ultra|sd3}`.

use std::sync::Arc;

use async_trait::async_trait;
use domain::images::DrawingRequest;
use ports::images::Drawing;
use ports::{Engine, EngineFailure, FailureKind};
use reqwest::header::ACCEPT;
use reqwest::multipart::Form;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use url::Url;

use super::{aspect_ratio, drawing, file, prompt};
use crate::http::{Provider, ProviderClient, Reply};
use crate::link::Policy;
use crate::settings::{BaseUrl, SetupError, hidden, required, sandbox_credential};
use crate::wire::extras;

const NAME: &str = "stability";

/// Settings below `image.stability`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The account's API key.
    #[serde(serialize_with = "hidden")]
    pub api_key: Option<SecretString>,
    /// The service that draws.
    pub service: Service,
    /// The base URL of the API.
    pub base_url: BaseUrl,
}

/// A service with its own model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Service {
    /// The fast and cheap service.
    Core,
    /// The service with the best quality.
    Ultra,
    /// Stable Diffusion 3.5.
    Sd3,
}

impl Service {
    const fn path(self) -> &'static str {
        match self {
            Self::Core => "/v2beta/stable-image/generate/core",
            Self::Ultra => "/v2beta/stable-image/generate/ultra",
            Self::Sd3 => "/v2beta/stable-image/generate/sd3",
        }
    }

    const fn model(self) -> &'static str {
        match self {
            Self::Core => "stable-image-core",
            Self::Ultra => "stable-image-ultra",
            Self::Sd3 => "sd3.5-large",
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        let base_url = BaseUrl::of_provider("https://api.stability.ai");
        Self { api_key: None, service: Service::Core, base_url }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        Self {
            api_key: Some(sandbox_credential()),
            base_url: BaseUrl::in_sandbox(base, "stability"),
            ..Self::default()
        }
    }
}

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<DrawingRequest, Drawing>>, SetupError> {
    let key = required(settings.api_key.as_ref(), NAME, "image.stability.api_key")?;
    let provider = Provider::new(NAME, client, vec![key.clone()]).with_body_limit(file::LONGEST);
    let service = settings.service;
    Ok(Arc::new(Stability { provider, key, address: settings.base_url.at(service.path()), service }))
}

pub(crate) fn policy(settings: &Settings) -> Policy {
    let price = match settings.service {
        Service::Core => 30_000,
        Service::Ultra => 80_000,
        Service::Sd3 => 65_000,
    };
    super::policy(16, price)
}

struct Stability {
    provider: Provider,
    key: SecretString,
    address: String,
    service: Service,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Refusal {
    name: String,
    #[serde(deserialize_with = "extras")]
    errors: Vec<String>,
}

#[async_trait]
impl Engine<DrawingRequest, Drawing> for Stability {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, order: &DrawingRequest) -> Result<Drawing, EngineFailure> {
        let request = self
            .provider
            .post(self.address.clone())
            .bearer_auth(self.key.expose_secret())
            .header(ACCEPT, "image/*")
            .multipart(self.form(order));
        let reply = self.provider.send(request).await?;
        if !reply.status.is_success() {
            return Err(self.refusal(&reply));
        }
        if header(&reply, "finish-reason") == Some("CONTENT_FILTERED") {
            // The provider has blurred the image beyond recognition.
            let reason = "declined to show what it drew: CONTENT_FILTERED";
            return Err(self.provider.failure(FailureKind::Declined, reason));
        }
        let seed = header(&reply, "seed").and_then(|seed| seed.parse().ok());
        Ok(drawing(file::of_body(&self.provider, reply)?, self.service.model(), seed))
    }
}

impl Stability {
    fn form(&self, order: &DrawingRequest) -> Form {
        let mut form = Form::new()
            .text("prompt", prompt::wanted(order))
            .text("aspect_ratio", aspect_ratio(order.size))
            .text("seed", order.seed.to_string())
            .text("output_format", "png");
        let unwanted = prompt::unwanted(order);
        if !unwanted.is_empty() {
            form = form.text("negative_prompt", unwanted);
        }
        if self.service == Service::Sd3 {
            form = form.text("model", self.service.model());
        }
        form
    }

    /// Declined content has the status of a missing permission.
    fn refusal(&self, reply: &Reply) -> EngineFailure {
        let Refusal { name, errors } = self.provider.json(reply).unwrap_or_default();
        let failure = self.provider.status_failure(reply, Some(&format!("{name} {}", errors.join(" "))));
        match name.as_str() {
            "content_moderation" => EngineFailure { kind: FailureKind::Declined, ..failure },
            _ => failure,
        }
    }
}

fn header<'a>(reply: &'a Reply, name: &str) -> Option<&'a str> {
    reply.headers.get(name)?.to_str().ok()
}
