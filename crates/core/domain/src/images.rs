//! Images: what is ordered, what they are called, and what is known of each that was delivered.

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
    /// One to one.
    #[serde(rename = "1024x1024")]
    Square,
    /// Two to three.
    #[serde(rename = "1024x1536")]
    Portrait,
    /// Seven to four.
    #[serde(rename = "1792x1024")]
    Wide,
}

impl ImageSize {
    /// Every size.
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

/// How an image looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ImageStyle {
    /// Like a photograph.
    Photo,
    /// Like a drawing in a magazine.
    #[default]
    Illustration,
    /// Plain shapes without depth.
    Flat,
    /// Rendered bodies.
    #[serde(rename = "3d")]
    ThreeD,
    /// Forms and colours that show no thing.
    Abstract,
}

impl ImageStyle {
    /// Every style.
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
    /// Small, and shown everywhere.
    #[default]
    Webp,
    /// Without loss.
    Png,
    /// The oldest.
    Jpeg,
    /// The smallest, and slow to write.
    Avif,
}

impl ImageFormat {
    /// Every format.
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

    /// How file names end.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Webp | Self::Png | Self::Avif => self.as_str(),
        }
    }

    /// The media type.
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

/// The number that an image is drawn from: the same number and order draw the same image where the engine can.
pub type ImageSeed = u32;

/// The largest seed that every engine takes.
pub const LARGEST_SEED: ImageSeed = u32::MAX - 1;

/// A seed that nobody chose.
pub fn random_seed() -> Result<ImageSeed, getrandom::Error> {
    Ok(getrandom::u32()?.min(LARGEST_SEED))
}

/// What an engine is asked to draw.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DrawingRequest {
    /// The customer's words.
    pub prompt: String,
    /// The language of the words.
    pub language: Language,
    /// How it shall look.
    pub style: ImageStyle,
    /// How large it shall be; engines may come close.
    pub size: ImageSize,
    /// What it is drawn from.
    pub seed: ImageSeed,
    /// Whether text is wanted, as in a logo.
    pub allow_text: bool,
}

/// How an image came about, as its file says in IPTC's words.
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

/// What was done about text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sanitisation {
    /// The detector's name; nothing if text was allowed or no detector was needed.
    pub detector: Option<String>,
    /// Places with text that were found.
    pub regions_found: Option<u32>,
    /// Places that were painted over.
    pub regions_removed: Option<u32>,
    /// How often it was looked and painted.
    pub passes: u32,
}

impl Sanitisation {
    /// Nobody looked.
    pub const NOT_LOOKED: Self =
        Self { detector: None, regions_found: None, regions_removed: None, passes: 0 };
}

/// One file of an image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageFile {
    /// Where it is in the object storage.
    pub key: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Its length.
    pub bytes: u64,
}

/// An image that belongs to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Its id.
    pub id: ImageId,
    /// Whose it is.
    pub purse: Purse,
    /// The posting that pays for it. Only with that posting is the image delivered.
    pub settlement: PostingId,
    /// When it was made.
    pub created_at: Timestamp,
    /// Until when it may be paid for; after that it is thrown away. `None` once that question is settled.
    pub payable_until: Option<Timestamp>,
    /// Everything that customers see of it.
    pub details: ImageDetails,
}

/// What customers see of an image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImageDetails {
    /// The customer's words.
    pub prompt: String,
    /// What it shows, for those who can't see it.
    pub alt: String,
    /// The things that the engine says it drew; empty for engines that do not say, and for images from before this was noted.
    #[serde(default)]
    pub depicts: Vec<String>,
    /// The language of the description.
    pub language: String,
    /// The engine that drew it.
    pub engine: String,
    /// The engine's model.
    pub model: String,
    /// What it was drawn from, if the engine takes a seed.
    pub seed: Option<ImageSeed>,
    /// How it looks.
    pub style: ImageStyle,
    /// The files' format.
    pub format: ImageFormat,
    /// How it came about.
    pub source_type: SourceType,
    /// What was done about text.
    pub sanitisation: Sanitisation,
    /// The image itself.
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
