//! Tests of the image models.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::support::{self, Running, list, ok};

/// The width and height that a PNG file declares.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

fn decoded(text: &Value) -> Vec<u8> {
    STANDARD.decode(text.as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn openai_draws_the_asked_size() {
    let running = Running::start().await;
    let post = |body: Value| running.post("/openai/v1/images/generations").bearer_auth("sandbox").json(&body);
    let request = json!({ "model": "gpt-image-1.5", "prompt": "a cat", "n": 2, "size": "1536x1024", "quality": "high" });
    let body = ok(post(request.clone())).await;
    assert_eq!(list(&body["data"]).len(), 2);
    assert_eq!(size(&decoded(&body["data"][0]["b64_json"])), (1536, 1024));
    assert_ne!(body["data"][0], body["data"][1]);
    assert_eq!((&body["size"], &body["quality"]), (&json!("1536x1024"), &json!("high")));
    assert_eq!(body, ok(post(request)).await);
    let bad = [
        json!({ "model": "gpt-image-1.5" }),
        json!({ "model": "gpt-image-1.5", "prompt": "x", "response_format": "b64_json" }),
        json!({ "model": "gpt-image-1.5", "prompt": "x", "size": "large" }),
        json!({ "model": "gpt-image-1.5", "prompt": "x", "n": 11 }),
    ];
    for bad in bad {
        assert_eq!(support::json(post(bad.clone())).await.0, 400, "{bad}");
    }
    let (status, body) =
        support::json(post(json!({ "model": "gpt-image-1.5", "prompt": "sandbox-fault:blocked" }))).await;
    assert_eq!((status, &body["error"]["code"]), (400, &json!("moderation_blocked")));
}

#[tokio::test]
async fn gemini_draws_the_asked_ratio() {
    let running = Running::start().await;
    let call = |prompt: &str, ratio: &str| {
        let config = json!({ "responseModalities": ["IMAGE"], "imageConfig": { "aspectRatio": ratio, "imageSize": "1K" } });
        let body = json!({ "contents": [{ "role": "user", "parts": [{ "text": prompt }] }], "generationConfig": config });
        running.post("/gemini/v1/models/m:generateContent").header("x-goog-api-key", "sandbox").json(&body)
    };
    let body = ok(call("a cat", "16:9")).await;
    let part = &body["candidates"][0]["content"]["parts"][0]["inlineData"];
    assert_eq!(part["mimeType"], "image/png");
    assert_eq!(size(&decoded(&part["data"])), (1344, 768));
    assert_eq!(ok(call("sandbox-empty", "1:1")).await["candidates"][0]["finishReason"], "NO_IMAGE");
    assert_eq!(
        ok(call("sandbox-fault:blocked", "1:1")).await["candidates"][0]["finishReason"],
        "IMAGE_SAFETY"
    );
    assert_eq!(support::json(call("a cat", "7:1")).await.0, 400);
}

#[tokio::test]
async fn stability_takes_a_form_and_gives_bytes_or_json() {
    let running = Running::start().await;
    let form = |fields: &[(&str, &str)]| {
        let part = |(name, value): &(&str, &str)| {
            format!("--frontier\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let body = fields.iter().map(part).collect::<String>() + "--frontier--\r\n";
        let request = running.post("/stability/v2beta/stable-image/generate/core").bearer_auth("sandbox");
        request.header("content-type", "multipart/form-data; boundary=frontier").body(body)
    };
    let fields = [("prompt", "a cat"), ("aspect_ratio", "3:2"), ("seed", "42")];
    let raw = form(&fields).header("accept", "image/*").send().await.unwrap();
    assert_eq!(raw.headers()["content-type"], "image/png");
    assert_eq!(
        (&raw.headers()["finish-reason"], &raw.headers()["seed"]),
        (&"SUCCESS".parse().unwrap(), &"42".parse().unwrap())
    );
    let bytes = raw.bytes().await.unwrap();
    assert_eq!(size(&bytes), (1216, 832));
    let body = ok(form(&fields).header("accept", "application/json")).await;
    assert_eq!(decoded(&body["image"]), bytes);
    assert_eq!((&body["finish_reason"], &body["seed"]), (&json!("SUCCESS"), &json!(42)));
    let (status, body) = support::json(form(&[("seed", "1")])).await;
    assert_eq!((status, &body["name"]), (400, &json!("bad_request")));
    let filtered = form(&[("prompt", "a cat sandbox-empty")]).send().await.unwrap();
    assert_eq!(filtered.headers()["finish-reason"], "CONTENT_FILTERED");
    let (status, body) = support::json(form(&[("prompt", "sandbox-fault:declined")])).await;
    assert_eq!((status, &body["name"]), (403, &json!("content_moderation")));
}

#[tokio::test]
async fn a1111_gives_base64_and_tells_its_seed() {
    let running = Running::start().await;
    let request =
        json!({ "prompt": "a cat", "width": 640, "height": 384, "seed": 7, "batch_size": 2, "steps": 20 });
    let body = ok(running.post("/a1111/sdapi/v1/txt2img").json(&request)).await;
    assert_eq!(list(&body["images"]).len(), 2);
    assert_eq!(size(&decoded(&body["images"][0])), (640, 384));
    let info: Value = serde_json::from_str(body["info"].as_str().unwrap()).unwrap();
    assert_eq!((&info["seed"], &info["all_seeds"]), (&json!(7), &json!([7, 8])));
    assert_eq!(support::json(running.post("/a1111/sdapi/v1/txt2img").json(&json!([]))).await.0, 422);
    assert_eq!(list(&ok(running.get("/a1111/sdapi/v1/sd-models")).await).len(), 1);
}

#[tokio::test]
async fn comfyui_queues_works_and_shows() {
    let running = Running::start().await;
    let graph = json!({
        "5": { "class_type": "EmptyLatentImage", "inputs": { "width": 768, "height": 512, "batch_size": 1 } },
        "6": { "class_type": "CLIPTextEncode", "inputs": { "text": "a cat", "clip": ["4", 1] } },
        "9": { "class_type": "SaveImage", "inputs": { "images": ["8", 0] } },
    });
    let queued =
        ok(running.post("/comfyui/prompt").json(&json!({ "prompt": graph, "client_id": "x" }))).await;
    let id = queued["prompt_id"].as_str().unwrap();
    let history = format!("/comfyui/history/{id}");
    assert_eq!(ok(running.get(&history)).await, json!({}), "still at work");
    let done = ok(running.get(&history)).await;
    assert_eq!(done[id]["status"]["completed"], true);
    let image = &done[id]["outputs"]["9"]["images"][0];
    let query = [("filename", image["filename"].as_str().unwrap()), ("subfolder", ""), ("type", "output")];
    let shown = running.get("/comfyui/view").query(&query).send().await.unwrap();
    assert_eq!(shown.headers()["content-type"], "image/png");
    assert_eq!(size(&shown.bytes().await.unwrap()), (768, 512));
    let (status, body) = support::json(running.post("/comfyui/prompt").json(&json!({ "prompt": {} }))).await;
    assert_eq!((status, &body["error"]["type"]), (400, &json!("no_prompt")));
    for name in ["other", "ComfyUI_x_picture_1_.png", "ComfyUI_x_picture_axb_.png"] {
        let shown = running.get("/comfyui/view").query(&[("filename", name)]).send().await.unwrap();
        assert_eq!(shown.status(), 404, "{name}");
    }
}
