//! Workers, with a real queue on SQLite and scripted handlers.

use std::sync::atomic::{AtomicUsize, Ordering};

use domain::articles::ArticleId;
use domain::articles::order::ArticleInput;
use domain::jobs::{JobId, NewJob, Task};
use domain::ledger::{Entry, GrantSource, PostingId, Purse, Request};
use ports::articles::NewArticle;
use ports::clock::SystemClock;
use ports::{AccountStore, JobChange, Ledger};
use store::{Database, LedgerStore};
use testkit::TestDatabase;

use super::*;

struct Scene {
    database: Arc<Database>,
    ledger: LedgerStore,
    purse: Purse,
    _guard: TestDatabase,
}

impl Scene {
    async fn open() -> Self {
        let guard = testkit::fresh_sqlite();
        let database = Database::open(&guard.url).await.unwrap();
        let ledger = LedgerStore::start(&database).await.unwrap();
        let account = domain::accounts::Account {
            id: domain::ids::AccountId::from(1),
            name: domain::accounts::AccountName::new("Test").unwrap(),
            status: domain::accounts::AccountStatus::Active,
            key_epoch: 0,
            created_at: SystemClock.now(),
        };
        database.add_account(&account).await.unwrap();
        let purse = Purse { account: account.id, mode: domain::api_keys::KeyMode::Live };
        let scene = Self { database: Arc::new(database), ledger, purse, _guard: guard };
        let grant = Entry::Grant { amount: 1_000_000.into(), source: GrantSource::Paid };
        scene.ledger.post(scene.request(grant), None).await.unwrap();
        scene
    }

    fn request(&self, entry: Entry) -> Request {
        let (id, at) = (PostingId::generate(), SystemClock.now());
        Request { id, purse: self.purse, entry, key: None, purpose: "test".to_owned(), at }
    }

    async fn order(&self) {
        let (article, at) = (ArticleId::generate(), SystemClock.now());
        let deadline = at + Duration::from_mins(10);
        let change = JobChange::Order {
            article: Box::new(NewArticle {
                id: article,
                order: ArticleInput::new("tea".to_owned()),
                maker: None,
                at,
            }),
            job: NewJob { id: JobId::generate(), article, task: Task::Write, deadline },
            most_open: 100,
        };
        let hold = Entry::Hold { amount: 1_000.into(), until: None };
        self.ledger.post_job(self.request(hold), change, None).await.unwrap();
    }

    fn work(&self, handler: Arc<dyn JobHandler>, lease: Duration) -> (WorkJobs, Arc<Notify>) {
        let new_work = Arc::new(Notify::new());
        let limits = WorkLimits { most: 4, most_per_purse: 4, lease };
        let queue = self.database.clone();
        (WorkJobs::new(queue, handler, Arc::new(SystemClock), new_work.clone(), limits), new_work)
    }
}

/// Counts jobs that begin, and those that are dropped before they are done; never gives a job back.
#[derive(Default)]
struct Endless {
    begun: AtomicUsize,
    dropped: Arc<AtomicUsize>,
    started: Notify,
}

struct CountDrop(Arc<AtomicUsize>);

impl Drop for CountDrop {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[async_trait]
impl JobHandler for Endless {
    async fn work(&self, _: &LeasedJob) {
        let _count = CountDrop(self.dropped.clone());
        self.begun.fetch_add(1, Ordering::SeqCst);
        self.started.notify_waiters();
        std::future::pending::<()>().await;
    }
}

impl Endless {
    async fn until_begun(&self, wanted: usize) {
        loop {
            let begun = self.started.notified();
            if self.begun.load(Ordering::SeqCst) >= wanted {
                return;
            }
            begun.await;
        }
    }
}

#[tokio::test]
async fn a_worker_has_no_more_jobs_than_it_may_and_gives_them_back_when_it_stops() {
    let scene = Scene::open().await;
    for _ in 0..6 {
        scene.order().await;
    }
    let handler = Arc::new(Endless::default());
    let (work, _) = scene.work(handler.clone(), Duration::from_mins(1));
    let stop = CancellationToken::new();
    let mut running = JoinSet::new();
    running.spawn(work.run(stop.clone()));
    handler.until_begun(4).await;
    stop.cancel();
    running.join_next().await.unwrap().unwrap();
    assert_eq!((handler.begun.load(Ordering::SeqCst), handler.dropped.load(Ordering::SeqCst)), (4, 4));
    let lease = Lease { now: SystemClock.now(), lasts: Duration::from_mins(1), most: 10, most_per_purse: 10 };
    let leased = scene.database.lease_jobs(lease).await.unwrap();
    assert_eq!(leased.len(), 6, "nobody has to wait for the leases to end");
}

#[tokio::test]
async fn work_that_is_ordered_meanwhile_is_begun_when_workers_are_told() {
    let scene = Scene::open().await;
    let handler = Arc::new(Endless::default());
    let (work, new_work) = scene.work(handler.clone(), Duration::from_mins(1));
    let stop = CancellationToken::new();
    let mut running = JoinSet::new();
    running.spawn(work.run(stop.clone()));
    scene.order().await;
    new_work.notify_one();
    handler.until_begun(1).await;
    stop.cancel();
    running.join_next().await.unwrap().unwrap();
}

#[tokio::test]
async fn a_job_that_somebody_else_has_is_dropped() {
    let scene = Scene::open().await;
    scene.order().await;
    let handler = Arc::new(Endless::default());
    let (work, _) = scene.work(handler.clone(), Duration::from_millis(300));
    let stop = CancellationToken::new();
    let mut running = JoinSet::new();
    running.spawn(work.run(stop.clone()));
    handler.until_begun(1).await;
    // Simulates a process that slept through its lease: another one takes the job a year later, permanently.
    let next_year = SystemClock.now() + Duration::from_hours(24 * 365);
    let lease = Lease { now: next_year, lasts: Duration::from_mins(1), most: 1, most_per_purse: 10 };
    assert_eq!(scene.database.lease_jobs(lease).await.unwrap().len(), 1);
    while handler.dropped.load(Ordering::SeqCst) == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    stop.cancel();
    running.join_next().await.unwrap().unwrap();
    assert_eq!(handler.begun.load(Ordering::SeqCst), 1);
}
