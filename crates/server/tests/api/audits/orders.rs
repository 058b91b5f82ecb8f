//! Requests for audits, their answers and charges.

use super::*;

const BROKEN: &str = "<html><head><title>Tea</title><title>Again</title><meta name=robots content=noindex></head>\
    <body><h3>Down here</h3><img src=/gone.png><a href=/missing>click here</a><a href=/there>The way there</a></body></html>";

const UNSURE: &str = "<!doctype html><html lang=en><head><title>Tea</title><meta name=googlebot content=noindex></head>\
    <body><h1>Tea</h1><a href=/members>Members</a><a href='http://127.0.0.2:9/'>A shop</a><a href=/there>The way there</a></body></html>";

#[tokio::test]
async fn a_test_key_audits_a_page_of_the_sandboxs_web() {
    let server = server();
    let before = balance(&server, &server.test_key).await.0;
    let body = ok(server.test_post(AUDIT, &plain(SANDBOX_PAGE))).await;
    assert_eq!((&body["success"], &body["meta"]["livemode"]), (&json!(true), &json!(false)));
    assert_eq!((&body["statusCode"], &body["finalUrl"]), (&json!(200), &json!(SANDBOX_PAGE)));
    assert!((0..=100).contains(&body["score"].as_i64().unwrap()), "{body}");
    for field in ["scores", "html", "images", "links", "structuredData", "indexability", "security", "timing"]
    {
        assert!(body[field].is_object(), "{field}: {}", body[field]);
    }
    assert!(!body["headings"].as_array().unwrap().is_empty());
    assert!(body["passed"].as_array().unwrap().len() > 40, "{}", body["passed"]);
    let skipped = &body["coreWebVitals"]["labSkipped"];
    assert!(skipped.as_str().unwrap().contains("vitals"), "{skipped}");
    assert_eq!(body["coreWebVitals"]["performanceBasis"], "issues");
    assert_eq!(body["billing"]["chargedCredits"], PRICE);
    assert_eq!(balance(&server, &server.test_key).await, (before - PRICE, 0));
}

#[tokio::test]
async fn what_is_wrong_is_found_where_it_stands() {
    let site = MockServer::start().await;
    serve(&site, "/page", html(BROKEN)).await;
    serve(&site, "/there", html("<title>There</title>")).await;
    let server = local_builder(&site).start();
    let url = format!("{}/page", site.uri());
    let body = ok(server.post(AUDIT, &plain(&url))).await;
    for id in [
        "title.multiple",
        "idx.noindex_meta",
        "html.doctype",
        "h1.missing",
        "link.broken_internal",
        "img.broken",
    ] {
        let issue = issue(&body, id).unwrap_or_else(|| panic!("{id} was not found: {}", body["issues"]));
        for field in ["message", "howToFix", "fingerprint", "category", "severity"] {
            assert!(issue[field].as_str().is_some_and(|text| !text.is_empty()), "{id}: {issue}");
        }
    }
    let second = &issue(&body, "title.multiple").unwrap()["evidence"][0];
    assert_eq!((&second["line"], &second["selector"]), (&json!(1), &json!("html > head > title")));
    assert_eq!(second["column"], BROKEN.rfind("<title>").unwrap() + 1);
    assert_eq!(body["indexability"]["indexable"], false);
    let broken = body["links"]["broken"].as_array().unwrap();
    assert_eq!(broken.len(), 1, "{broken:?}");
    assert!(broken[0]["url"].as_str().unwrap().ends_with("/missing"));
    assert!(body["score"].as_i64().unwrap() < 50, "a page that can't be found has few points");
}

#[tokio::test]
async fn what_is_not_known_is_null_and_not_broken() {
    let site = MockServer::start().await;
    serve(&site, "/page", html(UNSURE)).await;
    serve(&site, "/members", ResponseTemplate::new(403)).await;
    serve(&site, "/there", html("<title>There</title>")).await;
    let server = local_builder(&site).start();
    let url = format!("{}/page", site.uri());
    let body = ok(server.post(AUDIT, &plain(&url))).await;
    let links = &body["links"];
    let closed = json!({
        "url": "http://127.0.0.2:9/", "status": null, "leadsTo": null,
        "reason": "it names a host that takes no connection",
    });
    assert_eq!(links["broken"], json!([closed]));
    assert_eq!((&links["checked"], &links["unchecked"]), (&json!(2), &json!(1)), "{links}");
    assert_eq!(issue(&body, "link.broken_external").unwrap()["count"], 1);
    assert_eq!(issue(&body, "link.unverified").unwrap()["count"], 1);
    let indexability = body["indexability"].as_object().unwrap();
    assert_eq!(indexability["indexable"], false);
    assert_eq!(indexability["reasons"], json!(["idx.bot_specific"]));
    assert_eq!(indexability.get("inSitemap"), Some(&Value::Null), "there is no sitemap");
    let no_element = issue(&body, "robots.missing").unwrap().as_object().unwrap();
    assert_eq!(no_element.get("selector"), Some(&Value::Null));
    let place = no_element["evidence"][0].as_object().unwrap();
    for field in ["selector", "line", "column", "snippet", "url", "detail"] {
        assert!(place.contains_key(field), "{field}: {place:?}");
    }
    let scores = body["scores"].as_object().unwrap();
    assert!(scores.contains_key("structuredData") && scores.contains_key("aiSearch"), "{scores:?}");
    let order = json!({"url": url, "vitals": false, "checkLinks": false});
    let body = ok(server.post(AUDIT, &order)).await;
    let links = &body["links"];
    assert_eq!((&links["checked"], &links["unchecked"]), (&json!(0), &json!(3)), "{links}");
}

