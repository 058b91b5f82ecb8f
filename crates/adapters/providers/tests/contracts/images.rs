use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::images::{DrawingRequest, ImageSize, ImageStyle, SourceType};
use ports::images::{Drawing, Drawn};
use ports::{EngineFailure, FailureKind};
use providers::catalogue::{ImageEngineName, ImageSettings};
use providers::image::stability::Service;
use rstest::rstest;
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::stand_in::{StandIn, client, html, json as reply};

const OPENAI: &str = include_str!("../fixtures/openai_image_response.json");
const GEMINI: &str = include_str!("../fixtures/gemini_image_response.json");
const A1111: &str = include_str!("../fixtures/a1111_txt2img_response.json");
const HISTORY: &str = include_str!("../fixtures/comfyui_history.json");
const QUEUED: &str = r#"{"prompt_id":"b7c1","number":1,"node_errors":{}}"#;
/// The image in all fixtures.
const PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

fn order() -> DrawingRequest {
    DrawingRequest {
        prompt: "cà phê phin (ngon)".to_owned(),
        language: "vi".parse().unwrap(),
        style: ImageStyle::Photo,
        size: ImageSize::Landscape,
        seed: 4_294_967_294,
        allow_text: false,
    }
}

fn pixel() -> Vec<u8> {
    STANDARD.decode(PIXEL).unwrap()
}

fn png(body: impl Into<Vec<u8>>) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_raw(body, "image/png")
}

/// The successful reply of every provider but `ComfyUI` to `order`.
fn drawn_by(engine: ImageEngineName) -> ResponseTemplate {
    match engine {
        ImageEngineName::Openai => reply(200, OPENAI),
        ImageEngineName::Gemini => reply(200, GEMINI),
        ImageEngineName::Automatic1111 => reply(200, A1111),
        _ => png(pixel()).insert_header("finish-reason", "SUCCESS").insert_header("seed", "42"),
    }
}

async fn call_with(
    configure: impl FnOnce(&mut ImageSettings),
    engine: ImageEngineName,
    provider: StandIn,
    order: &DrawingRequest,
) -> (Vec<String>, Result<Drawing, EngineFailure>) {
    let mut settings = ImageSettings::sandbox(&provider.address());
    configure(&mut settings);
    let answer = settings.engine(engine, &client()).unwrap().unwrap().call(order).await;
    (provider.requests().await, answer)
}

async fn call(
    engine: ImageEngineName,
    reply: ResponseTemplate,
) -> (Vec<String>, Result<Drawing, EngineFailure>) {
    call_with(|_| {}, engine, StandIn::new(reply).await, &order()).await
}

async fn comfyui<const N: usize>(
    routes: [(&str, ResponseTemplate); N],
) -> (Vec<String>, Result<Drawing, EngineFailure>) {
    call_with(|_| {}, ImageEngineName::Comfyui, StandIn::at(routes).await, &order()).await
}

/// The file that a provider sent.
fn file(drawing: &Drawing) -> &[u8] {
    match &drawing.picture {
        Drawn::File(bytes) => bytes,
        Drawn::Pixels(_) => &[],
    }
}

#[rstest]
#[case("openai", ImageEngineName::Openai, "gpt-image-1.5", None)]
#[case("gemini", ImageEngineName::Gemini, "gemini-3.1-flash-image", None)]
#[case("stability", ImageEngineName::Stability, "stable-image-core", Some(42))]
#[case("automatic1111", ImageEngineName::Automatic1111, "automatic1111", Some(42))]
#[tokio::test]
async fn contracts(
    #[case] name: &str,
    #[case] engine: ImageEngineName,
    #[case] model: &str,
    #[case] seed: Option<u32>,
) {
    let (requests, drawing) = call(engine, drawn_by(engine)).await;
    insta::assert_snapshot!(format!("image_{name}_request"), requests.join("\n\n"));
    let drawing = drawing.unwrap();
    assert_eq!((drawing.model.as_str(), drawing.seed), (model, seed));
    assert_eq!(drawing.source_type, SourceType::TrainedAlgorithmicMedia);
    assert_eq!(file(&drawing), pixel());
}

