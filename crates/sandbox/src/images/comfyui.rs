//! `ComfyUI`: queue a graph, poll its history, fetch the picture. It has no credentials.

use http::{Method, StatusCode};
use serde_json::{Value, json};

use super::Picture;
use crate::asked::Asked;
use crate::faults::Failure;
use crate::reply::Reply;
use crate::seed::Seed;
use crate::vendor::{StandIn, Vendor};
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
    let picture = Seed::of(&["comfyui-picture", &graph.to_string()]).hex(16);
    let file = format!("ComfyUI_{picture}_{}x{}_.png", side("width"), side("height"));
    let note = json!({ "file": file, "output": output, "graph": graph, "ready": false });
    world.memory.note(Vendor::ComfyUi, &id, note);
    Reply::ok(&json!({ "prompt_id": id, "number": 1, "node_errors": {} }))
}

fn invalid(kind: &str, message: &str) -> Reply {
    let error = json!({ "type": kind, "message": message, "details": "", "extra_info": {} });
    Reply::json(StatusCode::BAD_REQUEST, &json!({ "error": error, "node_errors": {} }))
}

/// Nothing at the first look, as if the model were still at work; then the outputs.
fn history(world: &World, id: &str) -> Reply {
    let Some(mut note) = world.memory.recall(Vendor::ComfyUi, id) else { return Reply::ok(&json!({})) };
    if note["ready"] == json!(false) {
        note["ready"] = json!(true);
        world.memory.note(Vendor::ComfyUi, id, note);
        return Reply::ok(&json!({}));
    }
    let output = note["output"].as_str().unwrap_or_default();
    let image = json!({ "filename": note["file"], "subfolder": "", "type": "output" });
    Reply::ok(&json!({ id: {
        "prompt": [1, id, note["graph"], {}, [output]],
        "outputs": { output: { "images": [image] } },
        "status": { "status_str": "success", "completed": true, "messages": [] },
    } }))
}

/// The picture follows from its name.
fn view(asked: &Asked) -> Reply {
    let file = asked.param("filename").unwrap_or_default();
    let size = file.strip_suffix("_.png").and_then(|name| name.rsplit('_').next());
    let sides = size.and_then(|size| size.split_once('x'));
    let sides = sides.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    match sides {
        Some((width, height)) => {
            Reply::of(StatusCode::OK, "image/png", Picture::of(file, width, height, 0).png())
        }
        None => not_found(),
    }
}