#[tokio::test]
async fn html_that_is_not_published_is_audited_in_its_place() {
    let server = server();
    let order = json!({
        "url": "https://my-blog.example/draft", "vitals": false, "checkLinks": false,
        "html": "<!doctype html><html lang=en><head><title>Draft</title></head><body><h1>Draft</h1></body></html>",
    });
    let body = ok(server.test_post(AUDIT, &order)).await;
    assert_eq!((&body["statusCode"], &body["html"]["title"]), (&Value::Null, &json!("Draft")));
    assert!(issue(&body, "sec.hsts").is_none(), "nobody knows the headers");
    let skipped = body["skipped"].as_array().unwrap();
    assert!(skipped.iter().any(|check| check["id"] == "sec.hsts"), "{skipped:?}");
}

#[tokio::test]
async fn long_html_can_be_handed_in_and_has_an_end() {
    let server = server();
    let order = |paragraphs: usize| {
        let html = format!("<!doctype html><title>Dài</title>{}", "<p>\"Cà phê\"</p>".repeat(paragraphs));
        json!({"url": "https://my-blog.example/long", "html": html, "vitals": false, "checkLinks": false})
    };
    let body = ok(server.test_post(AUDIT, &order(60_000))).await;
    assert!(issue(&body, "html.size").is_some(), "{}", body["issues"]);
    let body = refused(server.test_post(AUDIT, &order(150_000)), 422, "validation_failed").await;
    assert_eq!(body["error"]["details"][0]["field"], "html", "{body}");
    refused(server.test_post(AUDIT, &order(480_000)), 413, "body_too_large").await;
}

#[tokio::test]
async fn pages_that_cannot_be_had_cost_nothing() {
    let site = MockServer::start().await;
    serve(&site, "/data", ResponseTemplate::new(200).set_body_raw("{}", "application/json")).await;
    let server = local_builder(&site).start();
    let before = balance(&server, &server.live_key).await;
    let data = format!("{}/data", site.uri());
    for (url, code) in [
        (data.as_str(), "target_unreachable"),
        ("http://127.0.0.1:9/", "target_unreachable"),
        ("http://169.254.169.254/latest/meta-data", "target_blocked"),
        ("http://[fe80::1]/", "target_blocked"),
        ("http://0xa9.0xfe.1/", "target_blocked"),
    ] {
        let body = refused(server.post(AUDIT, &plain(url)), 422, code).await;
        assert_eq!(body["error"]["details"][0]["field"], "url", "{url}");
    }
    assert_eq!(balance(&server, &server.live_key).await, before);
}

#[tokio::test]
async fn a_page_with_an_error_status_is_audited() {
    let site = MockServer::start().await;
    serve(&site, "/gone", ResponseTemplate::new(410).set_body_raw("<title>Gone</title>", "text/html")).await;
    let server = local_builder(&site).start();
    let body = ok(server.post(AUDIT, &plain(&format!("{}/gone", site.uri())))).await;
    assert_eq!(body["statusCode"], 410);
    assert!(issue(&body, "idx.status_4xx_5xx").is_some(), "{}", body["issues"]);
}

#[tokio::test]
async fn bad_fields_are_named() {
    let server = server();
    for (order, field) in [
        (json!({"url": "not an address"}), "url"),
        (json!({"url": "ftp://example.com/"}), "url"),
        (json!({"url": SANDBOX_PAGE, "runs": 6}), "runs"),
        (json!({"url": SANDBOX_PAGE, "baselineId": "img_1"}), "baselineId"),
        (json!({"url": SANDBOX_PAGE, "baselineId": "aud_01k9zq6j4v8f0t3w5y7a9c1e2g"}), "baselineId"),
        (json!({"url": SANDBOX_PAGE, "maxCredits": -1}), "maxCredits"),
    ] {
        let body = refused(server.test_post(AUDIT, &order), 422, "validation_failed").await;
        assert_eq!(body["error"]["details"][0]["field"], field, "{body}");
    }
    refused(server.test_post(AUDIT, &json!({"url": SANDBOX_PAGE, "depth": 2})), 422, "unknown_field").await;
    let dear = json!({"url": SANDBOX_PAGE, "vitals": false, "maxCredits": 499});
    refused(server.test_post(AUDIT, &dear), 402, "cost_limit_exceeded").await;
}

#[tokio::test]
async fn a_repeated_order_is_answered_and_charged_once() {
    let server = server();
    let before = balance(&server, &server.test_key).await.0;
    let send = || server.test_post(AUDIT, &plain(SANDBOX_PAGE)).header("idempotency-key", "one").send();
    let first: Value = send().await.unwrap().json().await.unwrap();
    let again = send().await.unwrap();
    assert_eq!(again.headers()["idempotency-replayed"], "true");
    let again: Value = again.json().await.unwrap();
    assert_eq!((&first["auditId"], &first["issues"]), (&again["auditId"], &again["issues"]));
    assert_eq!(balance(&server, &server.test_key).await.0, before - PRICE);
}

#[tokio::test]
async fn a_key_without_the_scope_may_not() {
    let server = server();
    let key = server.run_ok(&["key", "create", "--mode", "test", "--scopes", "images"]);
    let request =
        server.http.post(format!("{}{AUDIT}", server.url)).bearer_auth(key.trim()).json(&plain(SANDBOX_PAGE));
    refused(request, 403, "insufficient_scope").await;
}
