//! What holds for every call.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{builder, check_refusal, refused, send, server};

#[tokio::test]
async fn the_service_tells_its_version() {
    let server = server();
    for path in ["/v1", "/"] {
        let response = server.http.get(format!("{}{path}", server.url)).send().await.unwrap();
        assert_eq!(response.headers()["x-api-version"], "1.0");
        let body: Value = response.json().await.unwrap();
        assert_eq!(body["version"], "1.0");
        assert_eq!(body["success"], true);
    }
}

#[tokio::test]
async fn routes_stand_under_v1_and_at_the_root() {
    let server = server();
    for path in ["/v1/account", "/account"] {
        assert_eq!(send(server.get(path)).await.0, 200, "{path}");
    }
    let body = json!({"endpoint": "seo/audit"});
    for path in ["/v1/estimate", "/estimate"] {
        assert_eq!(send(server.post(path, &body)).await.0, 200, "{path}");
    }
}

#[tokio::test]
async fn sane_request_ids_are_kept_and_others_replaced() {
    let server = server();
    let id = |response: reqwest::Response| response.headers()["x-request-id"].to_str().unwrap().to_owned();
    let kept = server.get("/v1/account").header("x-request-id", "trace-42").send().await.unwrap();
    assert_eq!(id(kept), "trace-42");
    for bad in ["has space", &"x".repeat(200), "<script>"] {
        let replaced = server.get("/v1/account").header("x-request-id", bad).send().await.unwrap();
        assert!(id(replaced).starts_with("req_"));
    }
}

#[tokio::test]
async fn browsers_may_call_from_any_origin() {
    let server = server();
    let call = || {
        let request = server.http.request(Method::OPTIONS, format!("{}/v1/estimate", server.url));
        request.header("origin", "https://app.example.com").header("access-control-request-method", "POST")
    };
    let wanted = "authorization,content-type,idempotency-key,prefer,traceparent,x-stainless-lang";
    let preflight = call().header("access-control-request-headers", wanted).send().await.unwrap();
    assert_eq!(preflight.status(), 204);
    let headers = preflight.headers();
    assert_eq!(headers["access-control-allow-origin"], "*");
    assert_eq!(headers["access-control-max-age"], "7200");
    assert_eq!(headers["access-control-allow-headers"], wanted);
    assert_eq!(headers["vary"], "access-control-request-headers");
    assert!(!headers.contains_key("access-control-allow-credentials"));
    assert!(headers.contains_key("x-request-id"));
    let without = call().send().await.unwrap();
    assert_eq!(without.headers()["access-control-allow-headers"], "Authorization, *");

    let unauthenticated = server.http.get(format!("{}/v1/account", server.url)).send().await.unwrap();
    let missing = server.http.get(format!("{}/v1/none", server.url)).send().await.unwrap();
    for response in [unauthenticated, missing] {
        assert_eq!(response.headers()["access-control-allow-origin"], "*");
        let exposed = response.headers()["access-control-expose-headers"].to_str().unwrap().to_lowercase();
        for name in ["x-request-id", "ratelimit", "ratelimit-policy", "retry-after"] {
            assert!(exposed.contains(name), "{name}");
        }
    }
    let operators = server.http.get(format!("{}/healthz", server.url)).send().await.unwrap();
    assert!(!operators.headers().contains_key("access-control-allow-origin"));
}