#[tokio::test]
async fn comfyui_is_looked_after_until_it_is_done() {
    let (requests, drawing) = comfyui([
        ("/comfyui/prompt", reply(200, QUEUED)),
        ("/comfyui/history/b7c1", reply(200, "{}")),
        ("/comfyui/history/b7c1", reply(200, HISTORY)),
        ("/comfyui/view", png(pixel())),
    ])
    .await;
    insta::assert_snapshot!("image_comfyui_requests", requests.join("\n\n"));
    let drawing = drawing.unwrap();
    assert_eq!((drawing.model.as_str(), drawing.seed), ("sandbox.safetensors", Some(4_294_967_294)));
    assert_eq!(file(&drawing), pixel());
}

#[tokio::test]
async fn comfyui_may_stumble_while_it_draws() {
    let look = |answer| ("/comfyui/history/b7c1", answer);
    let (_, drawing) = comfyui([
        ("/comfyui/prompt", reply(200, QUEUED)),
        look(html(502, "")),
        look(html(502, "")),
        look(reply(200, HISTORY)),
        ("/comfyui/view", png(pixel())),
    ])
    .await;
    assert_eq!(file(&drawing.unwrap()), pixel());
}

#[tokio::test]
async fn comfyui_is_told_when_nobody_waits_any_more() {
    let history = ("/comfyui/history/b7c1", reply(200, "{}"));
    let routes = [("/comfyui/prompt", reply(200, QUEUED)), history, ("/comfyui/queue", reply(200, "{}"))];
    let provider = StandIn::at(routes).await;
    let settings = ImageSettings::sandbox(&provider.address());
    let engine = settings.engine(ImageEngineName::Comfyui, &client()).unwrap().unwrap();
    let has_seen = async |path: &str| loop {
        if let Some(request) = provider.requests().await.into_iter().find(|request| request.contains(path)) {
            break request;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    let order = order();
    tokio::select! {
        drawn = engine.call(&order) => panic!("{drawn:?}"),
        _ = has_seen("GET /comfyui/history/b7c1") => {}
    }
    let taken_out = has_seen("POST /comfyui/queue").await;
    assert!(taken_out.ends_with(r#"{"delete":["b7c1"]}"#), "{taken_out}");
}

#[tokio::test]
async fn names_of_models_are_not_endless() {
    let info = json!({ "sd_model_name": "m".repeat(10_000) }).to_string();
    let body = json!({ "images": [PIXEL], "info": info }).to_string();
    let drawing = call(ImageEngineName::Automatic1111, reply(200, &body)).await.1.unwrap();
    assert!(drawing.model.chars().count() <= 201, "{}", drawing.model.len());
}

#[tokio::test]
async fn comfyui_runs_the_operators_own_workflow() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("workflow.json");
    let workflow = json!({ "1": { "class_type": "Mine", "inputs": { "words": "%prompt%" } } });
    std::fs::write(&path, workflow.to_string()).unwrap();
    let provider = StandIn::at([
        ("/comfyui/prompt", reply(200, QUEUED)),
        ("/comfyui/history/b7c1", reply(200, HISTORY)),
        ("/comfyui/view", png(pixel())),
    ]);
    let own = |settings: &mut ImageSettings| {
        (settings.comfyui.workflow, settings.comfyui.checkpoint) = (Some(path), None);
    };
    let (requests, drawing) = call_with(own, ImageEngineName::Comfyui, provider.await, &order()).await;
    assert!(
        requests[0].contains(r#"{"1":{"class_type":"Mine","inputs":{"words":"cà phê phin ngon, realistic"#)
    );
    let drawing = drawing.unwrap();
    assert_eq!((drawing.model.as_str(), drawing.seed), ("comfyui", None), "it takes no seed");
}

/// The JSON that was sent to draw each size.
async fn sent_for_sizes(
    engine: ImageEngineName,
    configure: impl Fn(&mut ImageSettings),
) -> [Value; ImageSize::ALL.len()] {
    let mut sent = [const { Value::Null }; ImageSize::ALL.len()];
    for (size, sent) in ImageSize::ALL.into_iter().zip(&mut sent) {
        let order = DrawingRequest { size, ..order() };
        let (requests, _) = call_with(&configure, engine, StandIn::new(reply(500, "{}")).await, &order).await;
        *sent = serde_json::from_str(requests[0].lines().last().unwrap()).unwrap();
    }
    sent
}

/// Checks that every parameter and its value are documented by the provider.
fn check_openai_parameters(request: &Value) {
    let known: Value =
        serde_json::from_str(include_str!("../fixtures/openai_image_parameters.json")).unwrap();
    for (name, value) in request.as_object().unwrap() {
        let allowed = match &known[name] {
            Value::Array(values) => values.contains(value),
            Value::String(kind) if kind == "string" => value.is_string(),
            Value::String(kind) if kind == "integer" => value.is_u64(),
            _ => false,
        };
        assert!(allowed, "{name}: {value}");
    }
}

#[rstest]
#[case::usual("gpt-image-1.5", ["1536x1024", "1024x1024", "1024x1536", "1536x1024"])]
#[case::any_size("gpt-image-2-2026-04-21", ["1536x1024", "1024x1024", "1024x1536", "1792x1024"])]
#[tokio::test]
async fn openai_models_get_their_own_parameters(#[case] model: &str, #[case] sizes: [&str; 4]) {
    let sent =
        sent_for_sizes(ImageEngineName::Openai, |settings| model.clone_into(&mut settings.openai.model))
            .await;
    for (request, size) in sent.iter().zip(sizes) {
        check_openai_parameters(request);
        assert_eq!((&request["model"], &request["size"]), (&json!(model), &json!(size)));
        assert_eq!(request["quality"], "medium");
        assert_eq!(request["output_format"], "png");
    }
}

#[tokio::test]
async fn other_engines_get_the_closest_size() {
    let gemini = sent_for_sizes(ImageEngineName::Gemini, |_| {}).await;
    let ratios = gemini.map(|request| request["generationConfig"]["imageConfig"]["aspectRatio"].clone());
    assert_eq!(ratios, ["3:2", "1:1", "2:3", "16:9"]);
    let sides = sent_for_sizes(ImageEngineName::Automatic1111, |_| {}).await;
    let sides = sides.map(|request| (request["width"].clone(), request["height"].clone()));
    assert_eq!(sides, ImageSize::ALL.map(|size| (json!(size.pixels().0), json!(size.pixels().1))));
}

#[tokio::test]
async fn settings_reach_the_providers() {
    let configure = |settings: &mut ImageSettings| {
        settings.stability.service = Service::Sd3;
        settings.automatic1111.checkpoint = Some("photo.safetensors".to_owned());
        settings.automatic1111.user = Some("me".to_owned());
        settings.automatic1111.password = Some("pw".to_owned().into());
    };
    let allowed = DrawingRequest { allow_text: true, ..order() };
    let mut sent = Vec::new();
    for (engine, model) in
        [(ImageEngineName::Stability, "sd3.5-large"), (ImageEngineName::Automatic1111, "photo.safetensors")]
    {
        let provider = StandIn::new(drawn_by(engine)).await;
        let (requests, drawing) = call_with(configure, engine, provider, &allowed).await;
        assert_eq!(drawing.unwrap().model, model);
        sent.extend(requests);
    }
    insta::assert_snapshot!("image_settings_requests", sent.join("\n\n"));
}

fn openai_error(status: u16, code: &str) -> ResponseTemplate {
    let error = json!({ "message": "No.", "type": "some_error", "param": null, "code": code });
    reply(status, &json!({ "error": error }).to_string())
}

fn gemini_candidate(finish_reason: &str, parts: &Value) -> ResponseTemplate {
    let candidate = json!({ "content": { "role": "model", "parts": parts }, "finishReason": finish_reason });
    reply(200, &json!({ "candidates": [candidate] }).to_string())
}

fn gemini_error(status: u16, name: &str, reason: &str) -> ResponseTemplate {
    let error =
        json!({ "code": status, "message": "No.", "status": name, "details": [{ "reason": reason }] });
    reply(status, &json!({ "error": error }).to_string())
}

fn stability_error(status: u16, name: &str) -> ResponseTemplate {
    reply(status, &json!({ "id": "x", "name": name, "errors": ["No."] }).to_string())
}

#[rstest]
#[case::moderation(openai_error(400, "moderation_blocked"), FailureKind::Declined)]
#[case::old_moderation(openai_error(400, "content_policy_violation"), FailureKind::Declined)]
#[case::quota(reply(429, include_str!("../fixtures/openai_error_quota.json")), FailureKind::Refused)]
#[case::billing(openai_error(400, "billing_hard_limit_reached"), FailureKind::Refused)]
#[case::too_many(reply(429, include_str!("../fixtures/openai_error_429.json")), FailureKind::Throttled)]
#[case::key(openai_error(401, "invalid_api_key"), FailureKind::Refused)]
#[case::model(openai_error(404, "model_not_found"), FailureKind::Refused)]
#[case::bad_request(openai_error(400, "invalid_value"), FailureKind::Unsuitable)]
#[case::server(openai_error(500, "server_error"), FailureKind::Broken)]
#[case::no_words(html(502, "<html>Bad gateway</html>"), FailureKind::Broken)]
#[case::no_data(reply(200, r#"{"created":1,"data":[]}"#), FailureKind::Broken)]
#[case::address(reply(200, r#"{"data":[{"url":"https://a.example/x.png"}]}"#), FailureKind::Broken)]
#[case::not_base64(reply(200, r#"{"data":[{"b64_json":"https://a.example"}]}"#), FailureKind::Broken)]
#[case::empty(reply(200, r#"{"data":[{"b64_json":""}]}"#), FailureKind::Broken)]
#[case::cut(reply(200, &OPENAI[..OPENAI.len() / 2]), FailureKind::Broken)]
#[tokio::test]
async fn openai_failures(#[case] reply: ResponseTemplate, #[case] kind: FailureKind) {
    let failure = call(ImageEngineName::Openai, reply).await.1.unwrap_err();
    assert_eq!(failure.kind, kind, "{failure}");
}

#[rstest]
#[case::prompt(reply(200, include_str!("../fixtures/gemini_blocked.json")), FailureKind::Declined)]
#[case::picture(gemini_candidate("IMAGE_SAFETY", &json!([])), FailureKind::Declined)]
#[case::content(gemini_candidate("PROHIBITED_CONTENT", &json!([])), FailureKind::Declined)]
#[case::no_image(gemini_candidate("NO_IMAGE", &json!([])), FailureKind::Unsuitable)]
#[case::words(gemini_candidate("STOP", &json!([{ "text": "Here is a poem." }])), FailureKind::Unsuitable)]
#[case::only_thoughts(
    gemini_candidate("STOP", &json!([{ "thought": true, "inlineData": { "data": PIXEL } }])),
    FailureKind::Broken
)]
#[case::nothing(gemini_candidate("STOP", &json!([])), FailureKind::Broken)]
#[case::no_candidate(reply(200, "{}"), FailureKind::Broken)]
#[case::not_base64(
    gemini_candidate("STOP", &json!([{ "inlineData": { "data": "?" } }])),
    FailureKind::Broken
)]
#[case::key(gemini_error(400, "INVALID_ARGUMENT", "API_KEY_INVALID"), FailureKind::Refused)]
#[case::billing(gemini_error(400, "FAILED_PRECONDITION", ""), FailureKind::Refused)]
#[case::permission(gemini_error(403, "PERMISSION_DENIED", ""), FailureKind::Refused)]
#[case::argument(gemini_error(400, "INVALID_ARGUMENT", ""), FailureKind::Unsuitable)]
#[case::server(gemini_error(500, "INTERNAL", ""), FailureKind::Broken)]
#[tokio::test]
async fn gemini_failures(#[case] reply: ResponseTemplate, #[case] kind: FailureKind) {
    let failure = call(ImageEngineName::Gemini, reply).await.1.unwrap_err();
    assert_eq!(failure.kind, kind, "{failure}");
}

