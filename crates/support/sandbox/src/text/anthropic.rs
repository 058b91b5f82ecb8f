//! Anthropic: `POST /v1/messages`, plain and streamed.

use http::{HeaderName, Method, StatusCode};
use serde_json::{Value, json};

use super::openai::text_of;
use super::{Completion, Form, Prompt};
use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::{CREDENTIAL, StandIn};
use crate::reply::Reply;
use crate::seed::Seed;
use crate::world::World;

pub(crate) struct Anthropic;

/// The first version that refuses sampling parameters.
const WITHOUT_SAMPLING: &str = "2026-10-21";
const VERSIONS: [&str; 2] = ["2023-06-01", WITHOUT_SAMPLING];

impl StandIn for Anthropic {
    fn admits(&self, asked: &Asked) -> bool {
        asked.bearer() == Some(CREDENTIAL) || asked.header("x-api-key") == Some(CREDENTIAL)
    }

    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        let reply = if asked.path == "/v1/messages" && asked.method == Method::POST {
            message(world, asked).unwrap_or_else(|reason| {
                error(asked, StatusCode::BAD_REQUEST, "invalid_request_error", reason)
            })
        } else {
            error(asked, StatusCode::NOT_FOUND, "not_found_error", "Not found")
        };
        reply.with(HeaderName::from_static("request-id"), &request_id(asked))
    }

    fn failure(&self, asked: &Asked, failure: Failure) -> Reply {
        let overloaded = StatusCode::from_u16(529).unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
        let reply = match failure {
            Failure::Unauthorised => {
                error(asked, StatusCode::UNAUTHORIZED, "authentication_error", "invalid x-api-key")
            }
            Failure::Throttled { retry_after } => error(
                asked,
                StatusCode::TOO_MANY_REQUESTS,
                "rate_limit_error",
                "This request would exceed your account's rate limit.",
            )
            .retry_after(retry_after),
            Failure::Broken | Failure::Task(_) => {
                error(asked, StatusCode::INTERNAL_SERVER_ERROR, "api_error", "Internal server error")
            }
            Failure::Unavailable => error(asked, overloaded, "overloaded_error", "Overloaded"),
            Failure::Blocked => refusal(asked),
        };
        reply.with(HeaderName::from_static("request-id"), &request_id(asked))
    }
}

fn request_id(asked: &Asked) -> String {
    format!("req_{}", Seed::of(&["anthropic", &String::from_utf8_lossy(&asked.body)]).hex(24))
}

fn error(asked: &Asked, status: StatusCode, kind: &str, message: &str) -> Reply {
    let error = json!({ "type": kind, "message": message });
    Reply::json(status, &json!({ "type": "error", "error": error, "request_id": request_id(asked) }))
}

fn message(world: &World, asked: &Asked) -> Result<Reply, &'static str> {
    let request = asked.json();
    let version = asked.header("anthropic-version").ok_or("anthropic-version: header is required")?;
    if !VERSIONS.contains(&version) {
        return Err("anthropic-version: not a valid version");
    }
    let model = request["model"].as_str().ok_or("model: Field required")?;
    let most_tokens = request["max_tokens"].as_u64().ok_or("max_tokens: Field required")?;
    let messages = request["messages"].as_array().ok_or("messages: Field required")?;
    if messages.is_empty() {
        return Err("messages: at least one message is required");
    }
    let sampled = ["temperature", "top_p", "top_k"].iter().any(|name| !request[*name].is_null());
    if version == WITHOUT_SAMPLING && sampled {
        return Err("temperature, top_p and top_k are not supported in this version");
    }
    if messages.last().is_some_and(|message| message["role"] == "assistant") {
        return Err("messages: the final message must be from the user");
    }
    let format = &request["output_config"]["format"];
    let form = if format["type"] == "json_schema" { Form::Schema(&format["schema"]) } else { Form::Text };
    let texts = messages.iter().map(|message| text_of(&message["content"]));
    let whole: Vec<String> = std::iter::once(text_of(&request["system"])).chain(texts).collect();
    let prompt = Prompt {
        last: whole.last().cloned().unwrap_or_default(),
        whole: whole.join("\n"),
        form,
        most_tokens: Some(most_tokens),
        empty: asked.empty,
        flaw: asked.text_flaw,
    };
    let completion = Completion::of(world, &prompt);
    Ok(if request["stream"] == json!(true) {
        Reply::events(events(model, &completion))
    } else {
        Reply::ok(&body(model, &completion))
    })
}

fn stop_reason(completion: &Completion) -> &'static str {
    if completion.cut_short { "max_tokens" } else { "end_turn" }
}

fn body(model: &str, completion: &Completion) -> Value {
    let content = if completion.text.is_empty() {
        json!([])
    } else {
        json!([{ "type": "text", "text": completion.text }])
    };
    json!({
        "id": format!("msg_{}", completion.id), "type": "message", "role": "assistant", "model": model,
        "content": content, "stop_reason": stop_reason(completion), "stop_sequence": Value::Null,
        "usage": {
            "input_tokens": completion.prompt_tokens, "output_tokens": completion.written_tokens,
            "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0,
        },
    })
}

fn events(model: &str, completion: &Completion) -> Vec<String> {
    let mut start = body(model, completion);
    start["content"] = json!([]);
    start["stop_reason"] = Value::Null;
    start["usage"] = json!({ "input_tokens": completion.prompt_tokens, "output_tokens": 1 });
    let mut events = vec![
        event(&json!({ "type": "message_start", "message": start })),
        event(
            &json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": "" } }),
        ),
        event(&json!({ "type": "ping" })),
    ];
    events.extend(completion.pieces().iter().map(|piece| {
        let delta = json!({ "type": "text_delta", "text": piece });
        event(&json!({ "type": "content_block_delta", "index": 0, "delta": delta }))
    }));
    events.push(event(&json!({ "type": "content_block_stop", "index": 0 })));
    events.push(event(&json!({
        "type": "message_delta",
        "delta": { "stop_reason": stop_reason(completion), "stop_sequence": Value::Null },
        "usage": { "output_tokens": completion.written_tokens },
    })));
    events.push(event(&json!({ "type": "message_stop" })));
    events
}

fn event(data: &Value) -> String {
    format!("event: {}\ndata: {data}\n\n", data["type"].as_str().unwrap_or_default())
}

fn refusal(asked: &Asked) -> Reply {
    let mut message = json!({
        "id": "msg_refused", "type": "message", "role": "assistant", "model": asked.json()["model"], "content": [],
        "stop_reason": "refusal", "stop_sequence": Value::Null,
        "usage": {
            "input_tokens": 10, "output_tokens": 1, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0,
        },
    });
    if asked.json()["stream"] != json!(true) {
        return Reply::ok(&message);
    }
    let end = json!({ "stop_reason": message["stop_reason"].take(), "stop_sequence": Value::Null });
    Reply::events([
        event(&json!({ "type": "message_start", "message": message })),
        event(&json!({ "type": "message_delta", "delta": end, "usage": { "output_tokens": 1 } })),
        event(&json!({ "type": "message_stop" })),
    ])
}
