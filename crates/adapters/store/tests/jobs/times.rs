//! How long finished articles took.

use std::time::Duration;

use crate::ledger_support::{Books, add_account, at, grant, on_both_databases, request};
use crate::support::{RESERVED, capture, end, hold, lease, order_of};
use domain::api_keys::KeyMode;
use domain::articles::timing::Maker;
use domain::articles::{ArticleId, ArticleStatus};
use domain::jobs::{JobId, LeasedJob};
use domain::ledger::{Entry, Purse};
use ports::articles::SimilarArticles;
use ports::{ArticleStore, JobChange, Ledger};
use store::Database;

on_both_databases! {
    the_times_of_similar_articles_are_known
    only_articles_that_were_delivered_count
    the_latest_times_come_first
    times_are_read_from_the_index_alone
}

const TEN: u32 = 10;

fn engine(name: &str) -> Maker {
    Maker::Engine { engine: name.to_owned(), model: None }
}

async fn started(books: &Books, purse: Purse, maker: Option<Maker>, words: u32) -> LeasedJob {
    grant(&books.ledger, purse, RESERVED).await;
    let mut change = order_of(ArticleId::generate(), JobId::generate());
    let JobChange::Order { article, .. } = &mut change else { unreachable!("the change is an order") };
    (article.maker, article.order.words) = (maker, words);
    books.ledger.post_job(request(purse, hold()), change, None).await.unwrap();
    lease(books, 10).await.remove(0)
}

async fn ended(books: &Books, job: &LeasedJob, entry: Entry, status: ArticleStatus, second: i64) {
    let mut change = end(job, status, Some(job.token));
    let JobChange::End { outcome, .. } = &mut change else { unreachable!("the change is an end") };
    outcome.at = at(second);
    books.ledger.post_job(request(job.purse, entry), change, None).await.unwrap();
}

/// An article that is requested at second 10 and delivered then.
async fn finished(books: &Books, purse: Purse, maker: Option<Maker>, words: u32, second: i64) {
    let job = started(books, purse, maker, words).await;
    ended(books, &job, capture(&job, 9_000), ArticleStatus::Completed, second).await;
}

async fn times(books: &Books, mode: KeyMode, maker: &Maker, words: u32, most: u32) -> Vec<u64> {
    let similar = SimilarArticles { mode, maker, words: maker.similar_lengths(words), most };
    let times = books.database.times_of(&similar).await.unwrap();
    times.iter().map(Duration::as_secs).collect()
}

async fn the_times_of_similar_articles_are_known(books: Books) {
    let purse = books.purse;
    let test = Purse { mode: KeyMode::Test, ..purse };
    let other = add_account(&books.database, 2).await;
    assert_eq!(times(&books, KeyMode::Live, &engine("openai"), 2_000, TEN).await, [0; 0]);
    finished(&books, purse, Some(engine("openai")), 2_000, 110).await;
    finished(&books, other, Some(engine("openai")), 2_500, 130).await;
    finished(&books, purse, Some(engine("openai")), 5_000, 310).await;
    finished(&books, purse, Some(engine("ollama")), 2_000, 1_010).await;
    finished(&books, purse, Some(Maker::Notes), 2_000, 12).await;
    finished(&books, purse, Some(Maker::Brief), 5_000, 30).await;
    finished(&books, test, Some(engine("openai")), 2_000, 11).await;
    let live = async |maker: &Maker, words| times(&books, KeyMode::Live, maker, words, TEN).await;
    assert_eq!(live(&engine("openai"), 2_000).await, [120, 100], "of every account");
    assert_eq!(live(&engine("openai"), 5_000).await, [300]);
    assert_eq!(live(&engine("openai"), 3_700).await, [0; 0]);
    assert_eq!(live(&engine("ollama"), 2_000).await, [1_000]);
    assert_eq!(live(&Maker::Notes, 2_000).await, [2]);
    assert_eq!(live(&Maker::Brief, 1_500).await, [20], "a brief takes as long for any article");
    assert_eq!(times(&books, KeyMode::Test, &engine("openai"), 2_000, TEN).await, [1]);
}

async fn only_articles_that_were_delivered_count(books: Books) {
    let maker = engine("openai");
    let failed = started(&books, books.purse, Some(maker.clone()), 2_000).await;
    assert_eq!(times(&books, KeyMode::Live, &maker, 2_000, TEN).await, [0; 0]);
    ended(&books, &failed, Entry::Void { hold: failed.hold }, ArticleStatus::Failed, 20).await;
    finished(&books, books.purse, None, 2_000, 90_000).await;
    assert_eq!(times(&books, KeyMode::Live, &maker, 2_000, TEN).await, [0; 0]);
}

async fn the_latest_times_come_first(books: Books) {
    for second in [50, 20, 40, 30] {
        finished(&books, books.purse, Some(engine("openai")), 2_000, second).await;
    }
    assert_eq!(times(&books, KeyMode::Live, &engine("openai"), 2_000, 3).await, [40, 30, 20]);
}

/// Rows are long, because requests hold the customer's texts.
async fn times_are_read_from_the_index_alone(books: Books) {
    const LATEST: &str = "SELECT finished_at, created_at, words FROM articles \
        WHERE mode = 0 AND maker = 'notes' AND status = 'completed' ORDER BY finished_at DESC LIMIT 300";
    let plan: Vec<String> = match &books.database {
        Database::Sqlite(pool) => {
            let explain = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {LATEST}"));
            let steps: Vec<(i64, i64, i64, String)> = sqlx::query_as(explain).fetch_all(pool).await.unwrap();
            steps.into_iter().map(|step| step.3).collect()
        }
        Database::Postgres(pool) => {
            let mut connection = pool.acquire().await.unwrap();
            sqlx::query("SET enable_seqscan = off").execute(&mut *connection).await.unwrap();
            let explain = sqlx::AssertSqlSafe(format!("EXPLAIN {LATEST}"));
            let plan = sqlx::query_scalar(explain).fetch_all(&mut *connection).await.unwrap();
            connection.close().await.unwrap();
            plan
        }
    };
    let plan = plan.join("\n");
    let from_index = ["USING COVERING INDEX articles_times", "Index Only Scan Backward using articles_times"];
    assert!(from_index.iter().any(|step| plan.contains(step)), "{plan}");
    assert!(!plan.to_lowercase().contains("sort") && !plan.contains("TEMP B-TREE"), "{plan}");
}
