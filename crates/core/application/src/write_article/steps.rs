//! Finished steps of a job, stored under a hash of their input: a job that starts again repeats none of them.

use std::fmt::Display;
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};

use domain::articles::spending::Spending;
use domain::jobs::LeasedJob;
use futures_util::future::BoxFuture;
use futures_util::stream::{self, StreamExt};
use ports::{Clock, JobQueue, StoreError, Tally};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::Setback;

/// Changes when a step changes its meaning, so that no older output is taken for a new one.
const VERSION: &str = "3";

/// The steps of one job.
#[derive(Clone, Copy)]
pub(super) struct Steps<'a> {
    pub(super) queue: &'a dyn JobQueue,
    pub(super) clock: &'a dyn Clock,
    pub(super) job: &'a LeasedJob,
    /// The cost of calls to text engines that was not recorded yet.
    pub(super) tally: &'a Tally,
}

impl Steps<'_> {
    /// The stored output of step `name` for `input`; otherwise the output of `work`, which is stored.
    pub(super) async fn run<O: Serialize + DeserializeOwned>(
        self,
        name: impl Display,
        input: impl Serialize,
        work: impl Future<Output = Result<O, Setback>>,
    ) -> Result<O, Setback> {
        let name = name.to_string();
        let input = fingerprint(&name, &input)?;
        if let Some(kept) = self.queue.step(self.job.article, &name, &input).await?
            && let Ok(output) = serde_json::from_str(&kept)
        {
            return Ok(output);
        }
        let output = work.await;
        self.record_spending().await?;
        let output = output?;
        let text = serde_json::to_string(&output).map_err(|_| corrupt(&name))?;
        let kept = self.queue.keep_step(self.job, &name, &input, &text, self.clock.now()).await?;
        let kept = kept.ok_or(Setback::Lost)?;
        // Another worker may have been quicker: both continue with the output that it stored.
        if kept == text { Ok(output) } else { Ok(serde_json::from_str(&kept).map_err(|_| corrupt(&name))?) }
    }

    /// Records what calls cost so far. Work that is repeated after a crash costs again, and a step with a
    /// stored output makes no call; so calls are counted, not steps.
    pub(super) async fn record_spending(self) -> Result<(), StoreError> {
        let spending = self.tally.take();
        if spending == Spending::default() {
            return Ok(());
        }
        let recorded = self.queue.add_spending(self.job.article, &spending, self.clock.now()).await;
        if recorded.is_err() {
            self.tally.add(spending);
        }
        recorded
    }
}

/// Runs work side by side, in its order, with a limit on how much runs at once. After a failure nothing more
/// starts, but work that has started is waited for: it may be paid for, and the next attempt finds it done.
pub(super) async fn side_by_side<T: Send>(
    work: Vec<BoxFuture<'_, Result<T, Setback>>>,
    at_once: usize,
) -> Result<Vec<T>, Setback> {
    let failed = AtomicBool::new(false);
    let mut guarded: Vec<BoxFuture<'_, Option<Result<T, Setback>>>> = Vec::new();
    for work in work {
        guarded.push(Box::pin(async {
            if failed.load(Ordering::Relaxed) {
                return None;
            }
            let outcome = work.await;
            failed.fetch_or(outcome.is_err(), Ordering::Relaxed);
            Some(outcome)
        }));
    }
    let outcomes: Vec<Option<Result<T, Setback>>> = stream::iter(guarded).buffered(at_once).collect().await;
    outcomes.into_iter().flatten().collect()
}

fn fingerprint(name: &str, input: &impl Serialize) -> Result<[u8; 32], StoreError> {
    let input = serde_json::to_vec(input).map_err(|_| corrupt(name))?;
    Ok(Sha256::new()
        .chain_update(VERSION)
        .chain_update([0])
        .chain_update(name)
        .chain_update([0])
        .chain_update(input)
        .finalize()
        .into())
}

fn corrupt(name: &str) -> StoreError {
    StoreError::Corrupt(format!("step {name}"))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[tokio::test]
    async fn what_has_begun_is_finished_and_nothing_else_begins_after_a_failure() {
        let finished = AtomicUsize::new(0);
        let work = (0..10).map(|number| {
            let finished = &finished;
            let step: BoxFuture<'_, Result<usize, Setback>> = Box::pin(async move {
                tokio::task::yield_now().await;
                if number == 1 {
                    return Err(Setback::Lost);
                }
                tokio::task::yield_now().await;
                finished.fetch_add(1, Ordering::Relaxed);
                Ok(number)
            });
            step
        });
        let outcome = side_by_side(work.collect(), 4).await;
        assert!(matches!(outcome, Err(Setback::Lost)));
        assert_eq!(finished.load(Ordering::Relaxed), 3, "those beside the failed one");
    }
}
