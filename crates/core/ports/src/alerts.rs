//! Owners who want to know when their credits run low.

use async_trait::async_trait;
use domain::Timestamp;
use domain::credits::Credits;
use domain::ledger::{LowBalance, PostingId, Purse};

use crate::StoreError;

/// Thresholds, and what fell below them. The ledger writes an alert in the transaction of the posting that causes it.
#[async_trait]
pub trait BalanceAlerts: Send + Sync {
    /// Below what the owner of a purse is told, if at all.
    async fn alert_below(&self, purse: Purse) -> Result<Option<Credits>, StoreError>;
    /// Changes it. A balance that is below already is not told until it has risen and fallen again.
    async fn set_alert_below(&self, purse: Purse, threshold: Option<Credits>) -> Result<(), StoreError>;
    /// Alerts that nobody was told of yet, oldest first. Nobody else gets them until `until`.
    async fn take_alerts(
        &self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<LowBalance>, StoreError>;
    /// Takes note that the owner was told.
    async fn mark_sent(&self, purse: Purse, id: PostingId, at: Timestamp) -> Result<(), StoreError>;
    /// Forgets alerts that were told before `sent_before`, and tells how many.
    async fn delete_alerts(&self, sent_before: Timestamp) -> Result<u64, StoreError>;
}

/// Why an owner could not be told, in words for operators.
pub type AlertError = Box<dyn std::error::Error + Send + Sync>;

/// A way to tell owners. An alert may come again after a failure, with the same id: whoever passes it on should do so once per id.
#[async_trait]
pub trait AlertSink: Send + Sync {
    /// What it is, for operators.
    fn name(&self) -> &'static str;
    /// Tells the owner of the purse; nothing to do is no failure.
    async fn notify(&self, alert: &LowBalance) -> Result<(), AlertError>;
}
