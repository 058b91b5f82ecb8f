//! Images: drawing them, taking text out of them, writing their files, and remembering whose they are.

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
    /// Pixels of a size; nothing if there are more or fewer of them.
    #[must_use]
    pub fn new(width: u32, height: u32, rgb: Vec<u8>) -> Option<Self> {
        let fits = u64::from(width) * u64::from(height) * 3 == u64::try_from(rgb.len()).ok()?;
        (fits && width > 0 && height > 0).then_some(Self { width, height, rgb })
    }

    /// How many pixels a row has.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// How many rows there are.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The bytes.
    #[must_use]
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }

    /// The bytes, to keep.
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

/// What an engine drew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The image.
    pub picture: Drawn,
    /// The model that drew it.
    pub model: String,
    /// What it was drawn from, if the engine says so.
    pub seed: Option<ImageSeed>,
    /// How it came about.
    pub source_type: SourceType,
    /// What it shows, if the engine knows.
    pub depicted: Option<Depicted>,
}

/// What an engine knows to be in its image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Depicted {
    /// The names of the things, the main one first.
    pub things: Vec<String>,
    /// The same as a sentence without a full stop.
    pub sentence: String,
    /// The language of both.
    pub language: Language,
}

/// An image as it comes from an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Drawn {
    /// A file of unknown format, from outside: hostile until it is decoded.
    File(bytes::Bytes),
    /// Pixels of our own drawing, which hold no text.
    Pixels(Pixels),
}

/// Why an image from outside can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// Is not an image of a format that we read.
    #[error("the image is not a PNG, JPEG or WebP file")]
    UnknownFormat,
    /// Has more bytes or pixels than any image that was ordered.
    #[error("the image is too large: {0}")]
    TooLarge(String),
    /// Ends early or holds nonsense.
    #[error("the image is broken: {0}")]
    Broken(String),
    /// Could not be written.
    #[error("the image could not be written: {0}")]
    NotWritten(String),
}

/// How an image's files are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finish {
    /// The format of all files.
    pub format: ImageFormat,
    /// From 1 to 100 where the format knows quality; the usual one if left out.
    pub quality: Option<u8>,
    /// Widths of smaller copies.
    pub widths: Vec<u32>,
    /// What the files say about themselves.
    pub label: Label,
}

/// What a file says about its image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// How it came about.
    pub source_type: SourceType,
    /// What it shows.
    pub description: String,
    /// The description's language.
    pub language: String,
    /// What made it.
    pub creator_tool: String,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A file of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedImage {
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// Its bytes.
    pub bytes: bytes::Bytes,
}

/// An image's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// The image itself.
    pub file: EncodedImage,
    /// Smaller copies, smallest first.
    pub variants: Vec<EncodedImage>,
}

/// Reads and writes images. Both compute for tenths of a second.
pub trait ImageCodec: Send + Sync {
    /// Decodes an image within bounds and brings it to `size`, cropping what does not fit.
    fn develop(&self, picture: Drawn, size: ImageSize) -> Result<Pixels, ImageError>;

    /// Writes the files.
    fn finish(&self, pixels: &Pixels, finish: &Finish) -> Result<Finished, ImageError>;
}

/// Finds and removes text. Computes for seconds.
pub trait TextRemoval: Send + Sync {
    /// The detector's name.
    fn detector(&self) -> &'static str;

    /// Looks, paints over what was found, and looks again, a few times at most. What holds no text is returned unchanged.
    fn clean(&self, pixels: Pixels) -> Result<Cleaned, RemovalError>;
}

/// The outcome of a removal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleaned {
    /// The image.
    pub pixels: Pixels,
    /// Places with text that were found, over all looks.
    pub regions_found: u32,
    /// Places that are still there.
    pub regions_left: u32,
    /// How often it was painted.
    pub passes: u32,
}

/// Why text could not be looked for.
#[derive(Debug, thiserror::Error)]
#[error("text in the image could not be detected: {0}")]
pub struct RemovalError(pub String);

/// Brings the removal, whose network may first have to be fetched.
#[async_trait]
pub trait TextRemovalSource: Send + Sync {
    /// The removal, once it is ready.
    async fn ready(&self) -> Result<std::sync::Arc<dyn TextRemoval>, RemovalUnavailable>;
}

/// Why there is no removal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RemovalUnavailable(
    /// What is missing and how an operator gets it.
    pub String,
);

/// Which image, and whose: all that it takes to remove it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnedImage {
    /// The image.
    pub id: ImageId,
    /// Whose it is.
    pub purse: Purse,
}

impl From<&Image> for OwnedImage {
    fn from(image: &Image) -> Self {
        Self { id: image.id, purse: image.purse }
    }
}

/// Whose images there are.
#[async_trait]
pub trait ImageStore: Send + Sync {
    /// Remembers an image that is about to be stored and paid for.
    async fn add_image(&self, image: &Image) -> Result<(), StoreError>;
    /// A delivered image.
    async fn image(&self, purse: Purse, id: ImageId) -> Result<Option<Image>, StoreError>;
    /// Delivered images older than `before`, newest first.
    async fn images(
        &self,
        purse: Purse,
        before: Option<ImageId>,
        limit: u32,
    ) -> Result<Vec<Image>, StoreError>;
    /// Images that can't be paid for any more, oldest first, without the first `skip`.
    async fn unpaid_images(
        &self,
        now: Timestamp,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<OwnedImage>, StoreError>;
    /// Images of an account, in both modes, that no call is about to pay for: delivered ones, and those that can't be paid for
    /// any more.
    async fn settled_images(
        &self,
        account: AccountId,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<OwnedImage>, StoreError>;
    /// How many images of an account, in both modes, are remembered at all.
    async fn count_images(&self, account: AccountId) -> Result<u64, StoreError>;
    /// Forgets an image whose objects are gone.
    async fn delete_image(&self, id: ImageId) -> Result<(), StoreError>;
}
