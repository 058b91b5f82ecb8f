//! Imports keywords from an export of Google's Keyword Planner.

mod planner_export;

pub use planner_export::{Export, ExportError};

use std::sync::Arc;

use ports::keywords::Market;
use ports::{Clock, ImportedKeywords, StoreError};

pub struct ImportKeywords {
    keywords: Arc<dyn ImportedKeywords>,
    clock: Arc<dyn Clock>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Imported {
    pub keywords: usize,
    /// Of these, keywords with a range instead of an average.
    pub ranges: usize,
    /// Rows without a keyword.
    pub skipped: usize,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file is not an export.
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error("the keywords can't be kept")]
    Store(#[from] StoreError),
}

impl ImportKeywords {
    #[must_use]
    pub fn new(keywords: Arc<dyn ImportedKeywords>, clock: Arc<dyn Clock>) -> Self {
        Self { keywords, clock }
    }

    /// Imports a file. A file that can't be read changes nothing.
    pub async fn import(&self, market: Market, file: &[u8]) -> Result<Imported, ImportError> {
        let export = Export::read(file)?;
        self.keywords.import(market, &export.ideas, self.clock.now()).await?;
        Ok(Imported {
            keywords: export.ideas.len(),
            ranges: export.ideas.iter().filter(|idea| idea.search_range.is_some()).count(),
            skipped: export.skipped,
        })
    }
}
