use std::time::Duration;

use ports::text::{Ending, JsonForm, TokenUsage};
use ports::{CallMeter, Capability, EngineFailure, FailureKind, TextRequest, WrittenText};
use providers::catalogue::{TextEngineName, TextSettings};
use providers::text::anthropic;
use providers::text::gemini::ThinkingLevel;
use providers::text::openai::{Effort, SystemRole, TokenLimit};
use rstest::rstest;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::stand_in::{StandIn, client, html, json as reply};

pub(crate) const OPENAI_STREAM: &str = include_str!("../fixtures/openai_chat_stream.sse");
pub(crate) const LLAMA_STREAM: &str = include_str!("../fixtures/llamacpp_chat_stream.sse");
pub(crate) const ANTHROPIC_STREAM: &str = include_str!("../fixtures/anthropic_stream.sse");
pub(crate) const GEMINI_STREAM: &str = include_str!("../fixtures/gemini_stream.sse");

pub(crate) fn order() -> TextRequest {
    TextRequest {
        system: "Be brief.".to_owned(),
        prompt: "cà phê phin".to_owned(),
        form: None,
        max_tokens: 500,
        doublings: 0,
        meter: CallMeter::default(),
    }
}

pub(crate) fn order_with_form() -> TextRequest {
    let schema = json!({
        "type": "object", "properties": { "title": { "type": "string" } }, "required": ["title"],
        "additionalProperties": false,
    });
    TextRequest { form: Some(JsonForm { name: "outline", schema }), ..order() }
}

pub(crate) fn events(stream: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_raw(stream, "text/event-stream")
}

/// A stream of events with these data.
pub(crate) fn said(data: &[Value]) -> ResponseTemplate {
    events(&data.iter().map(|data| format!("data: {data}\n\n")).collect::<Vec<_>>().concat())
}

pub(crate) async fn call_with(
    configure: impl FnOnce(&mut TextSettings),
    engine: TextEngineName,
    reply: ResponseTemplate,
    order: &TextRequest,
) -> (Vec<String>, Result<WrittenText, EngineFailure>) {
    let provider = StandIn::new(reply).await;
    let mut settings = TextSettings::sandbox(&provider.address());
    configure(&mut settings);
    let answer = settings.engine(engine, &client()).unwrap().unwrap().call(order).await;
    (provider.requests().await, answer)
}

async fn call(engine: TextEngineName, reply: ResponseTemplate) -> Result<WrittenText, EngineFailure> {
    call_with(|_| {}, engine, reply, &order()).await.1
}

#[rstest]
#[case("openai", TextEngineName::Openai, OPENAI_STREAM)]
#[case("anthropic", TextEngineName::Anthropic, ANTHROPIC_STREAM)]
#[case("gemini", TextEngineName::Gemini, GEMINI_STREAM)]
#[tokio::test]
async fn requests(#[case] name: &str, #[case] engine: TextEngineName, #[case] stream: &str) {
    let bare = TextRequest { system: String::new(), ..order() };
    let mut sent = Vec::new();
    for order in [order(), order_with_form(), bare] {
        let (requests, written) = call_with(|_| {}, engine, events(stream), &order).await;
        assert!(written.is_ok(), "{written:?}");
        sent.extend(requests);
    }
    insta::assert_snapshot!(format!("text_{name}_requests"), sent.join("\n\n"));
}

const GREETING: &str = "Xin chào! Đây là câu trả lời mẫu.";
const OUTLINE: &str = r#"{"title":"Giày chạy bộ","headings":["A","B"]}"#;

