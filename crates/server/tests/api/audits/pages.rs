//! Whole pages: a well-made page has no severe issue, and the browser measures what it should.

use super::*;

/// The severe issues of the page itself; other URLs of its host belong to the sandbox.
fn grave(body: &Value) -> Vec<String> {
    let issues =
        body["issues"].as_array().unwrap().iter().filter(|issue| issue["seen"] != json!(["network"]));
    let grave = issues.filter(|issue| !matches!(issue["severity"].as_str(), Some("low" | "info")));
    grave.map(|issue| format!("{} {}: {}", issue["severity"], issue["id"], issue["message"])).collect()
}

#[tokio::test]
async fn the_hosted_page_of_an_article_has_nothing_grave() {
    let server = builder().set("PUBLIC_URL", "https://articles.example").start();
    let order =
        json!({"focusKeyword": "how to make cold brew coffee", "targetWordCount": 1500, "imageOption": 1});
    let ordered = ok(server.test_post("/v1/articles/generate", &order)).await;
    let status = format!("/v1/articles/{}/status", ordered["articleId"].as_str().unwrap());
    let article = loop {
        let body = ok(test_get(&server, &status).header("prefer", "wait=20")).await;
        if body["status"] != "processing" {
            break body;
        }
    };
    assert_eq!(article["publication"]["status"], "published", "{}", article["publication"]);
    let url = article["publication"]["url"].as_str().unwrap();
    let path = url.strip_prefix("https://articles.example").unwrap();
    let page = server.http.get(format!("{}{path}", server.url)).send().await.unwrap().text().await.unwrap();
    let audit = json!({"url": url, "html": page, "vitals": false, "checkLinks": false});
    let body = ok(server.test_post(AUDIT, &audit)).await;
    // Articles of test keys are excluded from search engines.
    let grave: Vec<String> = grave(&body).into_iter().filter(|told| !told.contains("noindex")).collect();
    assert!(grave.is_empty(), "{grave:#?}");
    assert_eq!(body["structuredData"]["errors"], 0, "{}", body["structuredData"]);
    assert!(!body["structuredData"]["items"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn a_browser_measures_a_page_of_the_sandboxs_web() {
    let server = server();
    let body = ok(server.test_post(AUDIT, &json!({"url": SANDBOX_PAGE, "checkLinks": false}))).await;
    let lab = &body["coreWebVitals"]["lab"];
    assert!(lab.is_object(), "{}", body["coreWebVitals"]);
    for figure in ["lcp", "cls", "tbt", "fcp"] {
        assert!(lab[figure]["value"].as_f64().is_some_and(|value| value >= 0.0), "{figure}: {lab}");
        assert!(lab[figure]["rating"].is_string(), "{figure}: {lab}");
    }
    let field = &body["coreWebVitals"]["field"];
    assert!(field.is_object(), "{}", body["coreWebVitals"]);
    assert_eq!(field["scope"], "page", "{field}");
    assert_eq!(body["coreWebVitals"]["performanceBasis"], "field");
    assert_eq!(body["scores"]["performance"], field["score"], "{body}");
    let screenshot = body["screenshot"]["url"].as_str().unwrap();
    let picture = reqwest::get(screenshot).await.unwrap();
    assert_eq!(
        (picture.status().as_u16(), &picture.headers()["content-type"]),
        (200, &"image/jpeg".parse().unwrap())
    );
    assert!(body["html"]["renderedWords"].as_u64().unwrap() > 50);
    assert!(lab["load"]["watchedMs"].as_f64().unwrap() >= 3000.0, "{lab}");
}

#[tokio::test]
async fn scripts_and_shifts_are_seen() {
    let site = MockServer::start().await;
    let page = "<!doctype html><html lang=en><head><title>Shifting</title><style>body{margin:0}div{height:300px}</style></head><body>\
        <p>First paragraph of some length, so that there is something to paint.</p><div id=moves>Box</div>\
        <script>setTimeout(() => { const added = document.createElement('section'); added.style.height = '200px'; added.id = 'added';\
        added.textContent = 'Only scripts say this.'; document.body.prepend(added); }, 400)</script></body></html>";
    serve(&site, "/shift", html(page)).await;
    let server = local_builder(&site).start();
    let order = json!({"url": format!("{}/shift", site.uri()), "checkLinks": false, "device": "desktop"});
    let body = ok(server.post(AUDIT, &order)).await;
    let cls = &body["coreWebVitals"]["lab"]["cls"];
    assert!(cls["value"].as_f64().unwrap() > 0.05, "{}", body["coreWebVitals"]);
    assert!(body["html"]["renderedWords"].as_u64() > body["html"]["words"].as_u64(), "{}", body["html"]);
}

#[tokio::test]
async fn without_a_browser_the_rest_is_answered() {
    let server = builder().set("BROWSER__PATH", "/nowhere/chromium").start();
    let body = ok(server.test_post(AUDIT, &json!({"url": SANDBOX_PAGE, "checkLinks": false}))).await;
    let reason = body["coreWebVitals"]["labSkipped"].as_str().unwrap();
    assert!(reason.contains("/nowhere/chromium"), "{reason}");
    let skipped = body["skipped"].as_array().unwrap();
    assert!(skipped.iter().any(|check| check["id"] == "cwv.lcp" && check["reason"] == reason), "{skipped:?}");
    assert_eq!(body["billing"]["chargedCredits"], PRICE);
}
