//! Debits per second and their latency, compared with a floor of the same database in the same run, with the
//! same number of callers: one transaction per debit on SQLite, one statement per debit on PostgreSQL.
//!
//! `cargo bench -p store --bench ledger [-- sqlite|postgres|scale]`; PostgreSQL's URL comes from
//! `BENCH_POSTGRES_URL`.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark prints, and ends when something is wrong"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use domain::Timestamp;
use domain::accounts::{Account, AccountName, AccountStatus};
use domain::api_keys::KeyMode;
use domain::credits::Credits;
use domain::ids::AccountId;
use domain::ledger::{Entry, GrantSource, PostingId, Purse, Request};
use ports::{AccountStore, Ledger};
use sqlx::postgres::PgPoolOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, PgPool, SqliteConnection};
use store::{Database, LedgerStore};
use tokio::sync::Mutex;
use tokio::task::JoinSet;

const ROUND: Duration = Duration::from_secs(4);
const ROUNDS: usize = 3;
const ACCOUNT: u64 = 1;

#[tokio::main]
async fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let runs = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    if runs("sqlite") {
        sqlite().await;
    }
    if runs("postgres") {
        postgres().await;
    }
    if runs("scale") {
        scale().await;
    }
}

struct Bench {
    database: Database,
    ledger: Arc<LedgerStore>,
    purse: Purse,
}

impl Bench {
    async fn open(url: &str) -> Self {
        let database = Database::open(url).await.unwrap();
        let ledger = Arc::new(LedgerStore::start(&database).await.unwrap());
        let account = Account {
            id: AccountId::from(ACCOUNT),
            name: AccountName::new("Bench").unwrap(),
            status: AccountStatus::Active,
            key_epoch: 0,
            created_at: Timestamp::UNIX_EPOCH,
        };
        database.add_account(&account).await.unwrap();
        let purse = Purse { account: account.id, mode: KeyMode::Live };
        let grant = Entry::Grant { amount: Credits::new(1_000_000_000_000), source: GrantSource::Paid };
        ledger.post(request(purse, grant), None).await.unwrap();
        Self { database, ledger, purse }
    }

    /// Debits by `callers` callers, each waiting for its answer.
    async fn measure(&self, callers: usize) -> Measurement {
        let (ledger, purse) = (self.ledger.clone(), self.purse);
        measure(callers, move || {
            let ledger = ledger.clone();
            async move {
                let charge = Entry::Charge { amount: Credits::new(1) };
                ledger.post(request(purse, charge), None).await.unwrap();
            }
        })
        .await
    }
}

fn request(purse: Purse, entry: Entry) -> Request {
    let at = Timestamp::now();
    Request { id: PostingId::generate(), purse, entry, key: None, purpose: "seo/audit".to_owned(), at }
}

struct Measurement {
    per_second: f64,
    p99: Duration,
}

async fn measure<F>(callers: usize, debit: impl Fn() -> F + Clone + Send + 'static) -> Measurement
where
    F: Future<Output = ()> + Send,
{
    let started = Instant::now();
    let mut running = JoinSet::new();
    for _ in 0..callers {
        let debit = debit.clone();
        running.spawn(async move {
            let mut latencies = Vec::new();
            while started.elapsed() < ROUND {
                let sent = Instant::now();
                debit().await;
                latencies.push(sent.elapsed());
            }
            latencies
        });
    }
    let mut latencies = running.join_all().await.concat();
    let elapsed = started.elapsed();
    latencies.sort_unstable();
    #[expect(clippy::cast_precision_loss, reason = "a rate needs no 53 bits")]
    let per_second = latencies.len() as f64 / elapsed.as_secs_f64();
    Measurement { per_second, p99: latencies[latencies.len() * 99 / 100] }
}

/// Alternates ours and the floor, so that a slow moment of the machine affects both.
async fn compare<F>(name: &str, bench: &Bench, callers: usize, floor: impl Fn() -> F + Clone + Send + 'static)
where
    F: Future<Output = ()> + Send,
{
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let below = measure(callers, floor.clone()).await;
        let ours = bench.measure(callers).await;
        let ratio = ours.per_second / below.per_second;
        println!(
            "{name}, {callers} callers: floor {:.0}/s, ours {:.0}/s (p99 {:.1} ms), ratio {ratio:.1}",
            below.per_second,
            ours.per_second,
            ours.p99.as_secs_f64() * 1000.0
        );
        ratios.push(ratio);
    }
    ratios.sort_by(f64::total_cmp);
    println!("{name}, {callers} callers: median ratio {:.1}", ratios[ROUNDS / 2]);
}

const SQLITE_FLOOR: &str = "BEGIN IMMEDIATE; \
    UPDATE balances SET available = available - 1 WHERE account_id = $1 AND mode = 1 AND available >= 1; \
    INSERT INTO postings (account_id, mode, id, kind, amount, released, purpose, created_at, available_after, held_after) \
        SELECT $1, 1, $2, 'charge', 1, 0, 'seo/audit', 0, available, held FROM balances WHERE account_id = $1 AND mode = 1; \
    COMMIT";

async fn sqlite() {
    let directory = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", directory.path().join("bench.db").display());
    let bench = Bench::open(&url).await;
    let Database::Sqlite(pool) = &bench.database else { return };
    sqlx::query("UPDATE balances SET available = 1000000000000 WHERE mode = 1").execute(pool).await.unwrap();
    let connection = pool.connect_options().as_ref().clone().connect().await.unwrap();
    let connection: Arc<Mutex<SqliteConnection>> = Arc::new(Mutex::new(connection));
    let database = bench.database.clone();
    let checkpoints = tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_secs(1)).await;
            database.checkpoint().await.unwrap();
        }
    });
    for callers in [64, 256] {
        let connection = connection.clone();
        compare("SQLite", &bench, callers, move || {
            let connection = connection.clone();
            async move {
                sqlx::query(SQLITE_FLOOR)
                    .bind(i64::try_from(ACCOUNT).unwrap())
                    .bind(PostingId::generate().as_uuid())
                    .execute(&mut *connection.lock().await)
                    .await
                    .unwrap();
            }
        })
        .await;
    }
    checkpoints.abort();
}

