//! Existing data survives the migrations.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

/// Usage, an open hold and its posting, as they were before keys were counted.
const BEFORE_KEYS: &str = "
    INSERT INTO accounts (id, name, status, key_epoch, created_at) VALUES (1, 'Old', 'active', 0, 0);
    INSERT INTO balances (account_id, mode, available, held) VALUES (1, 0, 90, 10);
    INSERT INTO usage_days (account_id, mode, day, purpose, calls, credits) VALUES (1, 0, 7, 'seo/audit', 2, 1000);
    INSERT INTO postings (account_id, mode, id, kind, amount, released, purpose, key_id, created_at, available_after, held_after)
        SELECT 1, 0, id, 'hold', 10, 0, 'articles/generate', 42, 0, 90, 10 FROM new_ids;
    INSERT INTO open_holds (account_id, mode, id, amount) SELECT 1, 0, id, 10 FROM new_ids;
    DROP TABLE new_ids";
const USAGE: &str = "SELECT day, purpose, key_id, calls, credits FROM usage_days";
const HOLD: &str = "SELECT key_id FROM open_holds";
type Usage = (i64, String, i64, i64, i64);

/// The statements of all migrations before a number, and of the one with that number.
async fn migrations(directory: &str, number: i64) -> (String, String) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(directory);
    let migrator = Migrator::new(path).await.unwrap();
    let texts = |wanted: &dyn Fn(i64) -> bool| {
        let found = migrator.iter().filter(|migration| wanted(migration.version));
        found.map(|migration| migration.sql.as_str().to_owned()).collect::<Vec<_>>().join("\n;\n")
    };
    (texts(&|version| version < number), texts(&|version| version == number))
}

fn check(usage: &[Usage], hold: Option<i64>) {
    assert_eq!(usage, [(7, "seo/audit".to_owned(), -1, 2, 1_000)]);
    assert_eq!(hold, Some(42));
}

#[tokio::test]
async fn usage_without_keys_and_open_holds_survive_on_sqlite() {
    let (before, with) = migrations("sqlite", 10).await;
    let mut database = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    let ids = "CREATE TABLE new_ids AS SELECT randomblob(16) AS id";
    for statements in [before.as_str(), ids, BEFORE_KEYS, with.as_str()] {
        sqlx::raw_sql(AssertSqlSafe(statements.to_owned())).execute(&mut database).await.unwrap();
    }
    let usage: Vec<Usage> = sqlx::query_as(USAGE).fetch_all(&mut database).await.unwrap();
    check(&usage, sqlx::query_scalar(HOLD).fetch_one(&mut database).await.unwrap());
}

#[tokio::test]
async fn usage_without_keys_and_open_holds_survive_on_postgres() {
    let (before, with) = migrations("postgres", 10).await;
    let guard = testkit::fresh_postgres();
    let mut database = PgConnection::connect(&guard.url).await.unwrap();
    let ids = "CREATE TABLE new_ids AS SELECT gen_random_uuid() AS id";
    for statements in [before.as_str(), ids, BEFORE_KEYS, with.as_str()] {
        sqlx::raw_sql(AssertSqlSafe(statements.to_owned())).execute(&mut database).await.unwrap();
    }
    let usage: Vec<Usage> = sqlx::query_as(USAGE).fetch_all(&mut database).await.unwrap();
    check(&usage, sqlx::query_scalar(HOLD).fetch_one(&mut database).await.unwrap());
}
