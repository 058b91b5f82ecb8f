//! Tasks that end with their owner, so that no connection outlives its fetch.

use std::future::Future;
use std::sync::{Arc, Mutex, Weak};

use tokio::task::JoinSet;

/// Owns tasks. Dropping it aborts them.
#[derive(Default)]
pub(crate) struct ConnectionTasks(Arc<Mutex<JoinSet<()>>>);

impl ConnectionTasks {
    pub(crate) fn executor(&self) -> TaskExecutor {
        TaskExecutor(Arc::downgrade(&self.0))
    }
}

/// Spawns tasks into [`ConnectionTasks`]. Weak, because the tasks themselves hold it.
#[derive(Clone)]
pub(crate) struct TaskExecutor(Weak<Mutex<JoinSet<()>>>);

impl<F> hyper::rt::Executor<F> for TaskExecutor
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
        let connection_tasks = ConnectionTasks::default();
        let executor = connection_tasks.executor();
        let inner = executor.clone();
        executor.execute(async move {
            std::future::pending::<()>().await;
            drop((held, inner));
        });
        drop(connection_tasks);
        assert!(ended.await.is_err());
        let (late, ended) = oneshot::channel::<()>();
        executor.execute(async move { late.send(()) });
        assert!(ended.await.is_err());
    }
}
