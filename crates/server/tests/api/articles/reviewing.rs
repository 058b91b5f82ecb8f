//! Articles that are reviewed before they are published automatically.

use super::*;

fn review(server: &TestServer, key: &str, id: &str, change: &Value) -> RequestBuilder {
    server.http.patch(format!("{}/v1/articles/{id}", server.url)).bearer_auth(key).json(change)
}

fn request(keyword: &str) -> Value {
    json!({"focusKeyword": keyword, "targetWordCount": 1500, "imageOption": 0, "needsReview": true})
}

#[tokio::test]
async fn an_article_that_needs_a_review_is_published_when_somebody_looked_at_it() {
    let server = server();
    let key = server.test_key.as_str();
    let body = written(&server, &request(KEYWORD)).await;
    let id = id_of(&body);
    assert_eq!(broken_gates(&body["article"]), Vec::<String>::new());
    assert_eq!((&body["review"]["status"], &body["review"]["by"]), (&json!("needed"), &Value::Null));
    assert_eq!(body["publication"]["status"], "held", "{}", body["publication"]);
    assert!(body["publication"]["reason"].as_str().unwrap().contains("review"), "{}", body["publication"]);
    // An edit does not end the wait for a review.
    ok(review(&server, key, &id, &json!({"excerpt": "Read me."}))).await;
    let path = format!("/v1/articles/{id}");
    let edited = ok(test_get(&server, &path)).await;
    assert_eq!((&edited["review"], &edited["publication"]), (&body["review"], &body["publication"]));

    let done = json!({"review": {"status": "done", "by": "Lan Nguyen"}});
    assert_eq!(ok(review(&server, key, &id, &done)).await["version"], 2, "a review is no version");
    let reviewed = ok(test_get(&server, &path)).await;
    assert_eq!(reviewed["publication"]["status"], "published", "{}", reviewed["publication"]);
    let seen = &reviewed["review"];
    assert_eq!((&seen["status"], &seen["by"]), (&json!("done"), &json!("Lan Nguyen")));
    assert!(seen["at"].is_string(), "{seen}");
    let listed = ok(test_get(&server, "/v1/articles")).await;
    assert_eq!(&listed["data"][0]["review"], seen);
    // A request for another review unpublishes nothing.
    ok(review(&server, key, &id, &json!({"review": {"status": "needed"}}))).await;
    let asked = ok(test_get(&server, &path)).await;
    assert_eq!(
        (&asked["review"]["status"], &asked["publication"]["status"]),
        (&json!("needed"), &json!("published"))
    );
    assert!(asked["review"]["by"].as_str().unwrap().starts_with("key_"), "{}", asked["review"]);
}

#[tokio::test]
async fn a_review_does_not_overrule_failed_checks_or_the_request() {
    let server = server();
    let key = server.test_key.as_str();
    let done = json!({"review": {"status": "done"}});
    let body = written(&server, &request(&format!("{KEYWORD} sandbox-fault:repeated-text"))).await;
    let id = id_of(&body);
    ok(review(&server, key, &id, &done)).await;
    let reviewed = ok(test_get(&server, &format!("/v1/articles/{id}"))).await;
    let publication = &reviewed["publication"];
    assert_eq!((&reviewed["review"]["status"], &publication["status"]), (&json!("done"), &json!("held")));
    assert!(publication["reason"].as_str().unwrap().contains("repeated"), "{publication}");

    let mut never = request(KEYWORD);
    never["publish"] = json!("never");
    let id = id_of(&written(&server, &never).await);
    ok(review(&server, key, &id, &done)).await;
    let reviewed = ok(test_get(&server, &format!("/v1/articles/{id}"))).await;
    assert_eq!(reviewed["publication"]["status"], "disabled");
}

#[tokio::test]
async fn articles_from_notes_need_a_review() {
    let server = server();
    let text = std::fs::read_to_string(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../text/composer/tests/data/cast-iron-care/1.md"),
    );
    let request = json!({
        "focusKeyword": "cast iron skillet care", "imageOption": 0, "mode": "notes", "sources": [{"text": text.unwrap()}]
    });
    let body = written(&server, &request).await;
    assert_eq!(body["review"]["status"], "needed", "{}", body["error"]);
    assert_eq!(body["publication"]["status"], "held");
}

#[tokio::test]
async fn reviews_are_checked_like_every_change() {
    let server = server();
    let id = id_of(&written(&server, &request(KEYWORD)).await);
    let done = json!({"review": {"status": "done"}});
    let key = server.test_key.as_str();
    for bad in [
        json!({"review": {"status": "maybe"}}),
        json!({"review": {}}),
        json!({"review": {"status": "done", "by": " "}}),
    ] {
        refused(review(&server, key, &id, &bad), 422, "validation_failed").await;
    }
    refused(review(&server, &server.live_key, &id, &done), 404, "not_found").await;
    let late = json!({"version": 7, "review": {"status": "done"}});
    refused(review(&server, key, &id, &late), 409, "conflict").await;
    let planned = ordered(&server, &json!({"focusKeyword": KEYWORD, "mode": "outline"})).await;
    refused(review(&server, key, &id_of(&planned), &done), 409, "not_cancellable").await;
    let body = ok(test_get(&server, &format!("/v1/articles/{id}"))).await;
    assert_eq!(body["review"]["status"], "needed");
}
