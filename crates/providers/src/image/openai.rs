//! `OpenAI` and everybody who speaks its format: `POST /images/generations`.

use std::sync::Arc;

use async_trait::async_trait;
use domain::images::{ImageOrder, ImageSize};
use ports::images::Drawing;
use ports::{Engine, EngineFailure, FailureKind};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use url::Url;

use super::file::InBase64;
use super::{LONGEST_JSON, drawing, prompt};
use crate::http::{Vendor, VendorClient};
use crate::link::Policy;
use crate::openai::refusal;
use crate::settings::{BaseUrl, SetupError, hidden, required, sandbox_credential};

const NAME: &str = "openai";

/// Settings below `image.openai`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The project's key.
    #[serde(serialize_with = "hidden")]
    pub api_key: Option<SecretString>,
    /// The model.
    pub model: String,
    /// How much the model works on a picture, if not as much as usual: `medium`, or `standard` with `dall-e-3`.
    pub quality: Option<Quality>,
    /// Where the interface is, its version included.
    pub base_url: BaseUrl,
}

/// How much a model works on a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
    /// Little; not of `dall-e-3`.
    Low,
    /// As usual; not of `dall-e-3`.
    Medium,
    /// Much; not of `dall-e-3`.
    High,
    /// As the model decides.
    Auto,
    /// As usual, of `dall-e-3`.
    Standard,
    /// Much, of `dall-e-3`.
    Hd,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            api_key: None,
            model: "gpt-image-1.5".to_owned(),
            quality: None,
            base_url: BaseUrl::of_vendor("https://api.openai.com/v1"),
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
    client: &VendorClient,
) -> Result<Arc<dyn Engine<ImageOrder, Drawing>>, SetupError> {
    let key = required(settings.api_key.as_ref(), NAME, "image.openai.api_key")?;
    if settings.model.starts_with("dall-e-2") {
        let reason = "must not be dall-e-2, which draws nothing but squares of few words".to_owned();
        return Err(SetupError::Invalid { setting: "image.openai.model", reason });
    }
    let family = Family::of(&settings.model);
    let vendor = Vendor::new(NAME, client, vec![key.clone()]).with_body_limit(LONGEST_JSON);
    Ok(Arc::new(OpenAi {
        vendor,
        key,
        address: settings.base_url.at("/images/generations"),
        model: settings.model.clone(),
        family,
        quality: family.quality(settings.quality)?,
    }))
}

pub(crate) fn policy(settings: &Settings) -> Policy {
    let quality = settings.quality.unwrap_or(Family::of(&settings.model).usual_quality());
    // Of the usual model and of dall-e-3, at the usual size.
    let price = match quality {
        Quality::Low => 13_000,
        Quality::Medium => 50_000,
        Quality::High | Quality::Auto => 200_000,
        Quality::Standard => 80_000,
        Quality::Hd => 120_000,
    };
    super::policy(16, price)
}

/// Models that take the same parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    /// The last of the old models.
    DallE3,
    /// Three sizes.
    ThreeSizes,
    /// Any size in steps of 16 pixels.
    AnySize,
}

impl Family {
    fn of(model: &str) -> Self {
        match model {
            _ if model.starts_with("dall-e") => Self::DallE3,
            _ if model.starts_with("gpt-image-2") => Self::AnySize,
            _ => Self::ThreeSizes,
        }
    }

    /// The size that the model draws and that comes closest to the ordered one.
    const fn size(self, size: ImageSize) -> &'static str {
        match (self, size) {
            (Self::DallE3, ImageSize::Landscape | ImageSize::Wide) => "1792x1024",
            (Self::DallE3, ImageSize::Portrait) => "1024x1792",
            (Self::ThreeSizes, ImageSize::Wide) => ImageSize::Landscape.as_str(),
            (_, size) => size.as_str(),
        }
    }

    const fn usual_quality(self) -> Quality {
        match self {
            Self::DallE3 => Quality::Standard,
            Self::ThreeSizes | Self::AnySize => Quality::Medium,
        }
    }

    fn quality(self, wanted: Option<Quality>) -> Result<Quality, SetupError> {
        let wanted = wanted.unwrap_or(self.usual_quality());
        let of_dall_e_3 = match wanted {
            Quality::Auto => return Ok(wanted),
            Quality::Standard | Quality::Hd => true,
            Quality::Low | Quality::Medium | Quality::High => false,
        };
        if of_dall_e_3 == (self == Self::DallE3) {
            return Ok(wanted);
        }
        let reason = "must be low, medium, high or auto; with dall-e-3 standard, hd or auto".to_owned();
        Err(SetupError::Invalid { setting: "image.openai.quality", reason })
    }
}

struct OpenAi {
    vendor: Vendor,
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
    /// New models always send files, and take no other wish than their format.
    #[serde(skip_serializing_if = "Option::is_none")]
    output_format: Option<&'static str>,
    /// Old models send addresses of files unless told otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<&'static str>,
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
impl Engine<ImageOrder, Drawing> for OpenAi {
    fn name(&self) -> &'static str {
        self.vendor.name()
    }

    async fn ask(&self, order: &ImageOrder) -> Result<Drawing, EngineFailure> {
        let request = self.vendor.post(self.address.clone()).bearer_auth(self.key.expose_secret());
        let reply = self.vendor.send(request.json(&self.request(order))).await?;
        if !reply.status.is_success() {
            return Err(refusal(&self.vendor, &reply));
        }
        let wire: Wire = self.vendor.json(&reply)?;
        let file = wire.data.into_iter().next().and_then(|drawn| drawn.b64_json);
        let file = file.ok_or_else(|| self.vendor.failure(FailureKind::Broken, "answered without a picture"));
        Ok(drawing(file?.0, &self.model, None))
    }
}

impl OpenAi {
    fn request(&self, order: &ImageOrder) -> Request<'_> {
        let is_old = self.family == Family::DallE3;
        Request {
            model: &self.model,
            prompt: prompt::instructions(order),
            n: 1,
            size: self.family.size(order.size),
            quality: self.quality,
            output_format: (!is_old).then_some("png"),
            response_format: is_old.then_some("b64_json"),
        }
    }
}
