//! The queue and its writer, with a log that can fail.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use domain::api_keys::{ApiKeyRecord, KeyMode, Scopes};
use domain::ids::AccountId;
use domain::requests::{RequestDay, RequestFilter, RequestPage};
use ports::StoreError;

use super::*;

/// A log and keys in memory.
#[derive(Default)]
struct FakeLog {
    batches: Mutex<Vec<Vec<RequestNote>>>,
    uses: Mutex<Vec<Vec<(ApiKeyId, Timestamp)>>>,
    bodies: Mutex<Vec<StoredBodies>>,
    broken: AtomicBool,
}

impl FakeLog {
    fn check(&self) -> Result<(), StoreError> {
        if self.broken.load(Ordering::SeqCst) {
            Err(StoreError::Unavailable("broken".into()))
        } else {
            Ok(())
        }
    }

    fn notes(&self) -> Vec<RequestNote> {
        self.batches.lock().unwrap().concat()
    }

    fn uses(&self) -> Vec<Vec<(ApiKeyId, Timestamp)>> {
        self.uses.lock().unwrap().clone()
    }
}

#[async_trait]
impl RequestLog for FakeLog {
    async fn add_notes(&self, notes: &[RequestNote]) -> Result<(), StoreError> {
        self.check()?;
        self.batches.lock().unwrap().push(notes.to_vec());
        Ok(())
    }

    async fn notes_of_request(
        &self,
        _: Purse,
        _: &RequestId,
        _: u32,
    ) -> Result<Vec<RequestNote>, StoreError> {
        Ok(self.notes())
    }

    async fn notes(
        &self,
        _: Purse,
        _: &RequestFilter,
        _: Option<NoteId>,
        _: u32,
    ) -> Result<RequestPage, StoreError> {
        Ok(RequestPage { notes: self.notes(), next: None })
    }

    async fn request_days(&self, _: Purse, _: i64) -> Result<Vec<RequestDay>, StoreError> {
        Ok(Vec::new())
    }

    async fn delete_notes(&self, _: Timestamp, _: u32) -> Result<u64, StoreError> {
        Ok(0)
    }
}

#[async_trait]
impl BodyStore for FakeLog {
    async fn add_bodies(&self, bodies: &[StoredBodies]) -> Result<(), StoreError> {
        self.bodies.lock().unwrap().extend_from_slice(bodies);
        Ok(())
    }

    async fn bodies(&self, _: Purse, _: NoteId) -> Result<Option<StoredBodies>, StoreError> {
        Ok(None)
    }

    async fn delete_bodies(&self, _: AccountId) -> Result<(), StoreError> {
        Ok(())
    }

    async fn delete_old_bodies(&self, _: Timestamp) -> Result<(), StoreError> {
        Ok(())
    }
}

#[async_trait]
impl ApiKeyStore for FakeLog {
    async fn add_key(&self, _: &ApiKeyRecord) -> Result<(), StoreError> {
        Ok(())
    }

    async fn keys_of(&self, _: AccountId) -> Result<Vec<ApiKeyRecord>, StoreError> {
        Ok(Vec::new())
    }

    async fn set_monthly_limit(
        &self,
        _: AccountId,
        _: ApiKeyId,
        _: Option<Credits>,
    ) -> Result<(), StoreError> {
        Ok(())
    }

    async fn note_uses(&self, uses: &[(ApiKeyId, Timestamp)]) -> Result<(), StoreError> {
        self.check()?;
        self.uses.lock().unwrap().push(uses.to_vec());
        Ok(())
    }

    async fn revoke_key(&self, _: ApiKeyId, _: Timestamp) -> Result<(), StoreError> {
        Ok(())
    }

    async fn revoke_all_keys(&self, _: AccountId, _: Timestamp) -> Result<u16, StoreError> {
        Ok(0)
    }
}

/// A clock that follows tokio's time.
struct Paused {
    started: tokio::time::Instant,
}

impl Clock for Paused {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(1_200_000).unwrap() + self.started.elapsed()
    }
}

fn log() -> (Arc<FakeLog>, LogRequests, WriteRequestLog) {
    let log = Arc::new(FakeLog::default());
    let clock = Arc::new(Paused { started: tokio::time::Instant::now() });
    let (note, writer) = LogRequests::new(log.clone(), log.clone(), log.clone(), clock);
    (log, note, writer)
}

fn claims(key: u64) -> Claims {
    Claims {
        mode: KeyMode::Test,
        account: AccountId::from(7),
        key: ApiKeyId::from(key),
        scopes: Scopes::all(),
        epoch: 0,
        issued: Minute::containing(Timestamp::UNIX_EPOCH),
        expires: None,
    }
}

fn call(note: &LogRequests, key: u64) {
    call_with(note, key, None);
}

fn call_with(note: &LogRequests, key: u64, bodies: Option<CallBodies>) {
    let call = AnsweredCall {
        request: &RequestId::generate(),
        claims: &claims(key),
        method: "POST",
        route: "/v1/noop",
        status: 402,
        error: Some("key_limit_reached"),
        charged: Credits::new(5),
        elapsed: Duration::from_micros(12_345),
    };
    note.note(&call, bodies);
}

