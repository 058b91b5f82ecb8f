//! Work that continues when the client disconnects.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio_util::task::TaskTracker;

/// Work that continues in a task of its own when its caller stops waiting for it.
pub(crate) struct FinishInBackground<F: Future<Output: Send> + Send + 'static> {
    work: Option<Pin<Box<F>>>,
    tasks: TaskTracker,
}

impl<F: Future<Output: Send> + Send + 'static> FinishInBackground<F> {
    /// Wraps `work`, whose task is tracked by `tasks`.
    pub(crate) fn new(work: F, tasks: TaskTracker) -> Self {
        Self { work: Some(Box::pin(work)), tasks }
    }
}

impl<F: Future<Output: Send> + Send + 'static> Future for FinishInBackground<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Some(work) = self.work.as_mut() else { return Poll::Pending };
        let output = ready!(work.as_mut().poll(context));
        self.work = None;
        Poll::Ready(output)
    }
}

impl<F: Future<Output: Send> + Send + 'static> Drop for FinishInBackground<F> {
    fn drop(&mut self) {
        if let Some(work) = self.work.take() {
            self.tasks.spawn(work);
        }
    }
}
