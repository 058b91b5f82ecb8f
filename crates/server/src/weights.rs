//! Weights of the text detector, fetched at first need.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use models::{Model, ModelLibrary, Progress};

/// The weights of one model.
pub(crate) struct ModelWeights {
    pub(crate) model: &'static Model,
    pub(crate) library: Arc<ModelLibrary>,
    pub(crate) progress: Arc<Progress<'static>>,
}

#[async_trait]
impl imaging::Weights for ModelWeights {
    async fn path(&self) -> Result<PathBuf, String> {
        self.library.ensure(self.model, &*self.progress).await.map_err(|error| error.to_string())
    }
}
