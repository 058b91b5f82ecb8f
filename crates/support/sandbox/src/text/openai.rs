//! `OpenAI` and all providers with its format: `POST /v1/chat/completions`, `GET /v1/models`, and images.

use http::{HeaderName, Method, StatusCode};
use serde_json::{Value, json};

use super::{Completion, Form, Prompt};
use crate::asked::Asked;
use crate::faults::Failure;
use crate::images;
use crate::provider::{CREDENTIAL, StandIn};
use crate::reply::Reply;
use crate::seed::Seed;
use crate::world::World;

pub(crate) struct OpenAi;

/// Every response has the date of the sandbox's web: 1 November 2026.
pub(crate) const CREATED: u64 = 1_793_491_200;

const RATE_HEADERS: [(&str, &str); 6] = [
    ("x-ratelimit-limit-requests", "500"),
    ("x-ratelimit-remaining-requests", "499"),
    ("x-ratelimit-reset-requests", "120ms"),
    ("x-ratelimit-limit-tokens", "200000"),
    ("x-ratelimit-remaining-tokens", "199000"),
    ("x-ratelimit-reset-tokens", "6m0s"),
];

impl StandIn for OpenAi {
    fn admits(&self, asked: &Asked) -> bool {
        asked.bearer() == Some(CREDENTIAL)
    }

    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        let reply = match (asked.method.clone(), asked.path.as_str()) {
            (Method::POST, "/v1/chat/completions") => chat(world, asked),
            (Method::POST, "/v1/images/generations") => images::openai::generate(asked),
            (Method::GET, "/v1/models") => Reply::ok(&json!({
                "object": "list",
                "data": [{ "id": "sandbox", "object": "model", "created": CREATED, "owned_by": "sandbox" }],
            })),
            _ => error(StatusCode::NOT_FOUND, "invalid_request_error", None, "Invalid URL"),
        };
        with_headers(reply, asked)
    }

    fn failure(&self, asked: &Asked, failure: Failure) -> Reply {
        let reply = match failure {
            Failure::Unauthorised => error(
                StatusCode::UNAUTHORIZED,
                "invalid_request_error",
                Some("invalid_api_key"),
                "Incorrect API key provided.",
            ),
            Failure::Throttled { retry_after } => error(
                StatusCode::TOO_MANY_REQUESTS,
                "requests",
                Some("rate_limit_exceeded"),
                "Rate limit reached for requests",
            )
            .retry_after(retry_after),
            Failure::Broken | Failure::Task(_) => error(
                StatusCode::INTERNAL_SERVER_ERROR,
                "server_error",
                None,
                "The server had an error while processing your request.",
            ),
            Failure::Unavailable => error(
                StatusCode::SERVICE_UNAVAILABLE,
                "server_error",
                None,
                "The engine is currently overloaded, please try again later.",
            ),
            Failure::Blocked if asked.path.starts_with("/v1/images/") => error(
                StatusCode::BAD_REQUEST,
                "image_generation_user_error",
                Some("moderation_blocked"),
                "Your request was rejected by the safety system.",
            ),
            Failure::Blocked => refusal(asked),
        };
        with_headers(reply, asked)
    }
}

/// An error in the provider's format.
fn error(status: StatusCode, kind: &str, code: Option<&str>, message: &str) -> Reply {
    let error = json!({ "message": message, "type": kind, "param": Value::Null, "code": code });
    Reply::json(status, &json!({ "error": error }))
}

/// A refusal of one parameter.
pub(crate) fn bad_parameter(name: &str, code: &str, message: &str) -> Reply {
    let error = json!({ "message": message, "type": "invalid_request_error", "param": name, "code": code });
    Reply::json(StatusCode::BAD_REQUEST, &json!({ "error": error }))
}

fn with_headers(reply: Reply, asked: &Asked) -> Reply {
    let id = Seed::of(&["openai", &asked.path, &String::from_utf8_lossy(&asked.body)]).hex(32);
    let reply = reply.with(HeaderName::from_static("x-request-id"), &format!("req_{id}"));
    RATE_HEADERS.iter().fold(reply, |reply, (name, value)| reply.with(HeaderName::from_static(name), value))
}

/// The response to a request for a text.
pub(crate) fn chat(world: &World, asked: &Asked) -> Reply {
    let request = asked.json();
    let Some(model) = request["model"].as_str() else {
        return bad_parameter("model", "missing_required_parameter", "you must provide a model parameter");
    };
    let messages = request["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    if messages.is_empty() {
        let message = "Missing required parameter: 'messages'.";
        return bad_parameter("messages", "missing_required_parameter", message);
    }
    let form = match form(&request["response_format"]) {
        Ok(form) => form,
        Err(refusal) => return refusal,
    };
    let most_tokens = request["max_completion_tokens"].as_u64().or_else(|| request["max_tokens"].as_u64());
    let completion = Completion::of(world, &prompt(messages, form, most_tokens, asked));
    if request["stream"] == json!(true) {
        let with_usage = request["stream_options"]["include_usage"] == json!(true);
        return Reply::events(events(model, &completion, with_usage));
    }
    Reply::ok(&whole(model, &completion))
}

