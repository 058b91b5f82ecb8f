//! Limits of keys and the request log, with a real store.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::convert::Infallible;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use application::limit_api_key::{LimitApiKey, LimitApiKeyError};
use application::log_requests::{AnsweredCall, LogRequests};
use application::read_requests::ReadRequests;
use application::spend_credits::{ChargeRequest, FreeReply, Settlement, SpendCredits, SpendError};
use domain::Timestamp;
use domain::accounts::{Account, AccountName, AccountStatus};
use domain::api_keys::{ApiKeyRecord, Claims, KeyMode, Minute, Scopes};
use domain::credits::Credits;
use domain::ids::{AccountId, ApiKeyId, RequestId};
use domain::ledger::{Entry, GrantSource, PostingId, Purse, Refusal, Request};
use domain::prices::Operation;
use domain::requests::RequestFilter;
use ports::{AccountStore, ApiKeyStore, Clock, Ledger, LedgerError};
use store::{Database, LedgerStore, RequestLogStore};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

const KEY: ApiKeyId = ApiKeyId::from_u64(5);
const PURSE: Purse = Purse { account: AccountId::from_u64(1), mode: KeyMode::Live };
const DAY: Duration = Duration::from_hours(24);

/// A clock that is moved by hand.
struct Hand(Mutex<Timestamp>);

impl Clock for Hand {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap()
    }
}

struct Scene {
    database: Arc<Database>,
    ledger: Arc<LedgerStore>,
    clock: Arc<Hand>,
    _guard: testkit::TestDatabase,
}

impl Scene {
    /// An account with 10,000 credits and one key.
    async fn open() -> Self {
        let guard = testkit::fresh_sqlite();
        let database = Arc::new(Database::open(&guard.url).await.unwrap());
        let ledger = Arc::new(LedgerStore::start(&database).await.unwrap());
        let now = Timestamp::from_second(1_000_000).unwrap();
        let account = Account {
            id: PURSE.account,
            name: AccountName::new("Test").unwrap(),
            status: AccountStatus::Active,
            key_epoch: 0,
            created_at: now,
        };
        database.add_account(&account).await.unwrap();
        let key = ApiKeyRecord {
            id: KEY,
            account: PURSE.account,
            name: AccountName::new("Key").unwrap(),
            mode: PURSE.mode,
            scopes: Scopes::all(),
            epoch: 0,
            last_four: "abcd".to_owned(),
            created_at: now,
            expires_at: None,
            revoked_at: None,
            monthly_limit: None,
            last_used_at: None,
        };
        database.add_key(&key).await.unwrap();
        let entry = Entry::Grant { amount: Credits::new(10_000), source: GrantSource::Paid };
        let (id, purpose) = (PostingId::generate(), "test".to_owned());
        let grant = Request { id, purse: PURSE, entry, key: None, purpose, at: now };
        ledger.post(grant, None).await.unwrap();
        Self { database, ledger, clock: Arc::new(Hand(Mutex::new(now))), _guard: guard }
    }

    fn move_clock(&self, time: Duration) {
        let mut now = self.clock.0.lock().unwrap();
        *now += time;
    }
}

fn claims() -> Claims {
    Claims {
        mode: PURSE.mode,
        account: PURSE.account,
        key: KEY,
        scopes: Scopes::all(),
        epoch: 0,
        issued: Minute::containing(Timestamp::UNIX_EPOCH),
        expires: None,
    }
}

fn charge_request(price: i64) -> ChargeRequest {
    ChargeRequest {
        claims: claims(),
        operation: Operation::SeoAudit,
        price: Credits::new(price),
        max_credits: None,
        hold_first: false,
        idempotency: None,
        settlement: Settlement::default(),
    }
}

#[tokio::test]
async fn a_key_at_its_limit_can_not_have_work_done_over_and_over() {
    let scene = Scene::open().await;
    let limit = LimitApiKey::new(scene.database.clone());
    limit.limit(PURSE.account, KEY, Some(Credits::new(100))).await.unwrap();
    let spend = SpendCredits::new(scene.ledger.clone(), scene.clock.clone(), TaskTracker::new());
    let done = Arc::new(AtomicUsize::new(0));
    let call = async |price| {
        let done = done.clone();
        let work = async move {
            done.fetch_add(1, Ordering::SeqCst);
            Ok::<_, Infallible>("{}".to_owned())
        };
        spend.spend(charge_request(price), Duration::from_secs(5), work).await
    };
    call(60).await.unwrap();
    let expected = Refusal::KeyLimitReached {
        limit: Credits::new(100),
        spent: Credits::new(60),
        required: Credits::new(60),
    };
    for _ in 0..3 {
        let refused = call(60).await.unwrap_err();
        assert!(
            matches!(&refused, SpendError::Ledger(LedgerError::Refused(refusal)) if *refusal == expected),
            "{refused}"
        );
    }
    assert_eq!(done.load(Ordering::SeqCst), 2, "only the ledger could tell the first time");
    call(40).await.unwrap();
    assert_eq!(scene.ledger.balance(PURSE).await.unwrap().available, Credits::new(9_900));
}

