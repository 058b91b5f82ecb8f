//! Keeps the authenticator's view of keys and accounts at most about a second old.

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
    /// A watch that has not loaded anything yet.
    #[must_use]
    pub fn new(store: Arc<dyn AccessStore>, authenticator: Arc<Authenticator>) -> Self {
        Self { store, authenticator, seen: Mutex::new(None) }
    }

    /// Queries the version, and loads the rules only if it changed.
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
