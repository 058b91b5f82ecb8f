//! Keeps what the authenticator knows of keys and accounts at most about a second old.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ports::{AccessStore, StoreError};

use crate::authenticate::Authenticator;

/// Loads the access rules when something about them changed.
pub struct WatchAccess {
    store: Arc<dyn AccessStore>,
    authenticator: Arc<Authenticator>,
    seen: Mutex<Option<i64>>,
}

impl WatchAccess {
    /// A watch that has seen nothing yet.
    #[must_use]
    pub fn new(store: Arc<dyn AccessStore>, authenticator: Arc<Authenticator>) -> Self {
        Self { store, authenticator, seen: Mutex::new(None) }
    }

    /// Asks for the version and loads the rest only if it moved.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        let version = self.store.access_version().await?;
        if *self.seen() != Some(version) {
            self.authenticator.update_rules(self.store.access_rules().await?);
            *self.seen() = Some(version);
        }
        Ok(())
    }

    fn seen(&self) -> MutexGuard<'_, Option<i64>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
