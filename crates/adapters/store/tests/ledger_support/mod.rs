//! A ledger to test with.
#![allow(dead_code, clippy::allow_attributes, reason = "each test binary uses a part of it")]

use std::sync::Arc;

use domain::Timestamp;
use domain::accounts::{Account, AccountName, AccountStatus};
use domain::api_keys::{ApiKeyRecord, KeyMode, Scopes};
use domain::credits::Credits;
use domain::ids::{AccountId, ApiKeyId};
use domain::ledger::{Balance, Entry, GrantSource, PostingId, Purse, Request};
use ports::{AccountStore, Ledger};
use sqlx::Connection;
use store::{Database, LedgerStore};
use testkit::TestDatabase;

/// A ledger with one account.
pub(crate) struct Books {
    pub(crate) database: Database,
    pub(crate) ledger: Arc<LedgerStore>,
    pub(crate) purse: Purse,
    guard: TestDatabase,
}

impl Books {
    pub(crate) async fn open(guard: TestDatabase) -> Self {
        let database = Database::open(&guard.url).await.unwrap();
        let ledger = Arc::new(LedgerStore::start(&database).await.unwrap());
        let purse = add_account(&database, 1).await;
        Self { database, ledger, purse, guard }
    }

    /// Changes the database without the ledger.
    pub(crate) async fn tamper(&self, statement: &'static str) {
        match &self.database {
            Database::Sqlite(pool) => drop(sqlx::query(statement).execute(pool).await.unwrap()),
            Database::Postgres(pool) => drop(sqlx::query(statement).execute(pool).await.unwrap()),
        }
    }
}

impl Books {
    /// Ends all other connections of the database over and over until the work is done.
    pub(crate) async fn cut_connections_while<T>(&self, work: impl Future<Output = T>) -> T {
        const CUT: &str = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
            WHERE datname = current_database() AND pid <> pg_backend_pid()";
        let mut own = sqlx::PgConnection::connect(&self.guard.url).await.unwrap();
        let mut work = std::pin::pin!(work);
        loop {
            tokio::select! {
                output = &mut work => return output,
                cut = sqlx::query(CUT).execute(&mut own) => drop(cut.unwrap()),
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
}

pub(crate) async fn add_account(database: &Database, id: u64) -> Purse {
    let account = Account {
        id: AccountId::from(id),
        name: AccountName::new("Test").unwrap(),
        status: AccountStatus::Active,
        key_epoch: 0,
        created_at: at(0),
    };
    database.add_account(&account).await.unwrap();
    Purse { account: account.id, mode: KeyMode::Live }
}

/// Runs each test on a fresh SQLite file and on a fresh PostgreSQL database.
macro_rules! on_both_databases {
    ($($test:ident)*) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                super::$test(super::Books::open(testkit::fresh_sqlite()).await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test]
            async fn $test() {
                super::$test(super::Books::open(testkit::fresh_postgres()).await).await;
            })*
        }
    };
}
pub(crate) use on_both_databases;

pub(crate) fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

pub(crate) fn balance(available: i64, held: i64) -> Balance {
    Balance { available: Credits::new(available), held: Credits::new(held) }
}

pub(crate) fn charge(amount: i64) -> Entry {
    Entry::Charge { amount: Credits::new(amount) }
}

pub(crate) fn request(purse: Purse, entry: Entry) -> Request {
    Request { id: PostingId::generate(), purse, entry, key: None, purpose: "test".to_owned(), at: at(0) }
}

pub(crate) async fn grant(ledger: &LedgerStore, purse: Purse, amount: i64) {
    let entry = Entry::Grant { amount: Credits::new(amount), source: GrantSource::Paid };
    ledger.post(request(purse, entry), None).await.unwrap();
}

pub(crate) fn key_record(id: ApiKeyId, account: AccountId) -> ApiKeyRecord {
    ApiKeyRecord {
        id,
        account,
        name: AccountName::new("Key").unwrap(),
        mode: KeyMode::Live,
        scopes: Scopes::all(),
        epoch: 0,
        last_four: "abcd".to_owned(),
        created_at: at(0),
        expires_at: None,
        revoked_at: None,
        monthly_limit: None,
        last_used_at: None,
    }
}
