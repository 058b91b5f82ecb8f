//! Messages of installations that did not have endpoints yet.

use domain::articles::ArticleId;
use domain::jobs::{Channel, DeliveryState};
use domain::webhooks::endpoints::EventKind;
use ports::Outbox;
use sqlx::migrate::{Migration, Migrator};
use sqlx::{PgPool, SqlitePool};
use store::Database;
use testkit::TestDatabase;
use uuid::Uuid;

use crate::ledger_support::at;

/// The migration that adds endpoints.
const ENDPOINTS: i64 = 11;

const ARTICLE: Uuid = Uuid::from_u128(7);
const COMPLETED: &str = r#"{"type":"article.completed","data":{}}"#;

const OLD_MESSAGE: &str = "INSERT INTO outbox (id, article_id, account_id, mode, channel, target, body, created_at, state, run_at, \
    token, attempts, http_status, tried_at) VALUES ($1, $2, 1, 0, $3, $4, $5, 1000000, $6, 5000000, 3, 2, 503, 2000000)";

fn before(migrator: &Migrator) -> Migrator {
    let old: Vec<Migration> = migrator.iter().filter(|one| one.version < ENDPOINTS).cloned().collect();
    assert!(!old.is_empty());
    Migrator::with_migrations(old)
}

const OLD: [(u128, &str, &str, &str, &str); 2] = [
    (1, "webhook", "https://example.com/hook", COMPLETED, "pending"),
    (2, "indexing", "indexnow", r#"{"url":"https://example.com/p/tea"}"#, "accepted"),
];

async fn check(guard: TestDatabase) {
    let database = Database::open(&guard.url).await.unwrap();
    let told = database.messages_of(ArticleId::from(ARTICLE)).await.unwrap();
    let [webhook, notice] = told.try_into().unwrap();
    assert_eq!(webhook.message.event.as_uuid(), Uuid::from_u128(1), "receivers see the id that they know");
    assert_eq!(webhook.message.kind, Some(EventKind::ArticleCompleted));
    assert_eq!((webhook.message.endpoint, webhook.message.body.as_str()), (None, COMPLETED));
    assert_eq!(
        (webhook.state, webhook.attempts, webhook.http_status),
        (DeliveryState::Pending, 2, Some(503))
    );
    assert_eq!((webhook.tried_at, webhook.next_try), (Some(at(2)), Some(at(5))));
    assert_eq!((notice.message.channel, notice.message.kind), (Channel::Indexing, None));
    assert_eq!((notice.message.target.as_str(), notice.state), ("indexnow", DeliveryState::Accepted));
    database.close().await;
}

#[tokio::test]
async fn old_messages_are_kept_on_sqlite() {
    let guard = testkit::fresh_sqlite();
    let options = guard.url.parse::<sqlx::sqlite::SqliteConnectOptions>().unwrap().create_if_missing(true);
    let pool = SqlitePool::connect_with(options).await.unwrap();
    before(&sqlx::migrate!("migrations/sqlite")).run(&pool).await.unwrap();
    for (id, channel, target, body, state) in OLD {
        let insert = sqlx::query(OLD_MESSAGE).bind(Uuid::from_u128(id)).bind(ARTICLE).bind(channel);
        insert.bind(target).bind(body).bind(state).execute(&pool).await.unwrap();
    }
    pool.close().await;
    check(guard).await;
}

#[tokio::test]
async fn old_messages_are_kept_on_postgres() {
    let guard = testkit::fresh_postgres();
    let pool = PgPool::connect(&guard.url).await.unwrap();
    before(&sqlx::migrate!("migrations/postgres")).run(&pool).await.unwrap();
    for (id, channel, target, body, state) in OLD {
        let insert = sqlx::query(OLD_MESSAGE).bind(Uuid::from_u128(id)).bind(ARTICLE).bind(channel);
        insert.bind(target).bind(body).bind(state).execute(&pool).await.unwrap();
    }
    pool.close().await;
    check(guard).await;
}
