//! Images: with live keys by the built-in illustrator, with test keys by the sandbox's engines, and their files.

mod failures;
mod files;
mod kept;

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use testkit::TestServer;

use crate::support::{builder, check_refusal, refused, send, server};

const GENERATE: &str = "/v1/images/generate";
const PRICE: i64 = 5_000;

async fn ok(request: RequestBuilder) -> Value {
    let (status, body) = send(request).await;
    assert_eq!(status, 200, "{body}");
    body
}

async fn balance(server: &TestServer, key: &str) -> (i64, i64) {
    let body = ok(server.http.get(format!("{}/v1/account", server.url)).bearer_auth(key)).await;
    let credits = &body["credits"];
    (credits["balanceCredits"].as_i64().unwrap(), credits["heldCredits"].as_i64().unwrap())
}

async fn file(server: &TestServer, url: &Value) -> Vec<u8> {
    let response = server.http.get(url.as_str().unwrap()).send().await.unwrap();
    assert_eq!(response.status(), 200, "{url}");
    response.bytes().await.unwrap().to_vec()
}

/// The number of files that the server has stored.
fn stored_files(server: &TestServer) -> usize {
    fn count(folder: &std::path::Path) -> usize {
        let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
        entries
            .map(Result::unwrap)
            .map(|entry| if entry.file_type().unwrap().is_dir() { count(&entry.path()) } else { 1 })
            .sum()
    }
    count(&server.data_dir().join("media"))
}

/// The chunk of a WebP file that holds the image, without metadata.
fn picture_of(webp: &[u8]) -> &[u8] {
    assert_eq!((&webp[..4], &webp[8..12]), (&b"RIFF"[..], &b"WEBP"[..]));
    let mut rest = &webp[12..];
    while rest.len() > 8 {
        let length = u32::from_le_bytes(rest[4..8].try_into().unwrap()) as usize;
        if &rest[..4] == b"VP8 " {
            return &rest[8..8 + length];
        }
        rest = &rest[8 + length + length % 2..];
    }
    unreachable!("a lossy WebP file has a VP8 chunk")
}

#[tokio::test]
async fn a_picture_holds_what_the_reference_promises() {
    let server = server();
    let (before, _) = balance(&server, &server.live_key).await;
    let request = json!({"prompt": "a cup of green tea and a book beside a window", "seed": 42});
    let body = ok(server.post(GENERATE, &request)).await;
    assert!(body["imageId"].as_str().unwrap().starts_with("img_"), "{body}");
    assert_eq!((&body["width"], &body["height"]), (&json!(1536), &json!(1024)));
    assert_eq!((&body["format"], &body["style"]), (&json!("webp"), &json!("illustration")));
    assert_eq!((&body["model"], &body["seed"]), (&json!("builtin"), &json!(42)));
    assert_eq!(body["depicts"], json!(["cup of tea", "stack of books"]));
    assert_eq!(body["alt"], "A cup of tea with a stack of books", "what is drawn, in words");
    assert_eq!(body["digitalSourceType"], "algorithmicMedia");
    assert_eq!(body["sanitisation"]["regionsFound"], body["sanitisation"]["regionsRemoved"]);
    assert!(body["sanitisation"]["detector"].is_string(), "{body}");
    assert_eq!(body["variants"], json!([]));
    assert_eq!((&body["meta"]["provider"], &body["meta"]["livemode"]), (&json!("builtin"), &json!(true)));
    assert_eq!(body["billing"]["chargedCredits"], PRICE);
    assert_eq!(balance(&server, &server.live_key).await, (before - PRICE, 0));

    let url = body["url"].as_str().unwrap();
    assert!(url.starts_with(&format!("{}/media/", server.url)), "{url}");
    assert!(url.ends_with("/cup-tea-stack-books.webp"), "{url}");
    let bytes = file(&server, &body["url"]).await;
    assert_eq!(body["bytes"], bytes.len());
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("digitalsourcetype/algorithmicMedia"), "the file says how it came about");
    assert!(text.contains("A cup of tea with a stack of books"), "the file says what it shows");
}

#[tokio::test]
async fn the_seed_decides_the_picture() {
    let server = server();
    let drawn = async |prompt: &str, seed: u32| {
        let request = json!({"prompt": prompt, "seed": seed, "size": "1024x1024"});
        let body = ok(server.post(GENERATE, &request)).await;
        assert_eq!(body["seed"], seed);
        picture_of(&file(&server, &body["url"]).await).to_vec()
    };
    let first = drawn("mountains at dawn", 1).await;
    assert_eq!(first, drawn("mountains at dawn", 1).await);
    assert_ne!(first, drawn("mountains at dawn", 2).await);
    assert_ne!(first, drawn("mountains at dusk", 1).await);
    let unseeded = json!({"prompt": "mountains at dawn", "size": "1024x1024"});
    let (one, two) = (ok(server.post(GENERATE, &unseeded)).await, ok(server.post(GENERATE, &unseeded)).await);
    assert_ne!(one["seed"], two["seed"]);
}

