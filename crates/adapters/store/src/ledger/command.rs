//! The commands to a writer, and its answers.

use domain::ledger::{Balance, Outcome, PostingId, Purse, Refusal, Request};
use ports::LedgerError;
use ports::ledger::{Claim, Claimed, Completion, Slot};

use super::jobs::PreparedChange;

#[derive(Debug, Clone)]
pub(super) enum Command {
    Post { request: Request, completion: Option<Completion>, change: Option<Box<PreparedChange>> },
    Claim(Claim),
    Remember(Completion),
    Abandon { slot: Slot, owner: PostingId },
    Balance(Purse),
}

#[derive(Debug)]
pub(super) enum Answer {
    Posted(Outcome),
    SlotLost,
    JobLost,
    JobUnderWay,
    TooManyJobs { open: u32 },
    Claimed(Claimed),
    Remembered,
    Abandoned,
    Balance(Result<Balance, Refusal>),
}

impl Command {
    pub(super) fn purse(&self) -> Purse {
        match self {
            Self::Post { request, .. } => request.purse,
            Self::Claim(claim) => claim.slot.purse,
            Self::Remember(completion) => completion.slot.purse,
            Self::Abandon { slot, .. } => slot.purse,
            Self::Balance(purse) => *purse,
        }
    }
}

impl Answer {
    /// The error for an answer of the wrong kind, which is a defect that must not count as success.
    pub(super) fn unexpected(self) -> LedgerError {
        LedgerError::Unavailable(format!("a writer gave the wrong answer: {self:?}").into())
    }
}
