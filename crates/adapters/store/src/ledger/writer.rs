//! Group commit: takes the waiting commands, commits them in one transaction, and answers after the commit.

use std::future::Future;

use ports::LedgerError;
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::TaskTracker;

use super::command::{Answer, Command};

/// The most commands that may wait. Further ones are refused at once, so that callers can react instead of
/// waiting.
const LONGEST_QUEUE: usize = 8_192;
/// The most commands in one transaction.
const LARGEST_BATCH: usize = 512;

/// A database that can commit a batch of commands.
pub(super) trait Commit: Send + 'static {
    /// Commits all commands together and answers each, or changes nothing.
    fn commit(&mut self, batch: &[Command]) -> impl Future<Output = Result<Vec<Answer>, CommitError>> + Send;
}

/// Why a batch was not committed. Shared, because every caller of the batch gets it.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{message}")]
pub(super) struct CommitError {
    message: String,
    /// Whether a smaller batch may succeed: one command in it broke a rule of the schema.
    divisible: bool,
}

impl From<sqlx::Error> for CommitError {
    fn from(error: sqlx::Error) -> Self {
        let divisible = error.as_database_error().is_some_and(|error| {
            error.is_unique_violation() || error.is_check_violation() || error.is_foreign_key_violation()
        });
        Self { message: error.to_string(), divisible }
    }
}

struct Pending {
    command: Command,
    answer: oneshot::Sender<Result<Answer, CommitError>>,
}

/// The sending side of a writer's queue.
pub(super) struct Queue(mpsc::Sender<Pending>);

impl Queue {
    /// Starts a writer, which ends when the queue is dropped and empty.
    pub(super) fn start(tasks: &TaskTracker, database: impl Commit) -> Self {
        let (sender, receiver) = mpsc::channel(LONGEST_QUEUE);
        tasks.spawn(write(receiver, database));
        Self(sender)
    }

    pub(super) async fn submit(&self, command: Command) -> Result<Answer, LedgerError> {
        let (answer, answered) = oneshot::channel();
        self.0.try_send(Pending { command, answer }).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => LedgerError::Overloaded,
            mpsc::error::TrySendError::Closed(_) => LedgerError::Unavailable("the writer has ended".into()),
        })?;
        match answered.await {
            Ok(answer) => answer.map_err(|error| LedgerError::Unavailable(Box::new(error))),
            Err(_) => Err(LedgerError::Unavailable("the writer has ended".into())),
        }
    }
}

async fn write(mut waiting: mpsc::Receiver<Pending>, mut database: impl Commit) {
    let mut batch = Vec::with_capacity(LARGEST_BATCH);
    while waiting.recv_many(&mut batch, LARGEST_BATCH).await > 0 {
        metrics::histogram!("ledger_batch_commands").record(u32::try_from(batch.len()).unwrap_or(u32::MAX));
        let (commands, callers): (Vec<_>, Vec<_>) =
            batch.drain(..).map(|pending| (pending.command, pending.answer)).unzip();
        for (caller, answer) in callers.into_iter().zip(commit(&mut database, &commands).await) {
            // A caller that no longer waits does not change what was committed.
            let _ = caller.send(answer);
        }
    }
}

/// Commits a batch. If one command in it can't be written, the others still are.
async fn commit(database: &mut impl Commit, batch: &[Command]) -> Vec<Result<Answer, CommitError>> {
    let error = match database.commit(batch).await {
        Ok(answers) => return answers.into_iter().map(Ok).collect(),
        Err(error) => error,
    };
    tracing::error!(%error, commands = batch.len(), "a batch could not be committed");
    if batch.len() == 1 || !error.divisible {
        return batch.iter().map(|_| Err(error.clone())).collect();
    }
    let mut answers = Vec::with_capacity(batch.len());
    for command in batch {
        let single = database.commit(std::slice::from_ref(command)).await;
        answers.push(single.map(|mut answers| answers.remove(0)));
    }
    answers
}

#[cfg(test)]
mod tests {
    use domain::api_keys::KeyMode;
    use domain::ledger::{Balance, Purse};

    use super::*;

    const PURSE: Purse = Purse { account: domain::ids::AccountId::from_u64(1), mode: KeyMode::Live };

    /// A database that commits only on command.
    struct Gate(tokio::sync::mpsc::Receiver<Result<(), CommitError>>);

    impl Commit for Gate {
        async fn commit(&mut self, batch: &[Command]) -> Result<Vec<Answer>, CommitError> {
            self.0.recv().await.unwrap()?;
            Ok(batch.iter().map(|_| Answer::Balance(Ok(Balance::default()))).collect())
        }
    }

    fn gated() -> (std::sync::Arc<Queue>, mpsc::Sender<Result<(), CommitError>>) {
        let (open, gate) = mpsc::channel(1_024);
        (std::sync::Arc::new(Queue::start(&TaskTracker::new(), Gate(gate))), open)
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once() {
        let (queue, _closed) = gated();
        let mut waiting = tokio::task::JoinSet::new();
        // The writer takes one batch off the queue and waits with it; the rest fills the queue.
        for _ in 0..LONGEST_QUEUE + 2 * LARGEST_BATCH {
            let queue = queue.clone();
            waiting.spawn(async move { queue.submit(Command::Balance(PURSE)).await });
        }
        let refused = waiting.join_next().await.unwrap().unwrap();
        assert!(matches!(refused, Err(LedgerError::Overloaded)), "{refused:?}");
    }

    #[tokio::test]
    async fn one_bad_command_does_not_take_others_down() {
        let (queue, gate) = gated();
        let broken = CommitError { message: "a rule of the schema".to_owned(), divisible: true };
        for verdict in [Err(broken.clone()), Ok(()), Err(broken), Ok(())] {
            gate.send(verdict).await.unwrap();
        }
        let calls = (0..3).map(|_| queue.submit(Command::Balance(PURSE)));
        let answers = futures_util::future::join_all(calls).await;
        let outcomes: Vec<bool> = answers.iter().map(Result::is_ok).collect();
        assert_eq!(outcomes, [true, false, true]);
    }

    #[tokio::test]
    async fn a_database_that_fails_is_told_to_all() {
        let (queue, gate) = gated();
        gate.send(Err(CommitError { message: "disk full".to_owned(), divisible: false })).await.unwrap();
        let calls = (0..3).map(|_| queue.submit(Command::Balance(PURSE)));
        let answers = futures_util::future::join_all(calls).await;
        assert!(answers.iter().all(|answer| matches!(answer, Err(LedgerError::Unavailable(_)))));
    }
}
