//! Ollama: which model it uses, and what is sent to it.

use std::sync::Arc;
use std::time::Duration;

use ports::text::{Ending, TokenUsage};
use ports::{Capability, Engine, EngineFailure, FailureKind, TextRequest, WrittenText};
use providers::catalogue::{TextEngineName, TextSettings};
use providers::text::openai::Effort;
use rstest::rstest;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::stand_in::{StandIn, client, html, json as reply};
use crate::texts::{choice, events, order, order_with_form, said};

pub(crate) const TAGS: &str = include_str!("../fixtures/ollama_tags.json");
pub(crate) const STREAM: &str = include_str!("../fixtures/ollama_chat_stream.sse");
const TAGS_PATH: &str = "/ollama/api/tags";
const CHAT_PATH: &str = "/ollama/v1/chat/completions";

fn engine(
    server: &StandIn,
    configure: impl FnOnce(&mut TextSettings),
) -> Arc<dyn Engine<TextRequest, WrittenText>> {
    let mut settings = TextSettings::sandbox(&server.address());
    configure(&mut settings);
    settings.engine(TextEngineName::Ollama, &client()).unwrap().unwrap()
}

/// A server with three models that gives this answer.
async fn server(chat: ResponseTemplate) -> StandIn {
    StandIn::always([(TAGS_PATH, reply(200, TAGS)), (CHAT_PATH, chat)]).await
}

async fn call(chat: ResponseTemplate) -> Result<WrittenText, EngineFailure> {
    engine(&server(chat).await, |_| {}).call(&order()).await
}

#[tokio::test]
async fn requests() {
    let server = server(events(STREAM)).await;
    let engine = engine(&server, |_| {});
    let bare = TextRequest { system: String::new(), ..order() };
    for order in [order(), order_with_form(), bare] {
        engine.call(&order).await.unwrap();
    }
    // The list of models is requested once.
    insta::assert_snapshot!("text_ollama_requests", server.requests().await.join("\n\n"));
}

#[tokio::test]
async fn the_largest_model_writes_and_its_thoughts_are_no_text() {
    let written = call(events(STREAM)).await.unwrap();
    let usage = Some(TokenUsage { input: 26, output: 11 });
    let (text, model) = ("Xin chào!".to_owned(), "qwen3:8b".to_owned());
    assert_eq!(written, WrittenText { text, ending: Ending::Complete, model, usage });
}

#[tokio::test]
async fn a_model_that_thinks_up_to_the_limit_is_cut_off() {
    let thoughts = [
        choice(&json!({ "content": "", "reasoning": "Hm." }), &Value::Null),
        choice(&json!({}), &json!("length")),
    ];
    let written = call(said(&thoughts)).await.unwrap();
    assert_eq!((written.text.as_str(), written.ending), ("", Ending::CutOff));
}

/// The body of the only request for a text.
async fn body(server: &StandIn) -> Value {
    let requests = server.requests().await;
    let chat = requests.iter().find(|request| request.starts_with("POST")).unwrap();
    serde_json::from_str(chat.lines().last().unwrap()).unwrap()
}

#[rstest]
#[case::without_tag("llama3.2", None, Value::Null)]
#[case::told_to_think("qwen3:8b", Some(Effort::High), json!("high"))]
#[case::not_told("qwen3:8b", None, json!("none"))]
#[tokio::test]
async fn settings_reach_the_server(#[case] model: &str, #[case] effort: Option<Effort>, #[case] sent: Value) {
    let server = server(events(STREAM)).await;
    let engine = engine(&server, |settings| {
        settings.ollama.model = Some(model.to_owned());
        settings.ollama.reasoning_effort = effort;
    });
    engine.call(&order()).await.unwrap();
    let body = body(&server).await;
    assert!(body["model"].as_str().unwrap().starts_with(model), "{body}");
    assert_eq!(body["reasoning_effort"], sent);
}

#[tokio::test]
async fn the_address_may_have_the_version() {
    let server = server(events(STREAM)).await;
    let with_version = json!(format!("{}ollama/v1/", server.address()));
    let engine =
        engine(&server, |settings| settings.ollama.base_url = serde_json::from_value(with_version).unwrap());
    assert_eq!(engine.call(&order()).await.unwrap().text, "Xin chào!");
}

