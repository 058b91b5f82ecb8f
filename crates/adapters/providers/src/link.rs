//! One engine of a chain with its state: circuit, permits, pace, latencies.
//!
//! Every call of an engine goes through `Link::attempt`, so that its limits hold for every caller.

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
/// Further requests make a block last longer.
const BLOCKED_REST: Duration = Duration::from_mins(1);
/// The longest silence that is not counted against an engine.
const LONGEST_FAIR_TIME: Duration = Duration::from_mins(1);
/// The longest pause that an engine can request: its clock may be wrong.
const LONGEST_REST: Duration = Duration::from_hours(1);

/// The name of a capability in errors and metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject {
    /// The name in error messages.
    pub words: &'static str,
    /// The label in metrics.
    pub label: &'static str,
    /// The settings that configure an engine for the capability.
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

/// The state of a link, for operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineStatus {
    pub engine: &'static str,
    /// Whether the engine is called.
    pub circuit: Circuit,
    /// The last failure since the start.
    pub last_failure: Option<EngineFailure>,
}

impl<Question: Sync, Answer> Link<Question, Answer> {
    /// An engine with the limits of `policy`.
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

    #[must_use]
    pub fn name(&self) -> &'static str {
        self.engine.name()
    }

    #[must_use]
    pub fn status(&self) -> EngineStatus {
        let last_failure = self.last_failure.lock().unwrap_or_else(PoisonError::into_inner).clone();
        EngineStatus { engine: self.name(), circuit: self.breaker.circuit(), last_failure }
    }

    pub(crate) fn policy(&self) -> &Policy {
        &self.policy
    }

    /// The 95th percentile of recent latencies, once there are enough.
    pub(crate) fn usual_latency(&self) -> Option<Duration> {
        self.latencies.p95()
    }

    /// Calls once, before `until`. If its concurrency or quota would delay the call beyond `enter_by`, it is
    /// skipped.
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

    /// Counts that an engine which was called later was faster. An engine that hangs is never awaited to the
    /// end, so this is what opens its circuit.
    pub(crate) fn outpaced(&self) {
        self.count("outpaced");
        self.remember(self.failure(FailureKind::TimedOut, "was slower than others", None));
        self.breaker.strike();
    }

    /// Passes circuit, concurrency and quota, in this order: an unused turn of the quota would be lost.
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

    /// A circuit opens only after a failure, which is stored. The reason may reach customers.
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

    /// The least time after which silence counts against the engine. A late caller may leave it less.
    fn fair_time(&self) -> Duration {
        self.latencies.p95().unwrap_or((self.policy.attempt_limit / 8).min(LONGEST_FAIR_TIME))
    }

    /// How long to pause the engine at once. A short wait that it requests is no reason: the call waits and
    /// retries.
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

/// A link is an engine too, for callers that call each engine instead of taking the first answer.
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

/// Whether a failure is due to the request or to something that does not exist yet, and not to the engine's
/// health.
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