const POSTGRES_FLOOR: &str = "WITH debited AS ( \
        UPDATE balances SET available = available - 1 WHERE account_id = $1 AND mode = 1 AND available >= 1 \
        RETURNING available, held) \
    INSERT INTO postings (account_id, mode, id, kind, amount, released, purpose, created_at, available_after, held_after) \
        SELECT $1, 1, $2, 'charge', 1, 0, 'seo/audit', 0, available, held FROM debited";

async fn postgres_url(name: &str) -> Option<String> {
    let Ok(server) = std::env::var("BENCH_POSTGRES_URL") else {
        println!("PostgreSQL: skipped, because BENCH_POSTGRES_URL is not set (scripts/bench sets it)");
        return None;
    };
    let pool = PgPool::connect(&server).await.unwrap();
    for statement in [format!("DROP DATABASE IF EXISTS {name}"), format!("CREATE DATABASE {name}")] {
        sqlx::query(AssertSqlSafe(statement)).execute(&pool).await.unwrap();
    }
    Some(format!("{}/{name}", server.rsplit_once('/').unwrap().0))
}

async fn postgres() {
    let Some(url) = postgres_url("bench_ledger").await else { return };
    let bench = Bench::open(&url).await;
    let pool = PgPoolOptions::new().max_connections(64).connect(&url).await.unwrap();
    sqlx::query("UPDATE balances SET available = 1000000000000 WHERE mode = 1").execute(&pool).await.unwrap();
    for callers in [64, 256] {
        let pool = pool.clone();
        compare("PostgreSQL, hot account", &bench, callers, move || {
            let pool = pool.clone();
            async move {
                sqlx::query(POSTGRES_FLOOR)
                    .bind(i64::try_from(ACCOUNT).unwrap())
                    .bind(PostingId::generate().as_uuid())
                    .execute(&pool)
                    .await
                    .unwrap();
            }
        })
        .await;
    }
}

/// Whether a debit costs more when the table is full.
async fn scale() {
    const SIZES: [i64; 3] = [1_000, 100_000, 10_000_000];
    const CALLERS: usize = 256;
    for kind in ["SQLite", "PostgreSQL"] {
        let mut rates = Vec::new();
        for size in SIZES {
            let directory = tempfile::tempdir().unwrap();
            let url = if kind == "SQLite" {
                format!("sqlite:{}", directory.path().join("bench.db").display())
            } else {
                match postgres_url(&format!("bench_scale_{size}")).await {
                    Some(url) => url,
                    None => return,
                }
            };
            let bench = Bench::open(&url).await;
            fill(&bench.database, size).await;
            bench.measure(CALLERS).await;
            let mut rounds = Vec::new();
            for _ in 0..ROUNDS {
                rounds.push(bench.measure(CALLERS).await.per_second);
            }
            rounds.sort_by(f64::total_cmp);
            println!("{kind}, {size} postings in the table: {:.0} debits/s", rounds[ROUNDS / 2]);
            rates.push(rounds[ROUNDS / 2]);
        }
        let fastest = rates.iter().copied().fold(0.0, f64::max);
        let slowest = rates.iter().copied().fold(f64::INFINITY, f64::min);
        println!("{kind}: cost per debit within {:.2}x over all sizes", fastest / slowest);
    }
}

/// Old postings of a thousand other accounts and of this one.
async fn fill(database: &Database, size: i64) {
    const SQLITE: &str = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) \
        INSERT INTO postings (account_id, mode, id, kind, amount, released, purpose, created_at, available_after, held_after) \
        SELECT i % 1000 + 1, 0, unhex(printf('%032x', i)), 'charge', 1, 0, 'seo/audit', i, 1, 0 FROM n ORDER BY 1, 2, 3";
    const POSTGRES: &str = "INSERT INTO postings \
            (account_id, mode, id, kind, amount, released, purpose, created_at, available_after, held_after) \
        SELECT i % 1000 + 1, 0, lpad(to_hex(i), 32, '0')::uuid, 'charge', 1, 0, 'seo/audit', i, 1, 0 \
        FROM generate_series(1, $1) i ORDER BY 1, 2, 3";
    match database {
        Database::Sqlite(pool) => {
            sqlx::query(SQLITE).bind(size).execute(pool).await.unwrap();
            database.checkpoint().await.unwrap();
        }
        Database::Postgres(pool) => {
            let mut connection = pool.acquire().await.unwrap();
            sqlx::query("SET statement_timeout = 0").execute(&mut *connection).await.unwrap();
            sqlx::query(POSTGRES).bind(size).execute(&mut *connection).await.unwrap();
            sqlx::query("VACUUM ANALYZE postings").execute(&mut *connection).await.unwrap();
        }
    }
}
