//! Capabilities that somebody else serves: search results, completions, keyword figures. Each is a chain of engines; the
//! first that answers wins, and the answer says who it was.

use std::time::Duration;

use async_trait::async_trait;

/// One provider of one capability: `Question` in, `Answer` out.
#[async_trait]
pub trait Engine<Question, Answer>: Send + Sync {
    /// The name in settings, answers and metrics.
    fn name(&self) -> &'static str;

    /// Asks once. An empty answer is a success; a failure is never an empty answer.
    async fn call(&self, question: &Question) -> Result<Answer, EngineFailure>;
}

/// A capability, however it is served.
#[async_trait]
pub trait Capability<Question, Answer>: Send + Sync {
    /// Asks engine after engine until one answers or `limit` is over.
    async fn serve(&self, question: &Question, limit: Duration) -> Result<Served<Answer>, ServeError>;

    /// Like `serve`, without the engines of these names: what they answered could not be used. If no engine is left, that is
    /// [`ServeError::Failed`] without a failure, and so it is where engines are not told apart.
    async fn serve_except(
        &self,
        question: &Question,
        limit: Duration,
        except: &[&'static str],
    ) -> Result<Served<Answer>, ServeError>
    where
        Question: Sync,
    {
        if except.is_empty() {
            return self.serve(question, limit).await;
        }
        Err(ServeError::Failed { failures: Vec::new() })
    }
}

/// An answer and who gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Served<Answer> {
    /// The answer.
    pub answer: Answer,
    /// The engine's name.
    pub engine: &'static str,
}

/// Why an engine did not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{engine} {reason}")]
pub struct EngineFailure {
    /// The engine's name.
    pub engine: &'static str,
    /// What to do about it.
    pub kind: FailureKind,
    /// In words that continue the engine's name; holds no secret.
    pub reason: String,
    /// Whether the reason is in our words alone. What providers say is for the operator's log.
    pub is_ours: bool,
    /// How long the engine asks to be left alone.
    pub retry_after: Option<Duration>,
}

impl EngineFailure {
    /// The failure in words for customers.
    #[must_use]
    pub fn for_customers(&self) -> String {
        format!("{} {}", self.engine, self.public_reason())
    }

    /// The reason as customers may read it: in our words, or by its kind. What a provider said, which may be about the operator's
    /// account, is in the operator's log.
    #[must_use]
    pub fn public_reason(&self) -> &str {
        match self.kind {
            FailureKind::Refused => {
                "refused the request because of its account; the operator has been notified"
            }
            FailureKind::Throttled => "limits the requests",
            _ if self.is_ours => &self.reason,
            FailureKind::TimedOut => "did not answer in time",
            FailureKind::Unreachable => "could not be reached",
            FailureKind::Broken => "failed to answer",
            FailureKind::Blocked => "blocked the request",
            FailureKind::Unsuitable => "can't serve this request",
            FailureKind::SubjectUnknown => "does not draw this subject",
            FailureKind::Declined => "declined the request because of its content",
            FailureKind::NotSetUp => "is not set up",
            FailureKind::Skipped => "was skipped",
        }
    }
}

/// Kinds of failure, as far as they are treated differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// Did not answer in time.
    TimedOut,
    /// Could not be reached, so it does not know of the question.
    Unreachable,
    /// Asks for fewer requests (429, 503).
    Throttled,
    /// Answered with an error of its own (5xx) or with something that is not its format, or cut the connection.
    Broken,
    /// Answered with a page that asks whether we are a robot.
    Blocked,
    /// Refuses our credentials, our plan or our permission; an operator must act.
    Refused,
    /// Can't answer this question, though it may answer others.
    Unsuitable,
    /// Can't draw the subject of the image that is asked for, though it draws others.
    SubjectUnknown,
    /// Will not answer this question because of what it asks for. No other engine is asked to.
    Declined,
    /// Has nothing to answer with until an operator sets it up; the reason says how.
    NotSetUp,
    /// Was not asked: its circuit is open, or its quota or concurrency is used up.
    Skipped,
}

/// Why no engine answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ServeError {
    /// No engine is configured.
    #[error("no engine is configured for {capability}; set {}", settings.join(" or "))]
    NotConfigured {
        /// The capability in words.
        capability: &'static str,
        /// The settings that would configure one.
        settings: &'static [&'static str],
    },
    /// Every engine failed, in the order they were asked.
    #[error("{}{}", prefix(failures), failures.iter().map(EngineFailure::for_customers).collect::<Vec<_>>().join("; "))]
    Failed {
        /// One per engine; empty only if engines were excepted and none was left.
        failures: Vec<EngineFailure>,
    },
}

/// An engine that can't or will not draw a subject has answered.
fn prefix(failures: &[EngineFailure]) -> &'static str {
    let has_answered =
        |failure: &EngineFailure| matches!(failure.kind, FailureKind::SubjectUnknown | FailureKind::Declined);
    if failures.iter().any(has_answered) { "" } else { "no engine answered: " }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_refused_has_answered() {
        let failed = |kind| {
            let failure = EngineFailure {
                engine: "one",
                kind,
                reason: "says why".to_owned(),
                is_ours: true,
                retry_after: None,
            };
            ServeError::Failed { failures: vec![failure] }.to_string()
        };
        assert_eq!(failed(FailureKind::SubjectUnknown), "one says why");
        assert_eq!(failed(FailureKind::Broken), "no engine answered: one says why");
    }

    #[test]
    fn customers_read_no_words_of_providers() {
        let told = |kind, reason: &str, is_ours| {
            let reason = reason.to_owned();
            let failure = EngineFailure { engine: "one", kind, reason, is_ours, retry_after: None };
            assert!(failure.to_string().ends_with(&failure.reason), "the operator reads all");
            ServeError::Failed { failures: vec![failure] }.to_string()
        };
        let words = "answered with status 400: your Organization must be verified";
        for (kind, public) in [
            (FailureKind::TimedOut, "no engine answered: one did not answer in time"),
            (FailureKind::Unreachable, "no engine answered: one could not be reached"),
            (FailureKind::Throttled, "no engine answered: one limits the requests"),
            (FailureKind::Broken, "no engine answered: one failed to answer"),
            (FailureKind::Blocked, "no engine answered: one blocked the request"),
            (
                FailureKind::Refused,
                "no engine answered: one refused the request because of its account; the operator has been notified",
            ),
            (FailureKind::Unsuitable, "no engine answered: one can't serve this request"),
            (FailureKind::SubjectUnknown, "one does not draw this subject"),
            (FailureKind::Declined, "one declined the request because of its content"),
            (FailureKind::NotSetUp, "no engine answered: one is not set up"),
            (FailureKind::Skipped, "no engine answered: one was skipped"),
        ] {
            assert_eq!(told(kind, words, false), public);
        }
        assert_eq!(
            told(FailureKind::Unsuitable, "has no shop in this country", true),
            "no engine answered: one has no shop in this country"
        );
        let refused = told(FailureKind::Refused, "needs a key", true);
        assert!(!refused.contains("key"), "{refused}");
    }
}
