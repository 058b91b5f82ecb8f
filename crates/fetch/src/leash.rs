//! Tasks that end with their owner, so that no connection outlives its fetch.

use std::future::Future;
use std::sync::{Arc, Mutex, Weak};

use tokio::task::JoinSet;

/// Owns tasks. Dropping it ends them.
#[derive(Default)]
pub(crate) struct Leash(Arc<Mutex<JoinSet<()>>>);

impl Leash {
    pub(crate) fn executor(&self) -> LeashExecutor {
        LeashExecutor(Arc::downgrade(&self.0))
    }
}

/// Puts tasks on a leash. Weak, because the tasks themselves hold it.
#[derive(Clone)]
pub(crate) struct LeashExecutor(Weak<Mutex<JoinSet<()>>>);

impl<F> hyper::rt::Executor<F> for LeashExecutor
where
    F: Future<Output: Send> + Send + 'static,
{
    fn execute(&self, future: F) {
        let Some(tasks) = self.0.upgrade() else { return };
        let Ok(mut tasks) = tasks.lock() else { return };
        tasks.spawn(async move { drop(future.await) });
    }
}

#[cfg(test)]
mod tests {
    use hyper::rt::Executor;
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn tasks_end_with_their_owner() {
        let (held, ended) = oneshot::channel::<()>();
        let leash = Leash::default();
        let executor = leash.executor();
        let inner = executor.clone();
        executor.execute(async move {
            std::future::pending::<()>().await;
            drop((held, inner));
        });
        drop(leash);
        assert!(ended.await.is_err());
        let (late, ended) = oneshot::channel::<()>();
        executor.execute(async move { late.send(()) });
        assert!(ended.await.is_err());
    }
}
