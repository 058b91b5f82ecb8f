//! Workers: jobs are leased, worked on side by side and kept alive by heartbeats. A worker that loses a lease
//! stops at once, so two workers never work on a job for longer than a heartbeat, and never both settle it.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::jobs::LeasedJob;
use ports::articles::Lease;
use ports::{Clock, JobQueue};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Works on jobs. A handler ends a job or gives it back itself; a job that it leaves is leased again when the
/// lease ends.
#[async_trait]
pub trait JobHandler: Send + Sync {
    /// Works on a job until it is ended or given back. May be dropped at any time.
    async fn work(&self, job: &LeasedJob);
}

/// How many jobs, and how long a lease lasts.
#[derive(Debug, Clone, Copy)]
pub struct WorkLimits {
    /// Jobs at a time in this process.
    pub most: usize,
    /// Jobs of one account and mode at a time, over all processes.
    pub most_per_purse: u32,
    /// How long a lease lasts without a heartbeat.
    pub lease: Duration,
}

pub struct WorkJobs {
    queue: Arc<dyn JobQueue>,
    handler: Arc<dyn JobHandler>,
    clock: Arc<dyn Clock>,
    new_work: Arc<Notify>,
    limits: WorkLimits,
}

impl WorkJobs {
    /// How long to wait before polling for work that was not announced.
    const LOOK_EVERY: Duration = Duration::from_secs(1);
    const BEATS: u32 = 3;

    #[must_use]
    pub fn new(
        queue: Arc<dyn JobQueue>,
        handler: Arc<dyn JobHandler>,
        clock: Arc<dyn Clock>,
        new_work: Arc<Notify>,
        limits: WorkLimits,
    ) -> Self {
        Self { queue, handler, clock, new_work, limits }
    }

    /// Works until `stop`, then gives unfinished jobs back, so that others need not wait for the leases to
    /// end.
    pub async fn run(self, stop: CancellationToken) {
        let this = Arc::new(self);
        let mut running = JoinSet::new();
        while !stop.is_cancelled() {
            for job in this.lease(this.limits.most.saturating_sub(running.len())).await {
                let (this, stop) = (this.clone(), stop.clone());
                running.spawn(async move { this.attend(job, &stop).await });
            }
            tokio::select! {
                () = stop.cancelled() => {}
                () = this.new_work.notified() => {}
                Some(_) = running.join_next() => {}
                () = tokio::time::sleep(Self::LOOK_EVERY) => {}
            }
        }
        while running.join_next().await.is_some() {}
    }

    async fn lease(&self, most: usize) -> Vec<LeasedJob> {
        if most == 0 {
            return Vec::new();
        }
        let lease = Lease {
            now: self.clock.now(),
            lasts: self.limits.lease,
            most: u32::try_from(most).unwrap_or(u32::MAX),
            most_per_purse: self.limits.most_per_purse,
        };
        self.queue.lease_jobs(lease).await.unwrap_or_else(|error| {
            tracing::warn!(error = &error as &dyn std::error::Error, "jobs could not be leased");
            Vec::new()
        })
    }

    /// Works on a job as long as the lease holds.
    async fn attend(&self, job: LeasedJob, stop: &CancellationToken) {
        tokio::select! {
            () = self.handler.work(&job) => {}
            () = self.until_lost(&job) => {
                tracing::info!(job = %job.id, article = %job.article, "a job is over or belongs to somebody else");
            }
            () = stop.cancelled() => self.give_back(&job).await,
        }
    }

    /// Sends heartbeats until the lease is lost, or could not be renewed in time.
    async fn until_lost(&self, job: &LeasedJob) {
        let mut ends = tokio::time::Instant::now() + self.limits.lease;
        loop {
            tokio::time::sleep(self.limits.lease / Self::BEATS).await;
            let until = self.clock.now() + self.limits.lease;
            let renewed_at = tokio::time::Instant::now();
            let renewing = tokio::time::timeout_at(ends, self.queue.renew_job(job.id, job.token, until));
            let Ok(renewed) = renewing.await else { return };
            match renewed {
                Ok(true) => ends = renewed_at + self.limits.lease,
                Err(error) if tokio::time::Instant::now() < ends => {
                    tracing::warn!(
                        error = &error as &dyn std::error::Error,
                        "a lease could not be renewed yet"
                    );
                }
                Ok(false) | Err(_) => return,
            }
        }
    }

    async fn give_back(&self, job: &LeasedJob) {
        if let Err(error) = self.queue.give_back_job(job.id, job.token, self.clock.now()).await {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "a job could not be given back; its lease will end by itself"
            );
        }
    }
}
