//! Hedged calls: a second engine is called as soon as the first is slower than usual.
//!
//! There are no retries beyond that, and the limit is hard: the user is typing and does not wait. A single
//! engine is called a second time.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use ports::{Capability, EngineFailure, FailureKind, ServeError, Served};
use tokio::time::{Instant, sleep_until};

use crate::chain::{deadline, unserved};
use crate::link::{EngineStatus, Link, Subject};

/// The assumed latency of an engine while nothing has been measured.
const UNKNOWN: Duration = Duration::from_millis(100);
const SHORTEST_HEDGE: Duration = Duration::from_millis(60);
const LONGEST_HEDGE: Duration = Duration::from_millis(110);

/// Engines of which the first answer counts.
pub struct Hedged<Question, Answer> {
    subject: Subject,
    links: Vec<Arc<Link<Question, Answer>>>,
}

/// The engines that are still to be called for one question, and the failures of the others.
struct Race<'a, Question, Answer> {
    lineup: VecDeque<&'a Link<Question, Answer>>,
    running: Vec<&'a Link<Question, Answer>>,
    hedge_at: Instant,
    until: Instant,
    failures: Vec<EngineFailure>,
}

impl<Question: Sync, Answer> Hedged<Question, Answer> {
    /// A hedge over engines in the order in which they are called.
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
impl<Question: Send + Sync, Answer: Send> Capability<Question, Answer> for Hedged<Question, Answer> {
    async fn serve(&self, question: &Question, limit: Duration) -> Result<Served<Answer>, ServeError> {
        let until = deadline(limit);
        let ask =
            |(link, enter_by)| async move { (link, Link::attempt(link, question, enter_by, until).await) };
        let mut race = Race::new(&self.links, until);
        let mut attempts: FuturesUnordered<_> = race.start().map(ask).into_iter().collect();
        while !attempts.is_empty() {
            tokio::select! {
                biased;
                Some((link, outcome)) = attempts.next() => match outcome {
                    Ok(answer) => {
                        race.won_by(link);
                        return Ok(Served { answer, engine: link.name() });
                    }
                    Err(failure) if failure.kind == FailureKind::Declined => {
                        race.note(failure);
                        break;
                    }
                    Err(failure) => attempts.extend(race.replace(failure).map(ask)),
                },
                () = sleep_until(race.hedge_at), if !race.lineup.is_empty() => {
                    attempts.extend(race.start().map(ask));
                }
            }
        }
        Err(unserved(self.subject, race.failures))
    }
}

impl<'a, Question: Sync, Answer> Race<'a, Question, Answer> {
    fn new(links: &'a [Arc<Link<Question, Answer>>], until: Instant) -> Self {
        let mut lineup: VecDeque<_> = links.iter().map(AsRef::as_ref).collect();
        if let [only] = links {
            lineup.push_back(only);
        }
        Self { lineup, running: Vec::new(), hedge_at: Instant::now(), until, failures: Vec::new() }
    }

    /// Takes the next engine. Returns it with the time until which the question may queue for it: not at all
    /// while there are other engines. The next engine starts after this one's usual latency, or earlier if it
    /// could not answer in the remaining time.
    fn start(&mut self) -> Option<(&'a Link<Question, Answer>, Instant)> {
        let link = self.lineup.pop_front()?;
        let usual = |link: &Link<Question, Answer>| link.usual_latency().unwrap_or(UNKNOWN);
        let now = Instant::now();
        let left = self.until.saturating_duration_since(now);
        let spared = self.lineup.front().map_or(left, |next| left.saturating_sub(usual(next)));
        self.hedge_at = now + usual(link).min(spared).clamp(SHORTEST_HEDGE, LONGEST_HEDGE);
        self.running.push(link);
        Some((link, if self.lineup.is_empty() { self.until } else { now }))
    }

    /// The engine that replaces one that failed.
    fn replace(&mut self, failure: EngineFailure) -> Option<(&'a Link<Question, Answer>, Instant)> {
        let again =
            matches!(failure.kind, FailureKind::TimedOut | FailureKind::Unreachable | FailureKind::Broken);
        if !again {
            self.lineup.retain(|link| link.name() != failure.engine);
        }
        self.running.retain(|link| link.name() != failure.engine);
        self.note(failure);
        self.start()
    }

    /// Engines that were called before the winner and are still silent were outpaced.
    fn won_by(&self, winner: &Link<Question, Answer>) {
        self.running.iter().take_while(|link| link.name() != winner.name()).for_each(|link| link.outpaced());
    }

    /// Stores one failure of each engine, and prefers real failures to skipped calls.
    fn note(&mut self, failure: EngineFailure) {
        match self.failures.iter_mut().find(|known| known.engine == failure.engine) {
            Some(_) if failure.kind == FailureKind::Skipped => {}
            Some(known) => *known = failure,
            None => self.failures.push(failure),
        }
    }
}