#[rstest]
#[case::openai(TextEngineName::Openai, events(OPENAI_STREAM), GREETING, "gpt-5.4-mini", (2, 9))]
#[case::openai_whole(
    TextEngineName::Openai, reply(200, include_str!("../fixtures/openai_chat_response.json")), OUTLINE, "gpt-5.4-mini", (25, 90)
)]
#[case::anthropic(TextEngineName::Anthropic, events(ANTHROPIC_STREAM), GREETING, "claude-sonnet-5-5", (12, 15))]
#[case::anthropic_whole(
    TextEngineName::Anthropic, reply(200, include_str!("../fixtures/anthropic_message_response.json")), "Xin chào!",
    "claude-sonnet-5-5", (12, 7)
)]
#[case::gemini(TextEngineName::Gemini, events(GEMINI_STREAM), "Xin chào! Đây là mẫu.", "gemini-3.6-flash", (5, 9))]
#[case::gemini_whole(
    TextEngineName::Gemini, reply(200, include_str!("../fixtures/gemini_response.json")), "Xin chào!", "gemini-3.6-flash", (5, 4)
)]
#[tokio::test]
async fn texts_are_read(
    #[case] engine: TextEngineName,
    #[case] reply: ResponseTemplate,
    #[case] text: &str,
    #[case] model: &str,
    #[case] usage: (u64, u64),
) {
    let written = call(engine, reply).await.unwrap();
    let usage = Some(TokenUsage { input: usage.0, output: usage.1 });
    let (text, model) = (text.to_owned(), model.to_owned());
    assert_eq!(written, WrittenText { text, ending: Ending::Complete, model, usage });
}

#[tokio::test]
async fn servers_of_ones_own_are_read() {
    let written = call(TextEngineName::Openai, events(LLAMA_STREAM)).await.unwrap();
    assert_eq!((written.text.as_str(), written.ending), ("That", Ending::CutOff));
    assert_eq!((written.model.as_str(), written.usage.unwrap().output), ("smollm2", 4));
}

#[tokio::test]
async fn settings_reach_the_providers() {
    let configure = |settings: &mut TextSettings| {
        settings.openai.api_key = None;
        settings.openai.model = "my-model".to_owned();
        settings.openai.system_role = SystemRole::Developer;
        settings.openai.token_limit = Some(TokenLimit::MaxCompletionTokens);
        settings.openai.temperature = Some(0.4);
        settings.openai.reasoning_effort = Some(Effort::Low);
        settings.gemini.version = "v1beta".to_owned();
        settings.gemini.model = "gemini-3.1-flash-lite".to_owned();
        settings.gemini.thinking_level = Some(ThinkingLevel::Low);
        settings.gemini.thinking_tokens = 1_000;
        settings.anthropic.effort = Some(anthropic::Effort::Medium);
        settings.anthropic.thinking_tokens = 2_000;
    };
    let mut sent = Vec::new();
    for (engine, stream) in [
        (TextEngineName::Openai, OPENAI_STREAM),
        (TextEngineName::Gemini, GEMINI_STREAM),
        (TextEngineName::Anthropic, ANTHROPIC_STREAM),
    ] {
        sent.extend(call_with(configure, engine, events(stream), &order()).await.0);
    }
    insta::assert_snapshot!("text_settings_requests", sent.join("\n\n"));
}

fn openai_error(status: u16, code: &Value) -> ResponseTemplate {
    let error = json!({ "message": "No.", "type": "some_error", "param": null, "code": code });
    reply(status, &json!({ "error": error }).to_string())
}

pub(crate) fn choice(delta: &Value, finish_reason: &Value) -> Value {
    json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": finish_reason }] })
}

