//! Tests of every fault that can be requested.

use std::collections::HashMap;
use std::time::Duration;

use reqwest::{RequestBuilder, Response};
use sandbox::{FaultKind, LatencyProfile, Provider, SandboxOptions};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{self, Running, list, ok};

fn serper(running: &Running, query: &str) -> RequestBuilder {
    running.post("/serper/search").header("x-api-key", "sandbox").json(&json!({ "q": query }))
}

fn serpapi(running: &Running, query: &str) -> RequestBuilder {
    running.get("/serpapi/search.json").query(&[("q", query), ("api_key", "sandbox")])
}

/// The raw response to one request on a connection of its own.
async fn raw(running: &Running, path: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(running.sandbox.address()).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    // A reset after the last byte is a valid end.
    let _ = stream.read_to_end(&mut bytes).await;
    bytes
}

fn retry_after(response: &Response) -> Option<&str> {
    response.headers().get("retry-after")?.to_str().ok()
}

#[tokio::test]
async fn throttling_says_when_to_come_back() {
    let running = Running::start().await;
    let response = serper(&running, "x sandbox-fault:429").send().await.unwrap();
    assert_eq!((response.status().as_u16(), retry_after(&response)), (429, Some("1")));
    let response = serpapi(&running, "x sandbox-fault:429-30").send().await.unwrap();
    assert_eq!((response.status().as_u16(), retry_after(&response)), (429, Some("30")));
    let body = response.json::<serde_json::Value>().await.unwrap();
    assert!(body["error"].is_string());
}

#[tokio::test]
async fn errors_have_the_providers_own_form() {
    let running = Running::start().await;
    for (fault, expected) in [("500", 500), ("503", 503), ("401", 403)] {
        let (status, body) = support::json(serper(&running, &format!("x sandbox-fault:{fault}"))).await;
        assert_eq!((status, &body["statusCode"]), (expected, &json!(expected)));
    }
    let brave =
        running.get("/brave/res/v1/web/search?q=sandbox-fault:503").header("x-subscription-token", "sandbox");
    let (status, body) = support::json(brave).await;
    assert_eq!((status, &body["type"]), (503, &json!("ErrorResponse")));
}

#[tokio::test]
async fn dataforseo_tells_failures_in_its_envelope() {
    let running = Running::start().await;
    let call = |fault: &str| {
        let task = json!([{ "keyword": format!("x sandbox-fault:{fault}"), "location_code": 2840, "language_code": "en" }]);
        let path = "/dataforseo/v3/serp/google/organic/live/advanced";
        running.post(path).basic_auth("sandbox", Some("sandbox")).json(&task)
    };
    for (fault, code) in [("task-40101", 40101), ("task-40602", 40602), ("503", 50301), ("blocked", 40101)] {
        let body = ok(call(fault)).await;
        assert_eq!((&body["status_code"], &body["tasks_error"]), (&json!(20000), &json!(1)), "{fault}");
        assert_eq!(body["tasks"][0]["status_code"], code, "{fault}");
        assert!(body["tasks"][0]["result"].is_null(), "{fault}");
    }
    assert_eq!(ok(call("429")).await["status_code"], 40202);
    assert_eq!(support::json(call("500")).await.0, 500);
    assert_eq!(support::json(call("401")).await.0, 401);
}

#[tokio::test]
async fn a_blocked_engine_shows_its_own_sign() {
    let running = Running::start().await;
    let anomaly = running.get("/web/html/?q=sandbox-fault:blocked").send().await.unwrap();
    assert_eq!(anomaly.status(), 202);
    assert!(anomaly.text().await.unwrap().contains("anomaly-modal"));
    let body = ok(running.get("/searxng/search?format=json&q=sandbox-fault:blocked")).await;
    assert_eq!(body["results"], json!([]));
    assert_eq!(list(&body["unresponsive_engines"]).len(), 1);
    let page = running.page("https://customer.test/?sandbox-fault:blocked").await;
    assert_eq!(page.status(), 403);
}

#[tokio::test]
async fn a_malformed_body_is_a_success_that_can_not_be_read() {
    let running = Running::start().await;
    let response = serper(&running, "x sandbox-fault:malformed").send().await.unwrap();
    assert_eq!(response.status(), 200);
    let text = response.text().await.unwrap();
    assert!(!text.is_empty());
    assert!(serde_json::from_str::<serde_json::Value>(&text).is_err());
}

#[tokio::test]
async fn a_truncated_body_is_shorter_than_announced() {
    let running = Running::start().await;
    let bytes = raw(&running, "/serpapi/search.json?q=sandbox-fault:truncated&api_key=sandbox").await;
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let announced = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    assert!(!body.is_empty() && body.len() < announced.parse().unwrap(), "{} of {announced}", body.len());
    let error = serper(&running, "x sandbox-fault:truncated").send().await.unwrap().bytes().await;
    assert!(error.is_err());
}

