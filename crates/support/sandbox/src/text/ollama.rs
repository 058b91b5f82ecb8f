//! Ollama: `GET /api/tags`, and `POST /v1/chat/completions` in `OpenAI`'s format.

use http::{Method, StatusCode};
use serde_json::{Value, json};

use super::openai;
use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::StandIn;
use crate::reply::Reply;
use crate::world::World;

pub(crate) struct Ollama;

/// The only model that is installed.
const MODEL: &str = "sandbox:latest";

impl StandIn for Ollama {
    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        match (asked.method.clone(), asked.path.as_str()) {
            (Method::GET, "/api/tags") => Reply::ok(&json!({ "models": [model()] })),
            (Method::POST, "/v1/chat/completions") if asked.json()["model"] != json!(MODEL) => {
                let message =
                    format!("model '{}' not found", asked.json()["model"].as_str().unwrap_or_default());
                error(StatusCode::NOT_FOUND, "not_found_error", &message)
            }
            (Method::POST, "/v1/chat/completions") => openai::chat(world, asked),
            _ => Reply::text(StatusCode::NOT_FOUND, "404 page not found"),
        }
    }

    fn failure(&self, asked: &Asked, failure: Failure) -> Reply {
        match failure {
            // Ollama needs no key, but a proxy before it may.
            Failure::Unauthorised => error(StatusCode::UNAUTHORIZED, "api_error", "unauthorized"),
            Failure::Throttled { retry_after } => {
                error(StatusCode::SERVICE_UNAVAILABLE, "api_error", BUSY).retry_after(retry_after)
            }
            Failure::Unavailable => error(StatusCode::SERVICE_UNAVAILABLE, "api_error", BUSY),
            Failure::Broken | Failure::Task(_) => {
                error(StatusCode::INTERNAL_SERVER_ERROR, "api_error", "model runner has unexpectedly stopped")
            }
            Failure::Blocked => openai::refusal(asked),
        }
    }
}

const BUSY: &str = "server busy, please try again. maximum pending requests exceeded";

fn model() -> Value {
    json!({
        "name": MODEL, "model": MODEL, "modified_at": "2026-11-01T00:00:00Z", "size": 2_019_393_189_u64,
        "digest": "a80c4f17acd55265feec403c7aef86be0c25983ab279d83f3bcd3abbcb5b8b72",
        "details": {
            "parent_model": "", "format": "gguf", "family": "sandbox", "families": ["sandbox"], "parameter_size": "3.2B",
            "quantization_level": "Q4_K_M",
        },
        "capabilities": ["completion"],
    })
}

fn error(status: StatusCode, kind: &str, message: &str) -> Reply {
    let error = json!({ "message": message, "type": kind, "param": Value::Null, "code": Value::Null });
    Reply::json(status, &json!({ "error": error }))
}
