//! The credit ledger on either database.
//!
//! Callers send their commands to a writer, which commits the collected ones in one transaction and answers
//! only after the commit: many callers share one fsync. `plan.rs` decides, the same for both databases;
//! `sqlite.rs` and `postgres.rs` load what it needs and write its result.

mod balance_board;
mod command;
mod jobs;
mod plan;
mod postgres;
mod reading;
mod slots;
mod sqlite;
mod writer;

use std::sync::Arc;

use async_trait::async_trait;
use domain::Timestamp;
use domain::ledger::{Balance, Posting, PostingFilter, PostingId, Purse, Request};
use ports::ledger::{Claim, Claimed, Completion, Drift, KeyUsageDay, Slot, UsageDay};
use ports::{JobChange, Ledger, LedgerError};
use tokio_util::task::TaskTracker;

use crate::Database;
use crate::error::unavailable_ledger;
use balance_board::BalanceBoard;
use command::{Answer, Command};
use jobs::PreparedChange;
use writer::Queue;

/// Writers on PostgreSQL. Each has its own connection and accounts.
const POSTGRES_SHARDS: usize = 4;

/// The ledger over its writers.
pub struct LedgerStore {
    database: Database,
    queues: Vec<Queue>,
    /// With PostgreSQL there may be other nodes, so there it stays empty.
    balances: Arc<BalanceBoard>,
    writers: TaskTracker,
}

impl LedgerStore {
    pub async fn start(database: &Database) -> Result<Self, LedgerError> {
        let balances = Arc::new(BalanceBoard::default());
        let writers = TaskTracker::new();
        let mut queues = Vec::new();
        match database {
            Database::Sqlite(pool) => {
                let backend =
                    sqlite::Backend::connect(pool, balances.clone()).await.map_err(unavailable_ledger)?;
                queues.push(Queue::start(&writers, backend));
            }
            Database::Postgres(pool) => {
                for _ in 0..POSTGRES_SHARDS {
                    queues.push(Queue::start(&writers, postgres::Backend::new(pool)));
                }
            }
        }
        writers.close();
        Ok(Self { database: database.clone(), queues, balances, writers })
    }

    /// Commits what is waiting and stops the writers.
    pub async fn stop(self) {
        drop(self.queues);
        self.writers.wait().await;
    }

    async fn post_prepared(&self, post: Command) -> Result<Posting, LedgerError> {
        match self.submit(post).await? {
            Answer::Posted(outcome) => Ok(outcome?),
            Answer::SlotLost => Err(LedgerError::SlotLost),
            Answer::JobLost => Err(LedgerError::JobLost),
            Answer::JobUnderWay => Err(LedgerError::JobUnderWay),
            Answer::TooManyJobs { open } => Err(LedgerError::TooManyJobs { open }),
            other => Err(other.unexpected()),
        }
    }

    async fn submit(&self, command: Command) -> Result<Answer, LedgerError> {
        let shards = u64::try_from(self.queues.len()).unwrap_or(1);
        let shard = command.purse().account.as_u64() % shards;
        self.queues[usize::try_from(shard).unwrap_or(0)].submit(command).await
    }
}

#[async_trait]
impl Ledger for LedgerStore {
    async fn post(&self, request: Request, completion: Option<Completion>) -> Result<Posting, LedgerError> {
        self.post_prepared(Command::Post { request, completion, change: None }).await
    }

    async fn post_job(
        &self,
        request: Request,
        change: JobChange,
        completion: Option<Completion>,
    ) -> Result<Posting, LedgerError> {
        let change =
            PreparedChange::new(change).map_err(|error| LedgerError::Unavailable(Box::new(error)))?;
        self.post_prepared(Command::Post { request, completion, change: Some(Box::new(change)) }).await
    }

    async fn claim(&self, claim: Claim) -> Result<Claimed, LedgerError> {
        match self.submit(Command::Claim(claim)).await? {
            Answer::Claimed(claimed) => Ok(claimed),
            other => Err(other.unexpected()),
        }
    }

    async fn remember(&self, completion: Completion) -> Result<(), LedgerError> {
        match self.submit(Command::Remember(completion)).await? {
            Answer::Remembered => Ok(()),
            Answer::SlotLost => Err(LedgerError::SlotLost),
            other => Err(other.unexpected()),
        }
    }

    async fn abandon(&self, slot: Slot, owner: PostingId) -> Result<(), LedgerError> {
        match self.submit(Command::Abandon { slot, owner }).await? {
            Answer::Abandoned => Ok(()),
            other => Err(other.unexpected()),
        }
    }

    async fn balance(&self, purse: Purse) -> Result<Balance, LedgerError> {
        match &self.database {
            Database::Sqlite(_) => {
                if let Some(balance) = self.balances.get(purse) {
                    return Ok(balance);
                }
                match self.submit(Command::Balance(purse)).await? {
                    Answer::Balance(balance) => Ok(balance?),
                    other => Err(other.unexpected()),
                }
            }
            Database::Postgres(pool) => reading::balance(pool, purse).await,
        }
    }

    async fn postings(
        &self,
        purse: Purse,
        before: Option<PostingId>,
        limit: u32,
    ) -> Result<Vec<Posting>, LedgerError> {
        reading::postings(&self.database, purse, before, limit).await
    }

    async fn find_postings(
        &self,
        purse: Purse,
        filter: &PostingFilter,
        before: Option<PostingId>,
        limit: u32,
    ) -> Result<Vec<Posting>, LedgerError> {
        reading::find_postings(&self.database, purse, filter, before, limit).await
    }

    async fn usage(&self, purse: Purse, first_day: i64) -> Result<Vec<UsageDay>, LedgerError> {
        reading::usage(&self.database, purse, first_day).await
    }

    async fn usage_by_key(&self, purse: Purse, first_day: i64) -> Result<Vec<KeyUsageDay>, LedgerError> {
        reading::usage_by_key(&self.database, purse, first_day).await
    }

    async fn audit(&self) -> Result<Vec<Drift>, LedgerError> {
        reading::audit(&self.database).await
    }

    async fn set_frozen(&self, purse: Purse, frozen: bool) -> Result<(), LedgerError> {
        reading::set_frozen(&self.database, purse, frozen).await
    }

    async fn overdue_holds(&self, now: Timestamp) -> Result<Vec<(Purse, PostingId)>, LedgerError> {
        reading::overdue_holds(&self.database, now).await
    }

    async fn delete_expired(&self, now: Timestamp) -> Result<u64, LedgerError> {
        reading::delete_expired(&self.database, now).await
    }
}
