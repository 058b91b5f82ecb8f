//! Data that may be lost at any time and needs no durability: on SQLite it is in separate files, where it
//! neither waits for the ledger nor delays it. On PostgreSQL it is in tables like all others.

use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{PgPool, SqlitePool};

use crate::{Database, OpenError};

const CONNECTIONS: u32 = 2;
const BUSY_TIMEOUT: Duration = Duration::from_millis(500);

/// Opens a side database under its own name. The schema is SQLite's; PostgreSQL gets it from its migrations.
pub(crate) async fn open(
    database: &Database,
    name: &str,
    schema: &'static str,
) -> Result<Database, OpenError> {
    match database {
        Database::Sqlite(pool) => {
            let options = SqliteConnectOptions::new()
                .filename(pool.connect_options().get_filename().with_extension(format!("{name}.db")))
                .create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Off)
                .busy_timeout(BUSY_TIMEOUT);
            Ok(Database::Sqlite(open_file(options, schema).await.map_err(OpenError::Connect)?))
        }
        Database::Postgres(pool) => Ok(Database::Postgres(PgPool::clone(pool))),
    }
}

async fn open_file(options: SqliteConnectOptions, schema: &'static str) -> sqlx::Result<SqlitePool> {
    let pool = SqlitePoolOptions::new().max_connections(CONNECTIONS).connect_with(options).await?;
    sqlx::raw_sql(schema).execute(&pool).await?;
    Ok(pool)
}
