//! How one answer is requested until it can be used: again with the reason, again with a larger limit, then from the next engine.

use std::fmt;

use editorial::prompts;
use editorial::replies::ReplyError;
use ports::{EngineFailure, FailureKind, TextRequest};

/// How often one engine is called for an answer before the next one is.
const PER_ENGINE: usize = 2;

/// What was wrong with an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Problem {
    /// It ends at the limit, which was this many tokens for the text.
    CutOff(u32),
    /// It is complete, but can't be parsed.
    Unreadable(ReplyError),
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CutOff(limit) => write!(formatter, "it was cut off at the limit of {limit} tokens"),
            Self::Unreadable(error) => error.fmt(formatter),
        }
    }
}

/// The tries to get one answer.
pub(super) struct Tries {
    first: TextRequest,
    problems: Vec<(&'static str, Problem)>,
    /// The engine that has one more try because no other is left.
    last: Option<&'static str>,
}

impl Tries {
    pub(super) const fn new(first: TextRequest) -> Self {
        Self { first, problems: Vec::new(), last: None }
    }

    /// What to request now.
    pub(super) fn order(&self) -> TextRequest {
        let mut order = self.first.clone();
        // Another engine has not seen what this one wrote.
        let Some((engine, problem)) = self.problems.last().filter(|(engine, _)| !self.is_given_up(engine))
        else {
            return order;
        };
        let cut_off = self.of(engine).filter(|problem| matches!(problem, Problem::CutOff(_)));
        order.doublings = u32::try_from(cut_off.count()).unwrap_or(u32::MAX);
        if let Problem::Unreadable(error) = problem {
            order.prompt = prompts::again(&order.prompt, &error.to_string());
        }
        order
    }

    /// The engines that are no longer called.
    pub(super) fn given_up(&self) -> Vec<&'static str> {
        self.engines().into_iter().filter(|engine| self.is_given_up(engine)).collect()
    }

    /// Records an answer that can't be used.
    pub(super) fn note(&mut self, engine: &'static str, problem: Problem) {
        self.problems.push((engine, problem));
    }

    /// Gives the engine that was called last one more try, once, when no other engine is left.
    pub(super) fn once_more(&mut self) -> bool {
        let last = self.problems.last().map(|(engine, _)| *engine);
        let given = self.last.is_none() && last.is_some();
        self.last = self.last.or(last);
        given
    }

    /// The failures of the engines that answered, in their order, each with its last problem.
    pub(super) fn failures(&self) -> Vec<EngineFailure> {
        let failure = |engine| {
            let problem = self.of(engine).last().map(ToString::to_string).unwrap_or_default();
            let reason = format!("gave no answer that can be used: {problem}");
            EngineFailure { engine, kind: FailureKind::Unsuitable, reason, is_ours: true, retry_after: None }
        };
        self.engines().into_iter().map(failure).collect()
    }

    fn engines(&self) -> Vec<&'static str> {
        let mut engines: Vec<&'static str> = Vec::new();
        for (engine, _) in &self.problems {
            if !engines.contains(engine) {
                engines.push(engine);
            }
        }
        engines
    }

    fn of(&self, engine: &'static str) -> impl Iterator<Item = &Problem> {
        self.problems.iter().filter(move |(of, _)| *of == engine).map(|(_, problem)| problem)
    }

    fn is_given_up(&self, engine: &'static str) -> bool {
        let most = PER_ENGINE + usize::from(self.last == Some(engine));
        self.of(engine).count() >= most
    }
}