#[tokio::test]
async fn gemini_says_when_to_come_back() {
    let exhausted = reply(429, include_str!("../fixtures/gemini_error_429.json"));
    let failure = call(ImageEngineName::Gemini, exhausted).await.1.unwrap_err();
    assert_eq!((failure.kind, failure.retry_after), (FailureKind::Throttled, Some(Duration::from_secs(13))));
}

#[tokio::test]
async fn words_of_gemini_are_passed_on_and_bounded() {
    let talk = gemini_candidate("STOP", &json!([{ "text": "I would\nrather not. ".repeat(100) }]));
    let failure = call(ImageEngineName::Gemini, talk).await.1.unwrap_err();
    assert!(failure.reason.starts_with("answered without a picture: STOP I would rather not. I would"));
    assert!(failure.reason.chars().count() < 250, "{failure}");
}

#[tokio::test]
async fn drafts_of_gemini_are_not_taken_for_the_picture() {
    let draft = json!({ "thought": true, "inlineData": { "data": "AAAA" } });
    let parts = json!([draft, { "text": "There you are:" }, { "inlineData": { "data": PIXEL } }]);
    let drawing = call(ImageEngineName::Gemini, gemini_candidate("STOP", &parts)).await.1.unwrap();
    assert_eq!(file(&drawing), pixel());
}

