//! `ComfyUI`: queue a graph, poll its history, fetch the image. It has no credentials.

use http::{Method, StatusCode};
use serde_json::{Value, json};

use super::Picture;
use crate::asked::Asked;
use crate::faults::{self, Failure, Flaw};
use crate::provider::{Provider, StandIn};
use crate::reply::Reply;
use crate::seed::Seed;
use crate::world::World;

pub(crate) struct ComfyUi;

impl StandIn for ComfyUi {
    fn answer(&self, world: &World, asked: &Asked) -> Reply {
        match (asked.method.clone(), asked.path.as_str()) {
            (Method::POST, "/prompt") => queue(world, asked),
            (Method::GET, "/view") => view(asked),
            (Method::GET, path) => match path.strip_prefix("/history/") {
                Some(id) => history(world, id),
                None => not_found(),
            },
            _ => not_found(),
        }
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        let text = |status, text: &'static str| Reply::text(status, text);
        match failure {
            Failure::Unauthorised => text(StatusCode::UNAUTHORIZED, "401: Unauthorized"),
            Failure::Throttled { retry_after } => {
                text(StatusCode::TOO_MANY_REQUESTS, "429: Too Many Requests").retry_after(retry_after)
            }
            Failure::Broken | Failure::Task(_) => {
                text(StatusCode::INTERNAL_SERVER_ERROR, "500 Internal Server Error")
            }
            Failure::Unavailable => text(StatusCode::SERVICE_UNAVAILABLE, "503: Service Unavailable"),
            Failure::Blocked => text(StatusCode::FORBIDDEN, "403: Forbidden"),
        }
    }
}

fn not_found() -> Reply {
    Reply::text(StatusCode::NOT_FOUND, "404: Not Found")
}

fn queue(world: &World, asked: &Asked) -> Reply {
    let graph = &asked.json()["prompt"];
    let Some(nodes) = graph.as_object().filter(|nodes| !nodes.is_empty()) else {
        return invalid("no_prompt", "No prompt provided");
    };
    if nodes.values().any(|node| !node["class_type"].is_string()) {
        return invalid(
            "invalid_prompt",
            "Cannot execute because a node is missing the class_type property.",
        );
    }
    let is = |node: &Value, kinds: &[&str]| kinds.iter().any(|kind| node["class_type"] == *kind);
    let Some((output, _)) = nodes.iter().find(|(_, node)| is(node, &["SaveImage", "PreviewImage"])) else {
        return invalid("prompt_no_outputs", "Prompt has no outputs");
    };
    let asked_id = asked.json()["prompt_id"].as_str().map(str::to_owned);
    let id = asked_id.unwrap_or_else(|| Seed::of(&["comfyui", &graph.to_string()]).uuid());
    let latent = nodes.values().find(|node| node["inputs"]["width"].is_u64());
    let side = |name: &str| latent.and_then(|node| node["inputs"][name].as_u64()).unwrap_or(512);
    let picture = Seed::of(&["comfyui-picture", &without_fault_words(graph).to_string()]).hex(16);
    let flaw = asked.flaw.map_or("picture", Flaw::name);
    let file = format!("ComfyUI_{picture}_{flaw}_{}x{}_.png", side("width"), side("height"));
    let note =
        json!({ "file": (!asked.empty).then_some(file), "output": output, "graph": graph, "ready": false });
    world.memory.note(Provider::ComfyUi, &id, note);
    Reply::ok(&json!({ "prompt_id": id, "number": 1, "node_errors": {} }))
}

/// The graph without fault words, which must not influence the image.
fn without_fault_words(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(faults::without_words(text)),
        Value::Array(items) => items.iter().map(without_fault_words).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, field)| (name.clone(), without_fault_words(field))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

fn invalid(kind: &str, message: &str) -> Reply {
    let error = json!({ "type": kind, "message": message, "details": "", "extra_info": {} });
    Reply::json(StatusCode::BAD_REQUEST, &json!({ "error": error, "node_errors": {} }))
}

/// Empty on the first request, as if the model were still running; then the outputs.
fn history(world: &World, id: &str) -> Reply {
    let Some(mut note) = world.memory.recall(Provider::ComfyUi, id) else { return Reply::ok(&json!({})) };
    if note["ready"] == json!(false) {
        note["ready"] = json!(true);
        world.memory.note(Provider::ComfyUi, id, note);
        return Reply::ok(&json!({}));
    }
    let output = note["output"].as_str().unwrap_or_default();
    let file = note["file"].as_str();
    let images = file.map(|file| json!({ "filename": file, "subfolder": "", "type": "output" }));
    Reply::ok(&json!({ id: {
        "prompt": [1, id, note["graph"], {}, [output]],
        "outputs": { output: { "images": Vec::from_iter(images) } },
        "status": { "status_str": "success", "completed": true, "messages": [] },
    } }))
}

fn view(asked: &Asked) -> Reply {
    match picture(asked.param("filename").unwrap_or_default()) {
        Some(picture) => Reply::of(StatusCode::OK, picture.media_type(), picture.file()),
        None => not_found(),
    }
}

/// The image that a file name describes.
fn picture(file: &str) -> Option<Picture> {
    let mut parts = file.strip_prefix("ComfyUI_")?.strip_suffix("_.png")?.split('_');
    let (seed, flaw, size) = (parts.next()?, parts.next()?, parts.next()?);
    let (width, height) = size.split_once('x')?;
    Some(Picture::of(seed, width.parse().ok()?, height.parse().ok()?, 0).with(Flaw::named(flaw)))
}
