//! Below what an owner wants to be told that credits run low. Telling is [`crate::tell_low_balance`]'s.

use std::sync::Arc;

use domain::credits::Credits;
use domain::ledger::Purse;
use ports::{BalanceAlerts, StoreError};

/// Why a threshold was not set.
#[derive(Debug, thiserror::Error)]
pub enum AlertLowBalanceError {
    /// No balance is ever below zero.
    #[error("the threshold must be above zero")]
    NotAboveZero,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Reads and sets thresholds.
pub struct AlertLowBalance {
    alerts: Arc<dyn BalanceAlerts>,
}

impl AlertLowBalance {
    /// Wires the use case.
    #[must_use]
    pub fn new(alerts: Arc<dyn BalanceAlerts>) -> Self {
        Self { alerts }
    }

    /// The threshold of a purse, if it has one.
    pub async fn threshold(&self, purse: Purse) -> Result<Option<Credits>, AlertLowBalanceError> {
        Ok(self.alerts.alert_below(purse).await?)
    }

    /// Sets the threshold of a purse, or takes it away.
    pub async fn set_threshold(
        &self,
        purse: Purse,
        threshold: Option<Credits>,
    ) -> Result<(), AlertLowBalanceError> {
        if threshold.is_some_and(|threshold| threshold <= Credits::ZERO) {
            return Err(AlertLowBalanceError::NotAboveZero);
        }
        Ok(self.alerts.set_alert_below(purse, threshold).await?)
    }
}
