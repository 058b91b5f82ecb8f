//! Background work: deletes what is past its limit, releases expired holds, sends alerts.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use application::buy_credits::BuyCredits;
use application::manage_audits::ManageAudits;
use application::manage_bodies::ManageBodies;
use application::manage_images::ManageImages;
use application::manage_sessions::ManageSessions;
use application::manage_webhooks::ManageWebhooks;
use application::read_requests::ReadRequests;
use application::send_balance_alerts::SendBalanceAlerts;
use application::watch_access::WatchAccess;
use http_api::ApiState;
use ports::AnswerCache;
use ports::ledger::Drift;
use store::AnswerStore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::wiring::Installation;

const ACCESS_INTERVAL: Duration = Duration::from_secs(1);
const TIDY_INTERVAL: Duration = Duration::from_secs(5);
const BOOKS_INTERVAL: Duration = Duration::from_secs(5);
const ANSWERS_INTERVAL: Duration = Duration::from_mins(5);
const AUDIT_INTERVAL: Duration = Duration::from_hours(1);
const DELETE_INTERVAL: Duration = Duration::from_mins(10);
const SWEEP_INTERVAL: Duration = Duration::from_mins(1);
const PURCHASES_INTERVAL: Duration = Duration::from_secs(20);
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(1);
const ALERTS_INTERVAL: Duration = Duration::from_secs(2);

/// Work that runs beside the calls.
pub(crate) struct Background {
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl Background {
    pub(crate) fn start(
        watch: WatchAccess,
        state: ApiState,
        answers: Arc<AnswerStore>,
        manage_images: ManageImages,
        manage_audits: ManageAudits,
        installation: &Installation,
    ) -> Self {
        let background = Self { tasks: TaskTracker::new(), stop: CancellationToken::new() };
        let watch = Arc::new(watch);
        background.every(ACCESS_INTERVAL, "access rules could not be refreshed", move || {
            let watch = watch.clone();
            async move { Ok(watch.refresh().await?) }
        });
        background.every(TIDY_INTERVAL, "the edge could not be tidied", move || {
            state.remove_idle();
            async { Ok(()) }
        });
        let ledger_maintenance = Arc::new(installation.ledger_maintenance());
        let auditor = ledger_maintenance.clone();
        background.every(BOOKS_INTERVAL, "the ledger_maintenance could not be tidied", move || {
            let ledger_maintenance = ledger_maintenance.clone();
            async move { Ok(ledger_maintenance.release_expired_holds().await?) }
        });
        background.every(AUDIT_INTERVAL, "the ledger_maintenance could not be audited", move || {
            let ledger_maintenance = auditor.clone();
            async move { ledger_maintenance.audit().await.map(|drifts| report_drift(&drifts)).map_err(Into::into) }
        });
        let clock = installation.clock.clone();
        background.every(ANSWERS_INTERVAL, "kept answers could not be tidied", move || {
            let (answers, now) = (answers.clone(), clock.now());
            async move { Ok(answers.delete_expired(now).await?) }
        });
        background.every(SWEEP_INTERVAL, "pictures that nobody paid for could not be swept", move || {
            let images = manage_images.clone();
            async move { Ok(images.sweep().await.map(|_| ())?) }
        });
        background.every(DELETE_INTERVAL, "old audits could not be deleted", move || {
            let audits = manage_audits.clone();
            async move { Ok(audits.delete_old().await.map(|_| ())?) }
        });
        let database = installation.database.clone();
        background.every(CHECKPOINT_INTERVAL, "the database could not be checkpointed", move || {
            let database = database.clone();
            async move { Ok(database.checkpoint().await?) }
        });
        background
    }

    pub(crate) fn delete_notes(&self, requests: ReadRequests, bodies: ManageBodies) {
        self.every(DELETE_INTERVAL, "old bodies of calls could not be deleted", move || {
            let bodies = bodies.clone();
            async move { Ok(bodies.delete_old().await?) }
        });
        self.every(DELETE_INTERVAL, "old notes of calls could not be deleted", move || {
            let requests = requests.clone();
            async move { Ok(requests.delete_old().await.map(|_| ())?) }
        });
    }

    pub(crate) fn send_balance_alerts(&self, alerts: SendBalanceAlerts) {
        let alerts = Arc::new(alerts);
        let old_alerts = alerts.clone();
        self.every(ALERTS_INTERVAL, "balance alerts could not be sent", move || {
            let alerts = alerts.clone();
            async move { Ok(alerts.send().await.map(|_| ())?) }
        });
        self.every(DELETE_INTERVAL, "old alerts could not be deleted", move || {
            let alerts = old_alerts.clone();
            async move { Ok(alerts.delete_old().await.map(|_| ())?) }
        });
    }

    /// Runs `work` once, unless the service stops before.
    pub(crate) fn once(&self, work: impl Future<Output = ()> + Send + 'static) {
        let stop = self.stop.clone();
        self.tasks.spawn(async move { stop.run_until_cancelled(work).await });
    }

    /// Runs `work`, which ends by itself when it is cancelled.
    pub(crate) fn until_stopped<F: Future<Output = ()> + Send + 'static>(
        &self,
        work: impl FnOnce(CancellationToken) -> F,
    ) {
        self.tasks.spawn(work(self.stop.clone()));
    }

    /// Deletes messages that were delivered, or given up, long ago.
    pub(crate) fn delete_messages(&self, webhooks: ManageWebhooks) {
        self.every(DELETE_INTERVAL, "old messages could not be deleted", move || {
            let webhooks = webhooks.clone();
            async move { Ok(webhooks.delete_old().await.map(|_| ())?) }
        });
    }

    /// Deletes sessions and links that have expired.
    pub(crate) fn delete_sessions(&self, sessions: ManageSessions) {
        self.every(DELETE_INTERVAL, "ended sessions could not be deleted", move || {
            let sessions = sessions.clone();
            async move { Ok(sessions.delete_ended().await.map(|_| ())?) }
        });
    }

    /// Queries providers about purchases whose messages were lost, and settles what was interrupted.
    pub(crate) fn sweep_purchases(&self, purchases: BuyCredits) {
        self.every(PURCHASES_INTERVAL, "purchases could not be swept", move || {
            let purchases = purchases.clone();
            async move { Ok(purchases.sweep().await.map(|_| ())?) }
        });
    }

    /// Repeats `work`; a failure is logged and retried at the next turn.
    fn every<F>(
        &self,
        interval: Duration,
        complaint: &'static str,
        mut work: impl FnMut() -> F + Send + 'static,
    ) where
        F: Future<Output = anyhow::Result<()>> + Send,
    {
        let stop = self.stop.clone();
        self.tasks.spawn(async move {
            let mut ticks = tokio::time::interval(interval);
            loop {
                tokio::select! {
                    () = stop.cancelled() => return,
                    _ = ticks.tick() => {}
                }
                if let Err(error) = work().await {
                    tracing::warn!(error = format!("{error:#}"), "{complaint}");
                }
            }
        });
    }

    pub(crate) async fn stop(self) {
        self.stop.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

fn report_drift(drifts: &[Drift]) {
    metrics::gauge!("ledger_drifting_purses").set(u32::try_from(drifts.len()).unwrap_or(u32::MAX));
    for drift in drifts {
        tracing::error!(
            account = %drift.purse.account,
            mode = drift.purse.mode.as_str(),
            stored = ?drift.stored,
            folded = ?drift.folded,
            "a balance is not the fold of its postings; the account takes no new charges"
        );
    }
}
