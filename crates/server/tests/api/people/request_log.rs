//! The log of calls in the dashboard, with and without bodies.

use serde_json::json;

use super::browser::Browser;
use super::people_key;
use super::things::{shown, test_key};
use crate::support::{send, server};

#[tokio::test]
async fn what_pages_read_is_not_in_the_request_log() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    for page in ["/dashboard", "/dashboard/articles", "/dashboard/images", "/dashboard/articles/new"] {
        let _ = browser.read(page).await;
    }
    let key = people_key(&mut browser).await;
    let account = server.http.get(format!("{}/v1/account", server.url)).bearer_auth(&key);
    assert_eq!(send(account).await.0, 200);
    let log = shown(&mut browser, "/dashboard/requests", "GET /v1/account").await;
    assert_eq!(log.matches("<th scope=\"row\">").count(), 1, "{log}");
    let playground = browser.read("/dashboard/playground/getAccount").await;
    assert!(playground.contains("GET /v1/account"), "{playground}");
    assert_eq!(browser.send("/dashboard/playground/getAccount", &[]).await.status, 200);
    let _ = shown(&mut browser, "/dashboard/requests", "data-label=\"Key\">Dashboard</td>").await;
}

#[tokio::test]
async fn bodies_are_stored_on_request_shown_and_sent_again() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let key = test_key(&mut browser, "Laptop").await;
    let post = |path: &str, body: &str| {
        let request = server.http.post(format!("{}{path}", server.url)).bearer_auth(&key);
        send(request.header("content-type", "application/json").body(body.to_owned()))
    };
    let keys = "/v1/keys";
    assert_eq!(post(keys, r#"{"name": "Before", "scopes": ["audit"]}"#).await.0, 200);
    let log = shown(&mut browser, "/dashboard/requests", "POST /v1/keys").await;
    assert!(log.contains("Store bodies"), "{log}");
    let call = first_call(&log);
    assert!(browser.read(&call).await.contains("The bodies of this call are not stored."));

    let turned = browser.send("/dashboard/requests/bodies", &[("stored", "yes")]).await;
    assert_eq!(turned.location(), "/dashboard/requests?done=on");
    // Nodes notice it within about a second.
    let deadline = std::time::Instant::now() + testkit::HANG_LIMIT;
    let (call, page) = loop {
        let broken = post(keys, r#"{"name": "A <b>shop</b>", "scopes": "svc_test_abc"}"#).await;
        assert_eq!(broken.0, 422, "{}", broken.1);
        let id = broken.1["error"]["requestId"].as_str().unwrap();
        let call = format!("/dashboard/requests/{id}");
        let page = shown(&mut browser, &call, "POST /v1/keys").await;
        if page.contains("Response body") {
            break (call, page);
        }
        assert!(std::time::Instant::now() < deadline, "{page}");
    };
    for part in [
        "Request body",
        "A &lt;b&gt;shop&lt;/b&gt;",
        "svc_test_[hidden]",
        "validation_failed",
        "<dd class=\"id\">/v1/keys</dd>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let again = page.split("href=\"/dashboard/playground/createKey?call=").nth(1).unwrap();
    let again = format!("/dashboard/playground/createKey?call={}", again.split('"').next().unwrap());
    let form = browser.read(&again).await;
    assert!(
        form.contains("value=\"A &#60;b&#62;shop&#60;/b&#62;\"")
            || form.contains("value=\"A &lt;b&gt;shop&lt;/b&gt;\""),
        "{form}"
    );
    let made = post(keys, r#"{"name": "PaymentChannel", "scopes": ["audit"]}"#).await;
    assert_eq!(made.0, 200, "{}", made.1);
    let secret = made.1["key"].as_str().unwrap();
    let id = made.1["meta"]["requestId"].as_str().unwrap();
    let page = shown(&mut browser, &format!("/dashboard/requests/{id}"), "Response body").await;
    assert!(page.contains("[hidden]") && !page.contains(secret), "{page}");

    let mut stranger = Browser::new(&server);
    stranger.sign_up("minh@example.com").await;
    assert_eq!(stranger.get(&call).await.status, 404);
    let form = stranger.read(&again).await;
    assert!(!form.contains("shop"), "{form}");

    let turned = browser.send("/dashboard/requests/bodies", &[("stored", "no")]).await;
    assert_eq!(turned.location(), "/dashboard/requests?done=off");
    let page = browser.read(&call).await;
    assert!(page.contains("The bodies of this call are not stored.") && !page.contains("shop"), "{page}");
    assert!(browser.read("/dashboard/requests?done=off").await.contains("The stored ones are deleted."));
}

#[tokio::test]
async fn long_bodies_are_not_stored_and_lists_are_sent_again_with_their_filters() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let key = test_key(&mut browser, "Laptop").await;
    assert_eq!(browser.send("/dashboard/requests/bodies", &[("stored", "yes")]).await.status, 303);
    let list = || send(server.http.get(format!("{}/articles?status=failed", server.url)).bearer_auth(&key));
    let deadline = std::time::Instant::now() + testkit::HANG_LIMIT;
    let page = loop {
        let answer = list().await;
        let id = answer.1["meta"]["requestId"].as_str().unwrap();
        let page = shown(&mut browser, &format!("/dashboard/requests/{id}"), "articles").await;
        if page.contains("There was no body.") {
            break page;
        }
        assert!(std::time::Instant::now() < deadline, "{page}");
    };
    let again = page.split("href=\"/dashboard/playground/listArticles?call=").nth(1).unwrap();
    let again = format!("/dashboard/playground/listArticles?call={}", again.split('"').next().unwrap());
    let form = browser.read(&again).await;
    assert!(form.contains("<option selected>failed</option>"), "{form}");
    let long = json!({"focusKeyword": "tea", "sources": [{"text": "x".repeat(70_000)}], "mode": "brief"});
    let request =
        server.http.post(format!("{}/v1/articles/generate", server.url)).bearer_auth(&key).json(&long);
    let answer = send(request).await;
    let id = answer.1["meta"]["requestId"].as_str().or(answer.1["error"]["requestId"].as_str()).unwrap();
    let page = shown(&mut browser, &format!("/dashboard/requests/{id}"), "Request body").await;
    assert!(page.contains("Not stored: longer than 64 KB") && !page.contains("xxxxx"), "{page}");
    assert!(!page.contains("?call="), "what is not stored is not sent again: {page}");
}

fn first_call(log: &str) -> String {
    let id = log.split("href=\"/dashboard/requests/req_").nth(1).unwrap();
    format!("/dashboard/requests/req_{}", id.split('"').next().unwrap())
}
