//! Images: drawing them, removing text from them, writing their files, and recording who owns them.

use async_trait::async_trait;
use domain::Timestamp;
use domain::ids::AccountId;
use domain::images::{Image, ImageFormat, ImageId, ImageSeed, ImageSize, SourceType};
use domain::ledger::Purse;
use domain::locale::Language;

use crate::StoreError;

/// Opaque pixels, eight bits of red, green and blue each, row by row.
#[derive(Clone, PartialEq, Eq)]
pub struct Pixels {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

impl Pixels {
    /// Pixels of a size; `None` if the size is zero or the number of bytes does not match it.
    #[must_use]
    pub fn new(width: u32, height: u32, rgb: Vec<u8>) -> Option<Self> {
        let fits = u64::from(width) * u64::from(height) * 3 == u64::try_from(rgb.len()).ok()?;
        (fits && width > 0 && height > 0).then_some(Self { width, height, rgb })
    }

    /// The width in pixels.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// The height in pixels.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    #[must_use]
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }

    /// The bytes, without copying them.
    #[must_use]
    pub fn into_rgb(self) -> Vec<u8> {
        self.rgb
    }
}

impl std::fmt::Debug for Pixels {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Pixels({}x{})", self.width, self.height)
    }
}

/// An image from an engine, with what the engine reports about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    pub picture: Drawn,
    /// The model that drew it.
    pub model: String,
    /// The seed, if the engine reports it.
    pub seed: Option<ImageSeed>,
    pub source_type: SourceType,
    /// What it shows, if the engine reports it.
    pub depicted: Option<Depicted>,
}

/// What an image shows, as its engine reports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Depicted {
    /// The names of the depicted things, the main one first.
    pub things: Vec<String>,
    /// The same as one sentence without a full stop.
    pub sentence: String,
    /// The language of both.
    pub language: Language,
}

/// An image as an engine returns it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Drawn {
    /// A file of unknown format, from outside: hostile until it is decoded.
    File(bytes::Bytes),
    /// Pixels that we drew ourselves, which hold no text.
    Pixels(Pixels),
}

/// Why an image from outside can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// The file is not an image of a format that we read.
    #[error("the image is not a PNG, JPEG or WebP file")]
    UnknownFormat,
    /// The image has more bytes or pixels than any image that was requested.
    #[error("the image is too large: {0}")]
    TooLarge(String),
    /// The file ends early or is malformed.
    #[error("the image is broken: {0}")]
    Broken(String),
    #[error("the image could not be written: {0}")]
    NotWritten(String),
}

/// How an image's files are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finish {
    /// The format of all files.
    pub format: ImageFormat,
    /// From 1 to 100 for formats that have a quality; the default if left out.
    pub quality: Option<u8>,
    /// Widths of smaller copies.
    pub widths: Vec<u32>,
    /// The metadata that is embedded in the files.
    pub label: Label,
}

/// The metadata of an image that is embedded in its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    pub source_type: SourceType,
    pub description: String,
    pub language: String,
    pub creator_tool: String,
    pub created_at: Timestamp,
}

/// A file of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedImage {
    pub width: u32,
    pub height: u32,
    pub bytes: bytes::Bytes,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    pub file: EncodedImage,
    /// Smaller copies, smallest first.
    pub variants: Vec<EncodedImage>,
}

/// Decodes and encodes images. Both take tenths of a second of CPU time.
pub trait ImageCodec: Send + Sync {
    /// Decodes an image within bounds and scales it to `size`, cropping what does not fit.
    fn develop(&self, picture: Drawn, size: ImageSize) -> Result<Pixels, ImageError>;

    fn finish(&self, pixels: &Pixels, finish: &Finish) -> Result<Finished, ImageError>;
}

/// Finds and removes text. Takes seconds of CPU time.
pub trait TextRemoval: Send + Sync {
    fn detector(&self) -> &'static str;

    /// Detects text, paints over it, and detects again, a few times at most. An image without text is
    /// returned unchanged.
    fn clean(&self, pixels: Pixels) -> Result<Cleaned, RemovalError>;
}

/// The outcome of a removal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleaned {
    pub pixels: Pixels,
    /// Regions with text that were found, over all detections.
    pub regions_found: u32,
    /// Regions with text that are left.
    pub regions_left: u32,
    /// How often the image was painted.
    pub passes: u32,
}

/// Why text could not be detected.
#[derive(Debug, thiserror::Error)]
#[error("text in the image could not be detected: {0}")]
pub struct RemovalError(pub String);

/// Provides the text removal, whose neural network may have to be downloaded first.
#[async_trait]
pub trait TextRemovalSource: Send + Sync {
    /// The removal, once it is ready.
    async fn ready(&self) -> Result<std::sync::Arc<dyn TextRemoval>, RemovalUnavailable>;
}

/// Why text removal is not available.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RemovalUnavailable(
    /// What is missing and how an operator gets it.
    pub String,
);

/// An image and its owner: all that is needed to remove it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnedImage {
    pub id: ImageId,
    pub purse: Purse,
}

impl From<&Image> for OwnedImage {
    fn from(image: &Image) -> Self {
        Self { id: image.id, purse: image.purse }
    }
}

#[async_trait]
pub trait ImageStore: Send + Sync {
    /// Records an image that is about to be stored and paid for.
    async fn add_image(&self, image: &Image) -> Result<(), StoreError>;
    /// A delivered image of this purse.
    async fn image(&self, purse: Purse, id: ImageId) -> Result<Option<Image>, StoreError>;
    /// Delivered images older than `before`, newest first.
    async fn images(
        &self,
        purse: Purse,
        before: Option<ImageId>,
        limit: u32,
    ) -> Result<Vec<Image>, StoreError>;
    /// Images that can no longer be paid for, oldest first, without the first `skip`.
    async fn unpaid_images(
        &self,
        now: Timestamp,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<OwnedImage>, StoreError>;
    /// Images of an account, in both modes, that no call is about to pay for: delivered ones, and those that
    /// can no longer be paid for.
    async fn settled_images(
        &self,
        account: AccountId,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<OwnedImage>, StoreError>;
    /// The number of all recorded images of an account, in both modes.
    async fn count_images(&self, account: AccountId) -> Result<u64, StoreError>;
    /// Deletes the record of an image whose objects are gone.
    async fn delete_image(&self, id: ImageId) -> Result<(), StoreError>;
}
