//! Runs one piece of work for all concurrent callers that request the same.

use std::collections::HashMap;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::{Mutex, PoisonError};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared, WeakShared};

/// Runs work of the same name once; callers that come while it runs get the same outcome.
pub(crate) struct Coalescer<T: Clone + Send + Sync + 'static> {
    under_way: Mutex<HashMap<String, WeakShared<Work<T>>>>,
}

/// Ends with `None` if it panics, which `Shared` would not report to those who wait.
type Work<T> = BoxFuture<'static, Option<T>>;

impl<T: Clone + Send + Sync + 'static> Default for Coalescer<T> {
    fn default() -> Self {
        Self { under_way: Mutex::default() }
    }
}

impl<T: Clone + Send + Sync + 'static> Coalescer<T> {
    /// The outcome of the work called `name`, which `start` begins unless it is already running.
    pub(crate) async fn run<F>(&self, name: &str, start: impl FnOnce() -> F) -> T
    where
        F: Future<Output = T> + Send + 'static,
    {
        match self.join(name, start).await {
            Some(outcome) => outcome,
            None => std::panic::resume_unwind(Box::new("the work that was shared panicked")),
        }
    }

    fn join<F>(&self, name: &str, start: impl FnOnce() -> F) -> Shared<Work<T>>
    where
        F: Future<Output = T> + Send + 'static,
    {
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        let running = |work: &Shared<Work<T>>| work.peek().is_none();
        if let Some(work) = under_way.get(name).and_then(WeakShared::upgrade).filter(running) {
            return work;
        }
        under_way.retain(|_, work| work.upgrade().as_ref().is_some_and(running));
        let work = AssertUnwindSafe(start()).catch_unwind().map(Result::ok).boxed().shared();
        if let Some(weak) = work.downgrade() {
            under_way.insert(name.to_owned(), weak);
        }
        work
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn the_same_work_runs_once_at_a_time_and_again_later() {
        static RUNS: AtomicU32 = AtomicU32::new(0);
        let coalescer = Coalescer::default();
        let work = || async {
            tokio::task::yield_now().await;
            RUNS.fetch_add(1, Ordering::SeqCst)
        };
        let outcomes =
            tokio::join!(coalescer.run("a", work), coalescer.run("a", work), coalescer.run("b", work));
        assert_eq!((outcomes.0, outcomes.1, outcomes.2), (0, 0, 1));
        assert_eq!(coalescer.run("a", work).await, 2);
    }

    #[tokio::test]
    async fn work_goes_on_when_the_first_who_asked_is_gone() {
        let coalescer = Coalescer::default();
        let (answer, waiting) = tokio::sync::oneshot::channel::<u32>();
        let mut first = Box::pin(coalescer.run("a", || async { waiting.await.unwrap_or(0) }));
        assert!(futures_util::poll!(&mut first).is_pending());
        let second = coalescer.join("a", || async { 1 });
        drop(first);
        answer.send(7).unwrap();
        assert_eq!(second.await, Some(7));
    }

    #[tokio::test]
    async fn a_panic_reaches_all_who_wait_and_is_not_kept() {
        let coalescer = Coalescer::<u32>::default();
        let work = || async {
            tokio::task::yield_now().await;
            panic!("as a hostile page might make it")
        };
        let wait = || AssertUnwindSafe(coalescer.run("a", work)).catch_unwind();
        let (first, second) = tokio::join!(wait(), wait());
        assert!(first.is_err() && second.is_err());
        assert_eq!(coalescer.run("a", || async { 1 }).await, 1);
    }
}
