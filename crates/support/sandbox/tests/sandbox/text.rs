//! Tests of the text models: plain, streamed, and with a schema.

use reqwest::RequestBuilder;
use serde_json::{Value, json};

use crate::support::{self, Running, list, names, ok};

const PROMPT: &str = "Explain how to make cold brew coffee at home and how long it keeps";

fn schema() -> Value {
    json!({
        "type": "object", "additionalProperties": false, "required": ["title", "headings"],
        "properties": {
            "title": { "type": "string", "maxLength": 60 },
            "headings": { "type": "array", "minItems": 4, "maxItems": 8, "items": { "type": "string" } },
        },
    })
}

fn fits(text: &str) {
    let value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(names(&value), ["headings", "title"]);
    assert!(value["title"].as_str().unwrap().chars().count() <= 60);
    assert_eq!(list(&value["headings"]).len(), 4);
}

fn openai(running: &Running, more: &Value) -> RequestBuilder {
    let mut body = json!({ "model": "m", "messages": [{ "role": "system", "content": "Be brief." }, { "role": "user", "content": PROMPT }] });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    running.post("/openai/v1/chat/completions").bearer_auth("sandbox").json(&body)
}

fn anthropic(running: &Running, more: &Value) -> RequestBuilder {
    let mut body =
        json!({ "model": "m", "max_tokens": 4000, "messages": [{ "role": "user", "content": PROMPT }] });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let request = running.post("/anthropic/v1/messages").header("anthropic-version", "2026-10-21");
    request.bearer_auth("sandbox").json(&body)
}

fn gemini(running: &Running, method: &str, more: &Value) -> RequestBuilder {
    let mut body = json!({ "contents": [{ "role": "user", "parts": [{ "text": PROMPT }] }] });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    running.post(&format!("/gemini/v1/models/m:{method}")).header("x-goog-api-key", "sandbox").json(&body)
}

/// The data of the events of a stream, and their names.
async fn events(request: RequestBuilder) -> Vec<(String, String)> {
    let response = request.send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let text = response.text().await.unwrap().replace("\r\n", "\n");
    let blocks = text.split("\n\n").filter(|block| !block.is_empty());
    let line = |block: &str, name: &str| {
        block.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().to_owned()
    };
    blocks.map(|block| (line(block, "event: "), line(block, "data: "))).collect()
}

#[tokio::test]
async fn openai_answers_and_counts() {
    let running = Running::start().await;
    let response = openai(&running, &json!({})).send().await.unwrap();
    assert!(response.headers().contains_key("x-ratelimit-remaining-tokens"));
    let body: Value = response.json().await.unwrap();
    assert_eq!((&body["object"], &body["model"]), (&json!("chat.completion"), &json!("m")));
    let choice = &body["choices"][0];
    assert_eq!((&choice["finish_reason"], &choice["message"]["refusal"]), (&json!("stop"), &Value::Null));
    let text = choice["message"]["content"].as_str().unwrap();
    assert!(text.to_lowercase().contains("cold brew"), "{text}");
    let usage = &body["usage"];
    let count = |name: &str| usage[name].as_u64().unwrap();
    assert_eq!(count("total_tokens"), count("prompt_tokens") + count("completion_tokens"));
    assert_eq!(body, ok(openai(&running, &json!({}))).await);
}

#[tokio::test]
async fn openai_streams_the_same_text() {
    let running = Running::start().await;
    let whole = ok(openai(&running, &json!({}))).await["choices"][0]["message"]["content"].clone();
    let more = json!({ "stream": true, "stream_options": { "include_usage": true } });
    let events = events(openai(&running, &more)).await;
    assert_eq!(events.last().unwrap().1, "[DONE]");
    let chunks: Vec<Value> =
        events[..events.len() - 1].iter().map(|(_, data)| serde_json::from_str(data).unwrap()).collect();
    let text: String =
        chunks.iter().filter_map(|chunk| chunk["choices"][0]["delta"]["content"].as_str()).collect();
    assert_eq!(json!(text), whole);
    assert_eq!(chunks[0]["choices"][0]["delta"]["role"], "assistant");
    let last = chunks.last().unwrap();
    assert_eq!(last["choices"], json!([]));
    assert!(last["usage"]["total_tokens"].is_u64());
    assert_eq!(chunks[chunks.len() - 2]["choices"][0]["finish_reason"], "stop");
}