#[rstest]
#[case::moderation(stability_error(403, "content_moderation"), FailureKind::Declined)]
#[case::filtered(png(pixel()).insert_header("finish-reason", "CONTENT_FILTERED"), FailureKind::Declined)]
#[case::permission(stability_error(403, "forbidden"), FailureKind::Refused)]
#[case::key(stability_error(401, "unauthorized"), FailureKind::Refused)]
#[case::payment(stability_error(402, "payment_required"), FailureKind::Refused)]
#[case::too_many(stability_error(429, "rate_limit_exceeded"), FailureKind::Throttled)]
#[case::entity(stability_error(422, "invalid_language"), FailureKind::Unsuitable)]
#[case::server(stability_error(500, "internal_error"), FailureKind::Broken)]
#[case::page(html(200, "<html>"), FailureKind::Broken)]
#[case::empty(png([]), FailureKind::Broken)]
#[tokio::test]
async fn stability_failures(#[case] reply: ResponseTemplate, #[case] kind: FailureKind) {
    let failure = call(ImageEngineName::Stability, reply).await.1.unwrap_err();
    assert_eq!(failure.kind, kind, "{failure}");
}

const OUT_OF_MEMORY: &str =
    r#"{"error":"OutOfMemoryError","detail":"","body":"","errors":"CUDA out of memory."}"#;

