//! Bodies that calls sent and received, for accounts that store them.

use std::sync::Arc;
use std::time::Duration;

use domain::ids::AccountId;
use domain::ledger::Purse;
use domain::requests::{NoteId, StoredBodies};
use ports::{AccessStore, BodyStore, Clock, StoreError};

/// How long bodies are kept.
const KEPT: Duration = Duration::from_hours(7 * 24);

/// Turns storing on and off, and reads what was stored.
#[derive(Clone)]
pub struct ManageBodies {
    access: Arc<dyn AccessStore>,
    bodies: Arc<dyn BodyStore>,
    clock: Arc<dyn Clock>,
}

impl ManageBodies {
    #[must_use]
    pub fn new(access: Arc<dyn AccessStore>, bodies: Arc<dyn BodyStore>, clock: Arc<dyn Clock>) -> Self {
        Self { access, bodies, clock }
    }

    /// Whether bodies of the account's calls are stored.
    pub async fn is_on(&self, account: AccountId) -> Result<bool, StoreError> {
        self.access.stores_bodies(account).await
    }

    /// Stores the bodies of calls from now on. Every node follows about a second later.
    pub async fn turn_on(&self, account: AccountId) -> Result<(), StoreError> {
        self.access.set_stores_bodies(account, true).await
    }

    /// Stops storing bodies, and deletes those that were stored.
    pub async fn turn_off(&self, account: AccountId) -> Result<(), StoreError> {
        self.access.set_stores_bodies(account, false).await?;
        self.bodies.delete_bodies(account).await
    }

    /// What a call sent and received, if it was stored.
    pub async fn read(&self, purse: Purse, note: NoteId) -> Result<Option<StoredBodies>, StoreError> {
        self.bodies.bodies(purse, note).await
    }

    /// Deletes bodies that are too old.
    pub async fn delete_old(&self) -> Result<(), StoreError> {
        let Ok(oldest) = self.clock.now().checked_sub(KEPT) else { return Ok(()) };
        self.bodies.delete_old_bodies(oldest).await
    }
}
