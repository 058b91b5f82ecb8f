//! The image in API responses.

use domain::images::{Image, ImageFile, ImageFormat, ImageSize, ImageStyle, Sanitisation};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::time;
use crate::openapi::names;

/// An image.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Image)]
pub(super) struct ImageObject {
    /// The id of the image.
    #[schema(example = "img_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    image_id: String,
    /// The URL of the file. It stays valid until you delete the image.
    #[schema(
        format = "uri",
        example = "https://api.example.com/media/0123456789abcdef/img_01k9zq6j4v8f0t3w5y7a9c1e2g/a1b2c3d4e5f60718/cup-green-tea.webp"
    )]
    url: String,
    /// Width in pixels.
    #[schema(example = 1536)]
    width: u32,
    /// Height in pixels.
    #[schema(example = 1024)]
    height: u32,
    format: FormatName,
    /// The size of the file in bytes.
    #[schema(example = 84_212)]
    bytes: u64,
    /// The alternative text.
    #[schema(example = "A cup of tea with a stack of books")]
    alt: String,
    /// What is drawn, the main subject first; empty if the engine does not return it.
    #[schema(example = json!(["cup of tea", "stack of books"]))]
    depicts: Vec<String>,
    /// The prompt that the image was generated from.
    prompt: String,
    style: StyleName,
    /// The seed; `null` if the engine does not support seeds.
    seed: Option<u32>,
    /// The model that drew the image; `builtin` for the built-in illustrator.
    #[schema(example = "builtin")]
    model: String,
    #[schema(value_type = names::DigitalSourceType, example = "algorithmicMedia")]
    digital_source_type: &'static str,
    sanitisation: SanitisationObject,
    /// Smaller copies, smallest first; empty unless `responsive` was set.
    variants: Vec<VariantObject>,
    /// When the image was created.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00.000Z")]
    created_at: String,
}

/// The removal of text from the image.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TextRemoval)]
struct SanitisationObject {
    /// The detector that searched for text; `null` if text was allowed, or if the built-in illustrator drew and no detector was available.
    #[schema(example = "pp-ocrv4")]
    detector: Option<String>,
    /// The number of places with text that were found.
    #[schema(example = 0)]
    regions_found: Option<u32>,
    /// The number of places that were painted over. It equals `regionsFound`: an image that still has text is not delivered.
    #[schema(example = 0)]
    regions_removed: Option<u32>,
    /// How many times text was painted over.
    #[schema(example = 0)]
    passes: u32,
}

/// A smaller copy of an image.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImageVariant)]
struct VariantObject {
    /// The URL of the file.
    #[schema(format = "uri")]
    url: String,
    /// Width in pixels.
    #[schema(example = 768)]
    width: u32,
    /// Height in pixels.
    #[schema(example = 512)]
    height: u32,
    /// The size of the file in bytes.
    #[schema(example = 31_204)]
    bytes: u64,
}

impl ImageObject {
    /// An image whose files are public below `media_url`.
    pub(super) fn new(image: &Image, media_url: &str) -> Self {
        let details = &image.details;
        let file = &details.file;
        Self {
            image_id: image.id.to_string(),
            url: address(file, media_url),
            width: file.width,
            height: file.height,
            format: details.format.into(),
            bytes: file.bytes,
            alt: details.alt.clone(),
            depicts: details.depicts.clone(),
            prompt: details.prompt.clone(),
            style: details.style.into(),
            seed: details.seed,
            model: details.model.clone(),
            digital_source_type: details.source_type.as_str(),
            sanitisation: SanitisationObject::from(&details.sanitisation),
            variants: details.variants.iter().map(|file| VariantObject::new(file, media_url)).collect(),
            created_at: time(image.created_at),
        }
    }
}

impl From<&Sanitisation> for SanitisationObject {
    fn from(sanitisation: &Sanitisation) -> Self {
        Self {
            detector: sanitisation.detector.clone(),
            regions_found: sanitisation.regions_found,
            regions_removed: sanitisation.regions_removed,
            passes: sanitisation.passes,
        }
    }
}

impl VariantObject {
    fn new(file: &ImageFile, media_url: &str) -> Self {
        Self { url: address(file, media_url), width: file.width, height: file.height, bytes: file.bytes }
    }
}

fn address(file: &ImageFile, media_url: &str) -> String {
    format!("{media_url}/{}", file.key)
}

/// Width and height in pixels.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[schema(as = ImageSize)]
pub(super) enum SizeName {
    #[serde(rename = "1536x1024")]
    Landscape,
    #[serde(rename = "1024x1024")]
    Square,
    #[serde(rename = "1024x1536")]
    Portrait,
    #[serde(rename = "1792x1024")]
    Wide,
}

/// The style of an image.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ImageStyle)]
pub(super) enum StyleName {
    Photo,
    Illustration,
    Flat,
    #[serde(rename = "3d")]
    ThreeD,
    Abstract,
}

/// The format of an image file.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ImageFormat)]
pub(super) enum FormatName {
    Webp,
    Png,
    Jpeg,
    Avif,
}

/// Converts between the names of the API and those of the domain, default included.
macro_rules! mirrors {
    ($name:ident, $domain:ident, [$($variant:ident),*]) => {
        impl Default for $name {
            fn default() -> Self {
                $domain::default().into()
            }
        }

        impl From<$name> for $domain {
            fn from(name: $name) -> Self {
                match name {
                    $($name::$variant => Self::$variant),*
                }
            }
        }

        impl From<$domain> for $name {
            fn from(value: $domain) -> Self {
                match value {
                    $($domain::$variant => Self::$variant),*
                }
            }
        }
    };
}

mirrors!(SizeName, ImageSize, [Landscape, Square, Portrait, Wide]);
mirrors!(StyleName, ImageStyle, [Photo, Illustration, Flat, ThreeD, Abstract]);
mirrors!(FormatName, ImageFormat, [Webp, Png, Jpeg, Avif]);
