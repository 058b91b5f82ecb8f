//! Articles over HTTP: requests, progress, outlines, sections, publication, failures, and charges.

mod charging;
mod costs;
mod editing;
mod faults;
mod hosted;
mod judge;
mod model;
mod no_engine;
mod notes;
mod ordering;
mod plans;
mod regenerating;
mod reviewing;
mod samples;
mod second_draft;
mod spoilt_answers;
mod watching;
mod webhooks;

use std::time::{Duration, Instant};

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use testkit::TestServer;

use crate::support::{builder, refused, send, server};

const GENERATE: &str = "/v1/articles/generate";
/// A topic that the sandbox's web has pages on.
const KEYWORD: &str = "how to make cold brew coffee";

async fn ok(request: RequestBuilder) -> Value {
    let (status, body) = send(request).await;
    assert_eq!(status, 200, "{body}");
    body
}

fn get(server: &TestServer, key: &str, path: &str) -> RequestBuilder {
    server.http.get(format!("{}{path}", server.url)).bearer_auth(key)
}

fn test_get(server: &TestServer, path: &str) -> RequestBuilder {
    get(server, &server.test_key, path)
}

async fn balance(server: &TestServer, key: &str) -> (i64, i64) {
    let credits = ok(get(server, key, "/v1/account")).await["credits"].clone();
    (credits["balanceCredits"].as_i64().unwrap(), credits["heldCredits"].as_i64().unwrap())
}

/// Requests an article with a test key and returns the reply.
async fn ordered(server: &TestServer, request: &Value) -> Value {
    ok(server.test_post(GENERATE, request)).await
}

fn id_of(reply: &Value) -> String {
    reply["articleId"].as_str().unwrap().to_owned()
}

/// The status, as soon as it satisfies a condition.
async fn status_when(
    server: &TestServer,
    key: &str,
    id: &str,
    mut wanted: impl FnMut(&Value) -> bool,
) -> Value {
    let deadline = Instant::now() + testkit::HANG_LIMIT;
    let mut tag = String::new();
    loop {
        let path = format!("/v1/articles/{id}/status");
        let request = get(server, key, &path).header("prefer", "wait=10").header("if-none-match", &tag);
        let response = request.send().await.unwrap();
        response.headers()["etag"].to_str().unwrap().clone_into(&mut tag);
        if response.status() == 200 {
            let body: Value = response.json().await.unwrap();
            if wanted(&body) {
                return body;
            }
        }
        assert!(Instant::now() < deadline, "{id} does not come about: {}", server.log());
    }
}

/// The final status of an article.
async fn done(server: &TestServer, key: &str, id: &str) -> Value {
    status_when(server, key, id, |body| body["status"] != "processing").await
}

/// Requests an article with a test key and waits for its final status.
async fn written(server: &TestServer, request: &Value) -> Value {
    let id = id_of(&ordered(server, request).await);
    done(server, &server.test_key, &id).await
}

/// The price that the article itself reports.
fn price(article: &Value) -> i64 {
    let charged = article["images"].as_array().unwrap().iter().filter(|image| image["charged"] == true);
    let images = i64::try_from(charged.count()).unwrap();
    article["characterCount"].as_i64().unwrap() + images * 5_000
}

/// The failed checks of an article, with their values.
fn broken_gates(article: &Value) -> Vec<String> {
    let gates = article["quality"]["gates"].as_array().unwrap().iter();
    gates
        .filter(|gate| gate["passed"] == false)
        .map(|gate| format!("{} {} {}", gate["name"], gate["value"], gate["threshold"]))
        .collect()
}
