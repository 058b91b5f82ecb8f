//! How a picture looks to customers.

use domain::images::{Image, ImageFile, ImageFormat, ImageSize, ImageStyle, Sanitisation};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A picture and everything known of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImageObject {
    /// Identifier.
    #[schema(example = "img_01k9zq6j4v8f0t3w5y7a9c1e2g")]
    image_id: String,
    /// Where the file is, for good.
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
    /// Length of the file.
    #[schema(example = 84_212)]
    bytes: u64,
    /// A description for those who can't see the picture.
    #[schema(example = "A cup of tea with a stack of books")]
    alt: String,
    /// What is drawn, the main thing first; empty if the engine does not say, as models of others do not.
    #[schema(example = json!(["cup of tea", "stack of books"]))]
    depicts: Vec<String>,
    /// The words it was made from.
    prompt: String,
    style: StyleName,
    /// What it was drawn from; `null` where the engine takes no seed.
    seed: Option<u32>,
    /// The model that drew it; `builtin` for the built-in illustrator.
    #[schema(example = "builtin")]
    model: String,
    /// How it came about, in IPTC's words, as the file itself says: `algorithmicMedia` or `trainedAlgorithmicMedia`.
    #[schema(example = "algorithmicMedia")]
    digital_source_type: &'static str,
    sanitisation: SanitisationObject,
    /// Smaller copies, smallest first, if they were asked for.
    variants: Vec<VariantObject>,
    /// When it was made.
    #[schema(format = "date-time", example = "2026-11-15T12:00:00Z")]
    created_at: String,
}

/// What was done about lettering.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SanitisationObject {
    /// What looked for lettering; `null` if it was allowed, or if the built-in illustrator drew while no detector was there.
    #[schema(example = "pp-ocrv4")]
    detector: Option<String>,
    /// Places with lettering that were found.
    #[schema(example = 0)]
    regions_found: Option<u32>,
    /// Places that were painted over. All of them, or the picture would not have been delivered.
    #[schema(example = 0)]
    regions_removed: Option<u32>,
    /// How often it was painted over.
    #[schema(example = 0)]
    passes: u32,
}

/// A smaller copy.
#[derive(Debug, Serialize, ToSchema)]
struct VariantObject {
    /// Where it is.
    #[schema(format = "uri")]
    url: String,
    /// Width in pixels.
    #[schema(example = 768)]
    width: u32,
    /// Height in pixels.
    #[schema(example = 512)]
    height: u32,
    /// Length of the file.
    #[schema(example = 31_204)]
    bytes: u64,
}

impl ImageObject {
    /// A picture whose files are public below `media_url`.
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
            created_at: format!("{:.3}", image.created_at),
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

/// How a picture looks.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum StyleName {
    Photo,
    Illustration,
    Flat,
    #[serde(rename = "3d")]
    ThreeD,
    Abstract,
}

/// The format of a picture's file.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum FormatName {
    Webp,
    Png,
    Jpeg,
    Avif,
}

/// Translates between the names that customers use and the domain's, default included.
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