#[tokio::test]
async fn too_many_requests_are_told_when_to_come_back() {
    let server = builder().set("LIMITS__LIVE_REQUESTS_PER_SECOND", "2").start();
    let first = server.get("/v1/account").send().await.unwrap();
    assert_eq!(first.headers()["ratelimit-policy"], "\"default\";q=2;w=1");
    assert_eq!(first.headers()["ratelimit"], "\"default\";r=1;t=1");
    let mut limited = None;
    for _ in 0..50 {
        let response = server.get("/v1/account").send().await.unwrap();
        if response.status() == 429 {
            limited = Some(response);
            break;
        }
    }
    let limited = limited.unwrap();
    assert_eq!(limited.headers()["retry-after"], "1");
    assert_eq!(limited.headers()["ratelimit"], "\"default\";r=0;t=1");
    assert_eq!(limited.headers()["access-control-allow-origin"], "*");
    let body = check_refusal(limited, 429, "rate_limited").await;
    assert_eq!(body["error"]["retryable"], true);
    assert_eq!(body["error"]["message"], "Rate limit reached: 2 requests per second for each live key.");

    let other_key = server.http.get(format!("{}/v1/account", server.url)).bearer_auth(&server.test_key);
    assert_eq!(send(other_key).await.0, 200, "each key has its own limit");
    assert_eq!(server.http.get(format!("{}/healthz", server.url)).send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn callers_without_a_key_are_limited_by_address() {
    let server = builder().set("LIMITS__ANONYMOUS_REQUESTS_PER_SECOND", "3").start();
    let mut seen = Vec::new();
    for _ in 0..20 {
        let request = server.http.get(format!("{}/v1/account", server.url)).bearer_auth("guess");
        seen.push(send(request).await.0);
    }
    assert!(seen.contains(&401) && seen.contains(&429), "{seen:?}");
    assert_eq!(send(server.get("/v1/account")).await.0, 200, "genuine keys are not affected");
}

#[tokio::test]
async fn large_answers_are_compressed_on_request() {
    let server = server();
    for encoding in ["gzip", "br", "zstd"] {
        let response = server
            .http
            .get(format!("{}/openapi.json", server.url))
            .header("accept-encoding", encoding)
            .send()
            .await
            .unwrap();
        assert_eq!(response.headers()["content-encoding"], encoding);
    }
    let plain = server.http.get(format!("{}/openapi.json", server.url)).send().await.unwrap();
    assert!(!plain.headers().contains_key("content-encoding"));
}

#[tokio::test]
async fn unknown_paths_and_methods_are_json_errors() {
    let server = server();
    for path in ["/v1/none", "/none", "/v1/%00", "/v2/account"] {
        refused(server.get(path), 404, "not_found").await;
    }
    for (method, path, allow) in [
        (Method::DELETE, "/v1/account", "GET,HEAD"),
        (Method::PUT, "/estimate", "POST"),
        (Method::POST, "/healthz", "GET,HEAD"),
        (Method::from_bytes(b"BREW").unwrap(), "/v1/account", "GET,HEAD"),
    ] {
        let request = server.http.request(method, format!("{}{path}", server.url));
        let response = request.bearer_auth(&server.live_key).send().await.unwrap();
        assert_eq!(response.headers()["allow"], allow);
        check_refusal(response, 405, "method_not_allowed").await;
    }
}

const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

#[tokio::test]
async fn browsers_get_a_page_where_there_is_nothing() {
    let server = server();
    let get = |path: &str| server.http.get(format!("{}{path}", server.url));
    for path in
        ["/none", "/docs/none", "/docs/guides/none", "/v1/none", "/reports/x", "/media/x.webp", "/p/none"]
    {
        let response = get(path).header("accept", BROWSER).send().await.unwrap();
        assert_eq!(response.status(), 404, "{path}");
        let kind = response.headers()["content-type"].to_str().unwrap().to_owned();
        assert!(kind.starts_with("text/html"), "{path} is {kind}");
        assert!(response.headers().contains_key("x-request-id"), "{path}");
        assert!(response.text().await.unwrap().contains("<h1"), "{path}");
    }
    let vietnamese = get("/vi/none").header("accept", BROWSER).send().await.unwrap().text().await.unwrap();
    assert!(vietnamese.contains("<html lang=\"vi\""), "{vietnamese}");
    // Programs get JSON, and so do callers with a key, whatever they accept.
    for path in ["/none", "/docs/none", "/v1/none", "/reports/x", "/media/x.webp"] {
        refused(get(path), 404, "not_found").await;
        refused(get(path).header("accept", "application/json, text/plain, */*"), 404, "not_found").await;
    }
    refused(server.get("/v1/articles/art_none").header("accept", BROWSER), 404, "not_found").await;
    refused(get("/v1/account").header("accept", BROWSER), 401, "missing_api_key").await;
}

#[tokio::test]
async fn a_slash_at_the_end_leads_to_the_path_without_it() {
    let server = server();
    let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    for (path, place) in [
        ("/v1/", "/v1"),
        ("/v1/account/?a=b", "/v1/account?a=b"),
        ("/account/", "/account"),
        ("/p/", "/p"),
        ("/docs/", "/docs"),
        ("/docs/errors/", "/docs/errors"),
        ("/dashboard/", "/dashboard"),
        ("/dashboard/keys/", "/dashboard/keys"),
        ("/login/", "/login"),
    ] {
        let response = http.get(format!("{}{path}", server.url)).send().await.unwrap();
        assert_eq!(
            (response.status().as_u16(), &response.headers()["location"]),
            (308, &place.parse().unwrap())
        );
    }
    // Clients that follow the redirect keep their method, body and key.
    let (status, body) = send(server.post("/v1/estimate/", &json!({"endpoint": "seo/audit"}))).await;
    assert_eq!((status, &body["success"]), (200, &json!(true)));
    refused(http.get(format!("{}//example.com/", server.url)), 404, "not_found").await;
}

/// Every time in a reply, by its field.
fn times<'a>(name: &'a str, value: &'a Value, found: &mut Vec<(&'a str, &'a str)>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| times(name, value, found)),
        Value::Array(items) => items.iter().for_each(|item| times(name, item, found)),
        Value::String(text) if name.ends_with("At") => found.push((name, text)),
        _ => {}
    }
}