#[tokio::test]
async fn every_model_fills_a_schema() {
    let running = Running::start().await;
    let format = json!({ "type": "json_schema", "json_schema": { "name": "outline", "strict": true, "schema": schema() } });
    let body = ok(openai(&running, &json!({ "response_format": format }))).await;
    fits(body["choices"][0]["message"]["content"].as_str().unwrap());
    let format = json!({ "format": { "type": "json_schema", "schema": schema() } });
    let body = ok(anthropic(&running, &json!({ "output_config": format }))).await;
    fits(body["content"][0]["text"].as_str().unwrap());
    let config = json!({ "responseMimeType": "application/json", "responseJsonSchema": schema() });
    let body = ok(gemini(&running, "generateContent", &json!({ "generationConfig": config }))).await;
    fits(body["candidates"][0]["content"]["parts"][0]["text"].as_str().unwrap());
}

#[tokio::test]
async fn a_limit_of_tokens_ends_the_text() {
    let running = Running::start().await;
    let body = ok(openai(&running, &json!({ "max_completion_tokens": 5 }))).await;
    assert_eq!(body["choices"][0]["finish_reason"], "length");
    assert_eq!(body["usage"]["completion_tokens"], 5);
    assert_eq!(ok(anthropic(&running, &json!({ "max_tokens": 5 }))).await["stop_reason"], "max_tokens");
    let config = json!({ "generationConfig": { "maxOutputTokens": 5 } });
    let body = ok(gemini(&running, "generateContent", &config)).await;
    assert_eq!(body["candidates"][0]["finishReason"], "MAX_TOKENS");
}

#[tokio::test]
async fn anthropic_answers_and_streams() {
    let running = Running::start().await;
    let body = ok(anthropic(&running, &json!({}))).await;
    assert_eq!(
        names(&body),
        ["content", "id", "model", "role", "stop_reason", "stop_sequence", "type", "usage"]
    );
    assert_eq!((&body["type"], &body["stop_reason"]), (&json!("message"), &json!("end_turn")));
    let events = events(anthropic(&running, &json!({ "stream": true }))).await;
    let kinds: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(kinds[..3], ["message_start", "content_block_start", "ping"]);
    assert_eq!(kinds[kinds.len() - 3..], ["content_block_stop", "message_delta", "message_stop"]);
    let data: Vec<Value> = events.iter().map(|(_, data)| serde_json::from_str(data).unwrap()).collect();
    assert!(data.iter().zip(&kinds).all(|(data, kind)| data["type"] == **kind));
    let text: String = data.iter().filter_map(|data| data["delta"]["text"].as_str()).collect();
    assert_eq!(json!(text), body["content"][0]["text"]);
    assert_eq!(data[data.len() - 2]["usage"]["output_tokens"], body["usage"]["output_tokens"]);
}

#[tokio::test]
async fn anthropic_refuses_as_documented() {
    let running = Running::start().await;
    let (status, body) = support::json(anthropic(&running, &json!({ "temperature": 1.0 }))).await;
    assert_eq!((status, &body["error"]["type"]), (400, &json!("invalid_request_error")));
    assert_eq!(body["type"], "error");
    let old = running.post("/anthropic/v1/messages").header("anthropic-version", "2023-06-01");
    let request = json!({ "model": "m", "max_tokens": 9, "temperature": 1.0, "messages": [{ "role": "user", "content": "x" }] });
    ok(old.header("x-api-key", "sandbox").json(&request)).await;
    let (status, _) =
        support::json(running.post("/anthropic/v1/messages").bearer_auth("sandbox").json(&request)).await;
    assert_eq!(status, 400, "the version is required");
    let (status, body) = support::json(anthropic(&running, &json!({ "max_tokens": null }))).await;
    assert_eq!((status, &body["error"]["message"]), (400, &json!("max_tokens: Field required")));
    let (status, body) = support::json(running.post("/anthropic/v1/messages").json(&request)).await;
    assert_eq!((status, &body["error"]["type"]), (401, &json!("authentication_error")));
}

