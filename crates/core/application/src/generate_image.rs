//! An image for a customer: drawn, stored, and recorded with the posting that will pay for it.
//!
//! The record is written before the objects, and names the posting in advance. So whatever fails in between,
//! and however the process ends, each object belongs to a record, and `sweep` deletes a record without its
//! posting together with its objects. A storage may still finish a request that was given up, so only
//! `sweep`, which runs much later, deletes a record.

use std::sync::Arc;
use std::time::Duration;

use domain::ids::AccountId;
use domain::images::{Image, ImageDetails, ImageFile, ImageId};
use domain::ledger::Purse;
use ports::images::{EncodedImage, OwnedImage};
use ports::{Clock, ImageStore, ObjectError, ObjectKey, Objects, StoreError};
use sha2::{Digest, Sha256};

use crate::draw_image::{DrawImage, DrawImageError, ImageParams, Picture};
use crate::spend_credits::Settlement;

/// Why there is no image. Nothing of it is visible.
#[derive(Debug, thiserror::Error)]
pub enum GenerateImageError {
    /// It could not be drawn.
    #[error(transparent)]
    Draw(#[from] DrawImageError),
    /// It could not be stored.
    #[error(transparent)]
    Storage(#[from] ObjectError),
    /// It could not be recorded.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl GenerateImageError {
    /// Whether an engine of the chain does not draw the subject, and no other drew it.
    #[must_use]
    pub fn is_subject_unknown(&self) -> bool {
        matches!(self, Self::Draw(error) if error.is_subject_unknown())
    }
}

/// Makes images for customers.
#[derive(Clone)]
pub struct GenerateImage {
    draw: DrawImage,
    objects: Arc<dyn Objects>,
    images: Arc<dyn ImageStore>,
    clock: Arc<dyn Clock>,
}

impl GenerateImage {
    /// Longer than any call that pays for an image may take.
    const PAYABLE_FOR: Duration = Duration::from_hours(1);

    #[must_use]
    pub fn new(
        draw: DrawImage,
        objects: Arc<dyn Objects>,
        images: Arc<dyn ImageStore>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { draw, objects, images, clock }
    }

    /// Makes an image for `purse`, which is delivered once `settlement` is posted. Part of a call that may
    /// take `limit`.
    pub async fn generate(
        &self,
        purse: Purse,
        settlement: &Settlement,
        wanted: &ImageParams,
        limit: Duration,
    ) -> Result<Image, GenerateImageError> {
        let picture = self.draw.draw(wanted, limit).await?;
        let id = ImageId::generate();
        let owned = OwnedImage { id, purse };
        let (name, extension) = (&picture.file_name, wanted.format.extension());
        let main = Addressed::new(owned, &format!("{name}.{extension}"), &picture.files.file);
        let copy =
            |file: &EncodedImage| Addressed::new(owned, &format!("{name}-{}w.{extension}", file.width), file);
        let variants: Vec<Addressed> = picture.files.variants.iter().map(copy).collect();
        let now = self.clock.now();
        let image = Image {
            id,
            purse,
            settlement: settlement.id(),
            created_at: now,
            payable_until: Some(now + Self::PAYABLE_FOR),
            details: details(&picture, wanted, &main, &variants),
        };
        self.images.add_image(&image).await?;
        let files: Vec<Addressed> = std::iter::once(main).chain(variants).collect();
        if let Err(error) = self.store(&files, wanted.format.media_type()).await {
            self.take_back(owned).await;
            return Err(error.into());
        }
        Ok(image)
    }

    async fn store(&self, files: &[Addressed], media_type: &'static str) -> Result<(), ObjectError> {
        for file in files {
            self.objects.put(&file.key, media_type, file.bytes.clone()).await?;
        }
        Ok(())
    }

    /// The record stays for `sweep`, which checks again when no late write is possible any more.
    async fn take_back(&self, image: OwnedImage) {
        if let Err(error) = remove_objects(&*self.objects, image).await {
            tracing::warn!(image = %image.id, %error, "objects are deleted later");
        }
    }
}

/// A file with the key under which it will be stored.
struct Addressed {
    key: ObjectKey,
    bytes: bytes::Bytes,
    file: ImageFile,
}

impl Addressed {
    /// The key depends on the content, so the object under it never changes; the name at its end is for
    /// people and search engines.
    fn new(image: OwnedImage, name: &str, file: &EncodedImage) -> Self {
        let digest = Sha256::digest(&file.bytes);
        let hash = digest.iter().take(8).fold(0_u64, |hash, byte| hash << 8 | u64::from(*byte));
        let (account, id) = folders(image);
        let key = ObjectKey::of_names(&[&account, &id, &format!("{hash:016x}"), name]);
        let bytes = u64::try_from(file.bytes.len()).unwrap_or(u64::MAX);
        let described =
            ImageFile { key: key.as_str().to_owned(), width: file.width, height: file.height, bytes };
        Self { key, bytes: file.bytes.clone(), file: described }
    }
}

/// The folder of an image within that of its account.
fn folders(image: OwnedImage) -> (String, String) {
    (folder_name(image.purse.account), image.id.to_string())
}

pub(crate) fn folder_name(account: AccountId) -> String {
    format!("{:016x}", account.as_u64())
}

/// Where all objects of an account are.
pub(crate) fn account_folder(account: AccountId) -> ObjectKey {
    ObjectKey::of_names(&[&folder_name(account)])
}

/// Removes all objects of an image, including those without a record.
pub(crate) async fn remove_objects(objects: &dyn Objects, image: OwnedImage) -> Result<(), ObjectError> {
    let (account, id) = folders(image);
    objects.delete_below(&ObjectKey::of_names(&[&account, &id])).await.map(|_| ())
}

fn details(
    picture: &Picture,
    wanted: &ImageParams,
    main: &Addressed,
    variants: &[Addressed],
) -> ImageDetails {
    ImageDetails {
        prompt: wanted.order.prompt.clone(),
        alt: picture.alt.clone(),
        depicts: picture.depicts.clone(),
        language: picture.alt_language.as_str().to_owned(),
        engine: picture.engine.to_owned(),
        model: picture.model.clone(),
        seed: picture.seed,
        style: wanted.order.style,
        format: wanted.format,
        source_type: picture.source_type,
        sanitisation: picture.sanitisation.clone(),
        file: main.file.clone(),
        variants: variants.iter().map(|variant| variant.file.clone()).collect(),
    }
}
