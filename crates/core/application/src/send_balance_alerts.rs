//! Notifies owners that their credits run low.
//!
//! Every alert is sent until all sinks have accepted it, under an id that stays the same. An alert that could
//! not be sent within a day is dropped.

use std::sync::Arc;
use std::time::Duration;

use domain::ledger::LowBalance;
use ports::{AlertSink, BalanceAlerts, Clock, StoreError};

pub struct SendBalanceAlerts {
    alerts: Arc<dyn BalanceAlerts>,
    sinks: Vec<Arc<dyn AlertSink>>,
    clock: Arc<dyn Clock>,
}

impl SendBalanceAlerts {
    /// Alerts that are sent at a time.
    const BATCH: u32 = 50;
    /// How long one process has for a batch before another may send it, and so also the pause after a
    /// failure.
    const LEASE: Duration = Duration::from_mins(2);
    /// How long sending is retried.
    const TRIED_FOR: Duration = Duration::from_hours(24);
    /// How long an alert is stored after it was sent.
    const KEPT: Duration = Duration::from_hours(24 * 30);

    #[must_use]
    pub fn new(
        alerts: Arc<dyn BalanceAlerts>,
        sinks: Vec<Arc<dyn AlertSink>>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { alerts, sinks, clock }
    }

    /// Sends waiting alerts and returns how many owners were notified.
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

    /// Deletes alerts that were sent long ago, and returns their number.
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