#[tokio::test]
async fn a_cut_connection_brings_no_byte() {
    let running = Running::start().await;
    let bytes = raw(&running, "/serpapi/search.json?q=sandbox-fault:cut&api_key=sandbox").await;
    assert_eq!(String::from_utf8_lossy(&bytes), "");
    assert!(serper(&running, "x sandbox-fault:cut").send().await.is_err());
    assert_eq!(serper(&running, "x").send().await.unwrap().status(), 200, "the sandbox goes on");
}

#[tokio::test]
async fn a_timeout_never_answers_and_does_not_delay_the_end() {
    let running = Running::start().await;
    let held = serper(&running, "x sandbox-fault:timeout").timeout(Duration::from_millis(200)).send().await;
    assert!(held.unwrap_err().is_timeout());
    let request = serper(&running, "x sandbox-fault:timeout");
    let sandbox = running.sandbox;
    let mut held = tokio::task::JoinSet::new();
    held.spawn(request.send());
    // Whether it was accepted before the stop or not, the request ends without a response.
    sandbox.stop().await;
    assert!(held.join_next().await.unwrap().unwrap().is_err());
}

#[tokio::test]
async fn latency_delays_the_answer_and_nothing_else() {
    let running = Running::start().await;
    let before = tokio::time::Instant::now();
    let slow = ok(serper(&running, "cold brew coffee sandbox-fault:latency-120")).await;
    assert!(before.elapsed() >= Duration::from_millis(120));
    assert_eq!(slow["organic"], ok(serper(&running, "cold brew coffee")).await["organic"]);
}

#[tokio::test]
async fn a_fault_can_name_its_provider() {
    let running = Running::start().await;
    let query = "x sandbox-fault:serper=500 sandbox-fault:serpapi=429";
    assert_eq!(serper(&running, query).send().await.unwrap().status(), 500);
    assert_eq!(serpapi(&running, query).send().await.unwrap().status(), 429);
    assert_eq!(
        running.get("/searxng/search?format=json&q=sandbox-fault:serper=500").send().await.unwrap().status(),
        200
    );
}

#[tokio::test]
async fn a_fault_can_occur_once() {
    let running = Running::start().await;
    let query = "cold brew coffee sandbox-fault:once-503";
    assert_eq!(serper(&running, query).send().await.unwrap().status(), 503);
    assert_eq!(serper(&running, query).send().await.unwrap().status(), 200);
    assert_eq!(serpapi(&running, query).send().await.unwrap().status(), 503, "each provider for itself");
    let other = "something else sandbox-fault:once-503";
    assert_eq!(serper(&running, other).send().await.unwrap().status(), 503, "each question for itself");
}

#[tokio::test]
async fn faults_of_pages_reach_them_through_their_addresses() {
    let running = Running::start().await;
    let found = ok(serper(&running, "cold brew coffee sandbox-fault:page-2=503")).await;
    let statuses =
        list(&found["organic"]).iter().take(3).map(|result| result["link"].as_str().unwrap().to_owned());
    let mut seen = Vec::new();
    for url in statuses {
        seen.push(running.page(&url).await.status().as_u16());
    }
    assert_eq!(seen, [200, 503, 200]);
    let missing = running.page("https://customer.test/a?sandbox-fault:page=429-4").await;
    assert_eq!((missing.status().as_u16(), retry_after(&missing)), (429, Some("4")));
    let empty = running.page("https://customer.test/a?sandbox-fault:empty").await.text().await.unwrap();
    assert!(empty.contains("<body></body>"));
}

#[tokio::test]
async fn an_unknown_fault_is_refused_loudly() {
    let running = Running::start().await;
    let response = serper(&running, "x sandbox-fault:teapot").send().await.unwrap();
    assert_eq!(response.status(), 400);
    assert!(response.text().await.unwrap().contains("teapot"));
}

#[tokio::test]
async fn options_set_faults_and_latency_for_a_provider() {
    let profile = LatencyProfile {
        median: Duration::from_millis(40),
        slow_share: 1.0,
        slow: Duration::from_millis(90),
    };
    let running = Running::with(SandboxOptions {
        latency: HashMap::from([(Provider::Serper, profile)]),
        faults: HashMap::from([(Provider::SerpApi, vec![FaultKind::Once(Box::new(FaultKind::Broken))])]),
        ..SandboxOptions::default()
    })
    .await;
    let before = tokio::time::Instant::now();
    assert_eq!(serper(&running, "x").send().await.unwrap().status(), 200);
    assert!(before.elapsed() >= Duration::from_millis(90));
    assert_eq!(serpapi(&running, "x").send().await.unwrap().status(), 500);
    assert_eq!(serpapi(&running, "x").send().await.unwrap().status(), 200);
}
