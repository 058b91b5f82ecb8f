//! Wires the log of calls and the alerts about low balances.

use std::sync::Arc;
use std::time::Duration;

use application::log_requests::{LogRequests, WriteRequestLog};
use application::manage_bodies::ManageBodies;
use application::read_requests::ReadRequests;
use application::send_balance_alerts::SendBalanceAlerts;
use async_trait::async_trait;
use domain::ledger::LowBalance;
use ports::{AlertError, AlertSink};
use store::RequestLogStore;

use crate::configuration::Settings;
use crate::wiring::Installation;

const DAY: Duration = Duration::from_hours(24);

/// The log of calls.
pub(crate) struct RequestLogServices {
    pub(crate) note: LogRequests,
    pub(crate) write: WriteRequestLog,
    pub(crate) read: ReadRequests,
    pub(crate) bodies: ManageBodies,
}

impl RequestLogServices {
    pub(crate) async fn open(settings: &Settings, installation: &Installation) -> anyhow::Result<Self> {
        let log = Arc::new(RequestLogStore::open(&installation.database).await?);
        let Installation { database, clock, .. } = installation;
        let (note, write) = LogRequests::new(log.clone(), log.clone(), database.clone(), clock.clone());
        let bodies = ManageBodies::new(database.clone(), log.clone(), clock.clone());
        let read = ReadRequests::new(log, clock.clone(), DAY * settings.limits.request_log_days);
        Ok(Self { note, write, read, bodies })
    }
}

impl Installation {
    /// Sends alerts about low balances, in every way.
    pub(crate) fn send_balance_alerts(&self, ways: Vec<Arc<dyn AlertSink>>) -> SendBalanceAlerts {
        SendBalanceAlerts::new(self.database.clone(), ways, self.clock.clone())
    }
}

/// Alerts the operator, who can then act before customers complain.
pub(crate) struct OperatorsLog;

#[async_trait]
impl AlertSink for OperatorsLog {
    fn name(&self) -> &'static str {
        "log"
    }

    async fn notify(&self, alert: &LowBalance) -> Result<(), AlertError> {
        tracing::info!(
            account = %alert.purse.account,
            mode = alert.purse.mode.as_str(),
            alert = %alert.id,
            threshold = alert.threshold.as_i64(),
            available = alert.available.as_i64(),
            "a balance is low"
        );
        Ok(())
    }
}
