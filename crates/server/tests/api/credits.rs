//! Credits over HTTP: charges, holds, idempotency, statements. The charged call is the no-op that only test builds have.

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use testkit::TestServer;

use crate::support::{builder, check_refusal, eventually, refused, send, server};

const PRICE: i64 = 500;
const STARTER: i64 = 1_000_000;

fn noop(server: &TestServer, body: &Value) -> RequestBuilder {
    server.post("/v1/noop", body)
}

async fn balance(server: &TestServer) -> (i64, i64) {
    let (status, body) = send(server.get("/v1/account")).await;
    assert_eq!(status, 200, "{body}");
    let credits = &body["credits"];
    (credits["balanceCredits"].as_i64().unwrap(), credits["heldCredits"].as_i64().unwrap())
}

#[tokio::test]
async fn a_charged_call_tells_what_it_cost() {
    let server = server();
    for (hold, reserved) in [(false, 0), (true, PRICE)] {
        let before = balance(&server).await.0;
        let response = noop(&server, &json!({"hold": hold})).send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["x-credits-charged"], "500");
        assert_eq!(response.headers()["x-credits-balance"], (before - PRICE).to_string());
        let body: Value = response.json().await.unwrap();
        assert_eq!(body["success"], true);
        assert_eq!(
            body["billing"],
            json!({"rate": "500 credits per call", "reservedCredits": reserved, "chargedCredits": PRICE,
                "refundedCredits": 0, "balanceCredits": before - PRICE})
        );
        assert_eq!(balance(&server).await, (before - PRICE, 0));
    }
    assert_eq!(server.run_ok(&["credits", "verify"]), "clean");
}

#[tokio::test]
async fn failed_work_is_never_charged() {
    let server = builder().set("LIMITS__REQUEST_SECONDS", "4").start();
    for hold in [false, true] {
        for (outcome, status, code) in [
            ("fail", 503, "provider_unavailable"),
            ("panic", 500, "internal_error"),
            ("hang", 504, "upstream_timeout"),
        ] {
            let request = noop(&server, &json!({"outcome": outcome, "hold": hold}));
            refused(request.header("idempotency-key", "same"), status, code).await;
            assert_eq!(balance(&server).await, (STARTER, 0), "{outcome}");
        }
    }
    let request = noop(&server, &json!({})).header("idempotency-key", "same");
    assert_eq!(send(request).await.0, 200, "failures are not remembered");
}

#[tokio::test]
async fn empty_purses_are_refused_with_what_is_missing() {
    let server = server();
    let account = server.run_ok(&["account", "create", "Poor"]);
    let key = server.run_ok(&["key", "create", "--account", &account]);
    let call = || server.http.post(format!("{}/v1/noop", server.url)).bearer_auth(&key).json(&json!({}));
    let body = refused(call(), 402, "insufficient_credits").await;
    assert_eq!(body["error"]["requiredCredits"], PRICE);
    assert_eq!(body["error"]["availableCredits"], 0);
    assert_eq!(server.run_ok(&["credits", "grant", "1200", "--account", &account]), "1200");
    eventually(200, call).await;
    eventually(200, call).await;
    let body = refused(call(), 402, "insufficient_credits").await;
    assert_eq!(body["error"]["availableCredits"], 200);
    assert_eq!(server.run_ok(&["credits", "balance", "--account", &account]), "200");
}

#[tokio::test]
async fn a_ceiling_is_kept() {
    let server = server();
    refused(noop(&server, &json!({"maxCredits": PRICE - 1})), 402, "cost_limit_exceeded").await;
    assert_eq!(send(noop(&server, &json!({"maxCredits": PRICE}))).await.0, 200);
    assert_eq!(balance(&server).await.0, STARTER - PRICE);
}

#[tokio::test]
async fn a_repeated_call_gets_the_first_reply_and_is_charged_once() {
    let server = server();
    let call = |key: &'static str| noop(&server, &json!({"hold": true})).header("idempotency-key", key);
    let first = send(call("order-1")).await;
    let again = call("\"order-1\"").send().await.unwrap();
    assert_eq!(again.headers()["idempotency-replayed"], "true");
    assert_eq!(again.headers()["x-credits-charged"], "0", "only the first call cost something");
    assert_eq!((200, again.json::<Value>().await.unwrap()), first);
    assert_eq!(balance(&server).await.0, STARTER - PRICE);

    let other_body = noop(&server, &json!({})).header("idempotency-key", "order-1");
    refused(other_body, 422, "idempotency_key_reused").await;
    let other_mode = server
        .http
        .post(format!("{}/v1/noop", server.url))
        .bearer_auth(&server.test_key)
        .header("idempotency-key", "order-1")
        .json(&json!({}));
    assert_eq!(send(other_mode).await.0, 200, "test and live keys have their own");
    for bad in ["", "has space", &"x".repeat(256)] {
        refused(noop(&server, &json!({})).header("idempotency-key", bad), 400, "invalid_idempotency_key")
            .await;
    }
}

