//! Failures: images with text, invalid images, refusals, storage that does not answer. None is charged, and
//! none leaves anything behind.

use super::*;

/// Requests an image with a fault of the sandbox's engines, and checks the error.
async fn fault(server: &TestServer, kind: &str, status: u16, code: &str) -> Value {
    let before = balance(server, &server.test_key).await;
    let request = json!({"prompt": format!("a cup of tea sandbox-fault:{kind}"), "size": "1024x1024"});
    let body = refused(server.test_post(GENERATE, &request), status, code).await;
    assert_eq!(balance(server, &server.test_key).await, before, "{kind}");
    assert_eq!(stored_files(server), 0, "{kind}");
    let listed = server.http.get(format!("{}/v1/images", server.url)).bearer_auth(&server.test_key);
    assert_eq!(ok(listed).await["data"], json!([]), "{kind}");
    body
}

#[tokio::test]
async fn lettering_is_removed() {
    let server = server();
    let request = json!({"prompt": "a cup of tea sandbox-fault:lettering", "size": "1024x1024"});
    let body = ok(server.test_post(GENERATE, &request)).await;
    let sanitisation = &body["sanitisation"];
    assert!(sanitisation["regionsFound"].as_u64().unwrap() > 0, "{body}");
    assert_eq!(sanitisation["regionsFound"], sanitisation["regionsRemoved"]);
    assert!((1..=3).contains(&sanitisation["passes"].as_u64().unwrap()), "{body}");
    assert_eq!(
        (&body["meta"]["livemode"], &body["billing"]["chargedCredits"]),
        (&json!(false), &json!(PRICE))
    );
    assert_eq!(body["digitalSourceType"], "trainedAlgorithmicMedia");
    assert!(!body["alt"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn lettering_may_stay_on_request() {
    let server = server();
    let request = json!({
        "prompt": "a logo sandbox-fault:lettering", "size": "1024x1024", "allowText": true,
    });
    let body = ok(server.test_post(GENERATE, &request)).await;
    let nothing_done = json!({"detector": null, "regionsFound": null, "regionsRemoved": null, "passes": 0});
    assert_eq!(body["sanitisation"], nothing_done);
}

#[tokio::test]
async fn lettering_that_stays_is_not_delivered() {
    let server = server();
    let body = fault(&server, "stubborn-lettering", 502, "upstream_failed").await;
    assert!(body["error"]["message"].as_str().unwrap().contains("drew text"), "{body}");
}

#[tokio::test]
async fn what_is_no_picture_is_refused() {
    let server = server();
    for (kind, word) in [
        ("wrong-type", "PNG, JPEG or WebP"),
        ("huge", "too large"),
        ("bomb", "too large"),
        ("truncated-picture", "broken"),
    ] {
        let body = fault(&server, kind, 502, "upstream_failed").await;
        assert!(body["error"]["message"].as_str().unwrap().contains(word), "{kind}: {body}");
    }
}

#[tokio::test]
async fn a_prompt_that_an_engine_declines_is_told_as_such() {
    let server = server();
    let body = fault(&server, "declined", 422, "validation_failed").await;
    let detail = &body["error"]["details"][0];
    assert_eq!((&detail["field"], &detail["code"]), (&json!("prompt"), &json!("declined")), "{body}");
}

#[tokio::test]
async fn storage_that_does_not_answer_is_told() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let server = builder()
        .set("STORAGE__URL", "s3://pictures")
        .set("STORAGE__ENDPOINT", format!("http://{closed}"))
        .set("STORAGE__ACCESS_KEY_ID", "key")
        .set("STORAGE__SECRET_ACCESS_KEY", "secret")
        .start();
    let before = balance(&server, &server.live_key).await;
    let request = json!({"prompt": "tea", "size": "1024x1024"});
    let response = server.post(GENERATE, &request).send().await.unwrap();
    assert!(response.headers().contains_key("retry-after"));
    let body = check_refusal(response, 503, "provider_unavailable").await;
    assert!(body["error"]["message"].as_str().unwrap().contains("storage"), "{body}");
    assert_eq!(balance(&server, &server.live_key).await, before);
    assert_eq!(ok(server.get("/v1/images")).await["data"], json!([]));
    let (status, ready) = send(server.http.get(format!("{}/readyz", server.url))).await;
    assert_eq!(status, 503);
    assert!(
        ready["checks"].as_array().unwrap().contains(&json!({"name": "object storage", "ok": false})),
        "{ready}"
    );
}

#[tokio::test]
async fn a_full_disk_is_told() {
    // The database stays below this file size, and a lossless image does not.
    let server = builder().file_size_limit_kib(1024).start();
    let before = balance(&server, &server.live_key).await;
    let request = json!({"prompt": "a meadow full of flowers", "format": "png", "size": "1792x1024"});
    let body = refused(server.post(GENERATE, &request), 503, "provider_unavailable").await;
    assert!(body["error"]["message"].as_str().unwrap().contains("storage"), "{body}");
    assert_eq!(balance(&server, &server.live_key).await, before);
    assert_eq!(stored_files(&server), 0);
}

#[tokio::test]
async fn without_a_detector_the_built_in_illustrator_serves_and_no_provider_is_asked() {
    let empty = tempfile::tempdir().unwrap();
    let provider = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    provider.set_nonblocking(true).unwrap();
    let server = builder()
        .set("MODELS__DIRECTORY", empty.path().to_str().unwrap())
        .set("IMAGE__ENGINES", "openai,builtin")
        .set("IMAGE__OPENAI__API_KEY", "key")
        .set("IMAGE__OPENAI__BASE_URL", format!("http://{}/v1", provider.local_addr().unwrap()))
        .start();
    let body = ok(server.post(GENERATE, &json!({"prompt": "tea", "size": "1024x1024"}))).await;
    assert_eq!((&body["model"], &body["sanitisation"]["detector"]), (&json!("builtin"), &Value::Null));
    assert!(provider.accept().is_err(), "its picture could not have been delivered");
}

#[tokio::test]
async fn engines_of_others_are_refused_without_a_detector() {
    let empty = tempfile::tempdir().unwrap();
    let server = builder().set("MODELS__DIRECTORY", empty.path().to_str().unwrap()).start();
    let body = fault(&server, "lettering", 503, "provider_not_configured").await;
    let message = body["error"]["message"].as_str().unwrap();
    assert!(message.contains("text detector"), "{body}");
    assert!(
        !message.contains(empty.path().to_str().unwrap()),
        "what only operators need is in the log: {body}"
    );
    let ours = ok(server.post(GENERATE, &json!({"prompt": "tea", "size": "1024x1024"}))).await;
    assert_eq!(ours["sanitisation"]["detector"], Value::Null, "the built-in illustrator draws no text");
}

#[tokio::test]
async fn a_subject_that_the_illustrator_does_not_know_is_refused_and_costs_nothing() {
    let server = server();
    let before = balance(&server, &server.live_key).await;
    for (prompt, language, subject) in [
        ("tired nurse in scrubs drinking tea", "en", "nurse"),
        ("steel water bottle on a rock by a stream", "en", "water bottle"),
        ("bà bán hàng rong gánh hoa, Hà Nội", "vi", "bà"),
    ] {
        let request = json!({"prompt": prompt, "language": language, "size": "1024x1024"});
        let body = refused(server.post(GENERATE, &request), 422, "image_subject_not_supported").await;
        let message = body["error"]["message"].as_str().unwrap();
        for words in [subject, "image.engines", "style \"abstract\""] {
            assert!(message.contains(words), "{body}");
        }
        let detail = &body["error"]["details"][0];
        assert_eq!(
            (&detail["field"], &detail["code"]),
            (&json!("prompt"), &json!("not_supported")),
            "{body}"
        );
    }
    assert_eq!(balance(&server, &server.live_key).await, before);
    assert_eq!(stored_files(&server), 0);
    assert_eq!(ok(server.get("/v1/images")).await["data"], json!([]));

    let request =
        json!({"prompt": "tired nurse in scrubs drinking tea", "style": "abstract", "size": "1024x1024"});
    let body = ok(server.post(GENERATE, &request)).await;
    assert_eq!(body["depicts"], json!(["abstract shapes"]));
    assert_eq!(body["alt"], "Abstract shapes and colours");
    assert_eq!(body["billing"]["chargedCredits"], PRICE);
}

#[tokio::test]
async fn other_engines_of_the_chain_are_asked_for_what_the_illustrator_does_not_know() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for order in ["builtin,openai", "openai,builtin"] {
        let server = builder()
            .set("IMAGE__ENGINES", order)
            .set("IMAGE__OPENAI__API_KEY", "key")
            .set("IMAGE__OPENAI__BASE_URL", format!("http://{closed}/v1"))
            .start();
        let request = json!({"prompt": "a tired nurse", "size": "1024x1024", "allowText": true});
        // The other engine could draw it, so its failure is the reason.
        let body = refused(server.post(GENERATE, &request), 502, "upstream_failed").await;
        assert!(body["error"]["message"].as_str().unwrap().contains("openai"), "{order}: {body}");
    }
}
