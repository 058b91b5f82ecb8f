//! Progress of an article: conditional requests, waiting, events, lists, cancelling.

use super::model::{Model, Spoilt};
use super::*;

/// A request that is slow enough to be observed half-way.
fn slow() -> Value {
    json!({"focusKeyword": format!("{KEYWORD} sandbox-fault:openai=latency-1500"), "imageOption": 0})
}

#[tokio::test]
async fn an_unchanged_article_is_not_sent_again() {
    let server = server();
    let body =
        written(&server, &json!({"focusKeyword": KEYWORD, "imageOption": 0, "publish": "never"})).await;
    let path = format!("/v1/articles/{}/status", id_of(&body));
    let first = test_get(&server, &path).send().await.unwrap();
    let tag = first.headers()["etag"].to_str().unwrap().to_owned();
    assert!(tag.starts_with("W/"), "{tag}");
    let again =
        async |known: &str| test_get(&server, &path).header("if-none-match", known).send().await.unwrap();
    let strong = tag.trim_start_matches("W/");
    for known in [tag.as_str(), strong, &format!("\"other\" , {tag}"), &format!("{strong},W/\"0\""), "*"] {
        let unchanged = again(known).await;
        assert_eq!(unchanged.status(), 304, "{known}");
        assert_eq!(unchanged.headers()["etag"], tag.as_str(), "{known}");
        assert_eq!(unchanged.bytes().await.unwrap().len(), 0, "{known}");
    }
    for other in ["\"other\"", "W/\"0\"", "\"0\", \"other\"", ""] {
        assert_eq!(again(other).await.status(), 200, "{other}");
    }
}

#[tokio::test]
async fn an_article_is_at_its_own_path_and_at_its_status() {
    let server = server();
    let request = json!({"focusKeyword": KEYWORD, "imageOption": 0, "publish": "never", "mode": "outline"});
    let id = id_of(&ordered(&server, &request).await);
    at_rest(&server, &id).await;
    let read = async |path: String| {
        let response = test_get(&server, &path).header("x-request-id", "same").send().await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        (response.headers()["etag"].clone(), response.json::<Value>().await.unwrap())
    };
    let (tag, article) = read(format!("/v1/articles/{id}")).await;
    assert_eq!(article["articleId"], id);
    assert_eq!(read(format!("/v1/articles/{id}/status")).await, (tag, article));
    let path = format!("/v1/articles/{id}");
    let stranger = server.http.get(format!("{}{path}", server.url)).bearer_auth(&server.live_key);
    refused(stranger, 404, "not_found").await;
}

/// The status once the article has ended. Every earlier answer must have come after the wait, not at once.
async fn at_rest(server: &TestServer, id: &str) -> Value {
    let begun = Instant::now();
    loop {
        let asked = Instant::now();
        let path = format!("/v1/articles/{id}/status");
        let body = ok(test_get(server, &path).header("prefer", "wait=5")).await;
        if body["status"] != "processing" || body["stage"] == "approval" {
            return body;
        }
        assert!(asked.elapsed() >= Duration::from_secs(4), "it did not wait at stage {}", body["stage"]);
        assert!(begun.elapsed() < testkit::HANG_LIMIT, "{id} does not come to rest: {}", server.log());
    }
}

#[tokio::test]
async fn who_waits_without_a_tag_is_answered_when_nothing_more_happens_by_itself() {
    let server = server();
    let request = json!({"focusKeyword": KEYWORD, "imageOption": 0, "publish": "never", "mode": "outline"});
    let id = id_of(&ordered(&server, &request).await);
    assert_eq!(at_rest(&server, &id).await["stage"], "approval");
    let approve = format!("{}/v1/articles/{id}/approve", server.url);
    ok(server.http.post(approve).bearer_auth(&server.test_key)).await;
    assert_eq!(at_rest(&server, &id).await["status"], "completed");
    let asked = Instant::now();
    let path = format!("/v1/articles/{id}/status");
    for request in [test_get(&server, &path), test_get(&server, &path).header("if-none-match", "W/\"0\"")] {
        assert_eq!(ok(request.header("prefer", "wait=25")).await["status"], "completed");
    }
    assert!(asked.elapsed() < Duration::from_secs(25), "there was nothing to wait for");
}