fn form(format: &Value) -> Result<Form<'_>, Reply> {
    match format["type"].as_str() {
        None | Some("text") => Ok(Form::Text),
        Some("json_object") => Ok(Form::Object),
        Some("json_schema") => named_schema(&format["json_schema"]).map(Form::Schema).ok_or_else(|| {
            let name = "response_format.json_schema.name";
            bad_parameter(
                name,
                "missing_required_parameter",
                &format!("Missing required parameter: '{name}'."),
            )
        }),
        Some(_) => Err(bad_parameter("response_format.type", "invalid_value", "Invalid value.")),
    }
}

fn named_schema(format: &Value) -> Option<&Value> {
    let name = format["name"].as_str()?;
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    ((1..=64).contains(&name.len()) && name.chars().all(plain)).then(|| &format["schema"])
}

fn prompt<'a>(messages: &[Value], form: Form<'a>, most_tokens: Option<u64>, asked: &Asked) -> Prompt<'a> {
    let texts: Vec<(bool, String)> =
        messages.iter().map(|message| (message["role"] == "user", text_of(&message["content"]))).collect();
    let last = texts.iter().rfind(|(by_user, _)| *by_user).map(|(_, text)| text.clone());
    let whole = texts.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("\n");
    Prompt {
        last: last.unwrap_or_else(|| whole.clone()),
        whole,
        form,
        most_tokens,
        empty: asked.empty,
        flaw: asked.text_flaw,
    }
}

/// A text, or the text parts of a list.
pub(crate) fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            parts.iter().filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

fn usage(completion: &Completion) -> Value {
    json!({
        "prompt_tokens": completion.prompt_tokens, "completion_tokens": completion.written_tokens,
        "total_tokens": completion.prompt_tokens + completion.written_tokens,
        "prompt_tokens_details": { "cached_tokens": 0 },
        "completion_tokens_details": { "reasoning_tokens": 0 },
    })
}

fn finish_reason(completion: &Completion) -> &'static str {
    if completion.cut_short { "length" } else { "stop" }
}

fn whole(model: &str, completion: &Completion) -> Value {
    json!({
        "id": format!("chatcmpl-{}", completion.id), "object": "chat.completion", "created": CREATED, "model": model,
        "choices": [{
            "index": 0,
            "message": { "role": "assistant", "content": completion.text, "refusal": Value::Null },
            "logprobs": Value::Null, "finish_reason": finish_reason(completion),
        }],
        "usage": usage(completion),
    })
}

fn events(model: &str, completion: &Completion, with_usage: bool) -> Vec<String> {
    let chunk = |choices: Value, usage: Value| {
        let mut chunk = json!({
            "id": format!("chatcmpl-{}", completion.id), "object": "chat.completion.chunk", "created": CREATED,
            "model": model, "choices": choices,
        });
        if with_usage {
            chunk["usage"] = usage;
        }
        format!("data: {chunk}\n\n")
    };
    let delta = |delta: Value, finish: Value| {
        chunk(
            json!([{ "index": 0, "delta": delta, "logprobs": Value::Null, "finish_reason": finish }]),
            Value::Null,
        )
    };
    let mut events =
        vec![delta(json!({ "role": "assistant", "content": "", "refusal": Value::Null }), Value::Null)];
    events.extend(completion.pieces().iter().map(|piece| delta(json!({ "content": piece }), Value::Null)));
    events.push(delta(json!({}), json!(finish_reason(completion))));
    if with_usage {
        events.push(chunk(json!([]), usage(completion)));
    }
    events.push("data: [DONE]\n\n".to_owned());
    events
}

/// The response of a model that declines, with the reason in `refusal`.
pub(crate) fn refusal(asked: &Asked) -> Reply {
    let words = "I can't help with that.";
    let streamed = asked.json()["stream"] == json!(true);
    let choice = |name: &str, message: Value, finish: Value| json!([{ "index": 0, name: message, "logprobs": Value::Null, "finish_reason": finish }]);
    let body = |object: &str, choices: Value| {
        json!({
            "id": "chatcmpl-refused", "object": object, "created": CREATED, "model": asked.json()["model"],
            "choices": choices,
        })
    };
    if streamed {
        let chunk = |delta: Value, finish: Value| {
            format!("data: {}\n\n", body("chat.completion.chunk", choice("delta", delta, finish)))
        };
        return Reply::events([
            chunk(json!({ "role": "assistant", "content": Value::Null, "refusal": "" }), Value::Null),
            chunk(json!({ "refusal": words }), Value::Null),
            chunk(json!({}), json!("stop")),
            "data: [DONE]\n\n".to_owned(),
        ]);
    }
    let message = json!({ "role": "assistant", "content": Value::Null, "refusal": words });
    let mut whole = body("chat.completion", choice("message", message, json!("stop")));
    whole["usage"] = json!({ "prompt_tokens": 10, "completion_tokens": 6, "total_tokens": 16 });
    Reply::ok(&whole)
}
