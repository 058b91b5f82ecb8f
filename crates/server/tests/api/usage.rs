//! What customers see of their past calls, and the limits of their keys. The charged call is the no-op that
//! only test builds have.

use std::time::Instant;

use serde_json::{Value, json};
use testkit::TestServer;

use crate::support::{eventually, query, refused, send, server};

const PRICE: i64 = 500;

/// The logged calls in their order, as soon as there are `count`.
fn noted(server: &TestServer, count: usize) -> Vec<Value> {
    let file = server.data_dir().join("rankwright.requests.db");
    let deadline = Instant::now() + testkit::HANG_LIMIT;
    loop {
        let rows = query(
            &file,
            "SELECT request_id, mode, method, route, status, error, charged FROM requests ORDER BY id",
        );
        if rows.len() >= count {
            return rows;
        }
        assert!(Instant::now() < deadline, "{rows:?}");
        std::thread::sleep(testkit::BETWEEN_LOOKS);
    }
}

/// A key of the owner with its id.
fn key(server: &TestServer, arguments: &[&str]) -> (String, String) {
    let created = server.run_ok(&[&["key", "create", "--json"], arguments].concat());
    let created: Value = serde_json::from_str(&created).unwrap();
    let text = |field: &str| created[field].as_str().unwrap().to_owned();
    (text("key"), text("keyId"))
}

fn listed(server: &TestServer, id: &str) -> Value {
    let keys: Vec<Value> = serde_json::from_str(&server.run_ok(&["key", "list", "--json"])).unwrap();
    keys.into_iter().find(|key| key["keyId"] == id).unwrap()
}

#[tokio::test]
async fn every_authenticated_call_is_noted() {
    let server = server();
    let named = |request: reqwest::RequestBuilder, id: &str| request.header("x-request-id", id);
    let noop = |body: Value| server.post("/v1/noop", &body);
    assert_eq!(send(named(server.get("/v1/account"), "a")).await.0, 200);
    assert_eq!(send(named(server.get("/v1/articles/art_1/status"), "b")).await.0, 404);
    assert_eq!(send(named(server.get("/nowhere/svc_live_secret"), "c")).await.0, 404);
    for id in ["d", "e"] {
        assert_eq!(send(named(noop(json!({})), id).header("idempotency-key", "k")).await.0, 200);
    }
    assert_eq!(send(named(noop(json!({"outcome": "fail"})), "f")).await.0, 503);
    let test = server.test_post("/v1/estimate", &json!({"endpoint": "seo/audit"}));
    assert_eq!(send(named(test, "g")).await.0, 200);
    // Calls without an account, which are not logged.
    refused(server.http.get(format!("{}/v1/account", server.url)), 401, "missing_api_key").await;
    let forged = server.http.get(format!("{}/v1/account", server.url)).bearer_auth("svc_live_forged");
    refused(forged, 401, "invalid_api_key").await;
    assert_eq!(send(named(server.get("/v1/account"), "z")).await.0, 200);

    let seen = noted(&server, 8);
    let expected = [
        json!(["a", 0, "GET", "/v1/account", 200, null, 0]),
        json!(["b", 0, "GET", "/v1/articles/{articleId}/status", 404, "not_found", 0]),
        json!(["c", 0, "GET", "unmatched", 404, "not_found", 0]),
        json!(["d", 0, "POST", "/v1/noop", 200, null, PRICE]),
        json!(["e", 0, "POST", "/v1/noop", 200, null, 0]),
        json!(["f", 0, "POST", "/v1/noop", 503, "provider_unavailable", 0]),
        json!(["g", 1, "POST", "/v1/estimate", 200, null, 0]),
        json!(["z", 0, "GET", "/v1/account", 200, null, 0]),
    ];
    assert_eq!(seen, expected);
    let days = query(
        &server.data_dir().join("rankwright.requests.db"),
        "SELECT SUM(fine), SUM(client_errors), SUM(server_errors) FROM request_days",
    );
    assert_eq!(days, [json!([5, 2, 1])]);
}