#[rstest]
#[case::memory(reply(500, OUT_OF_MEMORY), FailureKind::Broken, "OutOfMemoryError CUDA out of memory.")]
#[case::password(
    reply(401, r#"{"detail":"Incorrect username or password"}"#),
    FailureKind::Refused,
    "Incorrect"
)]
#[case::not_started(reply(404, r#"{"detail":"Not Found"}"#), FailureKind::Broken, "404: Not Found")]
#[case::field(reply(422, r#"{"detail":[{"loc":["body"]}]}"#), FailureKind::Unsuitable, "422")]
#[case::none(reply(200, r#"{"images":[],"info":"{}"}"#), FailureKind::Broken, "without a picture")]
#[case::other(reply(200, r#"{"task":"x"}"#), FailureKind::Broken, "something else")]
#[tokio::test]
async fn automatic1111_failures(
    #[case] reply: ResponseTemplate,
    #[case] kind: FailureKind,
    #[case] words: &str,
) {
    let failure = call(ImageEngineName::Automatic1111, reply).await.1.unwrap_err();
    assert_eq!(failure.kind, kind, "{failure}");
    assert!(failure.reason.contains(words), "{failure}");
}

#[tokio::test]
async fn automatic1111_need_not_tell_its_seed() {
    let body = json!({ "images": [PIXEL], "info": "not JSON" }).to_string();
    let drawing = call(ImageEngineName::Automatic1111, reply(200, &body)).await.1.unwrap();
    assert_eq!(drawing.seed, Some(order().seed));
}

const INVALID_GRAPH: &str = r#"{
    "error": {"type":"prompt_outputs_failed_validation","message":"Prompt outputs failed validation","details":""},
    "node_errors": {"4": {"errors": [{"type":"value_not_in_list","details":"ckpt_name: 'x' not in []"}]}}
}"#;
const FAILED: &str = r#"{"b7c1":{"outputs":{},"status":{"status_str":"error","completed":false,"messages":[
    ["execution_start",{}],["execution_error",{"exception_message":"Allocation on device"}]]}}}"#;