#[rstest]
#[case::refusal(
    said(&[choice(&json!({ "refusal": "I can't" }), &Value::Null), choice(&json!({ "refusal": " do that." }), &json!("stop"))]),
    FailureKind::Declined, "declined to write: I can't do that."
)]
#[case::filter(
    said(&[choice(&json!({ "content": "How" }), &Value::Null), choice(&json!({}), &json!("content_filter"))]),
    FailureKind::Declined, "content_filter"
)]
#[case::filtered_prompt(openai_error(400, &json!("content_filter")), FailureKind::Declined, "No.")]
#[case::quota(reply(429, include_str!("../fixtures/openai_error_quota.json")), FailureKind::Refused, "exceeded")]
#[case::credit(openai_error(429, &json!("credit_balance_exhausted")), FailureKind::Refused, "429")]
#[case::too_many(reply(429, include_str!("../fixtures/openai_error_429.json")), FailureKind::Throttled, "Rate limit")]
#[case::key(openai_error(401, &json!("invalid_api_key")), FailureKind::Refused, "401")]
#[case::model(openai_error(404, &json!("model_not_found")), FailureKind::Refused, "404")]
#[case::too_long(openai_error(400, &json!("context_length_exceeded")), FailureKind::Unsuitable, "400")]
#[case::number(reply(400, include_str!("../fixtures/llamacpp_error_400.json")), FailureKind::Unsuitable, "'messages'")]
#[case::time(openai_error(408, &Value::Null), FailureKind::Broken, "408")]
#[case::conflict(openai_error(409, &Value::Null), FailureKind::Broken, "409")]
#[case::server(openai_error(500, &Value::Null), FailureKind::Broken, "some_error No.")]
#[case::gateway(html(504, "<html>"), FailureKind::Broken, "504")]
#[case::page(html(200, "<html>"), FailureKind::Broken, "something else than its format")]
#[case::midway(said(&[json!({ "error": { "code": 429, "message": "Slow down." } })]), FailureKind::Throttled, "in the middle of its answer: Slow down.")]
#[case::tools(said(&[choice(&json!({}), &json!("tool_calls"))]), FailureKind::Broken, "ended its answer with \"tool_calls\"")]
#[case::nothing(said(&[choice(&json!({}), &json!("stop"))]), FailureKind::Broken, "without a text")]
#[case::no_end(said(&[choice(&json!({ "content": "How" }), &Value::Null)]), FailureKind::Broken, "stopped in the middle")]
#[case::odd_content(said(&[choice(&json!({ "content": 7 }), &json!("stop"))]), FailureKind::Broken, "something else")]
#[case::done(events("data: [DONE]\n\n"), FailureKind::Broken, "stopped in the middle")]
#[case::no_event(events(""), FailureKind::Broken, "stopped in the middle")]
#[case::bytes(events("data: {\"choices\"\n\n"), FailureKind::Broken, "something else")]
#[tokio::test]
async fn openai_failures(#[case] reply: ResponseTemplate, #[case] kind: FailureKind, #[case] words: &str) {
    let failure = call(TextEngineName::Openai, reply).await.unwrap_err();
    assert_eq!(failure.kind, kind, "{failure}");
    assert!(failure.reason.contains(words), "{failure}");
}

fn anthropic_error(status: u16, kind: &str, code: &Value) -> ResponseTemplate {
    let error = json!({ "type": kind, "message": "No.", "details": { "error_code": code } });
    reply(status, &json!({ "type": "error", "error": error, "request_id": "x" }).to_string())
}

/// A request that is refused as invalid although it is not.
fn anthropic_refusal(message: &str) -> ResponseTemplate {
    let error = json!({ "type": "invalid_request_error", "message": message });
    reply(400, &json!({ "type": "error", "error": error, "request_id": "x" }).to_string())
}

fn stopped(reason: &str) -> ResponseTemplate {
    let text = json!({ "type": "content_block_delta", "delta": { "type": "text_delta", "text": "How" } });
    said(&[text, json!({ "type": "message_delta", "delta": { "stop_reason": reason } })])
}

#[rstest]
#[case::refusal(stopped("refusal"), FailureKind::Declined)]
#[case::tools(stopped("tool_use"), FailureKind::Broken)]
#[case::midway(events(include_str!("../fixtures/anthropic_stream_error.sse")), FailureKind::Throttled)]
#[case::overloaded(reply(529, include_str!("../fixtures/anthropic_error_529.json")), FailureKind::Throttled)]
#[case::too_many(anthropic_error(429, "rate_limit_error", &Value::Null), FailureKind::Throttled)]
#[case::spent(anthropic_error(429, "rate_limit_error", &json!("enforced_spend_limit_reached")), FailureKind::Refused)]
#[case::billing(anthropic_error(402, "billing_error", &Value::Null), FailureKind::Refused)]
#[case::key(anthropic_error(401, "authentication_error", &Value::Null), FailureKind::Refused)]
#[case::model(anthropic_error(404, "not_found_error", &Value::Null), FailureKind::Refused)]
#[case::bad_request(anthropic_error(400, "invalid_request_error", &Value::Null), FailureKind::Unsuitable)]
#[case::no_credit(
    anthropic_refusal(
        "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing."
    ),
    FailureKind::Refused
)]
#[case::filter(anthropic_refusal("Output blocked by content filtering policy"), FailureKind::Declined)]
#[case::conflict(anthropic_error(409, "conflict_error", &Value::Null), FailureKind::Broken)]
#[case::server(anthropic_error(500, "api_error", &Value::Null), FailureKind::Broken)]
#[case::time(anthropic_error(504, "timeout_error", &Value::Null), FailureKind::Broken)]
#[tokio::test]
async fn anthropic_failures(#[case] reply: ResponseTemplate, #[case] kind: FailureKind) {
    let failure = call(TextEngineName::Anthropic, reply).await.unwrap_err();
    assert_eq!(failure.kind, kind, "{failure}");
}

