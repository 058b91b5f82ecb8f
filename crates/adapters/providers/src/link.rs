//! One engine of a chain with everything that is remembered about it: circuit, permits, pace, latencies.
//!
//! Every question to an engine goes through `Link::attempt`, so that its limits hold whoever asks.

mod breaker;
mod latencies;
mod pace;
mod policy;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use ports::{Engine, EngineFailure, FailureKind};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, timeout};

use self::breaker::{Admission, Breaker};
use self::latencies::Latencies;
use self::pace::Pace;

pub use self::breaker::Circuit;
pub use self::policy::{Pauses, Policy, Quota};

/// An operator has to act, which takes a while.
const REFUSED_REST: Duration = Duration::from_mins(5);
/// Asking on makes a block last longer.
const BLOCKED_REST: Duration = Duration::from_mins(1);
/// The longest silence that says nothing about an engine.
const LONGEST_FAIR_TIME: Duration = Duration::from_mins(1);
/// The longest that an engine can ask to be left alone: it may be wrong about the time.
const LONGEST_REST: Duration = Duration::from_hours(1);

/// What a chain serves, as errors and metrics name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject {
    /// In words.
    pub words: &'static str,
    /// In metrics.
    pub label: &'static str,
    /// The settings that configure an engine for it.
    pub settings: &'static [&'static str],
}

/// One engine of a chain. Chains that share an engine share its link.
pub struct Link<Question, Answer> {
    subject: Subject,
    engine: Arc<dyn Engine<Question, Answer>>,
    policy: Policy,
    breaker: Breaker,
    permits: Semaphore,
    pace: Option<Pace>,
    latencies: Latencies,
    last_failure: Mutex<Option<EngineFailure>>,
}

/// What operators see of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineStatus {
    /// The engine's name.
    pub engine: &'static str,
    /// Whether it is asked.
    pub circuit: Circuit,
    /// The last time it did not answer, since the start.
    pub last_failure: Option<EngineFailure>,
}

impl<Question: Sync, Answer> Link<Question, Answer> {
    /// An engine that is treated by `policy`.
    #[must_use]
    pub fn new(subject: Subject, engine: Arc<dyn Engine<Question, Answer>>, policy: Policy) -> Self {
        Self {
            subject,
            engine,
            breaker: Breaker::new(policy.failures_to_open, policy.cool_down),
            permits: Semaphore::new(policy.concurrency),
            pace: policy.quota.and_then(Pace::new),
            latencies: Latencies::default(),
            last_failure: Mutex::new(None),
            policy,
        }
    }