#[tokio::test]
async fn gemini_answers_and_streams() {
    let running = Running::start().await;
    let body = ok(gemini(&running, "generateContent", &json!({}))).await;
    assert_eq!(body["candidates"][0]["finishReason"], "STOP");
    assert_eq!(body["candidates"][0]["content"]["role"], "model");
    let whole = &body["candidates"][0]["content"]["parts"][0]["text"];
    let events = events(gemini(&running, "streamGenerateContent?alt=sse", &json!({}))).await;
    let chunks: Vec<Value> = events.iter().map(|(_, data)| serde_json::from_str(data).unwrap()).collect();
    let text: String = chunks
        .iter()
        .filter_map(|chunk| chunk["candidates"][0]["content"]["parts"][0]["text"].as_str())
        .collect();
    assert_eq!(json!(text), *whole);
    assert_eq!(chunks.last().unwrap()["usageMetadata"], body["usageMetadata"]);
    let (status, body) =
        support::json(running.post("/gemini/v1/models/m:generateContent").json(&json!({}))).await;
    assert_eq!((status, &body["error"]["status"]), (403, &json!("PERMISSION_DENIED")));
}

#[tokio::test]
async fn refusals_and_overload_have_each_providers_form() {
    let running = Running::start().await;
    let with = |fault: &str| json!({ "messages": [{ "role": "user", "content": format!("x sandbox-fault:{fault}") }] });
    let parts =
        |fault: &str| json!({ "contents": [{ "parts": [{ "text": format!("x sandbox-fault:{fault}") }] }] });
    let body = ok(openai(&running, &with("blocked"))).await;
    assert!(body["choices"][0]["message"]["content"].is_null());
    assert!(body["choices"][0]["message"]["refusal"].is_string());
    assert_eq!(ok(anthropic(&running, &with("blocked"))).await["stop_reason"], "refusal");
    let body = ok(gemini(&running, "generateContent", &parts("blocked"))).await;
    assert!(body["candidates"].is_null() && body["promptFeedback"]["blockReason"].is_string());
    let (status, body) = support::json(anthropic(&running, &with("503"))).await;
    assert_eq!((status, &body["error"]["type"]), (529, &json!("overloaded_error")));
    let (status, body) = support::json(openai(&running, &with("429"))).await;
    assert_eq!((status, &body["error"]["code"]), (429, &json!("rate_limit_exceeded")));
    let (status, body) = support::json(gemini(&running, "generateContent", &parts("429-13"))).await;
    assert_eq!((status, &body["error"]["details"][0]["retryDelay"]), (429, &json!("13s")));
    assert_eq!(ok(anthropic(&running, &with("empty"))).await["content"], json!([]));
}

#[tokio::test]
async fn openai_refuses_as_documented() {
    let running = Running::start().await;
    let post = |body: Value| running.post("/openai/v1/chat/completions").bearer_auth("sandbox").json(&body);
    for (body, parameter) in [
        (json!({ "messages": [{}] }), "model"),
        (json!({ "model": "m", "messages": [] }), "messages"),
        (
            json!({ "model": "m", "messages": [{}], "response_format": { "type": "json_schema", "json_schema": {} } }),
            "response_format.json_schema.name",
        ),
    ] {
        let (status, body) = support::json(post(body)).await;
        assert_eq!((status, &body["error"]["param"]), (400, &json!(parameter)));
        assert_eq!(names(&body["error"]), ["code", "message", "param", "type"]);
    }
    let (status, body) = support::json(running.get("/openai/v1/models")).await;
    assert_eq!((status, &body["error"]["code"]), (401, &json!("invalid_api_key")));
    assert_eq!(ok(running.get("/openai/v1/models").bearer_auth("sandbox")).await["object"], "list");
}
