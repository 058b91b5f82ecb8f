//! Work that computes for milliseconds, away from the threads that serve calls, and never more of it at once than there are
//! cores: pages come from strangers, and reading them must not take all threads and memory.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Runs heavy work.
#[derive(Clone)]
pub struct Workshop(Arc<Semaphore>);

impl Default for Workshop {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Semaphore::new(cores)))
    }
}

impl Workshop {
    /// Runs `work` on a thread that may be busy. A panic in it is a panic here.
    pub(crate) async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        self.turn().await.run(work).await
    }

    /// Waits for a place, for those who fetch much only when they can work on it.
    pub(crate) async fn turn(&self) -> Turn {
        Turn(self.0.clone().acquire_owned().await.ok())
    }
}

/// A place in the workshop.
pub(crate) struct Turn(Option<OwnedSemaphorePermit>);

impl Turn {
    /// Runs `work` at this place, as [`Workshop::run`] does.
    pub(crate) async fn run<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> T {
        let Self(permit) = self;
        let running = tokio::task::spawn_blocking(move || {
            let outcome = work();
            drop(permit);
            outcome
        });
        match running.await {
            Ok(outcome) => outcome,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                // Only a runtime that is ending cancels such work; nobody waits for the outcome then.
                Err(_cancelled) => std::future::pending().await,
            },
        }
    }
}
