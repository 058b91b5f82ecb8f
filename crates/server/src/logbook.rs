//! What customers can look into afterwards, and what they are told of their own accord: the log of calls, and low balances.

use std::sync::Arc;
use std::time::Duration;

use application::keep_bodies::KeepBodies;
use application::note_requests::{NoteRequests, WriteNotes};
use application::read_requests::ReadRequests;
use application::tell_low_balance::TellLowBalance;
use async_trait::async_trait;
use domain::ledger::LowBalance;
use ports::{AlertError, AlertSink};
use store::RequestLogStore;

use crate::configuration::Settings;
use crate::wiring::Installation;

const DAY: Duration = Duration::from_hours(24);

/// The log of calls.
pub(crate) struct Logbook {
    pub(crate) note: NoteRequests,
    pub(crate) write: WriteNotes,
    pub(crate) read: ReadRequests,
    pub(crate) bodies: KeepBodies,
}

impl Logbook {
    pub(crate) async fn open(settings: &Settings, installation: &Installation) -> anyhow::Result<Self> {
        let log = Arc::new(RequestLogStore::open(&installation.database).await?);
        let Installation { database, clock, .. } = installation;
        let (note, write) = NoteRequests::new(log.clone(), log.clone(), database.clone(), clock.clone());
        let bodies = KeepBodies::new(database.clone(), log.clone(), clock.clone());
        let read = ReadRequests::new(log, clock.clone(), DAY * settings.limits.request_log_days);
        Ok(Self { note, write, read, bodies })
    }
}

impl Installation {
    /// Tells owners of low balances, in every way there is.
    pub(crate) fn tell_low_balance(&self, ways: Vec<Arc<dyn AlertSink>>) -> TellLowBalance {
        TellLowBalance::new(self.database.clone(), ways, self.clock.clone())
    }
}

/// Tells the operator, who may want to know before customers complain.
pub(crate) struct OperatorsLog;

#[async_trait]
impl AlertSink for OperatorsLog {
    fn name(&self) -> &'static str {
        "log"
    }

    async fn tell(&self, alert: &LowBalance) -> Result<(), AlertError> {
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
