//! Search analysis, suggestions and keyword ideas, with test keys against the built-in sandbox and with live
//! keys against a sandbox that stands in for the real providers.

mod ideas;
mod serp;
mod suggestions;

use reqwest::RequestBuilder;
use sandbox::{Sandbox, SandboxOptions};
use serde_json::{Value, json};
use testkit::{ServerBuilder, TestServer};

use crate::support::{check_refusal, refused, send};

const SERP: &str = "/v1/analysis/serp";
const SUGGESTIONS: &str = "/v1/keywords/suggestions";
const IDEAS: &str = "/v1/keywords/ideas";

const CALLS: [(&str, &str, i64); 3] =
    [(SERP, "query", 2_000), (SUGGESTIONS, "query", 500), (IDEAS, "keywords", 2_000)];

/// The smallest request of each call about `subject`.
fn request(field: &str, subject: &str) -> Value {
    if field == "keywords" { json!({"keywords": [subject]}) } else { json!({field: subject}) }
}

async fn ok(request: RequestBuilder) -> Value {
    let (status, body) = send(request).await;
    assert_eq!(status, 200, "{body}");
    body
}

async fn balance(server: &TestServer, key: &str) -> (i64, i64) {
    let body = ok(server.http.get(format!("{}/v1/account", server.url)).bearer_auth(key)).await;
    let credits = &body["credits"];
    (credits["balanceCredits"].as_i64().unwrap(), credits["heldCredits"].as_i64().unwrap())
}

/// Feeds get more time here: what is tested are their answers, on machines that may be busy.
fn builder() -> ServerBuilder {
    crate::support::builder().set("LIMITS__SUGGEST_MILLISECONDS", "10000")
}

fn server() -> TestServer {
    builder().start()
}

/// A server whose live engines are those of its own sandbox.
async fn live_server(configure: impl FnOnce(ServerBuilder, &str) -> ServerBuilder) -> (TestServer, Sandbox) {
    let sandbox = Sandbox::start(SandboxOptions::default()).await.unwrap();
    let base = format!("http://{}", sandbox.address());
    (configure(builder(), &base).start(), sandbox)
}