#[rstest]
#[case("max_tokens", Ending::CutOff)]
#[case("model_context_window_exceeded", Ending::CutOff)]
#[case("stop_sequence", Ending::Complete)]
#[tokio::test]
async fn anthropic_texts_end(#[case] reason: &str, #[case] ending: Ending) {
    assert_eq!(call(TextEngineName::Anthropic, stopped(reason)).await.unwrap().ending, ending);
}

#[tokio::test]
async fn thoughts_and_unknown_events_are_passed_over_and_caches_are_counted() {
    let usage = json!({ "input_tokens": 2, "cache_read_input_tokens": 30, "cache_creation_input_tokens": 400, "output_tokens": 1 });
    let delta = |delta: Value| json!({ "type": "content_block_delta", "index": 0, "delta": delta });
    let stream = said(&[
        json!({ "type": "message_start", "message": { "usage": usage } }),
        json!({ "type": "content_block_start", "content_block": { "type": "thinking", "thinking": "Hm." } }),
        delta(json!({ "type": "thinking_delta", "thinking": "Well." })),
        delta(json!({ "type": "signature_delta", "signature": "x" })),
        json!({ "type": "news_from_2027", "index": 1 }),
        json!({ "type": "content_block_start", "content_block": { "type": "text", "text": "A" } }),
        delta(json!({ "type": "text_delta", "text": "B" })),
        json!({ "type": "message_delta", "delta": { "stop_reason": "end_turn" }, "usage": { "output_tokens": 9 } }),
        json!({ "type": "message_stop" }),
    ]);
    let written = call(TextEngineName::Anthropic, stream).await.unwrap();
    assert_eq!((written.text.as_str(), written.usage), ("AB", Some(TokenUsage { input: 432, output: 9 })));
    assert_eq!(written.model, "claude-sonnet-5-5", "the one that was asked");
}

fn gemini_candidate(finish_reason: &str, parts: &Value) -> ResponseTemplate {
    let candidate = json!({ "content": { "role": "model", "parts": parts }, "finishReason": finish_reason });
    said(&[json!({ "candidates": [candidate] })])
}

const GEMINI_WITHOUT_CREDIT: &str = r#"{"error":{"code":429,"message":"Your prepayment credits are depleted. Please go to AI RasterCodec to manage your project and billing.","status":"RESOURCE_EXHAUSTED"}}"#;

fn gemini_error(status: u16, name: &str, reason: &str) -> ResponseTemplate {
    let error =
        json!({ "code": status, "message": "No.", "status": name, "details": [{ "reason": reason }] });
    reply(status, &json!({ "error": error }).to_string())
}

