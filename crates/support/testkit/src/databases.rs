//! Creates a database for every test.

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{Connection, PgConnection, SqliteConnection};

/// The variable with the URL of the PostgreSQL server for tests, which `scripts/test` starts.
const SERVER: &str = "TEST_POSTGRES_URL";

/// A database that is deleted when the test ends.
#[derive(Debug)]
pub struct TestDatabase {
    /// The URL for `database.url`.
    pub url: String,
    directory: Option<tempfile::TempDir>,
    postgres: Option<(String, String)>,
}

impl TestDatabase {
    /// Changes the database directly, without the service.
    pub async fn execute(&self, statement: &'static str) {
        if self.is_postgres() {
            sqlx::raw_sql(statement).execute(&mut self.postgres().await).await.map(|_| ())
        } else {
            sqlx::raw_sql(statement).execute(&mut self.sqlite().await).await.map(|_| ())
        }
        .expect("a statement that the database takes");
    }

    /// The number that a query returns.
    pub async fn number(&self, query: &'static str) -> usize {
        let number: i64 = if self.is_postgres() {
            sqlx::query_scalar(query).fetch_one(&mut self.postgres().await).await
        } else {
            sqlx::query_scalar(query).fetch_one(&mut self.sqlite().await).await
        }
        .expect("a query that the database answers");
        usize::try_from(number).expect("a number that is not below zero")
    }

    /// Whether it is a PostgreSQL database.
    #[must_use]
    pub const fn is_postgres(&self) -> bool {
        self.postgres.is_some()
    }

    async fn postgres(&self) -> PgConnection {
        PgConnection::connect(&self.url).await.expect("the server for tests")
    }

    async fn sqlite(&self) -> SqliteConnection {
        SqliteConnection::connect(&self.url).await.expect("the file")
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        if let Some((server, name)) = &self.postgres {
            psql(server, &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        }
        self.directory.take();
    }
}

/// A new SQLite file.
#[must_use]
pub fn fresh_sqlite() -> TestDatabase {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let url = format!("sqlite:{}", directory.path().join("test.db").display());
    TestDatabase { url, directory: Some(directory), postgres: None }
}

/// A new database on the PostgreSQL server for tests.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "tests have no settings file")]
pub fn fresh_postgres() -> TestDatabase {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    let server = std::env::var(SERVER).unwrap_or_else(|_| {
        panic!("{SERVER} is not set: run scripts/test, or scripts/postgres start and export what it prints")
    });
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    let name = format!("test_{}_{number}", std::process::id());
    psql(&server, &format!("DROP DATABASE IF EXISTS {name}"));
    assert!(psql(&server, &format!("CREATE DATABASE {name}")), "no database could be made on {server}");
    let (base, _) = server.rsplit_once('/').expect("an address with a database name");
    TestDatabase { url: format!("{base}/{name}"), directory: None, postgres: Some((server, name)) }
}

fn psql(server: &str, statement: &str) -> bool {
    let status = Command::new("psql")
        .args(["--quiet", "--no-psqlrc", "--set=client_min_messages=warning", "--dbname", server])
        .args(["--command", statement])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}
