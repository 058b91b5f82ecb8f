//! The server is killed repeatedly without warning, and its disk fills up: nothing that was acknowledged is
//! lost, nothing is charged twice.
#![cfg(feature = "fault-injection")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use testkit::{ServerBuilder, TestDatabase, TestServer};
use tokio::task::JoinSet;

const PRICE: i64 = 500;
const FUNDS: i64 = 1_000_000_000;
const CLIENTS: usize = 8;

/// With `scripts/test --full` the server is killed ten times as often.
fn kills(full: u64) -> u64 {
    if std::env::var_os("TEST_FULL").is_some() { full } else { full / 10 }
}

#[tokio::test]
async fn sqlite_survives_kills() {
    survive(None, kills(500)).await;
}

#[tokio::test]
async fn postgres_survives_kills() {
    survive(Some(testkit::fresh_postgres()), kills(200)).await;
}

/// What the clients have recorded.
#[derive(Default)]
struct Notes {
    next: AtomicU64,
    acknowledged: Mutex<BTreeSet<u64>>,
    uncertain: Mutex<BTreeSet<u64>>,
}

async fn survive(database: Option<TestDatabase>, kills: u64) {
    let builder = || {
        let builder = ServerBuilder::new(env!("CARGO_BIN_EXE_rankwright"))
            .set("LIMITS__LIVE_REQUESTS_PER_SECOND", "1000000")
            .set("LIMITS__REQUEST_SECONDS", "1")
            .set("LOG__LEVEL", "warn");
        match &database {
            Some(database) => builder.set("DATABASE__URL", &database.url),
            None => builder,
        }
    };
    let mut server = builder().start();
    let key = server.live_key.clone();
    let _ = server.run_ok(&["credits", "grant", &FUNDS.to_string()]);
    let funds: i64 = server.run_ok(&["credits", "balance"]).parse().unwrap();
    let notes = Arc::new(Notes::default());
    for kill in 0..kills {
        server.kill();
        check_bounds(&server, funds, &notes);
        let pass = kill % 13 + 1;
        let restarted = builder().sharing_data_with(&server);
        server = match kill % 3 {
            0 => restarted.stop_at(format!("ledger.before_commit:{pass}")).start(),
            1 => restarted.stop_at(format!("ledger.after_commit:{pass}")).start(),
            _ => restarted.start(),
        };
        load_until_killed(&mut server, &key, &notes, kill).await;
    }
    server.kill();
    let server = builder().sharing_data_with(&server).start();
    settle(&server, &key, funds, &notes).await;
}

/// At any time: all acknowledged calls are charged, and in addition at most the uncertain ones.
fn check_bounds(server: &TestServer, funds: i64, notes: &Notes) {
    let account: Value = serde_json::from_str(&server.run_ok(&["credits", "balance", "--json"])).unwrap();
    let gone = funds - account["balanceCredits"].as_i64().unwrap();
    let acknowledged = i64::try_from(notes.acknowledged.lock().unwrap().len()).unwrap();
    let uncertain = i64::try_from(notes.uncertain.lock().unwrap().len()).unwrap();
    assert!(gone >= acknowledged * PRICE, "{acknowledged} acknowledged, but only {gone} credits gone");
    assert!(
        gone <= (acknowledged + uncertain) * PRICE,
        "{gone} credits gone for {acknowledged} + {uncertain}"
    );
    assert_eq!(server.run_ok(&["credits", "verify"]), "clean");
}

/// Clients call until the server is killed: at its fault point, or after a number of answers that differs
/// each time.
async fn load_until_killed(server: &mut TestServer, key: &str, notes: &Arc<Notes>, kill: u64) {
    let before = notes.acknowledged.lock().unwrap().len();
    let mut clients = JoinSet::new();
    for _ in 0..CLIENTS {
        let (http, url, key, notes) =
            (reqwest::Client::new(), server.url.clone(), key.to_owned(), notes.clone());
        clients.spawn(async move {
            while call(&http, &url, &key, &notes, notes.next.fetch_add(1, Ordering::Relaxed)).await {}
        });
    }
    let wanted = before + usize::try_from(kill * 7 % 60).unwrap();
    let stops_by_itself = kill % 3 < 2;
    while !server.log().contains("fault point reached") {
        if !stops_by_itself && notes.acknowledged.lock().unwrap().len() >= wanted {
            break;
        }
        tokio::time::sleep(testkit::BETWEEN_LOOKS).await;
    }
    server.kill();
    clients.join_all().await;
}