#[tokio::test]
async fn the_wait_that_was_applied_is_told() {
    let server = server();
    let request = json!({"focusKeyword": KEYWORD, "imageOption": 0, "publish": "never", "mode": "outline"});
    let id = id_of(&ordered(&server, &request).await);
    at_rest(&server, &id).await;
    let path = format!("/v1/articles/{id}");
    for (prefer, applied) in
        [("wait=5", Some("wait=5")), ("respond-async, wait=100", Some("wait=25")), ("wait=soon", None)]
    {
        let response = test_get(&server, &path).header("prefer", prefer).send().await.unwrap();
        let told = response.headers().get("preference-applied").map(|value| value.to_str().unwrap());
        assert_eq!(told, applied, "{prefer}");
    }
    let current = test_get(&server, &path).header("if-none-match", "*").header("prefer", "wait=1");
    let unchanged = current.send().await.unwrap();
    assert_eq!(
        (unchanged.status().as_u16(), &unchanged.headers()["preference-applied"]),
        (304, &"wait=1".parse().unwrap())
    );
}

#[tokio::test]
async fn progress_shows_stages_and_sections_and_never_goes_back() {
    let server = server();
    let id = id_of(&ordered(&server, &slow()).await);
    let mut seen: Vec<u64> = Vec::new();
    let writing = status_when(&server, &server.test_key, &id, |body| {
        !body["partialSections"].as_array().unwrap().is_empty() || body["status"] != "processing"
    });
    let writing = writing.await;
    assert_eq!(writing["status"], "processing", "{writing}");
    // Sections are written concurrently, so the first visible one may be the last.
    assert!(["writing", "quality"].map(Value::from).contains(&writing["stage"]), "{writing}");
    assert!(writing["outline"]["sections"].as_array().unwrap().len() >= 4);
    status_when(&server, &server.test_key, &id, |body| {
        seen.push(body["progress"].as_u64().unwrap());
        body["status"] != "processing"
    })
    .await;
    assert!(seen.is_sorted() && seen.last() == Some(&100), "{seen:?}");
}

#[tokio::test]
async fn events_tell_every_change_until_the_end() {
    let server = server();
    let request = json!({"focusKeyword": KEYWORD, "imageOption": 0, "publish": "never"});
    let id = id_of(&ordered(&server, &request).await);
    let path = format!("/v1/articles/{id}/events");
    let response = test_get(&server, &path).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let text = response.text().await.unwrap();
    let ids: Vec<i64> = text.lines().filter_map(|line| line.strip_prefix("id: ")?.parse().ok()).collect();
    let events: Vec<Value> =
        text.lines().filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok()).collect();
    assert!(ids.is_sorted() && ids.len() == events.len() && !ids.is_empty(), "{text}");
    let is_whole = |event: &Value| event["partialSections"].is_array() && event["billing"].is_object();
    assert!(events.iter().all(is_whole), "{text}");
    let mut told = events.last().unwrap().clone();
    assert_eq!((&told["status"], &told["meta"]["livemode"]), (&json!("completed"), &json!(false)));
    assert!(told["article"]["html"].is_string(), "{told}");
    let mut status = ok(test_get(&server, &format!("/v1/articles/{id}/status"))).await;
    for document in [&mut told, &mut status] {
        document["meta"]["requestId"].take();
    }
    assert_eq!(told, status);
    let last = ids.last().unwrap().to_string();
    let resumed = test_get(&server, &path).header("last-event-id", last).send().await.unwrap();
    let resumed = resumed.text().await.unwrap();
    assert_eq!(resumed.matches("data: ").count(), 1, "{resumed}");
    refused(test_get(&server, "/v1/articles/art_00000000000000000000000000/events"), 404, "not_found").await;
}

