//! What only SQLite needs: write-ahead logging, full synchronisation, a lock around migrations.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Pool, Sqlite, SqlitePool};

use crate::OpenError;

const CONNECTIONS: u32 = 4;
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) async fn open(url: &str) -> Result<SqlitePool, OpenError> {
    let options = SqliteConnectOptions::from_str(url)
        .map_err(OpenError::Address)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY_TIMEOUT)
        .pragma("wal_autocheckpoint", "0")
        .foreign_keys(true);
    let file = options.get_filename().to_path_buf();
    let lock = lock_for_opening(&file).await?;
    let pool = SqlitePoolOptions::new()
        .max_connections(CONNECTIONS)
        .connect_with(options)
        .await
        .map_err(OpenError::Connect)?;
    refuse_unsafe_library(&pool).await?;
    sqlx::migrate!("migrations/sqlite").run(&pool).await?;
    drop(lock);
    Ok(pool)
}

/// Passive checkpoints never delay a writer. Only when they can't keep up, a restarting one runs, so that the
/// write-ahead log does not grow without limit.
pub(crate) async fn checkpoint(pool: &SqlitePool) -> sqlx::Result<()> {
    const LONG_LOG_PAGES: i64 = 16_384;
    let (_busy, logged, moved): (i64, i64, i64) =
        sqlx::query_as("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(pool).await?;
    if logged > LONG_LOG_PAGES && logged > moved {
        sqlx::query("PRAGMA wal_checkpoint(RESTART)").execute(pool).await?;
    }
    Ok(())
}

/// SQLite has no advisory locks, so a lock file keeps two starting processes from migrating at once.
async fn lock_for_opening(database: &Path) -> Result<File, OpenError> {
    let path = beside(database);
    let lock = tokio::task::spawn_blocking(move || {
        if let Some(directory) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            fs::create_dir_all(directory)?;
        }
        let file = File::create(path)?;
        file.lock()?;
        Ok(file)
    });
    lock.await.map_err(std::io::Error::other).flatten().map_err(OpenError::Directory)
}

fn beside(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}

async fn refuse_unsafe_library(pool: &Pool<Sqlite>) -> Result<(), OpenError> {
    let version: String =
        sqlx::query_scalar("SELECT sqlite_version()").fetch_one(pool).await.map_err(OpenError::Connect)?;
    if has_wal_reset_bug(&version) { Err(OpenError::UnsafeSqlite(version)) } else { Ok(()) }
}

fn has_wal_reset_bug(version: &str) -> bool {
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    let version = (next(), next(), next());
    ((3, 7, 0)..=(3, 51, 2)).contains(&version)
}

#[cfg(test)]
mod tests {
    use super::has_wal_reset_bug;

    #[test]
    fn libraries_with_the_wal_reset_bug_are_known() {
        for bad in ["3.7.0", "3.40.1", "3.51.2"] {
            assert!(has_wal_reset_bug(bad), "{bad}");
        }
        for good in ["3.6.23", "3.51.3", "3.52.0", "4.0.0"] {
            assert!(!has_wal_reset_bug(good), "{good}");
        }
    }
}
