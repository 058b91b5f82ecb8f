//! Live keys without any engine: articles from the customer's own texts, and what can't be written without one.

use super::*;

fn texts(folder: &str) -> Vec<Value> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../composer/tests/data").join(folder);
    let text = |number: u32| std::fs::read_to_string(folder.join(format!("{number}.md"))).unwrap();
    (1..=3).map(|number| json!({"title": format!("Notes {number}"), "text": text(number)})).collect()
}

#[tokio::test]
async fn an_article_rests_on_the_customers_texts() {
    let server = server();
    let before = balance(&server, &server.live_key).await.0;
    let request = json!({
        "focusKeyword": "cast iron skillet care", "targetWordCount": 1500, "imageOption": 1, "sources": texts("cast-iron-care"),
        "keywords": [
            "How often should you season a cast iron skillet?", "Can you use soap on cast iron?",
            "How do you remove rust from a cast iron skillet?", "Is cast iron safe on a glass cooktop?", "Why is my cast iron skillet sticky?",
        ],
    });
    let id = id_of(&ok(server.post(GENERATE, &request)).await);
    let body = done(&server, &server.live_key, &id).await;
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    let article = &body["article"];
    assert_eq!(
        (&article["research"], &article["generation"]["engine"]),
        (&json!("sources"), &json!("local"))
    );
    assert_eq!(article["sources"].as_array().unwrap().len(), 3);
    assert!(article["sources"].as_array().unwrap().iter().all(|source| source["url"].is_null()));
    assert_eq!(body["billing"]["chargedCredits"], price(article));
    assert_eq!(balance(&server, &server.live_key).await, (before - price(article), 0));
    // Three texts do not answer four of the questions.
    let broken = broken_gates(article);
    assert!(broken.iter().all(|gate| gate.starts_with("\"faq\"")), "{broken:?}");
    assert_eq!(body["publication"]["status"], "held", "{}", body["publication"]);
}

#[tokio::test]
async fn a_language_that_the_local_model_does_not_write_needs_texts() {
    let server = server();
    let request = json!({"focusKeyword": "cách trồng lan", "language": "vi", "imageOption": 0});
    let id = id_of(&ok(server.post(GENERATE, &request)).await);
    let body = done(&server, &server.live_key, &id).await;
    assert_eq!(
        (&body["status"], &body["error"]["code"]),
        (&json!("failed"), &json!("provider_not_configured")),
        "{body}"
    );
    assert!(body["error"]["message"].as_str().unwrap().contains("sources"), "{body}");
    assert_eq!(body["billing"]["chargedCredits"], 0);
}
