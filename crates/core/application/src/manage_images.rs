//! Manages the images of customers: reading, deleting, and removing those that were never paid for.

use std::sync::Arc;

use domain::ids::AccountId;
use domain::images::{Image, ImageId};
use domain::ledger::Purse;
use ports::images::OwnedImage;
use ports::{Clock, ImageStore, ObjectError, Objects, StoreError};

use crate::generate_image::{account_folder, remove_objects};

/// Why images could not be read or deleted.
#[derive(Debug, thiserror::Error)]
pub enum ManageImagesError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The object storage failed.
    #[error(transparent)]
    Storage(#[from] ObjectError),
}

/// The result of deleting everything of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeletedMedia {
    /// The number of deleted images.
    pub deleted: u64,
    /// Images of calls that may still be in progress. They stay, because the calls may still pay for them. If
    /// they do not, `sweep` removes the images.
    pub under_way: u64,
}

#[derive(Clone)]
pub struct ManageImages {
    images: Arc<dyn ImageStore>,
    objects: Arc<dyn Objects>,
    clock: Arc<dyn Clock>,
}

impl ManageImages {
    /// Images that are read or removed at a time.
    const BATCH: u32 = 100;

    #[must_use]
    pub fn new(images: Arc<dyn ImageStore>, objects: Arc<dyn Objects>, clock: Arc<dyn Clock>) -> Self {
        Self { images, objects, clock }
    }

    pub async fn read(&self, purse: Purse, id: ImageId) -> Result<Option<Image>, ManageImagesError> {
        Ok(self.images.image(purse, id).await?)
    }

    /// Images before `before`, newest first.
    pub async fn list(
        &self,
        purse: Purse,
        before: Option<ImageId>,
        limit: u32,
    ) -> Result<Vec<Image>, ManageImagesError> {
        Ok(self.images.images(purse, before, limit).await?)
    }

    /// Deletes an image permanently; `false` if there is none.
    pub async fn delete(&self, purse: Purse, id: ImageId) -> Result<bool, ManageImagesError> {
        let Some(image) = self.images.image(purse, id).await? else { return Ok(false) };
        self.remove(OwnedImage::from(&image)).await?;
        Ok(true)
    }

    /// Deletes everything that an account has stored, in both modes.
    pub async fn delete_account(&self, account: AccountId) -> Result<DeletedMedia, ManageImagesError> {
        let mut deleted = 0;
        loop {
            let images = self.images.settled_images(account, self.clock.now(), Self::BATCH).await?;
            if images.is_empty() {
                break;
            }
            for image in images {
                self.remove(image).await?;
                deleted += 1;
            }
        }
        let under_way = self.images.count_images(account).await?;
        if under_way == 0 {
            // Includes objects without a record, as after the database was restored from an older backup.
            self.objects.delete_below(&account_folder(account)).await?;
        }
        Ok(DeletedMedia { deleted, under_way })
    }

    /// Removes images that can no longer be paid for, and returns their number. One that can't be removed is
    /// left for the next run.
    pub async fn sweep(&self) -> Result<u64, ManageImagesError> {
        let now = self.clock.now();
        let (mut swept, mut left) = (0, 0);
        loop {
            let images = self.images.unpaid_images(now, left, Self::BATCH).await?;
            let (before, is_last) = (swept, images.len() < Self::BATCH as usize);
            for image in images {
                match self.remove(image).await {
                    Ok(()) => swept += 1,
                    Err(error) => {
                        left += 1;
                        tracing::warn!(image = %image.id, %error, "a picture that nobody paid for is still there");
                    }
                }
            }
            // If nothing could be removed, another round would only fill the log.
            if is_last || swept == before {
                return Ok(swept);
            }
        }
    }

    /// The record is deleted last, so that an interrupted removal can be repeated.
    async fn remove(&self, image: OwnedImage) -> Result<(), ManageImagesError> {
        remove_objects(&*self.objects, image).await?;
        Ok(self.images.delete_image(image.id).await?)
    }
}
