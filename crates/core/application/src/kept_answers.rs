//! A cache of providers' answers on two levels: in this process, and shared between nodes. A level that fails
//! counts as empty.
//!
//! The modes share nothing: an answer of the sandbox is never served to live callers, and never displaces a
//! live answer from memory.

use std::sync::Arc;
use std::time::Duration;

use domain::Timestamp;
use domain::api_keys::KeyMode;
use moka::future::Cache;
use ports::cache::KeptAnswer;
use ports::{AnswerCache, Clock, StoreError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use tokio_util::task::TaskTracker;

/// Both levels, for one mode.
#[derive(Clone)]
pub struct KeptAnswers {
    mode: KeyMode,
    memory: Cache<AnswerKey, Arc<KeptAnswer>>,
    shared: Arc<dyn AnswerCache>,
    clock: Arc<dyn Clock>,
    tasks: TaskTracker,
}

/// An answer and when it was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept<T> {
    pub answer: T,
    pub made_at: Timestamp,
}

/// The key of a query. Two queries have the same key only if all their parts are the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct AnswerKey(String);

impl AnswerKey {
    /// The key of a query of some kind, in parts that customers may have written.
    pub(crate) fn of(kind: &'static str, parts: &[&str]) -> Self {
        let mut digest = Sha256::new();
        for part in parts {
            // With its length before it, a part can't be taken for a piece of its neighbour.
            digest.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            digest.update(part);
        }
        let hex = digest.finalize().iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
        Self(format!("{kind}/{hex}"))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl KeptAnswers {
    /// The capacity of the first level.
    const MEMORY_BYTES: u64 = 32 * 1024 * 1024;

    /// Creates both levels. Answers are written to the shared level in the background, tracked by `tasks`.
    #[must_use]
    pub fn new(
        mode: KeyMode,
        shared: Arc<dyn AnswerCache>,
        clock: Arc<dyn Clock>,
        tasks: TaskTracker,
    ) -> Self {
        let size = |key: &AnswerKey, kept: &Arc<KeptAnswer>| {
            u32::try_from(key.0.len() + kept.body.len()).unwrap_or(u32::MAX)
        };
        let memory = Cache::builder().max_capacity(Self::MEMORY_BYTES).weigher(size).build();
        Self { mode, memory, shared, clock, tasks }
    }

    /// The cached answer under `key`, if there is one that was made within `max_age`. The shared level may
    /// take as long as `patience`.
    pub(crate) async fn find<T: DeserializeOwned>(
        &self,
        key: &AnswerKey,
        max_age: Duration,
        patience: Duration,
    ) -> Option<Kept<T>> {
        let now = self.clock.now();
        let usable = |kept: &KeptAnswer| kept.expires_at > now && age(kept.made_at, now) <= max_age;
        if let Some(kept) = self.memory.get(key).await.filter(|kept| usable(kept)) {
            return read(&kept);
        }
        let name = self.name(key);
        let found = tokio::time::timeout(patience, self.shared.find(&name, now)).await;
        let kept = Arc::new(found.ok().and_then(tolerate)?.filter(|kept| usable(kept))?);
        self.memory.insert(key.clone(), kept.clone()).await;
        read(&kept)
    }

    /// Caches an answer that was made now under `key`, for `keep_for`.
    pub(crate) async fn keep<T: Serialize>(
        &self,
        key: &AnswerKey,
        answer: &T,
        keep_for: Duration,
    ) -> Timestamp {
        // With the precision of stores and cursors, so that times can be compared.
        let now = self.clock.now();
        let made_at = Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now);
        let Ok(body) = serde_json::to_string(answer) else { return made_at };
        let kept = Arc::new(KeptAnswer { body, made_at, expires_at: made_at + keep_for });
        self.memory.insert(key.clone(), kept.clone()).await;
        let (shared, name) = (self.shared.clone(), self.name(key));
        self.tasks.spawn(async move {
            let _ = tolerate(shared.keep(&name, &kept).await);
        });
        made_at
    }

    fn name(&self, key: &AnswerKey) -> String {
        format!("{}/{}", self.mode.as_str(), key.0)
    }
}

/// The age of something that was made at `made_at`.
pub(crate) fn age(made_at: Timestamp, now: Timestamp) -> Duration {
    Duration::try_from(now.duration_since(made_at)).unwrap_or_default()
}

fn read<T: DeserializeOwned>(kept: &KeptAnswer) -> Option<Kept<T>> {
    let answer = serde_json::from_str(&kept.body).ok()?;
    Some(Kept { answer, made_at: kept.made_at })
}

fn tolerate<T>(outcome: Result<T, StoreError>) -> Option<T> {
    outcome
        .inspect_err(|error| {
            tracing::warn!(error = error as &dyn std::error::Error, "kept answers are not at hand");
        })
        .ok()
}

#[cfg(test)]
mod tests {
    use super::AnswerKey;

    #[test]
    fn parts_of_a_question_can_not_be_shifted_into_each_other() {
        assert_eq!(AnswerKey::of("serp", &["a", "b"]), AnswerKey::of("serp", &["a", "b"]));
        assert_ne!(AnswerKey::of("serp", &["a/", "b"]), AnswerKey::of("serp", &["a", "/b"]));
        assert_ne!(AnswerKey::of("serp", &["ab", ""]), AnswerKey::of("serp", &["a", "b"]));
        assert_ne!(AnswerKey::of("serp", &["a"]), AnswerKey::of("ideas", &["a"]));
    }
}