#[tokio::test]
async fn vietnamese_prompts_give_vietnamese_texts_and_plain_names() {
    let server = server();
    let request = json!({
        "prompt": "hình ảnh một tách cà phê sữa đá trên bàn gỗ, độ phân giải cao", "language": "vi",
        "size": "1024x1024",
    });
    let body = ok(server.post(GENERATE, &request)).await;
    let alt = body["alt"].as_str().unwrap();
    assert!(alt.starts_with("Tách cà phê") && !alt.contains("độ phân giải"), "{alt}");
    assert_eq!(body["depicts"][0], "tách cà phê");
    let name = body["url"].as_str().unwrap().rsplit('/').next().unwrap();
    assert!(name.starts_with("tach-ca-phe"), "{name}");
    let own = json!({"prompt": "tea", "alt": "Trà  xanh\nnóng", "size": "1024x1024"});
    let body = ok(server.post(GENERATE, &own)).await;
    assert_eq!((&body["alt"], &body["depicts"][0]), (&json!("Trà xanh nóng"), &json!("cup of tea")));
    let text = String::from_utf8_lossy(&file(&server, &body["url"]).await).into_owned();
    assert!(text.contains("A cup of tea") && !text.contains("Trà"), "the file says what is drawn");
}

#[tokio::test]
async fn bad_requests_name_the_field_and_cost_nothing() {
    let server = server();
    let before = balance(&server, &server.live_key).await;
    let long = "x".repeat(2_001);
    for (request, field) in [
        (json!({"prompt": " \n"}), "prompt"),
        (json!({"prompt": long}), "prompt"),
        (json!({"prompt": "tea", "size": "100x100"}), "size"),
        (json!({"prompt": "tea", "style": "cubist"}), "style"),
        (json!({"prompt": "tea", "format": "gif"}), "format"),
        (json!({"prompt": "tea", "quality": 0}), "quality"),
        (json!({"prompt": "tea", "quality": 101}), "quality"),
        (json!({"prompt": "tea", "quality": 80, "format": "png"}), "quality"),
        (json!({"prompt": "tea", "seed": 4_294_967_295_u32}), "seed"),
        (json!({"prompt": "tea", "seed": -1}), "seed"),
        (json!({"prompt": "tea", "alt": ""}), "alt"),
        (json!({"prompt": "tea", "language": "xyz"}), "language"),
        (json!({"prompt": "tea", "allowText": "yes"}), "allowText"),
    ] {
        let body = refused(server.post(GENERATE, &request), 422, "validation_failed").await;
        assert_eq!(body["error"]["details"][0]["field"], field, "{body}");
    }
    let body = refused(server.post(GENERATE, &json!({"promt": "tea"})), 422, "unknown_field").await;
    assert!(body["error"]["message"].as_str().unwrap().contains("prompt"), "{body}");
    let limited = json!({"prompt": "tea", "maxCredits": 4_999});
    refused(server.post(GENERATE, &limited), 402, "cost_limit_exceeded").await;
    assert_eq!(balance(&server, &server.live_key).await, before);
    assert_eq!(stored_files(&server), 0);
}

#[tokio::test]
async fn a_key_needs_the_scope_and_the_account_needs_the_credits() {
    let server = server();
    let key = server.run_ok(&["key", "create", "--scopes", "keywords"]);
    let request = server.http.post(format!("{}{GENERATE}", server.url)).json(&json!({"prompt": "tea"}));
    refused(request.bearer_auth(key), 403, "insufficient_scope").await;
    let account = server.run_ok(&["account", "create", "Poor"]);
    let key = server.run_ok(&["key", "create", "--account", &account]);
    let request = server.http.post(format!("{}{GENERATE}", server.url)).json(&json!({"prompt": "tea"}));
    let body = refused(request.bearer_auth(key), 402, "insufficient_credits").await;
    assert_eq!(body["error"]["requiredCredits"], PRICE);
}

#[tokio::test]
async fn a_repeated_call_is_one_picture() {
    let server = server();
    let request = json!({"prompt": "tea", "size": "1024x1024"});
    let call = || server.post(GENERATE, &request).header("Idempotency-Key", "picture-1");
    let first = ok(call()).await;
    let again = ok(call()).await;
    assert_eq!((&first["imageId"], &first["url"]), (&again["imageId"], &again["url"]));
    assert_eq!(stored_files(&server), 1);
    let listed = ok(server.get("/v1/images")).await;
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
}
