//! Outlines that wait for approval, and sections that are regenerated.

use super::*;

async fn waiting(server: &TestServer) -> (String, Value) {
    let request = json!({"focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 0, "mode": "outline", "publish": "never"});
    let id = id_of(&ordered(server, &request).await);
    let body = status_when(server, &server.test_key, &id, |body| body["stage"] == "approval").await;
    (id, body)
}

fn approve(server: &TestServer, id: &str) -> RequestBuilder {
    server.http.post(format!("{}/v1/articles/{id}/approve", server.url)).bearer_auth(&server.test_key)
}

#[tokio::test]
async fn a_plan_waits_for_approval() {
    let server = server();
    let (id, body) = waiting(&server).await;
    assert_eq!(body["status"], "processing");
    let planned: Vec<&str> = headings(&body["outline"]["sections"]);
    assert!(planned.len() >= 4, "{body}");
    assert!(body["outline"]["changes"].is_array(), "{}", body["outline"]);
    ok(approve(&server, &id)).await;
    ok(approve(&server, &id).header("content-type", "application/json")).await;
    let body2 = done(&server, &server.test_key, &id).await;
    assert_eq!(body2["status"], "completed", "{body2}");
    let written: Vec<&str> = headings(&body2["article"]["sections"]);
    assert_eq!(written[..planned.len()], planned);
    refused(approve(&server, &id), 409, "not_cancellable").await;
}

fn headings(sections: &Value) -> Vec<&str> {
    sections.as_array().unwrap().iter().map(|section| section["heading"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn other_headings_can_be_approved() {
    let server = server();
    let (id, _) = waiting(&server).await;
    let wanted = [
        "Choosing the beans for cold brew",
        "Steeping cold brew overnight",
        "Straining it clean",
        "Keeping cold brew fresh",
    ];
    let outline: Vec<Value> = wanted.iter().map(|heading| json!({"heading": heading})).collect();
    refused(approve(&server, &id).json(&json!({"outline": [{"heading": " "}]})), 422, "validation_failed")
        .await;
    refused(approve(&server, &id).json(&json!({"headings": []})), 422, "unknown_field").await;
    ok(approve(&server, &id).json(&json!({"outline": outline}))).await;
    let body = done(&server, &server.test_key, &id).await;
    assert_eq!(body["status"], "completed", "{body}");
    assert_eq!(headings(&body["article"]["sections"])[..wanted.len()], wanted);
}

#[tokio::test]
async fn a_plan_that_is_called_off_returns_its_credits() {
    let server = server();
    let before = balance(&server, &server.test_key).await;
    let (id, _) = waiting(&server).await;
    assert_ne!(balance(&server, &server.test_key).await, before);
    let url = format!("{}/v1/articles/{id}", server.url);
    ok(server.http.delete(url).bearer_auth(&server.test_key)).await;
    assert_eq!(balance(&server, &server.test_key).await, before);
}

#[tokio::test]
async fn a_section_is_written_anew_for_its_characters() {
    let server = server();
    let request =
        json!({"focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 0, "publish": "never"});
    let first = written(&server, &request).await;
    let id = id_of(&first);
    let before = balance(&server, &server.test_key).await.0;
    let path = |section: &str| format!("/v1/articles/{id}/sections/{section}/regenerate");
    refused(server.test_post(&path("77"), &json!({})), 404, "not_found").await;
    let conclusion = first["article"]["sections"].as_array().unwrap().len().to_string();
    refused(server.test_post(&path(&conclusion), &json!({})), 404, "not_found").await;
    refused(server.test_post(&path("1"), &json!({"maxCredits": 1})), 402, "cost_limit_exceeded").await;
    refused(server.test_post(&path("2"), &json!({"maxCredit": 1})), 422, "unknown_field").await;
    let bare = server.http.post(format!("{}{}", server.url, path("2"))).bearer_auth(&server.test_key);
    let reply = ok(bare.header("idempotency-key", "anew")).await;
    refused(
        server.test_post(&path("1"), &json!({})).header("idempotency-key", "anew"),
        422,
        "idempotency_key_reused",
    )
    .await;
    let reserved = reply["billing"]["reservedCredits"].as_i64().unwrap();
    let charged_first = first["billing"]["chargedCredits"].as_i64().unwrap();
    let body = status_when(&server, &server.test_key, &id, |body| {
        body["billing"]["chargedCredits"] != charged_first
    })
    .await;
    let charged = body["billing"]["chargedCredits"].as_i64().unwrap() - charged_first;
    assert!(charged > 0 && charged <= reserved, "{charged} of {reserved}");
    assert_eq!(balance(&server, &server.test_key).await, (before - charged, 0));
    let billing = &body["billing"];
    let credits = |name: &str| billing[name].as_i64().unwrap();
    assert_eq!(credits("reservedCredits"), first["billing"]["reservedCredits"].as_i64().unwrap() + reserved);
    assert_eq!(credits("refundedCredits"), credits("reservedCredits") - credits("chargedCredits"));
    let lines = billing["breakdown"].as_array().unwrap().iter();
    let explained: i64 = lines.map(|line| line["credits"].as_i64().unwrap()).sum();
    assert_eq!(explained, credits("chargedCredits"), "{billing}");
    assert_eq!(body["status"], "completed");
    assert_eq!(headings(&body["article"]["sections"]), headings(&first["article"]["sections"]));
    assert_eq!(server.run_ok(&["credits", "verify"]), "clean");
}

#[tokio::test]
async fn a_section_within_another_is_refused_by_the_place_of_the_other() {
    let server = server();
    let outline = json!([
        {"heading": "Choosing the beans for cold brew"},
        {"heading": "Steeping cold brew overnight", "children": ["How long to steep it", "Where to keep the jar"]},
        {"heading": "Straining it clean"},
        {"heading": "Keeping cold brew fresh"},
    ]);
    let request = json!({
        "focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 0, "publish": "never", "outline": outline,
    });
    let body = written(&server, &request).await;
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    let id = id_of(&body);
    let below = body["article"]["sections"][1]["children"][0]["id"].as_str().unwrap();
    let path = |section: &str| format!("/v1/articles/{id}/sections/{section}/regenerate");
    let refusal = refused(server.test_post(&path(below), &json!({})), 422, "validation_failed").await;
    let detail = &refusal["error"]["details"][0];
    assert_eq!(detail["field"], "sectionId", "{refusal}");
    assert!(detail["message"].as_str().unwrap().ends_with("use 2."), "{refusal}");
    refused(server.test_post(&path("2.77"), &json!({})), 404, "not_found").await;
}
