//! Why a model can't be loaded.

use std::io;

/// Why a model can't be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file can't be read.
    #[error("the file can't be read: {0}")]
    Read(#[from] io::Error),
    /// The file is of another format.
    #[error("the file is not a GGUF file")]
    NotGguf,
    /// The file is sound, but of something that we don't run.
    #[error("{0} can't be used")]
    Unsupported(String),
    /// The file contradicts itself.
    #[error("the file is broken: {0}")]
    Broken(&'static str),
    /// The file does not say what must be known.
    #[error("the file does not say {0}")]
    Missing(&'static str),
    /// A tensor is not as it should be.
    #[error("the tensor {name} {what}")]
    Tensor {
        /// Which one.
        name: String,
        /// What is wrong.
        what: &'static str,
    },
}
