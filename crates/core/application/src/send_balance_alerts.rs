//! Tells owners that their credits run low.
//!
//! Every alert is told until all ways of telling have taken it, under an id that stays the same. What nobody could be told within a day
//! is of no use any more.

use std::sync::Arc;
use std::time::Duration;

use domain::ledger::LowBalance;
use ports::{AlertSink, BalanceAlerts, Clock, StoreError};

/// Tells owners.
pub struct SendBalanceAlerts {
    alerts: Arc<dyn BalanceAlerts>,
    sinks: Vec<Arc<dyn AlertSink>>,
    clock: Arc<dyn Clock>,
}

impl SendBalanceAlerts {
    /// Alerts that are told at a time.
    const BATCH: u32 = 50;
    /// How long one process has for a batch before another may tell it, and so also the pause after a failure.
    const LEASE: Duration = Duration::from_mins(2);
    /// How long telling is tried.
    const TRIED_FOR: Duration = Duration::from_hours(24);
    /// How long an alert that was told is kept.
    const KEPT: Duration = Duration::from_hours(24 * 30);

    /// Wires the use case.
    #[must_use]
    pub fn new(
        alerts: Arc<dyn BalanceAlerts>,
        sinks: Vec<Arc<dyn AlertSink>>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { alerts, sinks, clock }
    }

    /// Tells what is waiting, and how many owners were told.
    pub async fn send(&self) -> Result<usize, StoreError> {
        let mut told = 0;
        loop {
            let now = self.clock.now();
            let taken = self.alerts.take_alerts(now, now + Self::LEASE, Self::BATCH).await?;
            if taken.is_empty() {
                return Ok(told);
            }
            for alert in &taken {
                let done = self.send_to_all(alert).await;
                told += usize::from(done);
                if done || self.is_stale(alert) {
                    self.alerts.mark_sent(alert.purse, alert.id, self.clock.now()).await?;
                }
            }
        }
    }

    /// Forgets what was told long ago, and tells how many.
    pub async fn delete_old(&self) -> Result<u64, StoreError> {
        match self.clock.now().checked_sub(Self::KEPT) {
            Ok(sent_before) => self.alerts.delete_alerts(sent_before).await,
            Err(_) => Ok(0),
        }
    }

    async fn send_to_all(&self, alert: &LowBalance) -> bool {
        let mut done = true;
        for sink in &self.sinks {
            if let Err(error) = sink.notify(alert).await {
                done = false;
                tracing::warn!(
                    account = %alert.purse.account,
                    alert = %alert.id,
                    sink = sink.name(),
                    error = error.as_ref() as &dyn std::error::Error,
                    "an owner could not be told that credits run low"
                );
            }
        }
        done
    }

    fn is_stale(&self, alert: &LowBalance) -> bool {
        alert.at + Self::TRIED_FOR <= self.clock.now()
    }
}

#[cfg(test)]
mod tests;