#[tokio::test]
async fn a_call_under_way_is_not_started_twice() {
    // The second call must come while the first is in progress.
    let server = builder().set("LIMITS__REQUEST_SECONDS", "5").start();
    let call = || noop(&server, &json!({"outcome": "hang"})).header("idempotency-key", "slow").send();
    let (first, second) = tokio::join!(call(), call());
    let (started, turned_away) = match (first.unwrap(), second.unwrap()) {
        (first, second) if first.status() == 409 => (second, first),
        (first, second) => (first, second),
    };
    check_refusal(started, 504, "upstream_timeout").await;
    assert_eq!(turned_away.headers()["retry-after"], "1");
    check_refusal(turned_away, 409, "idempotency_in_progress").await;
    assert_eq!(balance(&server).await, (STARTER, 0));
}

#[tokio::test]
async fn many_callers_with_one_key_are_charged_once() {
    let server = server();
    let calls = (0..50).map(|_| noop(&server, &json!({})).header("idempotency-key", "storm").send());
    let mut charged = 0;
    for response in futures_util::future::join_all(calls).await {
        let response = response.unwrap();
        match response.status().as_u16() {
            200 => charged += usize::from(!response.headers().contains_key("idempotency-replayed")),
            status => assert_eq!(status, 409),
        }
    }
    assert_eq!(charged, 1);
    assert_eq!(balance(&server).await.0, STARTER - PRICE);
}

#[tokio::test]
async fn a_client_that_hangs_up_is_charged_at_most_once_and_leaves_no_hold() {
    let server = builder().set("LIMITS__REQUEST_SECONDS", "1").start();
    for outcome in ["hang", "succeed"] {
        let request = noop(&server, &json!({"outcome": outcome, "hold": true}));
        let sent = request.timeout(std::time::Duration::from_millis(30)).send().await;
        drop(sent);
    }
    let settled = || server.get("/v1/account");
    let deadline = std::time::Instant::now() + testkit::HANG_LIMIT;
    loop {
        let body = eventually(200, settled).await;
        if body["credits"]["heldCredits"] == 0 {
            let spent = STARTER - body["credits"]["balanceCredits"].as_i64().unwrap();
            assert!(spent == 0 || spent == PRICE, "{spent}");
            break;
        }
        assert!(std::time::Instant::now() < deadline, "{body}");
        tokio::time::sleep(testkit::BETWEEN_LOOKS).await;
    }
    assert_eq!(server.run_ok(&["credits", "verify"]), "clean");
}

#[tokio::test]
async fn a_revoked_key_never_spends_again() {
    let server = server();
    let created: Value = serde_json::from_str(&server.run_ok(&["key", "create", "--json"])).unwrap();
    let key = created["key"].as_str().unwrap();
    let call = || server.http.post(format!("{}/v1/noop", server.url)).bearer_auth(key).json(&json!({}));
    assert_eq!(send(call()).await.0, 200);
    let _ = server.run_ok(&["key", "revoke", created["keyId"].as_str().unwrap()]);
    // At once, although this node may not have the revocation yet: the ledger checks again.
    refused(call(), 401, "invalid_api_key").await;
    assert_eq!(balance(&server).await.0, STARTER - PRICE);
}