#[rstest]
#[case::empty(r#"{"models":[]}"#, None, "ollama answers, but no model is installed; run `ollama pull MODEL`")]
#[case::null(
    r#"{"models":null}"#,
    None,
    "ollama answers, but no model is installed; run `ollama pull MODEL`"
)]
#[case::only_embeddings(
    r#"{"models":[{"name":"x","size":1,"capabilities":["embedding"]}]}"#,
    None,
    "ollama answers, but no model is installed; run `ollama pull MODEL`"
)]
#[case::missing(
    TAGS,
    Some("gemma4"),
    "ollama answers, but the model gemma4 is not installed; run `ollama pull gemma4`, or set text.ollama.model to one of \
     llama3.2:latest, qwen3:8b"
)]
#[case::missing_and_empty(
    r#"{"models":[]}"#,
    Some("gemma4"),
    "ollama answers, but the model gemma4 is not installed; run `ollama pull gemma4`"
)]
#[tokio::test]
async fn a_missing_model_is_named(#[case] tags: &str, #[case] model: Option<&str>, #[case] message: &str) {
    let server = StandIn::always([(TAGS_PATH, reply(200, tags))]).await;
    let engine = engine(&server, |settings| settings.ollama.model = model.map(str::to_owned));
    let failure = engine.call(&order()).await.unwrap_err();
    assert_eq!((failure.kind, failure.to_string().as_str()), (FailureKind::NotSetUp, message));
}

#[tokio::test]
async fn a_model_that_is_installed_later_is_used() {
    let server = StandIn::at([
        (TAGS_PATH, reply(200, r#"{"models":[]}"#)),
        (TAGS_PATH, reply(200, TAGS)),
        (CHAT_PATH, events(STREAM)),
    ])
    .await;
    let engine = engine(&server, |_| {});
    assert!(engine.call(&order()).await.is_err());
    assert_eq!(engine.call(&order()).await.unwrap().model, "qwen3:8b");
}

#[tokio::test]
async fn a_model_that_was_removed_is_replaced() {
    let one = json!({ "models": [{ "name": "llama3.2:latest", "size": 1, "capabilities": ["completion"] }] });
    let server = StandIn::at([
        (TAGS_PATH, reply(200, TAGS)),
        (CHAT_PATH, reply(404, include_str!("../fixtures/ollama_error_404.json"))),
        (TAGS_PATH, reply(200, &one.to_string())),
        (CHAT_PATH, events(STREAM)),
    ])
    .await;
    let mut settings = TextSettings::sandbox(&server.address());
    settings.engines = vec![TextEngineName::Ollama];
    let chain = settings.chain(&client()).unwrap();
    chain.serve(&order(), Duration::from_mins(1)).await.unwrap();
    let requests = server.requests().await;
    assert!(requests[3].contains(r#""model":"llama3.2:latest""#), "{requests:?}");
}

#[rstest]
#[case::not_there(reply(404, include_str!("../fixtures/ollama_error_404.json")), FailureKind::Broken, "'qwen3:8b' not found")]
#[case::busy(
    reply(503, r#"{"error":{"message":"server busy","type":"api_error","param":null,"code":null}}"#),
    FailureKind::Throttled,
    "busy"
)]
#[case::no_thinking(
    reply(400, r#"{"error":{"message":"\"x\" does not support thinking","type":"invalid_request_error","param":null,"code":null}}"#),
    FailureKind::Unsuitable, "does not support thinking"
)]
#[case::server(
    reply(
        500,
        r#"{"error":{"message":"model runner stopped","type":"api_error","param":null,"code":null}}"#
    ),
    FailureKind::Broken,
    "runner"
)]
#[case::page(html(200, "<html>"), FailureKind::Broken, "something else than its format")]
#[case::midway(said(&[json!({ "error": { "message": "out of memory", "type": "api_error" } })]), FailureKind::Broken, "out of memory")]
#[case::no_end(said(&[choice(&json!({ "content": "How" }), &Value::Null)]), FailureKind::Broken, "stopped in the middle")]
#[case::nothing(said(&[choice(&json!({}), &json!("stop"))]), FailureKind::Broken, "without a text")]
#[tokio::test]
async fn failures(#[case] chat: ResponseTemplate, #[case] kind: FailureKind, #[case] words: &str) {
    let failure = call(chat).await.unwrap_err();
    assert_eq!(failure.kind, kind, "{failure}");
    assert!(failure.engine == "ollama" && failure.reason.contains(words), "{failure}");
}

#[rstest]
#[case::status(reply(500, r#"{"error":"model list cache unavailable"}"#), FailureKind::Broken)]
#[case::page(html(200, "<html>"), FailureKind::Broken)]
#[case::other(reply(200, "{}"), FailureKind::Broken)]
#[tokio::test]
async fn a_list_that_cannot_be_read_is_a_failure(#[case] tags: ResponseTemplate, #[case] kind: FailureKind) {
    let server = StandIn::always([(TAGS_PATH, tags)]).await;
    let failure = engine(&server, |_| {}).call(&order()).await.unwrap_err();
    assert_eq!(failure.kind, kind, "{failure}");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unreachable() {
    let settings = TextSettings::sandbox(&"http://127.0.0.1:1".parse().unwrap());
    let engine = settings.engine(TextEngineName::Ollama, &client()).unwrap().unwrap();
    assert_eq!(engine.call(&order()).await.unwrap_err().kind, FailureKind::Unreachable);
    assert_eq!(settings.ollama.used_model(&client()).await.unwrap_err().kind, FailureKind::Unreachable);
}
