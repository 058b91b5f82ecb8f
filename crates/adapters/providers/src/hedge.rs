//! Asking for the fastest answer: a second engine is asked as soon as the first is slower than it usually is.
//!
//! There are no retries beyond that, and the limit is hard: whoever types does not wait. A single engine is asked a second time.

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

/// What an engine is taken to need while nothing is known about it.
const UNKNOWN: Duration = Duration::from_millis(100);
const SHORTEST_HEDGE: Duration = Duration::from_millis(60);
const LONGEST_HEDGE: Duration = Duration::from_millis(110);

/// Engines of which the first answer counts.
pub struct Hedged<Question, Answer> {
    subject: Subject,
    links: Vec<Arc<Link<Question, Answer>>>,
}

/// The engines still to be asked for one question, and what came of the others.
struct Race<'a, Question, Answer> {
    lineup: VecDeque<&'a Link<Question, Answer>>,
    running: Vec<&'a Link<Question, Answer>>,
    hedge_at: Instant,
    until: Instant,
    failures: Vec<EngineFailure>,
}

impl<Question: Sync, Answer> Hedged<Question, Answer> {
    /// Engines in the order in which they are asked.
    #[must_use]
    pub fn new(subject: Subject, links: Vec<Arc<Link<Question, Answer>>>) -> Self {
        Self { subject, links }
    }

    /// How each engine fares.
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

    /// The next engine, and until when it may keep the question waiting before it is asked: not at all while there are others.
    /// It has its usual time to answer before another is asked, or less if that one could not answer in what would be left.
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

    /// The engine that takes over from one that failed.
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

    /// Those asked before the winner had more time than it and are still silent.
    fn won_by(&self, winner: &Link<Question, Answer>) {
        self.running.iter().take_while(|link| link.name() != winner.name()).for_each(|link| link.outpaced());
    }

    /// Keeps one failure of each engine, and rather a real one than that it was not asked.
    fn note(&mut self, failure: EngineFailure) {
        match self.failures.iter_mut().find(|known| known.engine == failure.engine) {
            Some(_) if failure.kind == FailureKind::Skipped => {}
            Some(known) => *known = failure,
            None => self.failures.push(failure),
        }
    }
}
