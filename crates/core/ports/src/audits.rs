//! Stored on-page audits.

use async_trait::async_trait;
use domain::Timestamp;
use domain::audits::{AuditEntry, AuditId, KeptAudit, ShareToken};
use domain::ledger::Purse;

use crate::StoreError;

#[async_trait]
pub trait AuditStore: Send + Sync {
    /// Stores an audit. An audit whose id or share token is already known is refused and changes nothing.
    async fn add_audit(&self, audit: &KeptAudit) -> Result<(), StoreError>;
    /// An audit of this purse.
    async fn audit(&self, purse: Purse, id: AuditId) -> Result<Option<KeptAudit>, StoreError>;
    /// Audits of this purse older than `before`, newest first.
    async fn audits(
        &self,
        purse: Purse,
        before: Option<AuditId>,
        limit: u32,
    ) -> Result<Vec<AuditEntry>, StoreError>;
    /// The audit with this share token, for any caller.
    async fn shared_audit(&self, share: &ShareToken) -> Result<Option<KeptAudit>, StoreError>;
    /// Gives an audit of this purse another share token, so that the old one stops working; `false` if there
    /// is no such audit.
    async fn set_share(&self, purse: Purse, id: AuditId, share: &ShareToken) -> Result<bool, StoreError>;
    /// Deletes an audit of this purse with its report and returns its entry; `None` if there is no such
    /// audit.
    async fn delete_audit(&self, purse: Purse, id: AuditId) -> Result<Option<AuditEntry>, StoreError>;
    /// Deletes audits made before `older_than`, in both modes and of all accounts, and returns their entries,
    /// oldest first, so that their screenshots can be removed. Each entry is returned once, however many
    /// nodes call; `limit` bounds the number per call.
    async fn delete_audits(&self, older_than: Timestamp, limit: u32) -> Result<Vec<AuditEntry>, StoreError>;
}
