//! Capabilities of external providers: search results, completions, keyword figures. Each is a chain of
//! engines; the first that answers wins, and the answer names it.

use std::time::Duration;

use async_trait::async_trait;

/// One provider of one capability: `Question` in, `Answer` out.
#[async_trait]
pub trait Engine<Question, Answer>: Send + Sync {
    /// The name in settings, answers and metrics.
    fn name(&self) -> &'static str;

    /// Sends one request. An empty answer is a success; a failure is never reported as an empty answer.
    async fn call(&self, question: &Question) -> Result<Answer, EngineFailure>;
}

/// A capability, served by one engine or by a chain.
#[async_trait]
pub trait Capability<Question, Answer>: Send + Sync {
    /// Calls one engine after another until one answers or `limit` is over.
    async fn serve(&self, question: &Question, limit: Duration) -> Result<Served<Answer>, ServeError>;

    /// Like `serve`, without the engines of these names, whose answers could not be used. If no engine is
    /// left, or the implementation can't tell engines apart, the result is [`ServeError::Failed`] without a
    /// failure.
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

/// An answer and the engine that gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Served<Answer> {
    pub answer: Answer,
    pub engine: &'static str,
}

/// Why an engine did not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{engine} {reason}")]
pub struct EngineFailure {
    pub engine: &'static str,
    /// The kind, which decides how the failure is handled.
    pub kind: FailureKind,
    /// A phrase that continues the engine's name; holds no secret.
    pub reason: String,
    /// Whether the reason is entirely our own text. Text of providers is for the operator's log.
    pub is_ours: bool,
    /// How long to wait before the next request, if the engine says so.
    pub retry_after: Option<Duration>,
}

impl EngineFailure {
    /// The failure in words for customers.
    #[must_use]
    pub fn for_customers(&self) -> String {
        format!("{} {}", self.engine, self.public_reason())
    }

    /// The reason as customers may read it: our own text, or a text for its kind. A provider's text, which
    /// may be about the operator's account, is in the operator's log.
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

/// Kinds of failure that are handled differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// Did not answer in time.
    TimedOut,
    /// Could not be reached, so it did not receive the request.
    Unreachable,
    /// Limits the rate of requests (429, 503).
    Throttled,
    /// Answered with an error of its own (5xx) or with something that is not its format, or cut the connection.
    Broken,
    /// Answered with a page that checks whether the client is a robot.
    Blocked,
    /// Refuses our credentials, our plan or our permission; an operator must act.
    Refused,
    /// Can't answer this query, though it may answer others.
    Unsuitable,
    /// Can't draw the subject of the requested image, though it draws others.
    SubjectUnknown,
    /// Declines this query because of its content. No other engine is called.
    Declined,
    /// Can't answer until an operator sets it up; the reason says how.
    NotSetUp,
    /// Was not called: its circuit is open, or its quota or concurrency is used up.
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
    /// Every engine failed; the failures are in the order of the calls.
    #[error("{}{}", prefix(failures), failures.iter().map(EngineFailure::for_customers).collect::<Vec<_>>().join("; "))]
    Failed {
        /// One per engine; empty only if engines were excluded and none was left.
        failures: Vec<EngineFailure>,
    },
}

/// The prefix is left out if an engine answered that it can't or will not draw a subject.
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
