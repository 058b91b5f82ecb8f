//! Idempotency keys of free calls; those of charged calls are tested with the charges.

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use testkit::TestServer;

use crate::support::{refused, send, server};

const ESTIMATE: &str = "/v1/estimate";

/// Sends a request twice, checks that the second response equals the first, and returns it.
async fn replayed(request: impl Fn() -> RequestBuilder) -> Value {
    let first = request().send().await.unwrap();
    assert_eq!(first.headers().get("idempotency-replayed"), None);
    let (status, first) = (first.status(), first.json::<Value>().await.unwrap());
    assert_eq!(status, 200, "{first}");
    let again = request().send().await.unwrap();
    assert_eq!(again.status(), 200);
    assert_eq!(again.headers()["idempotency-replayed"], "true");
    assert_eq!(again.headers()["x-credits-charged"], "0");
    assert_eq!(again.json::<Value>().await.unwrap(), first);
    first
}

async fn order(server: &TestServer, mode: &str) -> String {
    let request = json!({"focusKeyword": "how to make cold brew coffee", "mode": mode, "targetWordCount": 1500,
        "imageOption": 0, "publish": "never"});
    let (status, body) = send(server.test_post("/v1/articles/generate", &request)).await;
    assert_eq!(status, 200, "{body}");
    body["articleId"].as_str().unwrap().to_owned()
}

/// The article once it has ended, or once its outline waits for approval.
async fn at_rest(server: &TestServer, id: &str) -> Value {
    loop {
        let url = format!("{}/v1/articles/{id}", server.url);
        let request = server.http.get(url).bearer_auth(&server.test_key).header("prefer", "wait=25");
        let (status, body) = send(request).await;
        assert_eq!(status, 200, "{body}");
        if body["stage"] == "approval" || body["status"] != "processing" {
            return body;
        }
    }
}

#[tokio::test]
async fn a_free_call_is_replayed() {
    let server = server();
    let body = json!({"endpoint": "seo/audit"});
    let call = || server.post(ESTIMATE, &body).header("idempotency-key", "estimate-1");
    let reply = replayed(call).await;
    let alias = server.post("/estimate", &body).header("idempotency-key", "estimate-1");
    assert_eq!(send(alias).await.1, reply, "the alias is the same call");
    let unkeyed = send(server.post(ESTIMATE, &body)).await.1;
    assert_ne!(unkeyed["meta"]["requestId"], reply["meta"]["requestId"]);
    let other = json!({"endpoint": "images/generate"});
    let other_body = server.post(ESTIMATE, &other).header("idempotency-key", "estimate-1");
    refused(other_body, 422, "idempotency_key_reused").await;
    let test_mode = server.test_post(ESTIMATE, &other).header("idempotency-key", "estimate-1");
    assert_eq!(send(test_mode).await.0, 200, "test and live keys have their own");
}

#[tokio::test]
async fn a_replay_needs_the_scope_of_the_call() {
    let server = server();
    let id = order(&server, "outline").await;
    at_rest(&server, &id).await;
    let approve = |key: &str| {
        let url = format!("{}/v1/articles/{id}/approve", server.url);
        server.http.post(url).bearer_auth(key).header("idempotency-key", "approve")
    };
    assert_eq!(send(approve(&server.test_key)).await.0, 200);
    let other = server.run_ok(&["key", "create", "--mode", "test", "--scopes", "images"]);
    refused(approve(&other), 403, "insufficient_scope").await;
}

#[tokio::test]
async fn what_is_done_to_articles_is_done_once() {
    let server = server();
    let id = order(&server, "outline").await;
    at_rest(&server, &id).await;
    let send_to = |method: Method, path: &str, key: &'static str| {
        let url = format!("{}/v1/articles/{path}", server.url);
        server.http.request(method, url).bearer_auth(&server.test_key).header("idempotency-key", key)
    };
    let headings = json!({"outline": [{"heading": "Steep"}, {"heading": "Strain"}, {"heading": "Serve"}]});
    let bad = send_to(Method::POST, &format!("{id}/approve"), "approve").json(&json!({"outline": [{}]}));
    refused(bad, 422, "validation_failed").await;
    let approve = || send_to(Method::POST, &format!("{id}/approve"), "approve").json(&headings);
    replayed(approve).await;
    assert_eq!(at_rest(&server, &id).await["status"], "completed");
    refused(send_to(Method::POST, &format!("{id}/approve"), "anew"), 409, "not_cancellable").await;
    replayed(|| send_to(Method::POST, &format!("{id}/publish"), "publish")).await;
    replayed(|| send_to(Method::POST, &format!("{id}/unpublish"), "unpublish")).await;
    let third = send_to(Method::POST, &format!("{id}/publish"), "publish").send().await.unwrap();
    assert_eq!(third.headers()["idempotency-replayed"], "true");
    let status = at_rest(&server, &id).await["publication"]["status"].clone();
    assert_eq!(status, "disabled", "the third call replayed the first and published nothing");

    let dropped = order(&server, "outline").await;
    at_rest(&server, &dropped).await;
    replayed(|| send_to(Method::DELETE, &dropped, "cancel")).await;
    refused(send_to(Method::DELETE, &dropped, "cancel-again"), 409, "not_cancellable").await;
}

#[tokio::test]
async fn answers_to_a_brief_are_saved_once() {
    let server = server();
    let id = order(&server, "brief").await;
    let brief = at_rest(&server, &id).await;
    let sections = brief["brief"]["sections"].as_array().unwrap();
    let question = sections.iter().find_map(|section| section["questions"][0]["id"].as_str()).unwrap();
    let body = json!({"answers": [{"questionId": question, "text": "Twelve hours in the fridge."}]});
    let url = format!("{}/v1/articles/{id}/answers", server.url);
    let save = || {
        let request = server.http.put(&url).bearer_auth(&server.test_key).json(&body);
        request.header("idempotency-key", "answers")
    };
    replayed(save).await;
}

#[tokio::test]
async fn the_reference_lists_the_header_where_it_works() {
    let server = server();
    let document = send(server.http.get(format!("{}/openapi.json", server.url))).await.1;
    let mut repeatable = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if method == "get" {
                continue;
            }
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let listed =
                parameters.clone().any(|one| one["$ref"] == "#/components/parameters/IdempotencyKey");
            let url = format!("{}{path}", server.url);
            let request = server.http.request(method.to_uppercase().parse().unwrap(), url);
            let request = request.bearer_auth(&server.live_key).header("idempotency-key", "has space");
            let (_, body) = send(request.json(&json!({}))).await;
            let refused = body["error"]["code"] == "invalid_idempotency_key";
            assert_eq!(refused, listed, "{method} {path}: {body}");
            repeatable += usize::from(listed);
            let headers = &operation["responses"]["200"]["headers"];
            assert_eq!(headers["Idempotency-Replayed"].is_object(), listed, "{method} {path}");
        }
    }
    assert!(repeatable >= 12, "{repeatable}");
}
