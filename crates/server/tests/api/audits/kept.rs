//! Stored audits: read, listed, compared, shared.

use super::*;

#[tokio::test]
async fn an_audit_can_be_read_listed_and_shared() {
    let server = server();
    let made = ok(server.test_post(AUDIT, &plain(SANDBOX_PAGE))).await;
    let id = made["auditId"].as_str().unwrap();
    let read = ok(test_get(&server, &format!("/v1/seo/audits/{id}"))).await;
    for field in ["issues", "score", "scores", "passed", "skipped", "reportUrl", "headings", "links"] {
        assert_eq!(read[field], made[field], "{field}");
    }
    let second = ok(server.test_post(AUDIT, &plain(SANDBOX_PAGE))).await;
    let page = ok(test_get(&server, "/v1/seo/audits?limit=1")).await;
    assert_eq!((&page["data"][0]["auditId"], &page["hasMore"]), (&second["auditId"], &json!(true)));
    let cursor = page["nextCursor"].as_str().unwrap();
    let rest = ok(test_get(&server, &format!("/v1/seo/audits?limit=5&cursor={cursor}"))).await;
    assert_eq!((&rest["data"][0]["auditId"], &rest["data"][1]), (&made["auditId"], &Value::Null));

    let shared = reqwest::get(made["reportUrl"].as_str().unwrap()).await.unwrap();
    assert_eq!(shared.status(), 200);
    assert_eq!(shared.headers()["x-robots-tag"], "noindex, nofollow");
    assert!(shared.headers()["content-security-policy"].to_str().unwrap().contains("default-src 'none'"));
    let text = shared.text().await.unwrap();
    assert!(text.contains(SANDBOX_PAGE) && text.starts_with("<!DOCTYPE html>"), "{text}");
}

#[tokio::test]
async fn the_page_of_a_report_says_whether_it_is_a_test() {
    let site = MockServer::start().await;
    serve(&site, "/tea", html("<!doctype html><title>Tea</title><h1>Tea</h1>")).await;
    let server = local_builder(&site).start();
    let test = ok(server.test_post(AUDIT, &plain(SANDBOX_PAGE))).await;
    let live = ok(server.post(AUDIT, &plain(&format!("{}/tea", site.uri())))).await;
    for (made, is_test) in [(test, true), (live, false)] {
        let page = reqwest::get(made["reportUrl"].as_str().unwrap()).await.unwrap().text().await.unwrap();
        for words in ["<strong>Test report:</strong>", "<strong>Báo cáo thử:</strong>"] {
            assert_eq!(page.contains(words), is_test, "{words}: {page}");
        }
    }
}

#[tokio::test]
async fn nobody_else_sees_an_audit() {
    let server = server();
    let made = ok(server.test_post(AUDIT, &plain(SANDBOX_PAGE))).await;
    let path = format!("/v1/seo/audits/{}", made["auditId"].as_str().unwrap());
    refused(server.get(&path), 404, "not_found").await;
    assert_eq!(ok(server.get("/v1/seo/audits")).await["data"], json!([]), "live and test are apart");
    let account = server.run_ok(&["account", "create", "Others"]);
    let key = server.run_ok(&["key", "create", "--mode", "test", "--account", account.trim()]);
    let as_other = |path: &str| server.http.get(format!("{}{path}", server.url)).bearer_auth(key.trim());
    refused(as_other(&path), 404, "not_found").await;
    refused(test_get(&server, "/v1/seo/audits/aud_x"), 404, "not_found").await;
    for token in ["x", "0000000000000000000000"] {
        let response = server.http.get(format!("{}/reports/{token}", server.url)).send().await.unwrap();
        assert_eq!(response.status(), 404, "{token}");
    }
    let baseline = json!({"url": SANDBOX_PAGE, "vitals": false, "baselineId": made["auditId"]});
    let body = refused(server.post(AUDIT, &baseline), 422, "validation_failed").await;
    assert_eq!(body["error"]["details"][0]["field"], "baselineId");
}

#[tokio::test]
async fn an_audit_tells_what_changed() {
    let server = server();
    let page = |head: &str| {
        let html = format!(
            "<!doctype html><html lang=en><head>{head}</head><body><h1>Tea at home</h1></body></html>"
        );
        json!({"url": "https://my-blog.example/tea", "html": html, "vitals": false, "checkLinks": false})
    };
    let before = ok(server.test_post(AUDIT, &page(""))).await;
    let mut order = page("<title>Green tea at home</title>");
    order["baselineId"] = before["auditId"].clone();
    let now = ok(server.test_post(AUDIT, &order)).await;
    let ids = |list: &str| -> Vec<String> {
        let changes = now["comparison"][list].as_array().unwrap();
        changes.iter().map(|change| change["id"].as_str().unwrap().to_owned()).collect()
    };
    assert!(ids("fixed").contains(&"title.missing".to_owned()), "{}", now["comparison"]);
    assert!(ids("new").contains(&"title.short".to_owned()), "{}", now["comparison"]);
    assert!(ids("unchanged").contains(&"desc.missing".to_owned()), "{}", now["comparison"]);
    assert!(now["comparison"]["scoreChange"].as_i64().unwrap() > 0);
    let fingerprint = |body: &Value| issue(body, "desc.missing").unwrap()["fingerprint"].clone();
    assert_eq!(fingerprint(&before), fingerprint(&now));
}
