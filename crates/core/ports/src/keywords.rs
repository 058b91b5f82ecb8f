//! Keywords that an operator imported from a keyword planner.

use async_trait::async_trait;
use domain::Timestamp;
use domain::keywords::KeywordIdea;
use domain::locale::{Country, Language};

use crate::StoreError;

/// The market that imported keywords apply to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Market {
    /// The country; all countries if left out.
    pub country: Option<Country>,
    pub language: Language,
}

#[async_trait]
pub trait ImportedKeywords: Send + Sync {
    /// Adds keywords to a market, in place of older figures for the same keywords. An import that fails
    /// half-way can be repeated.
    async fn import(&self, market: Market, ideas: &[KeywordIdea], at: Timestamp) -> Result<(), StoreError>;

    /// Keywords of a market that share a word with `words`, each once, those that share most first, at most
    /// `most`.
    async fn sharing_words(
        &self,
        market: Market,
        words: &[String],
        most: u32,
    ) -> Result<Vec<KeywordIdea>, StoreError>;

    /// How many keywords there are in all markets.
    async fn count(&self) -> Result<u64, StoreError>;
}