#[tokio::test]
async fn a_free_call_is_done_once_even_if_its_client_hangs_up() {
    const LIMIT: Duration = Duration::from_mins(1);
    let scene = Scene::open().await;
    let tasks = TaskTracker::new();
    let spend = SpendCredits::new(scene.ledger.clone(), scene.clock.clone(), tasks.clone());
    let (key, other) = (("k".to_owned(), [1; 32]), ("k".to_owned(), [2; 32]));
    let never = || async { panic!("the work is done once") };
    let again = async |key| spend.answer_once::<Infallible>(PURSE, key, LIMIT, never()).await;

    let failed = spend.answer_once(PURSE, key.clone(), LIMIT, async { Err("no") }).await;
    assert!(matches!(failed, Err(SpendError::Work("no"))), "failures free the key");
    let (started, has_started) = oneshot::channel();
    let (finish, may_finish) = oneshot::channel();
    let work = async move {
        started.send(()).unwrap();
        may_finish.await.unwrap();
        Ok::<_, Infallible>("{\"done\":true}".to_owned())
    };
    let mut first = Box::pin(spend.answer_once(PURSE, key.clone(), LIMIT, work));
    tokio::select! {
        _ = &mut first => panic!("it can't be finished yet"),
        begun = has_started => begun.unwrap(),
    }
    assert!(matches!(again(key.clone()).await, Err(SpendError::InProgress)));
    assert!(matches!(again(other).await, Err(SpendError::KeyReused)));
    drop(first);
    finish.send(()).unwrap();
    tasks.close();
    tasks.wait().await;
    let reply = again(key).await.unwrap();
    assert_eq!(reply, FreeReply { body: "{\"done\":true}".to_owned(), replayed: true });
}

#[tokio::test]
async fn limits_are_checked_before_they_are_set() {
    let scene = Scene::open().await;
    let limit = LimitApiKey::new(scene.database.clone());
    let set = async |account, key, credits| limit.limit(account, key, Some(Credits::new(credits))).await;
    assert!(matches!(set(PURSE.account, KEY, -1).await, Err(LimitApiKeyError::Negative)));
    let stranger = AccountId::from(2);
    assert!(matches!(set(stranger, KEY, 1).await, Err(LimitApiKeyError::NoSuchKey(KEY))));
    let unknown = ApiKeyId::from(99);
    assert!(matches!(set(PURSE.account, unknown, 1).await, Err(LimitApiKeyError::NoSuchKey(_))));
    set(PURSE.account, KEY, 0).await.unwrap();
    let keys = scene.database.keys_of(PURSE.account).await.unwrap();
    assert_eq!(keys[0].monthly_limit, Some(Credits::ZERO));
}

#[tokio::test]
async fn calls_are_noted_found_and_forgotten() {
    let scene = Scene::open().await;
    let log = Arc::new(RequestLogStore::open(&scene.database).await.unwrap());
    let (note, writer) =
        LogRequests::new(log.clone(), log.clone(), scene.database.clone(), scene.clock.clone());
    let read = ReadRequests::new(log, scene.clock.clone(), 30 * DAY);
    let calls = AtomicI64::new(0);
    let call = |request: &RequestId, status| {
        let call = AnsweredCall {
            request,
            claims: &claims(),
            method: "GET",
            route: "/v1/account",
            status,
            error: (status >= 400).then_some("not_found"),
            charged: Credits::new(calls.fetch_add(1, Ordering::SeqCst)),
            elapsed: Duration::from_millis(7),
        };
        note.note(&call, None);
    };
    let [first, second] = ["first", "second"].map(|id| RequestId::from_client(id).unwrap());
    call(&first, 200);
    scene.move_clock(DAY);
    call(&second, 404);
    call(&second, 200);
    let stop = CancellationToken::new();
    stop.cancel();
    writer.run(stop).await;

    let charged = |notes: &[domain::requests::RequestNote]| {
        notes.iter().map(|note| note.charged.as_i64()).collect::<Vec<_>>()
    };
    assert_eq!(charged(&read.find(PURSE, &first).await.unwrap()), [0]);
    let mut found = charged(&read.find(PURSE, &second).await.unwrap());
    found.sort_unstable();
    assert_eq!(found, [1, 2]);
    let failures = RequestFilter { failures_only: true, ..RequestFilter::default() };
    assert_eq!(charged(&read.list(PURSE, &failures, None, 100).await.unwrap().notes), [1]);
    let page = read.list(PURSE, &RequestFilter::default(), None, 0).await.unwrap();
    assert_eq!(page.notes.len(), 1, "a page is never empty for nothing");

    let rates = read.rates(PURSE, 2).await.unwrap();
    let seen: Vec<_> = rates.iter().map(|day| (day.fine, day.client_errors, day.server_errors)).collect();
    assert_eq!(seen, [(1, 0, 0), (1, 1, 0)]);
    assert_eq!(read.rates(PURSE, 1).await.unwrap().len(), 1);
    let used = scene.database.keys_of(PURSE.account).await.unwrap()[0].last_used_at.unwrap();
    assert!(scene.clock.now().duration_since(used) < jiff::SignedDuration::from_mins(2));

    assert_eq!(read.delete_old().await.unwrap(), 0);
    scene.move_clock(29 * DAY + Duration::from_hours(1));
    assert_eq!(read.delete_old().await.unwrap(), 1);
    assert_eq!(read.find(PURSE, &first).await.unwrap(), []);
}
