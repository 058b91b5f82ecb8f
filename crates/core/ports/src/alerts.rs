//! Alerts to owners whose credits run low.

use async_trait::async_trait;
use domain::Timestamp;
use domain::credits::Credits;
use domain::ledger::{LowBalance, PostingId, Purse};

use crate::StoreError;

/// Alert thresholds and the alerts that they cause. The ledger writes an alert in the transaction of the
/// posting that causes it.
#[async_trait]
pub trait BalanceAlerts: Send + Sync {
    /// The balance below which the owner of a purse is notified, if one is set.
    async fn alert_below(&self, purse: Purse) -> Result<Option<Credits>, StoreError>;
    /// Changes the threshold. If the balance is already below it, the next alert comes only after the balance
    /// has risen above it and fallen again.
    async fn set_alert_below(&self, purse: Purse, threshold: Option<Credits>) -> Result<(), StoreError>;
    /// Takes alerts that were not sent yet, oldest first. No other process gets them until `until`.
    async fn take_alerts(
        &self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<LowBalance>, StoreError>;
    /// Records that the owner was notified.
    async fn mark_sent(&self, purse: Purse, id: PostingId, at: Timestamp) -> Result<(), StoreError>;
    /// Deletes alerts that were sent before `sent_before` and returns their number.
    async fn delete_alerts(&self, sent_before: Timestamp) -> Result<u64, StoreError>;
}

/// Why an owner could not be notified, in words for operators.
pub type AlertError = Box<dyn std::error::Error + Send + Sync>;

/// A way to notify owners. After a failure, an alert may come again with the same id; an implementation
/// should pass it on once per id.
#[async_trait]
pub trait AlertSink: Send + Sync {
    /// The name that operators see.
    fn name(&self) -> &'static str;
    /// Notifies the owner of the purse. Having nothing to do is not a failure.
    async fn notify(&self, alert: &LowBalance) -> Result<(), AlertError>;
}