/// One charged call with its own idempotency key; `false` when the server is gone.
async fn call(http: &reqwest::Client, url: &str, key: &str, notes: &Notes, number: u64) -> bool {
    notes.uncertain.lock().unwrap().insert(number);
    let request = http
        .post(format!("{url}/v1/noop"))
        .bearer_auth(key)
        .header("idempotency-key", format!("call-{number}"))
        .json(&json!({"hold": number.is_multiple_of(2)}));
    let Ok(response) = request.send().await else { return false };
    let status = response.status().as_u16();
    // The answer counts only once it has arrived completely.
    if response.bytes().await.is_err() {
        return false;
    }
    if status == 200 {
        notes.uncertain.lock().unwrap().remove(&number);
        notes.acknowledged.lock().unwrap().insert(number);
    }
    status == 200
}

/// Every call is repeated until it is answered, as clients do. In the end each is charged exactly once.
async fn settle(server: &TestServer, key: &str, funds: i64, notes: &Arc<Notes>) {
    let deadline = std::time::Instant::now() + testkit::HANG_LIMIT;
    loop {
        let open: Vec<u64> = notes.uncertain.lock().unwrap().iter().copied().collect();
        if open.is_empty() {
            break;
        }
        for number in open {
            call(&server.http, &server.url, key, notes, number).await;
        }
        assert!(std::time::Instant::now() < deadline, "{:?}", notes.uncertain.lock().unwrap());
    }
    let calls = i64::try_from(notes.acknowledged.lock().unwrap().len()).unwrap();
    loop {
        let account: Value = serde_json::from_str(&server.run_ok(&["credits", "balance", "--json"])).unwrap();
        if account["heldCredits"] == 0 {
            assert_eq!(account["balanceCredits"], funds - calls * PRICE, "after {calls} calls");
            break;
        }
        assert!(std::time::Instant::now() < deadline, "{account}");
    }
    assert_eq!(server.run_ok(&["credits", "verify"]), "clean");
}

#[tokio::test]
async fn a_full_disk_is_told_and_loses_nothing() {
    let builder = || {
        ServerBuilder::new(env!("CARGO_BIN_EXE_rankwright"))
            .set("LIMITS__LIVE_REQUESTS_PER_SECOND", "1000000")
            .set("LIMITS__REQUEST_SECONDS", "1")
            .set("LOG__LEVEL", "off")
    };
    let mut first = builder().start();
    let key = first.live_key.clone();
    let _ = first.run_ok(&["credits", "grant", &FUNDS.to_string()]);
    let funds: i64 = first.run_ok(&["credits", "balance"]).parse().unwrap();
    first.kill();

    let mut full = builder().sharing_data_with(&first).file_size_limit_kib(512).start();
    let notes = Arc::new(Notes::default());
    let mut clients = JoinSet::new();
    for _ in 0..CLIENTS {
        let (http, url, key, notes) = (full.http.clone(), full.url.clone(), key.clone(), notes.clone());
        clients.spawn(async move {
            while call(&http, &url, &key, &notes, notes.next.fetch_add(1, Ordering::Relaxed)).await {}
        });
    }
    clients.join_all().await;
    let refused = full.http.post(format!("{}/v1/noop", full.url)).bearer_auth(&key).json(&json!({}));
    let (status, body) = {
        let response = refused.send().await.unwrap();
        (response.status().as_u16(), response.json::<Value>().await.unwrap())
    };
    assert!(status == 200 || body["error"]["code"] == "provider_unavailable", "{status} {body}");
    let unnumbered = i64::from(status == 200);
    full.kill();

    let roomy = builder().sharing_data_with(&full).start();
    let acknowledged = i64::try_from(notes.acknowledged.lock().unwrap().len()).unwrap();
    assert!(
        acknowledged > 0 && !notes.uncertain.lock().unwrap().is_empty(),
        "the disk was full at some point"
    );
    settle(&roomy, &key, funds - unnumbered * PRICE, &notes).await;
}