async fn journal(sandbox: &Sandbox) -> Vec<Value> {
    let address = format!("http://{}/__sandbox/journal", sandbox.address());
    let journal: Value = reqwest::get(address).await.unwrap().json().await.unwrap();
    journal["requests"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_test_key_gets_full_answers_without_any_provider() {
    let server = server();
    let live = balance(&server, &server.live_key).await;
    for (path, field, price) in CALLS {
        let before = balance(&server, &server.test_key).await.0;
        let response =
            server.test_post(path, &request(field, "how to make cold brew coffee")).send().await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        assert_eq!(response.headers()["x-credits-charged"], price.to_string());
        let body: Value = response.json().await.unwrap();
        let meta = &body["meta"];
        assert_eq!(
            (&body["success"], &meta["livemode"], &meta["cached"]),
            (&json!(true), &json!(false), &json!(false))
        );
        assert!(
            meta["provider"].is_string() && meta["fetchedAt"].is_string() && meta["latencyMs"].is_u64(),
            "{body}"
        );
        assert!(meta["requestId"].as_str().unwrap().starts_with("req_"));
        assert_eq!(body["billing"]["chargedCredits"], price);
        assert_eq!(balance(&server, &server.test_key).await, (before - price, 0));
    }
    assert_eq!(balance(&server, &server.live_key).await, live, "test calls cost nothing real");
}

#[tokio::test]
async fn a_live_key_without_engines_is_told_what_to_set() {
    let server = builder().set("SUGGEST__ENGINES", "").start();
    for ((path, field, _), setting) in
        CALLS.into_iter().zip(["serp.engines", "suggest.engines", "rankwright keywords import"])
    {
        let response = server.post(path, &request(field, "tea")).send().await.unwrap();
        assert!(response.headers().contains_key("retry-after"), "{path}");
        let body = check_refusal(response, 503, "provider_not_configured").await;
        assert!(body["error"]["message"].as_str().unwrap().contains(setting), "{body}");
    }
    assert_eq!(balance(&server, &server.live_key).await, (1_000_000, 0), "nothing was charged");
}

#[tokio::test]
async fn when_every_engine_fails_nothing_is_charged() {
    let server = server();
    let before = balance(&server, &server.test_key).await;
    for (fault, status, code) in [
        ("500", 502, "upstream_failed"),
        // Half a page of HTML is still HTML, so the engine that reads one fails differently.
        ("web=500 sandbox-fault:malformed", 502, "upstream_failed"),
        ("truncated", 502, "upstream_failed"),
        ("cut", 502, "upstream_failed"),
    ] {
        for (path, field, _) in CALLS {
            let subject = format!("tea sandbox-fault:{fault}");
            let body = refused(server.test_post(path, &request(field, &subject)), status, code).await;
            assert_eq!(body["error"]["retryable"], true);
        }
    }
    assert_eq!(balance(&server, &server.test_key).await, before);
}

#[tokio::test]
async fn when_every_engine_is_silent_the_call_ends_in_time_and_is_not_charged() {
    let server = crate::support::server();
    let before = balance(&server, &server.test_key).await;
    let silent = server.test_post(SUGGESTIONS, &json!({"query": "tea sandbox-fault:timeout"}));
    refused(silent, 504, "upstream_timeout").await;
    assert_eq!(balance(&server, &server.test_key).await, before);
}

#[tokio::test]
async fn engines_that_ask_for_patience_are_named_with_the_time() {
    let server = server();
    for (path, field, _) in CALLS {
        let request = server.test_post(path, &request(field, "tea sandbox-fault:429-60"));
        let response = request.send().await.unwrap();
        let wait: u64 = response.headers()["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=60).contains(&wait), "{wait}");
        check_refusal(response, 503, "provider_unavailable").await;
    }
}

#[tokio::test]
async fn keys_need_the_scope_of_the_call() {
    let server = server();
    let key = server.run_ok(&["key", "create", "--mode", "test", "--scopes", "keywords"]);
    let call = |path: &str, field: &str| {
        server.http.post(format!("{}{path}", server.url)).bearer_auth(&key).json(&request(field, "tea"))
    };
    refused(call(SERP, "query"), 403, "insufficient_scope").await;
    ok(call(SUGGESTIONS, "query")).await;
}

#[tokio::test]
async fn a_repeated_call_with_one_idempotency_key_is_made_once() {
    let server = server();
    let before = balance(&server, &server.test_key).await.0;
    let call = || {
        server.test_post(SERP, &json!({"query": "sourdough starter"})).header("idempotency-key", "research-1")
    };
    let first = ok(call()).await;
    let second = call().send().await.unwrap();
    assert_eq!(second.headers()["idempotency-replayed"], "true");
    assert_eq!(second.json::<Value>().await.unwrap(), first);
    assert_eq!(balance(&server, &server.test_key).await.0, before - 2_000);
    let other = server.test_post(SERP, &json!({"query": "tea"})).header("idempotency-key", "research-1");
    refused(other, 422, "idempotency_key_reused").await;
}

#[tokio::test]
async fn ceilings_and_empty_purses_are_seen_before_any_work() {
    let (server, sandbox) = live_server(|builder, base| {
        builder
            .set("SERP__ENGINES", "serper")
            .set("SERP__SERPER__API_KEY", "sandbox")
            .set("SERP__SERPER__BASE_URL", format!("{base}/serper"))
    })
    .await;
    let body = json!({"query": "tea", "maxCredits": 1_999});
    refused(server.post(SERP, &body), 402, "cost_limit_exceeded").await;
    let account = server.run_ok(&["account", "create", "Poor"]);
    let key = server.run_ok(&["key", "create", "--account", &account]);
    let call = server.http.post(format!("{}{SERP}", server.url)).bearer_auth(&key);
    refused(call.json(&json!({"query": "tea"})), 402, "insufficient_credits").await;
    assert_eq!(journal(&sandbox).await.len(), 0, "no engine was asked");
}

#[tokio::test]
async fn bad_fields_are_named_with_what_is_allowed() {
    let server = server();
    let long = "x".repeat(201);
    for (path, body, field, code) in [
        (SERP, json!({}), "query", "validation_failed"),
        (SERP, json!({"query": "  \u{7} "}), "query", "validation_failed"),
        (SERP, json!({"query": long}), "query", "validation_failed"),
        (SERP, json!({"query": 5}), "query", "validation_failed"),
        (SERP, json!({"query": "tea", "country": "zz"}), "country", "validation_failed"),
        (SERP, json!({"query": "tea", "language": "english"}), "language", "validation_failed"),
        (SERP, json!({"query": "tea", "device": "watch"}), "device", "validation_failed"),
        (SERP, json!({"query": "tea", "url": "ftp://a.example"}), "url", "validation_failed"),
        (SERP, json!({"query": "tea", "url": "a.example"}), "url", "validation_failed"),
        (SERP, json!({"query": "tea", "maxAgeSeconds": 604_801}), "maxAgeSeconds", "validation_failed"),
        (SERP, json!({"query": "tea", "maxCredits": -1}), "maxCredits", "validation_failed"),
        (SERP, json!({"query": "tea", "langauge": "en"}), "langauge", "unknown_field"),
        (SUGGESTIONS, json!({"query": "tea", "limit": 0}), "limit", "validation_failed"),
        (SUGGESTIONS, json!({"query": "tea", "limit": 101}), "limit", "validation_failed"),
        (SUGGESTIONS, json!({"query": "tea", "source": "yahoo"}), "source", "validation_failed"),
        (SUGGESTIONS, json!({"query": "tea", "expand": "all"}), "expand", "validation_failed"),
        (IDEAS, json!({}), "keywords", "validation_failed"),
        (IDEAS, json!({"keywords": []}), "keywords", "validation_failed"),
        (IDEAS, json!({"keywords": ["tea", " "]}), "keywords[1]", "validation_failed"),
        (IDEAS, json!({"keywords": vec!["tea"; 21]}), "keywords", "validation_failed"),
        (IDEAS, json!({"keywords": ["tea"], "url": "https://a.example"}), "url", "validation_failed"),
        (IDEAS, json!({"keywords": ["tea"], "cursor": "idea_10_abc"}), "cursor", "validation_failed"),
        (IDEAS, json!({"keywords": ["tea"], "limit": 1_001}), "limit", "validation_failed"),
    ] {
        let refusal = refused(server.test_post(path, &body), 422, code).await;
        assert_eq!(refusal["error"]["details"][0]["field"], field, "{refusal}");
    }
    let many = json!({"query": "", "country": "zz", "language": "ENG"});
    let refusal = refused(server.test_post(SERP, &many), 422, "validation_failed").await;
    assert_eq!(refusal["error"]["details"].as_array().unwrap().len(), 3, "all problems at once");
}

#[tokio::test]
async fn a_language_that_does_not_exist_is_refused() {
    let server = server();
    for (path, mut body) in [
        (SERP, json!({"query": "tea"})),
        (SUGGESTIONS, json!({"query": "tea"})),
        (IDEAS, json!({"keywords": ["tea"]})),
        ("/v1/images/generate", json!({"prompt": "tea"})),
        ("/v1/articles/generate", json!({"focusKeyword": "tea"})),
        ("/v1/estimate", json!({"endpoint": "articles/generate"})),
    ] {
        body["language"] = json!("zz");
        let refusal = refused(server.test_post(path, &body), 422, "validation_failed").await;
        assert_eq!(refusal["error"]["details"][0]["field"], "language", "{path}: {refusal}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_says_which_engines_answer() {
    let (server, _sandbox) = live_server(|builder, base| {
        builder
            .set("SERP__ENGINES", "serper,brave,searxng")
            .set("SERP__SERPER__API_KEY", "sandbox")
            .set("SERP__SERPER__BASE_URL", format!("{base}/serper"))
            .set("SERP__BRAVE__API_KEY", "wrong")
            .set("SERP__BRAVE__BASE_URL", format!("{base}/brave"))
            .set("SERP__SEARXNG__BASE_URL", format!("{base}/searxng"))
            .set("SUGGEST__ENGINES", "")
    })
    .await;
    let report: Value = serde_json::from_str(&server.run_ok(&["doctor", "--json"])).unwrap();
    let parts = report["parts"].as_array().unwrap();
    let of = |part: &str| parts.iter().filter(|found| found["part"] == part).cloned().collect::<Vec<_>>();
    let serp = of("search results");
    assert_eq!(serp.len(), 3);
    assert!(serp[0]["servedBy"].as_str().unwrap().starts_with("serper, answered in"), "{serp:?}");
    assert!(serp[1]["problem"].as_str().unwrap().starts_with("brave"), "{serp:?}");
    assert_eq!(of("suggestions")[0]["problem"], "no engine is configured");
    assert!(of("keyword ideas")[0]["problem"].as_str().unwrap().contains("keywords import"));
    assert!(!report.to_string().contains("wrong"), "secrets are not printed");
}