    /// The engine's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.engine.name()
    }

    /// How the engine fares.
    #[must_use]
    pub fn status(&self) -> EngineStatus {
        let last_failure = self.last_failure.lock().unwrap_or_else(PoisonError::into_inner).clone();
        EngineStatus { engine: self.name(), circuit: self.breaker.circuit(), last_failure }
    }

    pub(crate) fn policy(&self) -> &Policy {
        &self.policy
    }

    /// What 95 of 100 answers lately took, once that can be told.
    pub(crate) fn usual_latency(&self) -> Option<Duration> {
        self.latencies.p95()
    }

    /// Asks once, before `until`. If its concurrency or quota would make the question wait beyond `enter_by`, it is skipped.
    pub(crate) async fn attempt(
        &self,
        question: &Question,
        enter_by: Instant,
        until: Instant,
    ) -> Result<Answer, EngineFailure> {
        let (admission, _permit) = match self.enter(enter_by, until).await {
            Ok(entered) => entered,
            Err(skipped) => {
                self.count("skipped");
                return Err(skipped);
            }
        };
        let stopwatch = self.latencies.start();
        let allowed = self.policy.attempt_limit.min(until.saturating_duration_since(Instant::now()));
        let outcome = match timeout(allowed, self.engine.call(question)).await {
            Ok(outcome) => outcome,
            Err(_) => Err(self.failure(FailureKind::TimedOut, "did not answer in time", None)),
        };
        metrics::histogram!("engine_request_duration_seconds", "capability" => self.subject.label, "engine" => self.name())
            .record(stopwatch.elapsed());
        match outcome {
            Ok(answer) => {
                stopwatch.finish();
                self.answered(admission);
                Ok(answer)
            }
            Err(failure) => {
                stopwatch.discard();
                self.note(&failure);
                match failure.kind {
                    kind if says_nothing_about_the_engine(kind) => admission.answers(),
                    FailureKind::TimedOut if allowed < self.fair_time() => drop(admission),
                    _ => admission.failed(self.rest_after(&failure, until)),
                }
                Err(failure)
            }
        }
    }

    /// Notes that an engine asked later was faster. One that hangs is never waited for to its end, so this is what opens its
    /// circuit.
    pub(crate) fn outpaced(&self) {
        self.count("outpaced");
        self.remember(self.failure(FailureKind::TimedOut, "was slower than others", None));
        self.breaker.strike();
    }

    /// Passes circuit, concurrency and quota, in this order: a turn of the quota that is not used would be lost.
    async fn enter(
        &self,
        by: Instant,
        until: Instant,
    ) -> Result<(Admission<'_>, SemaphorePermit<'_>), EngineFailure> {
        let skipped = |reason: &str, retry_after| self.failure(FailureKind::Skipped, reason, retry_after);
        let admission = self.breaker.admit().map_err(|left| skipped(&self.why_open(), left))?;
        let wait = self.policy.queueing.min(by.saturating_duration_since(Instant::now()));
        let Ok(Ok(permit)) = timeout(wait, self.permits.acquire()).await else {
            return Err(skipped("was skipped: too many requests to it are in progress", None));
        };
        if let Some(pace) = &self.pace {
            pace.turn(by).await.map_err(|wait| skipped("was skipped: its quota is used up", Some(wait)))?;
        }
        if Instant::now() >= until {
            return Err(skipped("was skipped: no time was left", None));
        }
        Ok((admission, permit))
    }

    /// A circuit opens only after a failure that is remembered. The reason may reach customers.
    fn why_open(&self) -> String {
        let last_failure = self.status().last_failure;
        let reason = last_failure.as_ref().map(EngineFailure::public_reason).unwrap_or_default();
        format!("was skipped after it {reason}")
    }

    fn answered(&self, admission: Admission<'_>) {
        admission.works();
        self.count("answered");
        metrics::counter!("engine_cost_microdollars_total", "capability" => self.subject.label, "engine" => self.name())
            .increment(self.policy.price_microdollars);
    }

    /// The least time after which silence says something about the engine. Whoever asks late leaves it less.
    fn fair_time(&self) -> Duration {
        self.latencies.p95().unwrap_or((self.policy.attempt_limit / 8).min(LONGEST_FAIR_TIME))
    }

    /// How long to leave the engine alone at once. A short wait that it asks for is no reason: the question waits and tries
    /// again.
    fn rest_after(&self, failure: &EngineFailure, until: Instant) -> Option<Duration> {
        let asked = failure.retry_after.map(|asked| asked.min(LONGEST_REST));
        let patience = self.policy.pauses.patience;
        let asked = asked.filter(|asked| *asked > patience || Instant::now() + *asked >= until);
        match failure.kind {
            FailureKind::Refused => Some(asked.map_or(REFUSED_REST, |asked| asked.max(REFUSED_REST))),
            FailureKind::Blocked => Some(asked.map_or(BLOCKED_REST, |asked| asked.max(BLOCKED_REST))),
            _ => asked,
        }
    }

    fn note(&self, failure: &EngineFailure) {
        self.count(label(failure.kind));
        if matches!(failure.kind, FailureKind::Unsuitable | FailureKind::Declined) {
            tracing::info!(capability = self.subject.label, %failure, "an engine can't serve a request");
        }
        if says_nothing_about_the_engine(failure.kind) {
            return;
        }
        tracing::warn!(
            capability = self.subject.label,
            engine = self.name(),
            kind = label(failure.kind),
            reason = failure.reason,
            "an engine did not answer"
        );
        self.remember(failure.clone());
    }

    fn remember(&self, failure: EngineFailure) {
        *self.last_failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
    }

    fn failure(&self, kind: FailureKind, reason: &str, retry_after: Option<Duration>) -> EngineFailure {
        EngineFailure { engine: self.name(), kind, reason: reason.to_owned(), is_ours: true, retry_after }
    }

    fn count(&self, outcome: &'static str) {
        metrics::counter!(
            "engine_requests_total",
            "capability" => self.subject.label, "engine" => self.name(), "outcome" => outcome
        )
        .increment(1);
    }
}

/// A link is an engine too, for those who ask each engine and not the first that answers.
#[async_trait]
impl<Question: Send + Sync, Answer: Send> Engine<Question, Answer> for Link<Question, Answer> {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    async fn call(&self, question: &Question) -> Result<Answer, EngineFailure> {
        let until = Instant::now() + self.policy.attempt_limit;
        self.attempt(question, until, until).await
    }
}

/// Whether a failure is due to the question or to what is not there yet, and not to how the engine fares.
const fn says_nothing_about_the_engine(kind: FailureKind) -> bool {
    matches!(
        kind,
        FailureKind::Unsuitable | FailureKind::SubjectUnknown | FailureKind::Declined | FailureKind::NotSetUp
    )
}

const fn label(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::TimedOut => "timed_out",
        FailureKind::Unreachable => "unreachable",
        FailureKind::Throttled => "throttled",
        FailureKind::Broken => "broken",
        FailureKind::Blocked => "blocked",
        FailureKind::Refused => "refused",
        FailureKind::Unsuitable => "unsuitable",
        FailureKind::SubjectUnknown => "subject_unknown",
        FailureKind::Declined => "declined",
        FailureKind::NotSetUp => "not_set_up",
        FailureKind::Skipped => "skipped",
    }
}
