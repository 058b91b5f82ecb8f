//! A chain of engines: the first answer wins, and the first engine that declines the request ends the chain.
//! Each engine is retried while that is useful, and no engine may use up the time of those behind it.

mod backoff;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use ports::{Capability, EngineFailure, FailureKind, ServeError, Served};
use tokio::time::{Instant, sleep};

use crate::link::{EngineStatus, Link, Policy, Subject};

/// Engines that are called one after the other.
pub struct Chain<Question, Answer> {
    subject: Subject,
    links: Vec<Arc<Link<Question, Answer>>>,
}

impl<Question: Sync, Answer> Chain<Question, Answer> {
    /// A chain of engines in the order in which they are called.
    #[must_use]
    pub fn new(subject: Subject, links: Vec<Arc<Link<Question, Answer>>>) -> Self {
        Self { subject, links }
    }

    /// The status of each engine.
    #[must_use]
    pub fn status(&self) -> Vec<EngineStatus> {
        self.links.iter().map(|link| link.status()).collect()
    }
}

#[async_trait]
impl<Question: Send + Sync, Answer: Send> Capability<Question, Answer> for Chain<Question, Answer> {
    async fn serve(&self, question: &Question, limit: Duration) -> Result<Served<Answer>, ServeError> {
        self.serve_except(question, limit, &[]).await
    }

    async fn serve_except(
        &self,
        question: &Question,
        limit: Duration,
        except: &[&'static str],
    ) -> Result<Served<Answer>, ServeError> {
        let until = deadline(limit);
        let mut failures = Vec::new();
        let links: Vec<_> = self.links.iter().filter(|link| !except.contains(&link.name())).collect();
        if links.is_empty() && !self.links.is_empty() {
            return Err(ServeError::Failed { failures });
        }
        for (index, link) in links.iter().enumerate() {
            let share = share_of(until, &links[index + 1..]);
            match persist(link, question, share).await {
                Ok(answer) => return Ok(Served { answer, engine: link.name() }),
                Err(failure) => {
                    let declined = failure.kind == FailureKind::Declined;
                    failures.push(failure);
                    if declined {
                        break;
                    }
                }
            }
        }
        Err(unserved(self.subject, failures))
    }
}

/// Calls one engine, and retries while that may help and fits before `until`.
async fn persist<Question: Sync, Answer>(
    link: &Link<Question, Answer>,
    question: &Question,
    until: Instant,
) -> Result<Answer, EngineFailure> {
    let mut retry = 0;
    let mut told = None;
    loop {
        let failure = match link.attempt(question, until, until).await {
            Ok(answer) => return Ok(answer),
            // The failure that opened the circuit is more useful than the fact that it is open.
            Err(failure) if failure.kind == FailureKind::Skipped => return Err(told.unwrap_or(failure)),
            Err(failure) => failure,
        };
        match backoff::pause(&failure, retry, link.policy().pauses) {
            Some(pause)
                if retry < link.policy().retries
                    && may_be_repeated(link.policy(), failure.kind)
                    && Instant::now() + pause < until =>
            {
                sleep(pause).await;
                told = Some(failure);
                retry += 1;
            }
            _ => return Err(failure),
        }
    }
}

/// An attempt that the engine may have processed is not repeated where it may be billed.
fn may_be_repeated(policy: &Policy, kind: FailureKind) -> bool {
    !policy.each_try_costs || matches!(kind, FailureKind::Unreachable | FailureKind::Throttled)
}

/// How long an engine may take, so that one that hangs leaves time to those `behind` it: what they need,
/// where that is known, and at most a third of what is left.
fn share_of<Question: Sync, Answer>(until: Instant, behind: &[&Arc<Link<Question, Answer>>]) -> Instant {
    let third = until.saturating_duration_since(Instant::now()) / 3;
    let needed: Option<Duration> = behind.iter().map(|link| link.policy().takes_at_most).sum();
    let kept_back = needed.map_or(third, |needed| needed.min(third));
    until.checked_sub(kept_back).unwrap_or(until)
}

/// The moment at which `limit` has passed.
pub(crate) fn deadline(limit: Duration) -> Instant {
    const LONGEST: Duration = Duration::from_hours(1);
    Instant::now() + limit.min(LONGEST)
}

/// The error of a capability whose engines all failed, or that has none.
pub(crate) fn unserved(subject: Subject, failures: Vec<EngineFailure>) -> ServeError {
    if failures.is_empty() {
        return ServeError::NotConfigured { capability: subject.words, settings: subject.settings };
    }
    ServeError::Failed { failures }
}
