//! Why search results, suggestions or keyword figures are not available. Nothing is charged then.

use ports::{FetchError, ServeError};

/// Why a piece of research failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResearchError {
    #[error(transparent)]
    Engines(#[from] ServeError),
    /// The customer's own page could not be fetched.
    #[error("{0}")]
    OwnPage(#[from] FetchError),
    /// The list that was being paged through is gone.
    #[error("the list has changed; start again without a cursor")]
    PageGone,
}
