//! The pictures that customers have: reading, deleting, and sweeping up what nobody paid for.

use std::sync::Arc;

use domain::ids::AccountId;
use domain::images::{Image, ImageId};
use domain::ledger::Purse;
use ports::{Clock, ImageStore, ObjectError, ObjectKey, Objects, StoreError};

use crate::generate_image::{account_folder, remove_objects};

/// Why pictures could not be read or deleted.
#[derive(Debug, thiserror::Error)]
pub enum KeepImagesError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The object storage failed.
    #[error(transparent)]
    Storage(#[from] ObjectError),
}

/// Keeps customers' pictures.
#[derive(Clone)]
pub struct KeepImages {
    images: Arc<dyn ImageStore>,
    objects: Arc<dyn Objects>,
    clock: Arc<dyn Clock>,
}

impl KeepImages {
    /// Pictures that are read or swept at a time.
    const BATCH: u32 = 100;

    /// Wires the use case.
    #[must_use]
    pub fn new(images: Arc<dyn ImageStore>, objects: Arc<dyn Objects>, clock: Arc<dyn Clock>) -> Self {
        Self { images, objects, clock }
    }

    /// One picture.
    pub async fn read(&self, purse: Purse, id: ImageId) -> Result<Option<Image>, KeepImagesError> {
        Ok(self.images.image(purse, id).await?)
    }

    /// Pictures before `before`, newest first.
    pub async fn list(
        &self,
        purse: Purse,
        before: Option<ImageId>,
        limit: u32,
    ) -> Result<Vec<Image>, KeepImagesError> {
        Ok(self.images.images(purse, before, limit).await?)
    }

    /// Deletes a picture for good; `false` if there is none.
    pub async fn delete(&self, purse: Purse, id: ImageId) -> Result<bool, KeepImagesError> {
        let Some(image) = self.images.image(purse, id).await? else { return Ok(false) };
        self.remove(&image).await?;
        Ok(true)
    }

    /// Deletes everything that an account has stored, in both modes, and says how many pictures that were.
    pub async fn delete_account(&self, account: AccountId) -> Result<u64, KeepImagesError> {
        let mut deleted = 0;
        loop {
            let images = self.images.images_of_account(account, Self::BATCH).await?;
            if images.is_empty() {
                break;
            }
            for image in images {
                self.remove(&image).await?;
                deleted += 1;
            }
        }
        let folder = account_folder(account);
        if let Ok(folder) = ObjectKey::parse(&folder) {
            self.objects.delete_below(&folder).await?;
        }
        Ok(deleted)
    }

    /// Removes pictures that can't be paid for any more, and says how many.
    pub async fn sweep(&self) -> Result<u64, KeepImagesError> {
        let mut swept = 0;
        for image in self.images.unpaid_images(self.clock.now(), Self::BATCH).await? {
            self.remove(&image).await?;
            swept += 1;
        }
        Ok(swept)
    }

    /// The record goes last, so that what is interrupted can be done again.
    async fn remove(&self, image: &Image) -> Result<(), KeepImagesError> {
        remove_objects(&*self.objects, image).await?;
        Ok(self.images.forget_image(image.id).await?)
    }
}