#[rstest]
#[case::prompt(reply(200, include_str!("../fixtures/gemini_blocked.json")), FailureKind::Declined)]
#[case::streamed_prompt(said(&[json!({ "promptFeedback": { "blockReason": "OTHER" } })]), FailureKind::Declined)]
#[case::safety(gemini_candidate("SAFETY", &json!([{ "text": "How" }])), FailureKind::Declined)]
#[case::content(gemini_candidate("PROHIBITED_CONTENT", &json!(null)), FailureKind::Declined)]
#[case::recitation(gemini_candidate("RECITATION", &json!([{ "text": "How" }])), FailureKind::Unsuitable)]
#[case::other(gemini_candidate("OTHER", &json!([{ "text": "How" }])), FailureKind::Broken)]
#[case::only_thoughts(gemini_candidate("STOP", &json!([{ "thought": true, "text": "Hm." }])), FailureKind::Broken)]
#[case::midway(said(&[json!({ "error": { "code": 503, "status": "UNAVAILABLE" } })]), FailureKind::Throttled)]
#[case::late(said(&[json!({ "error": { "code": 504, "status": "DEADLINE_EXCEEDED" } })]), FailureKind::Broken)]
#[case::no_candidate(said(&[json!({})]), FailureKind::Broken)]
#[case::key(gemini_error(400, "INVALID_ARGUMENT", "API_KEY_INVALID"), FailureKind::Refused)]
#[case::billing(gemini_error(400, "FAILED_PRECONDITION", ""), FailureKind::Refused)]
#[case::no_credit(reply(429, GEMINI_WITHOUT_CREDIT), FailureKind::Refused)]
#[case::no_credit_midway(events(&format!("data: {GEMINI_WITHOUT_CREDIT}\n\n")), FailureKind::Refused)]
#[case::argument(gemini_error(400, "INVALID_ARGUMENT", ""), FailureKind::Unsuitable)]
#[case::server(gemini_error(500, "INTERNAL", ""), FailureKind::Broken)]
#[tokio::test]
async fn gemini_failures(#[case] reply: ResponseTemplate, #[case] kind: FailureKind) {
    let failure = call(TextEngineName::Gemini, reply).await.unwrap_err();
    assert_eq!(failure.kind, kind, "{failure}");
}

#[tokio::test]
async fn gemini_says_when_to_come_back_and_may_be_cut_off_while_it_thinks() {
    let exhausted = reply(429, include_str!("../fixtures/gemini_error_429.json"));
    let failure = call(TextEngineName::Gemini, exhausted).await.unwrap_err();
    assert_eq!((failure.kind, failure.retry_after), (FailureKind::Throttled, Some(Duration::from_secs(13))));
    let thoughts = gemini_candidate("MAX_TOKENS", &json!([{ "thought": true, "text": "Hm." }]));
    let written = call(TextEngineName::Gemini, thoughts).await.unwrap();
    assert_eq!((written.text.as_str(), written.ending), ("", Ending::CutOff));
}

#[rstest]
#[case::not_again(500, "false", FailureKind::Unsuitable)]
#[case::not_soon(429, "false", FailureKind::Refused)]
#[case::again(400, "true", FailureKind::Broken)]
#[case::as_usual(503, "true", FailureKind::Throttled)]
#[case::neither(500, "perhaps", FailureKind::Broken)]
#[tokio::test]
async fn providers_may_decide_about_retries(
    #[case] status: u16,
    #[case] told: &str,
    #[case] kind: FailureKind,
) {
    for engine in [TextEngineName::Openai, TextEngineName::Anthropic, TextEngineName::Gemini] {
        let failure =
            call(engine, reply(status, "{}").insert_header("x-should-retry", told)).await.unwrap_err();
        assert_eq!(failure.kind, kind, "{engine:?}: {failure}");
    }
}

/// The result of a chain with one engine that gets these replies in turn, and how often it was called.
async fn in_turn(replies: Vec<ResponseTemplate>) -> (usize, bool) {
    let path = "/openai/v1/chat/completions";
    let provider = StandIn::at(replies.into_iter().map(|reply| (path, reply))).await;
    let mut settings = TextSettings::sandbox(&provider.address());
    settings.engines = vec![TextEngineName::Openai];
    let served = settings.chain(&client()).unwrap().serve(&order(), Duration::from_mins(1)).await;
    (provider.requests().await.len(), served.is_ok())
}

#[tokio::test]
async fn what_passes_is_tried_twice_more_and_what_does_not_is_not() {
    let soon = || openai_error(429, &json!("rate_limit_exceeded")).insert_header("retry-after-ms", "1");
    let half = || events(&OPENAI_STREAM[..OPENAI_STREAM.len() / 2]);
    let whole = || events(OPENAI_STREAM);
    assert_eq!(in_turn(vec![soon(), half(), whole()]).await, (3, true));
    assert_eq!(in_turn(vec![soon(), soon(), soon(), whole()]).await, (3, false));
    let spent = openai_error(429, &json!("insufficient_quota")).insert_header("retry-after-ms", "1");
    assert_eq!(in_turn(vec![spent, whole()]).await, (1, false));
    let late = openai_error(429, &json!("rate_limit_exceeded")).insert_header("retry-after", "121");
    assert_eq!(in_turn(vec![late, whole()]).await, (1, false));
}
