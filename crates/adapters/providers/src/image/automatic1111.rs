//! AUTOMATIC1111's HTTP API, self-hosted: `POST /sdapi/v1/txt2img`.

use std::num::NonZeroU32;
use std::sync::Arc;

use async_trait::async_trait;
use domain::images::{DrawingRequest, ImageSeed};
use ports::images::Drawing;
use ports::{Engine, EngineFailure, FailureKind};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use url::Url;

use super::file::InBase64;
use super::{LONGEST_JSON, drawing, prompt};
use crate::http::{Provider, ProviderClient, Reply};
use crate::link::Policy;
use crate::settings::{BaseUrl, SetupError, hidden};
use crate::wire::maybe;

const NAME: &str = "automatic1111";

/// Settings below `image.automatic1111`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The user name, if the server was started with `--api-auth`.
    pub user: Option<String>,
    #[serde(serialize_with = "hidden")]
    pub password: Option<SecretString>,
    /// The checkpoint, if it is not the one that is loaded.
    pub checkpoint: Option<String>,
    /// The number of sampling steps.
    pub steps: NonZeroU32,
    /// The name of the sampler.
    pub sampler: String,
    /// How closely the image follows the prompt.
    pub cfg_scale: f32,
    /// The URL of the server, which must be started with `--api`.
    pub base_url: BaseUrl,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            user: None,
            password: None,
            checkpoint: None,
            steps: NonZeroU32::MIN.saturating_add(24),
            sampler: "Euler a".to_owned(),
            cfg_scale: 7.0,
            base_url: BaseUrl::of_provider("http://127.0.0.1:7860"),
        }
    }
}

impl Settings {
    pub(crate) fn sandbox(base: &Url) -> Self {
        Self { base_url: BaseUrl::in_sandbox(base, "a1111"), ..Self::default() }
    }
}

pub(crate) fn connect(
    settings: &Settings,
    client: &ProviderClient,
) -> Result<Arc<dyn Engine<DrawingRequest, Drawing>>, SetupError> {
    let credentials = match (&settings.user, &settings.password) {
        (Some(user), Some(password)) => Some((user.clone(), password.clone())),
        (None, None) => None,
        _ => {
            let reason = "and image.automatic1111.password must be set together".to_owned();
            return Err(SetupError::Invalid { setting: "image.automatic1111.user", reason });
        }
    };
    let secrets = settings.password.iter().cloned().collect();
    Ok(Arc::new(Automatic1111 {
        provider: Provider::new(NAME, client, secrets).with_body_limit(LONGEST_JSON),
        address: settings.base_url.at("/sdapi/v1/txt2img"),
        credentials,
        settings: settings.clone(),
    }))
}

/// The server draws one image after the other, so more requests would only queue there.
pub(crate) fn policy(_: &Settings) -> Policy {
    super::policy(4, 0)
}

struct Automatic1111 {
    provider: Provider,
    address: String,
    credentials: Option<(String, SecretString)>,
    settings: Settings,
}

#[derive(Serialize)]
struct Request<'a> {
    prompt: String,
    negative_prompt: &'static str,
    width: u32,
    height: u32,
    steps: NonZeroU32,
    cfg_scale: f32,
    sampler_name: &'a str,
    seed: ImageSeed,
    batch_size: u8,
    n_iter: u8,
    send_images: bool,
    save_images: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    override_settings: Option<Overrides<'a>>,
}

#[derive(Serialize)]
struct Overrides<'a> {
    sd_model_checkpoint: &'a str,
}

#[derive(Debug, Deserialize)]
struct Wire {
    images: Vec<InBase64>,
    /// JSON inside a string.
    #[serde(default, deserialize_with = "maybe")]
    info: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Info {
    #[serde(deserialize_with = "maybe")]
    seed: Option<ImageSeed>,
    #[serde(deserialize_with = "maybe")]
    sd_model_name: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Refusal {
    #[serde(deserialize_with = "maybe")]
    error: Option<String>,
    #[serde(deserialize_with = "maybe")]
    detail: Option<String>,
    #[serde(deserialize_with = "maybe")]
    errors: Option<String>,
}

#[async_trait]
impl Engine<DrawingRequest, Drawing> for Automatic1111 {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn call(&self, order: &DrawingRequest) -> Result<Drawing, EngineFailure> {
        let mut request = self.provider.post(self.address.clone()).json(&self.request(order));
        if let Some((user, password)) = &self.credentials {
            request = request.basic_auth(user, Some(password.expose_secret()));
        }
        let reply = self.provider.send(request).await?;
        if !reply.status.is_success() {
            return Err(self.refusal(&reply));
        }
        let wire: Wire = self.provider.json(&reply)?;
        let info: Info = wire.info.and_then(|info| serde_json::from_str(&info).ok()).unwrap_or_default();
        let file = wire.images.into_iter().next();
        let file =
            file.ok_or_else(|| self.provider.failure(FailureKind::Broken, "answered without a picture"))?;
        let named = info.sd_model_name.map(|name| self.provider.quote(&name));
        let model = self.settings.checkpoint.as_deref().or(named.as_deref());
        Ok(drawing(file.0, model.unwrap_or(NAME), info.seed.or(Some(order.seed))))
    }
}

impl Automatic1111 {
    fn request(&self, order: &DrawingRequest) -> Request<'_> {
        let (width, height) = order.size.pixels();
        let checkpoint = self.settings.checkpoint.as_deref();
        Request {
            prompt: prompt::wanted(order),
            negative_prompt: prompt::unwanted(order),
            width,
            height,
            steps: self.settings.steps,
            cfg_scale: self.settings.cfg_scale,
            sampler_name: &self.settings.sampler,
            seed: order.seed,
            batch_size: 1,
            n_iter: 1,
            send_images: true,
            save_images: false,
            override_settings: checkpoint.map(|name| Overrides { sd_model_checkpoint: name }),
        }
    }

    fn refusal(&self, reply: &Reply) -> EngineFailure {
        let Refusal { error, detail, errors } = self.provider.json(reply).unwrap_or_default();
        let words: Vec<_> = [error, detail, errors].into_iter().flatten().collect();
        self.provider.status_failure(reply, Some(&words.join(" ")))
    }
}