#[tokio::test]
async fn the_account_tells_usage_and_the_statement_has_every_line() {
    let server = server();
    for _ in 0..3 {
        assert_eq!(send(noop(&server, &json!({"hold": true}))).await.0, 200);
    }
    let account = loop {
        let (_, body) = send(server.get("/v1/account")).await;
        if body["usage"][0]["calls"] == 3 {
            break body;
        }
    };
    assert_eq!(account["usage"][0]["endpoint"], "keywords/suggestions");
    assert_eq!(account["usage"][0]["credits"], 3 * PRICE);

    let mut lines = Vec::new();
    let mut path = "/v1/account/transactions?limit=3".to_owned();
    loop {
        let (status, page) = send(server.get(&path)).await;
        assert_eq!(status, 200, "{page}");
        lines.extend(page["data"].as_array().unwrap().clone());
        match page["nextCursor"].as_str() {
            Some(cursor) => path = format!("/v1/account/transactions?limit=3&cursor={cursor}"),
            None => break assert_eq!(page["hasMore"], false),
        }
    }
    let kinds: Vec<&str> = lines.iter().map(|line| line["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["capture", "hold", "capture", "hold", "capture", "hold", "grant_promotional"]);
    assert_eq!(lines[0]["balanceCredits"], STARTER - 3 * PRICE);
    assert_eq!(lines[0]["relatedTransactionId"], lines[1]["transactionId"]);
    assert_eq!(lines[0]["keyId"], account["key"]["keyId"]);
    assert_eq!(lines[6]["purpose"], "starter credits");
}

#[tokio::test]
async fn bad_pages_are_refused() {
    let server = server();
    for (query, field, code) in [
        ("limit=0", "limit", "validation_failed"),
        ("limit=101", "limit", "validation_failed"),
        ("limit=many", "limit", "validation_failed"),
        ("cursor=nonsense", "cursor", "validation_failed"),
        ("cursor=txn_zzzzzzzzzzzzzzzzzzzzzzzzzz", "cursor", "validation_failed"),
        ("limits=5", "limits", "unknown_field"),
    ] {
        let body = refused(server.get(&format!("/v1/account/transactions?{query}")), 422, code).await;
        assert_eq!(body["error"]["details"][0]["field"], field);
    }
}

#[tokio::test]
async fn two_servers_on_one_postgres_drain_an_account_exactly() {
    const CALLS: i64 = 300;
    let database = testkit::fresh_postgres();
    let secret = format!("0:{}", "5a".repeat(32));
    let node = || builder().set("DATABASE__URL", &database.url).set("SECRETS__SIGNING_KEYS", &secret).start();
    let (first, second) = (node(), node());
    let account = first.run_ok(&["account", "create", "Drained"]);
    let key = first.run_ok(&["key", "create", "--account", &account]);
    let funds = (CALLS / 2 * PRICE + PRICE - 1).to_string();
    let _ = first.run_ok(&["credits", "grant", &funds, "--account", &account]);
    let calls = (0..CALLS).map(|number| {
        let server = if number % 2 == 0 { &first } else { &second };
        let hold = number % 3 == 0;
        let request = server.http.post(format!("{}/v1/noop", server.url)).bearer_auth(&key);
        request.json(&json!({"hold": hold})).send()
    });
    let mut paid = 0;
    for response in futures_util::future::join_all(calls).await {
        match response.unwrap().status().as_u16() {
            200 => paid += 1,
            status => assert_eq!(status, 402),
        }
    }
    assert!(paid <= CALLS / 2, "{paid}");
    // Calls that held credits for a moment may have refused others; what was left can still be spent.
    let call = || {
        let request = first.http.post(format!("{}/v1/noop", first.url)).bearer_auth(&key);
        send(request.json(&json!({})))
    };
    while call().await.0 == 200 {
        paid += 1;
    }
    assert_eq!(paid, CALLS / 2);
    assert_eq!(first.run_ok(&["credits", "balance", "--account", &account]), (PRICE - 1).to_string());
    assert_eq!(second.run_ok(&["credits", "verify"]), "clean");
}

#[tokio::test]
async fn an_account_that_drifts_takes_no_new_charges() {
    let mut first = server();
    first.kill();
    let script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); \
        c.execute('UPDATE balances SET available = available + 7 WHERE mode = 0'); c.commit()";
    let database = first.data_dir().join("rankwright.db");
    let tampered = std::process::Command::new("python3").args(["-c", script]).arg(database).status();
    assert!(tampered.unwrap().success());
    let verified = first.run(&["credits", "verify"]);
    assert_eq!(verified.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&verified.stdout).contains("1000007"));

    let second = builder().sharing_data_with(&first).start();
    let call = second.http.post(format!("{}/v1/noop", second.url)).bearer_auth(&first.live_key);
    let body = refused(call.json(&json!({})), 503, "provider_unavailable").await;
    assert!(body["error"]["message"].as_str().unwrap().contains("being checked"));
    let _ = second.log_with("not the fold of its postings");
    let metrics = second.http.get(format!("{}/metrics", second.url)).send().await.unwrap();
    assert!(metrics.text().await.unwrap().contains("ledger_drifting_purses 1"));
}

#[tokio::test]
async fn an_account_can_not_keep_everybody_else_waiting() {
    let server = builder().set("LIMITS__CALLS_PER_ACCOUNT", "2").set("LIMITS__REQUEST_SECONDS", "5").start();
    // The calls are repeated until the refusal was seen: the call that checks for it may hold one of the
    // places for a moment, and a slow machine may check only when they have ended.
    let hanging = async || {
        loop {
            let _ = send(noop(&server, &json!({"outcome": "hang"}))).await;
        }
    };
    let other = server.test_post("/v1/noop", &json!({}));
    let next = async {
        let body = eventually(429, || noop(&server, &json!({}))).await;
        assert_eq!(body["error"]["code"], "rate_limited");
        assert_eq!(send(other).await.0, 200, "the other mode has places of its own");
    };
    tokio::select! {
        _ = hanging() => {}
        _ = hanging() => {}
        () = next => {}
    }
    // The places are free again.
    eventually(200, || noop(&server, &json!({}))).await;
}
