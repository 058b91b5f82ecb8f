//! The request log. Entries may be lost, and no call waits for it.

use async_trait::async_trait;
use domain::Timestamp;
use domain::ids::{AccountId, RequestId};
use domain::ledger::Purse;
use domain::requests::{NoteId, RequestDay, RequestFilter, RequestNote, RequestPage, StoredBodies};

use crate::StoreError;

#[async_trait]
pub trait RequestLog: Send + Sync {
    /// Adds entries, and counts them by day and route.
    async fn add_notes(&self, notes: &[RequestNote]) -> Result<(), StoreError>;
    /// Calls with this request id, newest first: clients may use an id of their own more than once.
    async fn notes_of_request(
        &self,
        purse: Purse,
        request: &RequestId,
        limit: u32,
    ) -> Result<Vec<RequestNote>, StoreError>;
    /// Calls before `before`, newest first.
    async fn notes(
        &self,
        purse: Purse,
        filter: &RequestFilter,
        before: Option<NoteId>,
        limit: u32,
    ) -> Result<RequestPage, StoreError>;
    /// The outcomes of calls from `first_day` on, by day and route.
    async fn request_days(&self, purse: Purse, first_day: i64) -> Result<Vec<RequestDay>, StoreError>;
    /// Deletes up to `limit` entries that are older, or more than can be stored, and returns their number;
    /// counts are deleted with their day.
    async fn delete_notes(&self, older_than: Timestamp, limit: u32) -> Result<u64, StoreError>;
}

/// Bodies that calls sent and received, for accounts that store them. They may be lost, too.
#[async_trait]
pub trait BodyStore: Send + Sync {
    /// Adds bodies, and deletes those of an account's earlier calls if there are too many.
    async fn add_bodies(&self, bodies: &[StoredBodies]) -> Result<(), StoreError>;
    /// The bodies of a call, if they were stored.
    async fn bodies(&self, purse: Purse, note: NoteId) -> Result<Option<StoredBodies>, StoreError>;
    /// Deletes all bodies of an account.
    async fn delete_bodies(&self, account: AccountId) -> Result<(), StoreError>;
    /// Deletes bodies of calls before the given time.
    async fn delete_old_bodies(&self, older_than: Timestamp) -> Result<(), StoreError>;
}
