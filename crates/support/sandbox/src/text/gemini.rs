//! Google Gemini: `POST /v1/models/{model}:generateContent` and `:streamGenerateContent?alt=sse`, for text and for images.

use http::Method;
use serde_json::{Value, json};

use super::openai::text_of;
use super::{Completion, Form, Prompt, tokens};
use crate::asked::Asked;
use crate::faults::Failure;
use crate::google_error;
use crate::images;
use crate::provider::{CREDENTIAL, StandIn};
use crate::reply::Reply;
use crate::world::World;

pub(crate) struct Gemini;

impl StandIn for Gemini {
    fn admits(&self, asked: &Asked) -> bool {
        asked.header("x-goog-api-key").or_else(|| asked.param("key")) == Some(CREDENTIAL)
    }

    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        let Some((model, method)) = called(&asked.path).filter(|_| asked.method == Method::POST) else {
            return google_error::not_found("Requested entity was not found.");
        };
        let contents = asked.json()["contents"].as_array().map(Vec::as_slice).unwrap_or_default();
        if contents.is_empty() {
            return google_error::invalid("* GenerateContentRequest.contents: contents is not specified");
        }
        let prompt = prompt(asked, contents);
        match method {
            "generateContent" if wants_image(asked) => images::gemini::generate(asked, model, &prompt.last),
            "generateContent" => Reply::ok(&whole(model, &Completion::of(world, &prompt))),
            "streamGenerateContent" => stream(asked, model, &Completion::of(world, &prompt)),
            _ => google_error::not_found("Requested entity was not found."),
        }
    }

    fn failure(&self, asked: &Asked, failure: Failure) -> Reply {
        match failure {
            Failure::Unauthorised => google_error::unregistered(),
            Failure::Blocked if wants_image(asked) => Reply::ok(&json!({
                "candidates": [{ "index": 0, "content": { "role": "model" }, "finishReason": "IMAGE_SAFETY" }],
                "usageMetadata": { "promptTokenCount": 5, "totalTokenCount": 5 },
            })),
            Failure::Blocked => {
                let body = json!({
                    "promptFeedback": { "blockReason": "PROHIBITED_CONTENT" },
                    "usageMetadata": { "promptTokenCount": 5, "totalTokenCount": 5 },
                });
                let streamed = asked.param("alt") == Some("sse");
                if streamed { Reply::events([event(&body)]) } else { Reply::ok(&body) }
            }
            other => google_error::failure(other),
        }
    }
}

/// The model and the method of a path.
fn called(path: &str) -> Option<(&str, &str)> {
    let rest = path.strip_prefix("/v1beta/").or_else(|| path.strip_prefix("/v1/"))?;
    rest.strip_prefix("models/")?.split_once(':')
}

fn wants_image(asked: &Asked) -> bool {
    let modalities = asked.json()["generationConfig"]["responseModalities"].as_array();
    modalities.is_some_and(|kinds| kinds.iter().any(|kind| kind == "IMAGE"))
}

fn prompt<'a>(asked: &'a Asked, contents: &[Value]) -> Prompt<'a> {
    let config = &asked.json()["generationConfig"];
    let schema = config.get("responseJsonSchema").or_else(|| config.get("responseSchema"));
    let form = match schema {
        Some(schema) => Form::Schema(schema),
        None if config["responseMimeType"] == "application/json" => Form::Object,
        None => Form::Text,
    };
    let last = contents.iter().rfind(|content| content["role"] != "model");
    let texts = contents.iter().map(|content| text_of(&content["parts"]));
    let system = text_of(&asked.json()["systemInstruction"]["parts"]);
    Prompt {
        last: last.map(|content| text_of(&content["parts"])).unwrap_or_default(),
        whole: std::iter::once(system).chain(texts).collect::<Vec<_>>().join("\n"),
        form,
        most_tokens: config["maxOutputTokens"].as_u64(),
        empty: asked.empty,
        flaw: asked.text_flaw,
    }
}

fn usage(completion: &Completion) -> Value {
    json!({
        "promptTokenCount": completion.prompt_tokens, "candidatesTokenCount": completion.written_tokens,
        "thoughtsTokenCount": 0, "totalTokenCount": completion.prompt_tokens + completion.written_tokens,
    })
}

fn finish_reason(completion: &Completion) -> &'static str {
    if completion.cut_short { "MAX_TOKENS" } else { "STOP" }
}

fn whole(model: &str, completion: &Completion) -> Value {
    json!({
        "candidates": [{
            "index": 0, "content": { "role": "model", "parts": [{ "text": completion.text }] },
            "finishReason": finish_reason(completion),
        }],
        "usageMetadata": usage(completion), "modelVersion": model, "responseId": completion.id,
    })
}

/// Events with `alt=sse`, else one list of the same objects.
fn stream(asked: &Asked, model: &str, completion: &Completion) -> Reply {
    let chunk = |text: &str| {
        json!({
            "candidates": [{ "index": 0, "content": { "role": "model", "parts": [{ "text": text }] } }],
            "modelVersion": model, "responseId": completion.id,
        })
    };
    let mut chunks: Vec<Value> = completion.pieces().iter().map(|piece| chunk(piece)).collect();
    if chunks.is_empty() {
        chunks.push(chunk(""));
    }
    if let Some(last) = chunks.last_mut() {
        last["candidates"][0]["finishReason"] = json!(finish_reason(completion));
        last["usageMetadata"] = usage(completion);
    }
    if asked.param("alt") == Some("sse") {
        return Reply::events(chunks.iter().map(event));
    }
    Reply::ok(&Value::Array(chunks))
}

fn event(chunk: &Value) -> String {
    format!("data: {chunk}\r\n\r\n")
}

/// The usage of a response that is an image.
pub(crate) fn image_usage(prompt: &str) -> Value {
    let prompt_tokens = tokens(prompt);
    json!({
        "promptTokenCount": prompt_tokens, "candidatesTokenCount": 1290, "totalTokenCount": prompt_tokens + 1290,
    })
}
