//! An engine that answers by a script.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use ports::{Engine, EngineFailure, FailureKind, ServeError};
use providers::link::{Link, Policy, Subject};
use tokio::time::sleep;

pub(crate) const SUBJECT: Subject = Subject { words: "tests", label: "tests", settings: &["tests.engines"] };
/// Longer than any test waits.
pub(crate) const FOREVER: Duration = Duration::from_hours(100);

/// The result of one call: after a while, an answer or a failure.
pub(crate) type Step = (Duration, Result<(), (FailureKind, Option<Duration>)>);

pub(crate) struct Scripted {
    name: &'static str,
    steps: Mutex<VecDeque<Step>>,
    begun: AtomicUsize,
    ended: AtomicUsize,
}

impl Scripted {
    /// An engine that goes through `steps` and repeats the last one.
    pub(crate) fn new(name: &'static str, steps: impl IntoIterator<Item = Step>) -> Arc<Self> {
        let steps = Mutex::new(steps.into_iter().collect());
        Arc::new(Self { name, steps, begun: AtomicUsize::new(0), ended: AtomicUsize::new(0) })
    }

    pub(crate) fn link(self: &Arc<Self>, policy: Policy) -> Arc<Link<(), ()>> {
        Arc::new(Link::new(SUBJECT, self.clone(), policy))
    }

    /// How often it was called.
    pub(crate) fn asked(&self) -> usize {
        self.begun.load(Ordering::Relaxed)
    }

    /// How often a call ended by itself.
    pub(crate) fn ended(&self) -> usize {
        self.ended.load(Ordering::Relaxed)
    }

    fn next(&self) -> Step {
        let mut steps = self.steps.lock().unwrap();
        if steps.len() > 1 { steps.pop_front().unwrap() } else { steps[0] }
    }
}

#[async_trait]
impl Engine<(), ()> for Scripted {
    fn name(&self) -> &'static str {
        self.name
    }

    async fn call(&self, (): &()) -> Result<(), EngineFailure> {
        self.begun.fetch_add(1, Ordering::Relaxed);
        let (delay, outcome) = self.next();
        sleep(delay).await;
        self.ended.fetch_add(1, Ordering::Relaxed);
        let failure = |(kind, retry_after)| EngineFailure {
            engine: self.name,
            kind,
            reason: "failed as told".to_owned(),
            is_ours: true,
            retry_after,
        };
        outcome.map_err(failure)
    }
}

pub(crate) const fn answers() -> Step {
    (Duration::ZERO, Ok(()))
}

pub(crate) const fn answers_after(milliseconds: u64) -> Step {
    (Duration::from_millis(milliseconds), Ok(()))
}

pub(crate) const fn hangs() -> Step {
    (FOREVER, Ok(()))
}

pub(crate) const fn fails(kind: FailureKind) -> Step {
    (Duration::ZERO, Err((kind, None)))
}

pub(crate) const fn asks_to_wait(seconds: u64) -> Step {
    (Duration::ZERO, Err((FailureKind::Throttled, Some(Duration::from_secs(seconds)))))
}

/// Engines and kinds of all failures.
pub(crate) fn kinds(error: ServeError) -> Vec<(&'static str, FailureKind)> {
    match error {
        ServeError::Failed { failures } => {
            failures.iter().map(|failure| (failure.engine, failure.kind)).collect()
        }
        ServeError::NotConfigured { .. } => Vec::new(),
    }
}
