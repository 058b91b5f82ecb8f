//! AUTOMATIC1111's web interface: `POST /sdapi/v1/txt2img`. By default it has no credentials.

use http::{Method, StatusCode};
use serde_json::{Value, json};

use super::Picture;
use crate::asked::Asked;
use crate::faults::Failure;
use crate::provider::StandIn;
use crate::reply::Reply;
use crate::seed::Seed;
use crate::world::World;

pub(crate) struct Automatic1111;

const MOST_PICTURES: u64 = 10;

impl StandIn for Automatic1111 {
    fn answer(&self, _world: &World, asked: &Asked) -> Reply {
        match (asked.method.clone(), asked.path.as_str()) {
            (Method::POST, "/sdapi/v1/txt2img") => draw(asked),
            (Method::GET, "/sdapi/v1/progress") => Reply::ok(&json!({
                "progress": 0.0, "eta_relative": 0.0, "state": { "job_count": 0, "interrupted": false },
                "current_image": Value::Null, "textinfo": Value::Null,
            })),
            (Method::GET, "/sdapi/v1/sd-models") => Reply::ok(&json!([{
                "title": "sandbox.safetensors", "model_name": "sandbox", "hash": Value::Null, "sha256": Value::Null,
                "filename": "sandbox.safetensors", "config": Value::Null,
            }])),
            _ => Reply::json(StatusCode::NOT_FOUND, &json!({ "detail": "Not Found" })),
        }
    }

    fn failure(&self, _asked: &Asked, failure: Failure) -> Reply {
        let detail = |status, text: &str| Reply::json(status, &json!({ "detail": text }));
        match failure {
            Failure::Unauthorised | Failure::Blocked => {
                detail(StatusCode::UNAUTHORIZED, "Incorrect username or password")
            }
            Failure::Throttled { retry_after } => {
                detail(StatusCode::TOO_MANY_REQUESTS, "Too Many Requests").retry_after(retry_after)
            }
            Failure::Broken | Failure::Task(_) => Reply::json(
                StatusCode::INTERNAL_SERVER_ERROR,
                &json!({ "error": "OutOfMemoryError", "detail": "", "body": "", "errors": "CUDA out of memory." }),
            ),
            Failure::Unavailable => detail(StatusCode::SERVICE_UNAVAILABLE, "Service Unavailable"),
        }
    }
}

fn draw(asked: &Asked) -> Reply {
    let request = asked.json();
    if !request.is_object() {
        let detail = json!([{ "loc": ["body"], "msg": "field required", "type": "value_error.missing" }]);
        return Reply::json(StatusCode::UNPROCESSABLE_ENTITY, &json!({ "detail": detail }));
    }
    let prompt = request["prompt"].as_str().unwrap_or_default();
    let side = |name: &str| request[name].as_u64().and_then(|side| u32::try_from(side).ok()).unwrap_or(512);
    let (width, height) = (side("width"), side("height"));
    // A negative seed means a random one.
    let seed = request["seed"].as_u64();
    let seed = seed.unwrap_or_else(|| Seed::of(&["a1111", prompt]).between(1, 4_294_967_294));
    let times = |name: &str| request[name].as_u64().unwrap_or(1);
    let count = times("batch_size").saturating_mul(times("n_iter")).clamp(1, MOST_PICTURES);
    let seeds: Vec<u64> = (0..count).map(|number| seed.wrapping_add(number)).collect();
    let pictures =
        seeds.iter().map(|seed| Picture::of(prompt, width, height, *seed).with(asked.flaw).base64());
    let images: Vec<String> = if asked.empty { Vec::new() } else { pictures.collect() };
    let info = json!({
        "prompt": prompt, "seed": seed, "all_seeds": seeds, "width": width, "height": height,
        "sd_model_name": "sandbox",
    });
    Reply::ok(&json!({ "images": images, "parameters": request, "info": info.to_string() }))
}
