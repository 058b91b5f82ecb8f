//! Opening either database: connection settings, migrations, health.

use async_trait::async_trait;
use ports::{HealthCheck, HealthError, StoreError};
use sqlx::{PgPool, SqlitePool};

use crate::error::unavailable;
use crate::{postgres, sqlite};

/// An open database with all migrations applied.
#[derive(Debug, Clone)]
pub enum Database {
    /// SQLite in one file, for one node.
    Sqlite(SqlitePool),
    /// A PostgreSQL server, for any number of nodes.
    Postgres(PgPool),
}

/// Runs the same query on either database.
macro_rules! on_either {
    ($database:expr, $pool:ident => $body:expr) => {
        match $database {
            $crate::Database::Sqlite($pool) => $body,
            $crate::Database::Postgres($pool) => $body,
        }
    };
}
pub(crate) use on_either;

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The URL's scheme is neither `sqlite:` nor `postgres:`.
    #[error("database.url must begin with sqlite: or postgres:")]
    UnknownScheme,
    /// The URL is invalid.
    #[error("database.url can't be read")]
    Address(#[source] sqlx::Error),
    /// The database did not answer.
    #[error("the database can't be opened")]
    Connect(#[source] sqlx::Error),
    /// The directory of the file can't be created.
    #[error("the database's directory can't be prepared")]
    Directory(#[source] std::io::Error),
    #[error("the database's schema can't be brought up to date")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// The SQLite library has a known bug that loses commits.
    #[error(
        "SQLite {0} can lose committed data (WAL-reset bug in 3.7.0 to 3.51.2); build with the bundled library"
    )]
    UnsafeSqlite(String),
}

impl Database {
    /// Opens the database and brings its schema up to date. Safe when several nodes do it at once.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        match url.split_once(':') {
            Some(("sqlite", _)) => Ok(Self::Sqlite(sqlite::open(url).await?)),
            Some(("postgres" | "postgresql", _)) => Ok(Self::Postgres(postgres::open(url).await?)),
            _ => Err(OpenError::UnknownScheme),
        }
    }

    /// The name of the database system.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "SQLite",
            Self::Postgres(_) => "PostgreSQL",
        }
    }

    /// Moves the write-ahead log into the database file, concurrently with the writers. PostgreSQL does it by
    /// itself.
    pub async fn checkpoint(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(pool) => sqlite::checkpoint(pool).await.map_err(unavailable),
            Self::Postgres(_) => Ok(()),
        }
    }

    pub async fn close(&self) {
        on_either!(self, pool => pool.close().await);
    }
}

#[async_trait]
impl HealthCheck for Database {
    fn name(&self) -> &'static str {
        "database"
    }

    async fn check(&self) -> Result<(), HealthError> {
        on_either!(self, pool => sqlx::query("SELECT 1").execute(pool).await.map(|_| ())?);
        Ok(())
    }
}