#[rstest]
#[case::graph(reply(400, INVALID_GRAPH), FailureKind::Refused, "validation ckpt_name: 'x' not in []")]
#[case::server(html(500, "500 Internal Server Error"), FailureKind::Broken, "500")]
#[case::no_id(reply(200, "{}"), FailureKind::Broken, "something else")]
#[case::odd_id(reply(200, r#"{"prompt_id":"../x?"}"#), FailureKind::Broken, "id that can't be asked for")]
#[tokio::test]
async fn comfyui_may_not_queue(
    #[case] queued: ResponseTemplate,
    #[case] kind: FailureKind,
    #[case] words: &str,
) {
    let failure = comfyui([("/comfyui/prompt", queued)]).await.1.unwrap_err();
    assert_eq!(failure.kind, kind, "{failure}");
    assert!(failure.reason.contains(words), "{failure}");
}

#[rstest]
#[case::failed(reply(200, FAILED), "could not draw: Allocation on device")]
#[case::interrupted(reply(200, r#"{"b7c1":{"status":{"status_str":"error"}}}"#), "it was interrupted")]
#[case::no_picture(reply(200, r#"{"b7c1":{"outputs":{"9":{"text":["x"]}}}}"#), "finished without a picture")]
#[case::another(reply(200, r#"{"other":{}}"#), "the history of something else")]
#[case::server(html(500, ""), "answered with status 500")]
#[tokio::test]
async fn comfyui_may_not_finish(#[case] history: ResponseTemplate, #[case] words: &str) {
    let look = ("/comfyui/history/b7c1", history);
    let routes = [("/comfyui/prompt", reply(200, QUEUED)), look.clone(), look.clone(), look.clone(), look];
    let failure = comfyui(routes).await.1.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Broken, "{failure}");
    assert!(failure.reason.contains(words), "{failure}");
}

#[rstest]
#[case::gone(html(404, ""))]
#[case::page(html(200, "<html>"))]
#[case::too_long(png(vec![0; 32 * 1024 * 1024 + 1]))]
#[tokio::test]
async fn comfyui_may_not_show(#[case] view: ResponseTemplate) {
    let routes = [
        ("/comfyui/prompt", reply(200, QUEUED)),
        ("/comfyui/history/b7c1", reply(200, HISTORY)),
        ("/comfyui/view", view),
    ];
    assert_eq!(comfyui(routes).await.1.unwrap_err().kind, FailureKind::Broken);
}

#[tokio::test]
async fn pictures_may_be_long_but_not_endless() {
    let long = vec![7; 8 * 1024 * 1024];
    let body = json!({ "data": [{ "b64_json": STANDARD.encode(&long) }] }).to_string();
    let drawing = call(ImageEngineName::Openai, reply(200, &body)).await.1.unwrap();
    assert_eq!(file(&drawing), long);

    let endless = vec![b' '; 48 * 1024 * 1024 + 1];
    let endless = ResponseTemplate::new(200).set_body_raw(endless, "application/json");
    let failure = call(ImageEngineName::Openai, endless).await.1.unwrap_err();
    assert_eq!(
        (failure.kind, failure.reason.as_str()),
        (FailureKind::Broken, "sent more than 50331648 bytes")
    );
    let endless = png(vec![7; 32 * 1024 * 1024 + 1]);
    let failure = call(ImageEngineName::Stability, endless).await.1.unwrap_err();
    assert_eq!(failure.reason, "sent more than 33554432 bytes");
}

#[rstest]
#[case(ImageEngineName::Openai)]
#[case(ImageEngineName::Gemini)]
#[case(ImageEngineName::Stability)]
#[case(ImageEngineName::Automatic1111)]
#[case(ImageEngineName::Comfyui)]
#[tokio::test]
async fn every_provider_may_ask_for_patience(#[case] engine: ImageEngineName) {
    let failure = call(engine, reply(429, "{}").insert_header("retry-after", "9")).await.1.unwrap_err();
    assert_eq!((failure.kind, failure.retry_after), (FailureKind::Throttled, Some(Duration::from_secs(9))));
}
