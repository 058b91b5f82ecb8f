//! Runs work that computes for milliseconds, away from the threads that serve calls, and never more of it at
//! once than there are cores: pages come from outside, and parsing them must not take all threads and memory.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

#[derive(Clone)]
pub struct CpuPool(Arc<Semaphore>);

impl Default for CpuPool {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Semaphore::new(cores)))
    }
}

impl CpuPool {
    /// Runs `work` on a thread that may block. Propagates its panic.
    pub(crate) async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        self.permit().await.run(work).await
    }

    /// Waits for a permit, for callers that should fetch large data only when they can process it.
    pub(crate) async fn permit(&self) -> Permit {
        Permit(self.0.clone().acquire_owned().await.ok())
    }
}

/// A permit of the pool.
pub(crate) struct Permit(Option<OwnedSemaphorePermit>);

impl Permit {
    /// Runs `work` with this permit, as [`CpuPool::run`] does.
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
                // Only a runtime that shuts down cancels such work; nothing waits for the outcome then.
                Err(_cancelled) => std::future::pending().await,
            },
        }
    }
}
