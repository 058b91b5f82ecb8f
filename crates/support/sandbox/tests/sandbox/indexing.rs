//! Tests of the services that are notified of new pages.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{self, Running, list, ok};

#[tokio::test]
async fn google_takes_note_of_notifications() {
    let running = Running::start().await;
    let publish = |body: Value| {
        running.post("/google-indexing/v3/urlNotifications:publish").bearer_auth("sandbox").json(&body)
    };
    let metadata = || {
        running
            .get("/google-indexing/v3/urlNotifications/metadata?url=https%3A%2F%2Fa.test%2Fx")
            .bearer_auth("sandbox")
    };
    assert_eq!(support::json(metadata()).await.0, 404);
    let body = ok(publish(json!({ "url": "https://a.test/x", "type": "URL_UPDATED" }))).await;
    let update = &body["urlNotificationMetadata"]["latestUpdate"];
    assert_eq!((&update["url"], &update["type"]), (&json!("https://a.test/x"), &json!("URL_UPDATED")));
    ok(publish(json!({ "url": "https://a.test/x", "type": "URL_DELETED" }))).await;
    let noted = ok(metadata()).await;
    assert!(noted["latestUpdate"].is_object() && noted["latestRemove"].is_object());
    for bad in [
        json!({}),
        json!({ "url": "https://a.test/x", "type": "NEW" }),
        json!({ "url": "x", "type": "URL_UPDATED" }),
    ] {
        assert_eq!(support::json(publish(bad.clone())).await.0, 400, "{bad}");
    }
    let request = running.post("/google-indexing/v3/urlNotifications:publish").json(&json!({}));
    let (status, body) = support::json(request).await;
    assert_eq!((status, &body["error"]["status"]), (401, &json!("UNAUTHENTICATED")));
}

#[tokio::test]
async fn indexnow_answers_with_a_status_alone() {
    let running = Running::start().await;
    let one = async |query: &str| running.get(&format!("/indexnow/indexnow?{query}")).send().await.unwrap();
    let accepted = one("url=https%3A%2F%2Fa.test%2Fx&key=0123456789abcdef").await;
    assert_eq!(accepted.status(), 200);
    assert_eq!(accepted.text().await.unwrap(), "");
    assert_eq!(one("url=https%3A%2F%2Fa.test%2Fx&key=short").await.status(), 422);
    assert_eq!(one("key=0123456789abcdef").await.status(), 400);
    let many = async |body: Value| {
        running.post("/indexnow/indexnow").json(&body).send().await.unwrap().status().as_u16()
    };
    let key = "0123456789abcdef";
    assert_eq!(many(json!({ "host": "a.test", "key": key, "urlList": ["https://a.test/x"] })).await, 200);
    assert_eq!(many(json!({ "host": "a.test", "key": key, "urlList": ["https://b.test/x"] })).await, 422);
    assert_eq!(many(json!({ "host": "a.test", "key": key, "urlList": [] })).await, 400);
    let throttled = one("url=https%3A%2F%2Fa.test%2Fsandbox-fault:429-9&key=0123456789abcdef").await;
    assert_eq!(
        (throttled.status().as_u16(), &throttled.headers()["retry-after"]),
        (429, &"9".parse().unwrap())
    );
}

#[tokio::test]
async fn search_console_keeps_sitemaps() {
    let running = Running::start().await;
    let site = "/search-console/webmasters/v3/sites/https%3A%2F%2Fa.test%2F/sitemaps";
    let sitemap = format!("{site}/https%3A%2F%2Fa.test%2Fsitemap.xml");
    let list_of = || running.get(site).bearer_auth("sandbox");
    assert_eq!(ok(list_of()).await, json!({}));
    let put = running.request(Method::PUT, &sitemap).bearer_auth("sandbox").send().await.unwrap();
    assert_eq!(put.status(), 204);
    let sitemaps = ok(list_of()).await;
    assert_eq!(list(&sitemaps["sitemap"]).len(), 1);
    assert_eq!(ok(running.get(&sitemap).bearer_auth("sandbox")).await["path"], "https://a.test/sitemap.xml");
    running.request(Method::DELETE, &sitemap).bearer_auth("sandbox").send().await.unwrap();
    assert_eq!(support::json(running.get(&sitemap).bearer_auth("sandbox")).await.0, 404);
    assert_eq!(support::json(running.get(site)).await.0, 401);
}
