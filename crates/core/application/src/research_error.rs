//! Why search results, suggestions or keyword figures could not be had. Nothing is charged then.

use ports::{FetchError, ServeError};

/// Why a piece of research failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResearchError {
    /// No engine answered.
    #[error(transparent)]
    Engines(#[from] ServeError),
    /// The customer's own page could not be had.
    #[error("{0}")]
    OwnPage(#[from] FetchError),
    /// The list that was being paged through is gone.
    #[error("the list has changed; start again without a cursor")]
    PageGone,
}