#[tokio::test]
async fn times_are_written_to_the_millisecond() {
    let server = server();
    let page = json!({"html": "<title>Tea</title><p>Tea", "url": "https://tea.example/", "vitals": false});
    let audit = send(server.test_post("/v1/seo/audit", &page)).await;
    let serp = send(server.test_post("/v1/analysis/serp", &json!({"query": "green tea"}))).await;
    let test_get =
        |path: &str| server.http.get(format!("{}{path}", server.url)).bearer_auth(&server.test_key);
    let mut replies = vec![audit, serp];
    for path in ["/v1/account", "/v1/account/transactions", "/v1/seo/audits"] {
        replies.push(send(test_get(path)).await);
    }
    for (status, reply) in &replies {
        assert_eq!(*status, 200, "{reply}");
        let mut found = Vec::new();
        times("", reply, &mut found);
        assert!(!found.is_empty(), "{reply}");
        for (name, time) in found {
            let fraction =
                time.strip_suffix('Z').and_then(|rest| rest.split_once('.')).map(|(_, digits)| digits.len());
            assert_eq!(fraction, Some(3), "{name}: {time}");
        }
    }
}

#[tokio::test]
async fn health_and_readiness_answer_without_a_key() {
    let server = server();
    let (status, body) = send(server.http.get(format!("{}/healthz", server.url))).await;
    assert_eq!((status, &body["status"]), (200, &json!("ok")));
    let (status, body) = send(server.http.get(format!("{}/readyz", server.url))).await;
    assert_eq!((status, &body["status"]), (200, &json!("ready")));
    assert_eq!(
        body["checks"],
        json!([{"name": "database", "ok": true}, {"name": "object storage", "ok": true}])
    );
}

#[tokio::test]
async fn readiness_ends_with_the_database() {
    let database = testkit::fresh_postgres();
    let server = builder().set("DATABASE__URL", &database.url).start();
    let ready = || server.http.get(format!("{}/readyz", server.url));
    assert_eq!(send(ready()).await.0, 200);
    drop(database);
    let body = crate::support::eventually(503, ready).await;
    assert_eq!(body["status"], "unavailable");
    assert_eq!(ready().send().await.unwrap().headers()["retry-after"], "1");
    assert_eq!(send(server.http.get(format!("{}/healthz", server.url))).await.0, 200);
    refused(server.get("/v1/account"), 503, "provider_unavailable").await;
}

#[tokio::test]
async fn metrics_are_for_this_machine_or_for_the_token() {
    let open = server();
    send(open.get("/v1/account")).await;
    let metrics = |server: &testkit::TestServer| server.http.get(format!("{}/metrics", server.url));
    let text = metrics(&open).send().await.unwrap().text().await.unwrap();
    assert!(
        text.contains(r#"http_requests_total{method="GET",route="/v1/account",status="200"} 1"#),
        "{text}"
    );
    assert!(text.contains("http_request_duration_seconds_bucket"));
    refused(metrics(&open).header("x-forwarded-for", "203.0.113.9"), 404, "not_found").await;

    let guarded = builder().set("METRICS__TOKEN", "prometheus-token").start();
    refused(metrics(&guarded), 404, "not_found").await;
    refused(metrics(&guarded).bearer_auth("wrong"), 404, "not_found").await;
    assert_eq!(metrics(&guarded).bearer_auth("prometheus-token").send().await.unwrap().status(), 200);
}
