//! Images: requests, the names of sizes, styles and formats, and the details of delivered images.

use serde::{Deserialize, Serialize};

use crate::Timestamp;
use crate::ids::sortable_id;
use crate::ledger::{PostingId, Purse};
use crate::locale::Language;

sortable_id!(
    /// Identifies an image, `img_…`.
    ImageId,
    "img_"
);

/// The size of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum ImageSize {
    /// Three to two, the usual image of an article.
    #[default]
    #[serde(rename = "1536x1024")]
    Landscape,
    #[serde(rename = "1024x1024")]
    Square,
    #[serde(rename = "1024x1536")]
    Portrait,
    #[serde(rename = "1792x1024")]
    Wide,
}

impl ImageSize {
    pub const ALL: [Self; 4] = [Self::Landscape, Self::Square, Self::Portrait, Self::Wide];

    /// Width and height in pixels.
    #[must_use]
    pub const fn pixels(self) -> (u32, u32) {
        match self {
            Self::Landscape => (1536, 1024),
            Self::Square => (1024, 1024),
            Self::Portrait => (1024, 1536),
            Self::Wide => (1792, 1024),
        }
    }

    /// The name that customers use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Landscape => "1536x1024",
            Self::Square => "1024x1024",
            Self::Portrait => "1024x1536",
            Self::Wide => "1792x1024",
        }
    }
}

/// The style of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ImageStyle {
    Photo,
    /// Like a drawing in a magazine.
    #[default]
    Illustration,
    /// Plain shapes without depth.
    Flat,
    #[serde(rename = "3d")]
    ThreeD,
    /// Shapes and colours that show no object.
    Abstract,
}

impl ImageStyle {
    pub const ALL: [Self; 5] = [Self::Photo, Self::Illustration, Self::Flat, Self::ThreeD, Self::Abstract];

    /// The name that customers use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Photo => "photo",
            Self::Illustration => "illustration",
            Self::Flat => "flat",
            Self::ThreeD => "3d",
            Self::Abstract => "abstract",
        }
    }
}

/// The format of an image's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ImageFormat {
    /// Small, and supported everywhere.
    #[default]
    Webp,
    /// Compressed without any loss.
    Png,
    /// The oldest of the formats.
    Jpeg,
    /// The smallest, and slow to write.
    Avif,
}

impl ImageFormat {
    pub const ALL: [Self; 4] = [Self::Webp, Self::Png, Self::Jpeg, Self::Avif];

    /// The name that customers use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Webp => "webp",
            Self::Png => "png",
            Self::Jpeg => "jpeg",
            Self::Avif => "avif",
        }
    }

    /// The extension of file names.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Webp | Self::Png | Self::Avif => self.as_str(),
        }
    }

    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Webp => "image/webp",
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Avif => "image/avif",
        }
    }

    /// The format of a file name's extension, without the dot, in any case.
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Self> {
        let lower = extension.to_ascii_lowercase();
        let lower = if lower == "jpeg" { "jpg" } else { &lower };
        Self::ALL.into_iter().find(|format| format.extension() == lower)
    }
}

/// The number that an image is drawn from: the same number and request draw the same image if the engine
/// supports it.
pub type ImageSeed = u32;

/// The largest seed that every engine takes.
pub const LARGEST_SEED: ImageSeed = u32::MAX - 1;

/// A random seed, for requests without one.
pub fn random_seed() -> Result<ImageSeed, getrandom::Error> {
    Ok(getrandom::u32()?.min(LARGEST_SEED))
}

/// A request to an engine to draw an image.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DrawingRequest {
    pub prompt: String,
    /// The language of the words.
    pub language: Language,
    /// The style of the image.
    pub style: ImageStyle,
    /// The requested size, which engines may only approximate.
    pub size: ImageSize,
    /// The seed to draw it from.
    pub seed: ImageSeed,
    /// Whether the image may contain text, as in a logo.
    pub allow_text: bool,
}

/// How an image was made, in the IPTC terms that its file contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SourceType {
    /// Made by a model that was trained on images.
    TrainedAlgorithmicMedia,
    /// Made by an algorithm without training.
    #[default]
    AlgorithmicMedia,
}

impl SourceType {
    /// The term in IPTC's vocabulary.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TrainedAlgorithmicMedia => "trainedAlgorithmicMedia",
            Self::AlgorithmicMedia => "algorithmicMedia",
        }
    }
}

/// The result of the text removal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sanitisation {
    /// The detector's name; `None` if text was allowed or no detector was needed.
    pub detector: Option<String>,
    /// Places with text that were found.
    pub regions_found: Option<u32>,
    /// Places that were painted over.
    pub regions_removed: Option<u32>,
    /// How often the image was searched and painted.
    pub passes: u32,
}

impl Sanitisation {
    /// The image was not searched for text.
    pub const NOT_LOOKED: Self =
        Self { detector: None, regions_found: None, regions_removed: None, passes: 0 };
}

/// One file of an image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageFile {
    /// Its key in the object storage.
    pub key: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Its length in bytes.
    pub bytes: u64,
}

/// An image that belongs to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    pub id: ImageId,
    /// The purse that owns it.
    pub purse: Purse,
    /// The posting that pays for it. The image is delivered only with that posting.
    pub settlement: PostingId,
    /// When it was made.
    pub created_at: Timestamp,
    /// Until when it can be paid for; an unpaid image is deleted afterwards. `None` once that is settled.
    pub payable_until: Option<Timestamp>,
    /// Everything that customers see of it.
    pub details: ImageDetails,
}

/// What customers see of an image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageDetails {
    pub prompt: String,
    /// What it shows, for people who can't see it.
    pub alt: String,
    /// The things that the engine reports to have drawn; empty for engines that do not report them, and for
    /// images from before this was stored.
    #[serde(default)]
    pub depicts: Vec<String>,
    /// The language of the description.
    pub language: String,
    /// The engine that drew it.
    pub engine: String,
    pub model: String,
    /// The seed that it was drawn from, if the engine takes one.
    pub seed: Option<ImageSeed>,
    /// The style of the image.
    pub style: ImageStyle,
    pub format: ImageFormat,
    /// How the image was made.
    pub source_type: SourceType,
    /// The result of the text removal.
    pub sanitisation: Sanitisation,
    pub file: ImageFile,
    /// Smaller copies, smallest first.
    pub variants: Vec<ImageFile>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_what_they_print() {
        let id = ImageId::generate();
        assert!(id.to_string().starts_with("img_"));
        assert_eq!(id.to_string().parse(), Ok(id));
    }

    #[test]
    fn extensions_name_formats() {
        for format in ImageFormat::ALL {
            assert_eq!(ImageFormat::from_extension(format.extension()), Some(format));
        }
        assert_eq!(ImageFormat::from_extension("JPEG"), Some(ImageFormat::Jpeg));
        assert_eq!(ImageFormat::from_extension("gif"), None);
    }

    #[test]
    fn names_of_sizes_tell_the_pixels() {
        for size in ImageSize::ALL {
            let (width, height) = size.pixels();
            assert_eq!(size.as_str(), format!("{width}x{height}"));
        }
    }
}
