use serde_json::json;

use crate::support::{refused, send, server};

#[tokio::test]
async fn articles_are_estimated_with_their_reservation() {
    let server = server();
    let request =
        json!({"endpoint": "articles/generate", "targetWordCount": 2000, "imageOption": 1, "language": "en"});
    let (status, body) = send(server.post("/v1/estimate", &request)).await;
    assert_eq!(status, 200);
    assert_eq!(body["estimatedCredits"], 17_000);
    assert_eq!(body["reservedCredits"], 20_600);
    assert_eq!(body["estimatedUsd"], "0.17000");
    assert_eq!(body["rate"], "1 credit per generated character + 5,000 credits per image");
    assert_eq!(
        body["breakdown"],
        json!([
            {"item": "characters", "quantity": 12_000, "unitCredits": 1, "credits": 12_000},
            {"item": "images", "quantity": 1, "unitCredits": 5_000, "credits": 5_000},
        ])
    );
    let defaults = json!({"endpoint": "articles/generate"});
    assert_eq!(send(server.post("/v1/estimate", &defaults)).await.1["estimatedCredits"], 17_000);
}

#[tokio::test]
async fn fixed_prices_are_exact() {
    let server = server();
    for (endpoint, price) in [
        ("images/generate", 5_000),
        ("analysis/serp", 2_000),
        ("keywords/suggestions", 500),
        ("keywords/ideas", 2_000),
        ("seo/audit", 500),
    ] {
        let (status, body) = send(server.post("/v1/estimate", &json!({"endpoint": endpoint}))).await;
        assert_eq!(status, 200);
        assert_eq!((&body["estimatedCredits"], &body["reservedCredits"]), (&json!(price), &json!(price)));
    }
}

#[tokio::test]
async fn a_key_is_needed() {
    let server = server();
    let url = format!("{}/v1/estimate", server.url);
    let request = server.http.post(url).json(&json!({"endpoint": "seo/audit"}));
    refused(request, 401, "missing_api_key").await;
}
