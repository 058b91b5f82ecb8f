//! Live keys without a text engine: what needs a model is refused at the request, and costs nothing.

use application::text_setup::{TEXT_ENGINE_OPTIONS, WITHOUT_TEXT_ENGINE};

use super::*;
use crate::support::check_refusal;

async fn check_refused(server: &TestServer, request: &Value) {
    let before = balance(server, &server.live_key).await;
    let response = server.post(GENERATE, request).send().await.unwrap();
    let retry_after = response.headers().get("retry-after").map(|value| value.to_str().unwrap().to_owned());
    assert!(retry_after.is_some_and(|seconds| seconds.parse::<u32>().unwrap() > 0));
    let body = check_refusal(response, 503, "provider_not_configured").await;
    let message = body["error"]["message"].as_str().unwrap();
    for option in TEXT_ENGINE_OPTIONS {
        assert!(message.contains(option.title), "{message}");
        for variable in option.environment.lines() {
            assert!(message.contains(variable), "{message}");
        }
    }
    assert!(message.contains(WITHOUT_TEXT_ENGINE) && !message.contains('\n'), "{message}");
    assert_eq!(balance(server, &server.live_key).await, before, "nothing is reserved");
    let articles = ok(get(server, &server.live_key, "/v1/articles")).await;
    assert_eq!(articles["data"], json!([]), "and nothing is stored");
}

#[tokio::test]
async fn an_article_without_sources_is_refused() {
    let server = server();
    check_refused(&server, &json!({"focusKeyword": "roth ira"})).await;
    check_refused(&server, &json!({"focusKeyword": "roth ira", "mode": "outline"})).await;
}

#[tokio::test]
async fn pages_of_others_are_no_notes() {
    let server = server();
    let sources = json!([{"url": "https://example.com/roth-ira"}, {"url": "https://example.org/ira"}]);
    check_refused(&server, &json!({"focusKeyword": "roth ira", "sources": sources})).await;
}

#[tokio::test]
async fn with_an_engine_the_request_is_taken() {
    // Nothing listens there, which shows only when the article is written.
    let server =
        builder().set("TEXT__ENGINES", "ollama").set("TEXT__OLLAMA__BASE_URL", "http://127.0.0.1:1").start();
    let reply = ok(server.post(GENERATE, &json!({"focusKeyword": "roth ira", "imageOption": 0}))).await;
    assert_eq!(reply["status"], "processing");
}

#[tokio::test]
async fn a_test_key_needs_no_engine() {
    let server = server();
    let reply = ordered(&server, &json!({"focusKeyword": KEYWORD, "imageOption": 0})).await;
    assert_eq!(reply["status"], "processing");
}