#[tokio::test]
async fn notes_of_the_last_calls_are_written_before_the_end() {
    let mut server = server();
    let (key, id) = key(&server, &[]);
    assert_eq!(listed(&server, &id)["lastUsedAt"], Value::Null);
    let call = server.http.get(format!("{}/v1/account", server.url)).bearer_auth(&key);
    assert_eq!(send(call).await.0, 200);
    server.terminate();
    assert!(server.wait());
    assert_eq!(noted(&server, 1).len(), 1);
    assert!(listed(&server, &id)["lastUsedAt"].is_string());
}

#[tokio::test]
async fn a_key_spends_no_more_than_its_monthly_limit() {
    let server = server();
    let limit = (2 * PRICE + 1).to_string();
    let (key, id) = key(&server, &["--monthly-limit", &limit]);
    let call = |hold: bool| {
        let request = server.http.post(format!("{}/v1/noop", server.url)).bearer_auth(&key);
        request.json(&json!({"hold": hold}))
    };
    for hold in [false, true] {
        assert_eq!(send(call(hold)).await.0, 200);
    }
    for hold in [true, false, true] {
        let body = refused(call(hold), 402, "key_limit_reached").await;
        assert_eq!(body["error"]["requiredCredits"], PRICE);
        assert_eq!(body["error"]["availableCredits"], 1);
        assert_eq!(body["error"]["retryable"], false);
    }
    assert_eq!(send(server.post("/v1/noop", &json!({}))).await.0, 200, "other keys of the account are free");
    assert_eq!(listed(&server, &id)["monthlyLimitCredits"], 2 * PRICE + 1);

    assert_eq!(server.run_ok(&["key", "limit", &id, &(3 * PRICE).to_string()]), id);
    eventually(200, || call(false)).await;
    let body = refused(call(false), 402, "key_limit_reached").await;
    assert_eq!(body["error"]["availableCredits"], 0);
    assert_eq!(server.run_ok(&["key", "limit", &id]), id);
    eventually(200, || call(true)).await;
    assert_eq!(server.run_ok(&["credits", "verify"]), "clean");
}

#[tokio::test]
async fn many_callers_together_keep_a_limit() {
    const CALLS: i64 = 40;
    let server = server();
    let (key, _) = key(&server, &["--monthly-limit", &(CALLS / 2 * PRICE).to_string()]);
    let calls = (0..CALLS).map(|number| {
        let request = server.http.post(format!("{}/v1/noop", server.url)).bearer_auth(&key);
        request.json(&json!({"hold": number % 2 == 0})).send()
    });
    let mut paid = 0;
    for response in futures_util::future::join_all(calls).await {
        match response.unwrap().status().as_u16() {
            200 => paid += 1,
            status => assert_eq!(status, 402),
        }
    }
    assert_eq!(paid, CALLS / 2, "all of these cost what they hold, so none is turned away too early");
}

#[tokio::test]
async fn a_limit_of_a_key_of_somebody_else_can_not_be_set() {
    let server = server();
    let stranger = server.run_ok(&["account", "create", "Stranger"]);
    let (_, id) = key(&server, &[]);
    let refused = server.run(&["key", "limit", &id, "1", "--account", &stranger]);
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("does not exist"));
    assert_eq!(listed(&server, &id)["monthlyLimitCredits"], Value::Null);
    assert!(!server.run(&["key", "limit", &id, "-1"]).status.success());
}

#[tokio::test]
async fn a_low_balance_is_told_to_the_operator_too() {
    let server = server();
    let file = server.data_dir().join("rankwright.db");
    let _ = query(&file, "UPDATE balances SET alert_below = available WHERE mode = 0");
    for _ in 0..2 {
        assert_eq!(send(server.post("/v1/noop", &json!({}))).await.0, 200);
    }
    let log = server.log_with("a balance is low");
    assert_eq!(log.matches("a balance is low").count(), 1, "{log}");
}