/// Runs the writer beside `work`, stops it, and lets it end.
async fn beside(writer: WriteRequestLog, work: impl Future<Output = ()>) {
    let stop = CancellationToken::new();
    let working = async {
        work.await;
        stop.cancel();
    };
    tokio::join!(writer.run(stop.clone()), working);
}

#[tokio::test(start_paused = true)]
async fn a_note_says_what_was_called_and_when() {
    let (log, note, writer) = log();
    beside(writer, async { call(&note, 3) }).await;
    let notes = log.notes();
    let [only] = notes.as_slice() else { panic!("{notes:?}") };
    assert_eq!(only.purse, Purse { account: AccountId::from(7), mode: KeyMode::Test });
    assert_eq!((only.key, only.status), (ApiKeyId::from(3), 402));
    assert_eq!((only.method.as_str(), only.route.as_str()), ("POST", "/v1/noop"));
    assert_eq!(only.error.as_deref(), Some("key_limit_reached"));
    assert_eq!((only.charged, only.duration), (Credits::new(5), Duration::from_millis(12)));
    assert_eq!(only.at, Timestamp::from_second(1_200_000).unwrap() - Duration::from_micros(12_345));
}

#[tokio::test(start_paused = true)]
async fn notes_gather_and_the_last_ones_are_written_at_the_end() {
    let (log, note, writer) = log();
    beside(writer, async {
        for _ in 0..10 {
            call(&note, 1);
            tokio::time::sleep(GATHERING / 5).await;
        }
        for _ in 0..=LARGEST_BATCH {
            call(&note, 1);
        }
    })
    .await;
    assert_eq!(log.notes().len(), 10 + LARGEST_BATCH + 1);
    let batches = log.batches.lock().unwrap().len();
    assert!((2..=6).contains(&batches), "{batches}");
}

#[tokio::test]
async fn a_full_queue_never_makes_a_call_wait() {
    let (log, note, writer) = log();
    for _ in 0..LONGEST_QUEUE + 100 {
        call(&note, 1);
    }
    beside(writer, async {}).await;
    assert_eq!(log.notes().len(), LONGEST_QUEUE, "the rest is lost");
    call(&note, 1);
}

#[tokio::test(start_paused = true)]
async fn bodies_are_stored_without_secrets_beside_their_note() {
    let (log, note, writer) = log();
    let bodies = CallBodies {
        path: "/v1/keys?key=svc_test_abc".to_owned(),
        request: Some(Bytes::from_static(b"{\"name\": \"shop\"}")),
        response: Some(Bytes::from_static(b"{\"key\":\"svc_test_abc\"}")),
    };
    beside(writer, async { call_with(&note, 3, Some(bodies)) }).await;
    let stored = log.bodies.lock().unwrap().clone();
    let [only] = stored.as_slice() else { panic!("{stored:?}") };
    assert_eq!((only.note, only.purse), (log.notes()[0].id, log.notes()[0].purse));
    assert_eq!(only.path, "/v1/keys?key=svc_test_[hidden]");
    assert_eq!(only.request.as_deref(), Some("{\"name\":\"shop\"}"));
    assert_eq!(only.response.as_deref(), Some("{\"key\":\"[hidden]\"}"));
}

#[tokio::test]
async fn bodies_that_wait_have_limited_room() {
    let (log, note, writer) = log();
    let megabyte = || {
        let request = Some(Bytes::from(vec![b'x'; 1_024 * 1_024 - 1]));
        Some(CallBodies { request, ..CallBodies::default() })
    };
    for _ in 0..40 {
        call_with(&note, 1, megabyte());
    }
    beside(writer, async {}).await;
    assert_eq!((log.notes().len(), log.bodies.lock().unwrap().len()), (40, 32));
    assert_eq!(note.room.available_permits(), MOST_WAITING, "what was written makes room");
}

#[tokio::test(start_paused = true)]
async fn a_log_that_fails_loses_notes_and_goes_on() {
    let (log, note, writer) = log();
    beside(writer, async {
        log.broken.store(true, Ordering::SeqCst);
        call(&note, 1);
        tokio::time::sleep(2 * USES_INTERVAL).await;
        log.broken.store(false, Ordering::SeqCst);
        call(&note, 2);
    })
    .await;
    assert_eq!(log.notes().iter().map(|note| note.key).collect::<Vec<_>>(), [ApiKeyId::from(2)]);
    let uses = log.uses().concat();
    assert_eq!(uses.len(), 2, "uses of keys are not lost: {uses:?}");
}

#[tokio::test(start_paused = true)]
async fn a_key_is_noted_once_a_minute() {
    let (log, note, writer) = log();
    let minute = Duration::from_mins(1);
    beside(writer, async {
        // Calls take a little time, so the first falls into the minute before.
        tokio::time::sleep(Duration::from_secs(1)).await;
        for _ in 0..59 {
            call(&note, 1);
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        tokio::time::sleep(minute + Duration::from_secs(1)).await;
        call(&note, 1);
        tokio::time::sleep(minute).await;
    })
    .await;
    let first = Timestamp::from_second(1_200_000).unwrap();
    let key = ApiKeyId::from(1);
    assert_eq!(log.uses(), [vec![(key, first)], vec![(key, first + 2 * minute)]]);
}
