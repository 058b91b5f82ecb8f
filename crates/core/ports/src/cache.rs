//! Answers kept for a while and shared between nodes. Losing them loses nothing but time.

use async_trait::async_trait;
use domain::Timestamp;

use crate::StoreError;

/// A shared store of answers.
#[async_trait]
pub trait AnswerCache: Send + Sync {
    /// What was kept under a key, unless its time is over.
    async fn find(&self, key: &str, now: Timestamp) -> Result<Option<KeptAnswer>, StoreError>;

    /// Keeps an answer under a key, in place of an older one.
    async fn keep(&self, key: &str, answer: &KeptAnswer) -> Result<(), StoreError>;

    /// Forgets what is past its time, and more if there is too much.
    async fn delete_expired(&self, now: Timestamp) -> Result<(), StoreError>;
}

/// An answer that was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptAnswer {
    /// The answer as JSON.
    pub body: String,
    /// When it was made.
    pub made_at: Timestamp,
    /// Until when it is of use.
    pub expires_at: Timestamp,
}
