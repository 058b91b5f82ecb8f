//! The balance below which an owner is notified. [`crate::send_balance_alerts`] sends the notifications.

use std::sync::Arc;

use domain::credits::Credits;
use domain::ledger::Purse;
use ports::{BalanceAlerts, StoreError};

/// Why a threshold was not set.
#[derive(Debug, thiserror::Error)]
pub enum LowBalanceThresholdError {
    /// No balance is ever below zero.
    #[error("the threshold must be above zero")]
    NotAboveZero,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Reads and sets thresholds.
pub struct LowBalanceThreshold {
    alerts: Arc<dyn BalanceAlerts>,
}

impl LowBalanceThreshold {
    #[must_use]
    pub fn new(alerts: Arc<dyn BalanceAlerts>) -> Self {
        Self { alerts }
    }

    /// The threshold of a purse, if it has one.
    pub async fn threshold(&self, purse: Purse) -> Result<Option<Credits>, LowBalanceThresholdError> {
        Ok(self.alerts.alert_below(purse).await?)
    }

    /// Sets the threshold of a purse, or removes it.
    pub async fn set_threshold(
        &self,
        purse: Purse,
        threshold: Option<Credits>,
    ) -> Result<(), LowBalanceThresholdError> {
        if threshold.is_some_and(|threshold| threshold <= Credits::ZERO) {
            return Err(LowBalanceThresholdError::NotAboveZero);
        }
        Ok(self.alerts.set_alert_below(purse, threshold).await?)
    }
}
