//! Answers that are cached for a while and shared between nodes. Losing them costs only time.

use async_trait::async_trait;
use domain::Timestamp;

use crate::StoreError;

/// A cache of answers that all nodes share.
#[async_trait]
pub trait AnswerCache: Send + Sync {
    /// The cached answer under a key, unless it has expired.
    async fn find(&self, key: &str, now: Timestamp) -> Result<Option<KeptAnswer>, StoreError>;

    /// Caches an answer under a key, in place of an older one.
    async fn keep(&self, key: &str, answer: &KeptAnswer) -> Result<(), StoreError>;

    /// Deletes expired answers, and more if there are too many.
    async fn delete_expired(&self, now: Timestamp) -> Result<(), StoreError>;
}

/// An answer in the cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptAnswer {
    /// The answer as JSON.
    pub body: String,
    pub made_at: Timestamp,
    pub expires_at: Timestamp,
}