#[tokio::test]
async fn a_pause_is_shown_with_its_reason_until_the_work_goes_on() {
    let model = Model::start(|form, _| (form == "first_draft").then_some(Spoilt::Overloaded)).await;
    let server = model.rankwright();
    let request =
        json!({"focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 0, "publish": "never"});
    let id = id_of(&ok(server.post(GENERATE, &request)).await);
    let key = &server.live_key;
    let paused =
        status_when(&server, key, &id, |body| !body["waiting"].is_null() || body["status"] != "processing")
            .await;
    assert_eq!((&paused["status"], &paused["stage"]), (&json!("processing"), &json!("writing")), "{paused}");
    let waiting = &paused["waiting"];
    let reason = waiting["reason"].as_str().unwrap();
    assert_eq!(reason, "no engine answered: openai limits the requests");
    assert!(waiting["until"].as_str().unwrap() > paused["updatedAt"].as_str().unwrap(), "{paused}");
    model.follow(|form, _| (form == "first_draft").then_some(Spoilt::Silent));
    let goes_on = status_when(&server, key, &id, |body| body["waiting"].is_null()).await;
    assert_eq!(goes_on["status"], "processing", "{goes_on}");
    assert!(!model.requests("first_draft").is_empty());
}

#[tokio::test]
async fn a_cancelled_article_costs_nothing() {
    let server = server();
    let before = balance(&server, &server.test_key).await;
    let id = id_of(&ordered(&server, &slow()).await);
    status_when(&server, &server.test_key, &id, |body| body["stage"] == "writing").await;
    let url = format!("{}/v1/articles/{id}", server.url);
    let cancel = || server.http.delete(&url).bearer_auth(&server.test_key);
    ok(cancel()).await;
    assert_eq!(balance(&server, &server.test_key).await, before, "it returns at once");
    let body = done(&server, &server.test_key, &id).await;
    assert_eq!((&body["status"], &body["billing"]["chargedCredits"]), (&json!("cancelled"), &json!(0)));
    assert_eq!(
        (&body["publication"]["status"], &body["indexing"]["status"]),
        (&json!("disabled"), &json!("skipped")),
        "nothing is left to publish"
    );
    let listed = ok(test_get(&server, "/v1/articles")).await;
    assert_eq!(listed["data"][0]["publication"]["status"], "disabled");
    refused(cancel(), 409, "not_cancellable").await;
    refused(
        server.http.delete(format!("{}/v1/articles/nonsense", server.url)).bearer_auth(&server.test_key),
        404,
        "not_found",
    )
    .await;
}

#[tokio::test]
async fn lists_are_newest_first_and_can_be_filtered() {
    let server = server();
    let request = json!({"focusKeyword": KEYWORD, "imageOption": 0, "mode": "outline"});
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(id_of(&ordered(&server, &request).await));
    }
    let url = format!("{}/v1/articles/{}", server.url, ids[0]);
    ok(server.http.delete(url).bearer_auth(&server.test_key)).await;
    let page = ok(test_get(&server, "/v1/articles?limit=2")).await;
    let listed: Vec<String> = page["data"].as_array().unwrap().iter().map(id_of).collect();
    assert_eq!((listed, &page["hasMore"]), (vec![ids[2].clone(), ids[1].clone()], &json!(true)));
    let cursor = page["nextCursor"].as_str().unwrap();
    let rest = ok(test_get(&server, &format!("/v1/articles?limit=2&cursor={cursor}"))).await;
    assert_eq!((id_of(&rest["data"][0]), &rest["hasMore"]), (ids[0].clone(), &json!(false)));
    let cancelled = ok(test_get(&server, "/v1/articles?status=cancelled")).await;
    assert_eq!(cancelled["data"].as_array().unwrap().len(), 1);
    refused(test_get(&server, "/v1/articles?status=lost"), 422, "validation_failed").await;
    refused(test_get(&server, "/v1/articles?limit=0"), 422, "validation_failed").await;
}
