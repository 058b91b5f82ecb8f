//! API keys, webhook endpoints and purchases through the API.

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use testkit::TestServer;

use crate::support::{eventually, refused, send, server};

const KEYS: &str = "/v1/keys";
const ENDPOINTS: &str = "/v1/webhooks/endpoints";
const PURCHASES: &str = "/v1/purchases";

fn call(server: &TestServer, method: Method, path: &str, key: &str) -> RequestBuilder {
    server.http.request(method, format!("{}{path}", server.url)).bearer_auth(key)
}

async fn ok(request: RequestBuilder) -> Value {
    let (status, body) = send(request).await;
    assert_eq!(status, 200, "{body}");
    body
}

/// A test key of another account.
fn stranger(server: &TestServer) -> String {
    let account = server.run_ok(&["account", "create", "Stranger"]);
    server.run_ok(&["key", "create", "--mode", "test", "--account", &account])
}

async fn replayed(name: &str, request: impl Fn() -> RequestBuilder) -> Value {
    let first = ok(request().header("idempotency-key", name)).await;
    let again = request().header("idempotency-key", name).send().await.unwrap();
    assert_eq!(again.headers()["idempotency-replayed"], "true");
    assert_eq!(again.headers()["x-credits-charged"], "0");
    assert_eq!(again.json::<Value>().await.unwrap(), first, "secrets too, though they are not stored");
    first
}

#[tokio::test]
async fn a_key_is_created_once_and_used_and_revoked() {
    let server = server();
    let body = json!({"name": " Reader ", "scopes": ["account", "images"], "expiresInDays": 30});
    let made = replayed("key", || server.test_post(KEYS, &body)).await;
    let (secret, id) = (made["key"].as_str().unwrap(), made["keyId"].as_str().unwrap());
    assert!(secret.starts_with("svc_test_"), "the mode is that of the caller");
    assert_eq!((&made["name"], &made["scopes"]), (&json!("Reader"), &json!(["images", "account"])));
    assert_eq!(made["lastFour"].as_str().unwrap(), &secret[secret.len() - 4..]);
    assert!(made["expiresAt"].as_str().unwrap() > made["createdAt"].as_str().unwrap());
    assert_eq!(send(call(&server, Method::GET, "/v1/account", secret)).await.0, 200);
    refused(call(&server, Method::GET, "/v1/articles", secret), 403, "insufficient_scope").await;

    let path = format!("{KEYS}/{id}");
    let read = ok(call(&server, Method::GET, &path, &server.test_key)).await;
    assert_eq!((&read["keyId"], read.get("key")), (&json!(id), None), "a key is shown once");
    let listed = ok(call(&server, Method::GET, KEYS, &server.test_key)).await;
    assert!(!listed.to_string().contains(secret), "{listed}");
    let first = ok(call(&server, Method::GET, &format!("{KEYS}?limit=1"), &server.test_key)).await;
    assert_eq!((&first["data"][0]["keyId"], &first["hasMore"]), (&json!(id), &json!(true)));
    let next = format!("{KEYS}?limit=1&cursor={}", first["nextCursor"].as_str().unwrap());
    assert_ne!(ok(call(&server, Method::GET, &next, &server.test_key)).await["data"][0]["keyId"], json!(id));

    let revoked = ok(call(&server, Method::DELETE, &path, &server.test_key)).await;
    assert!(revoked["revokedAt"].is_string(), "{revoked}");
    eventually(401, || call(&server, Method::GET, "/v1/account", secret)).await;
}

#[tokio::test]
async fn a_key_never_grants_more_than_it_has() {
    let server = server();
    let small: Value = serde_json::from_str(&server.run_ok(&[
        "key",
        "create",
        "--mode",
        "test",
        "--scopes",
        "keys,images",
        "--expires-in-days",
        "5",
        "--json",
    ]))
    .unwrap();
    let small = small["key"].as_str().unwrap();
    let create = |body: Value| call(&server, Method::POST, KEYS, small).json(&body);
    let body =
        refused(create(json!({"name": "More", "scopes": ["images", "articles"]})), 422, "validation_failed")
            .await;
    let detail = &body["error"]["details"][0];
    assert_eq!((&detail["field"], &detail["code"]), (&json!("scopes[1]"), &json!("not_allowed")), "{body}");
    let same = ok(create(json!({"name": "Same", "expiresInDays": 365}))).await;
    assert_eq!(same["scopes"], json!(["images", "keys"]));
    let own = ok(call(&server, Method::GET, KEYS, &server.test_key)).await;
    let expiry_of = |id: &Value| {
        own["data"].as_array().unwrap().iter().find(|key| key["keyId"] == *id).unwrap()["expiresAt"].clone()
    };
    let creator = own["data"][1]["keyId"].clone();
    assert_eq!(expiry_of(&same["keyId"]), expiry_of(&creator), "it does not outlive its creator");

    let whole = |key: &str| {
        let request = call(&server, Method::POST, KEYS, key).json(&json!({"name": "Whole"}));
        request.header("idempotency-key", "whole")
    };
    let (made, other) = (ok(whole(&server.test_key)).await, whole(small));
    refused(other, 422, "idempotency_key_reused").await;
    let whole = made;
    let change = |key: &str, id: &Value, body: Value| {
        call(&server, Method::PATCH, &format!("{KEYS}/{}", id.as_str().unwrap()), key).json(&body)
    };
    refused(change(small, &whole["keyId"], json!({"removeMonthlyLimit": true})), 403, "insufficient_scope")
        .await;
    let limited = ok(change(&server.test_key, &same["keyId"], json!({"monthlyLimitCredits": 100}))).await;
    assert_eq!(limited["monthlyLimitCredits"], 100);
    let secret = same["key"].as_str().unwrap();
    let raise = change(secret, &same["keyId"], json!({"monthlyLimitCredits": 1_000_000}));
    refused(raise, 403, "insufficient_scope").await;
    let another = call(&server, Method::POST, KEYS, secret).json(&json!({"name": "Free"}));
    refused(another, 403, "insufficient_scope").await;
    let lifted = ok(change(&server.test_key, &same["keyId"], json!({"removeMonthlyLimit": true}))).await;
    assert_eq!(lifted["monthlyLimitCredits"], Value::Null);
    for bad in [
        json!({}),
        json!({"monthlyLimitCredits": 1, "removeMonthlyLimit": true}),
        json!({"monthlyLimitCredits": -1}),
    ] {
        refused(change(&server.test_key, &same["keyId"], bad), 422, "validation_failed").await;
    }
    for bad in [
        json!({"name": " "}),
        json!({"name": "x", "scopes": []}),
        json!({"name": "x", "scopes": ["all"]}),
        json!({}),
    ] {
        refused(server.test_post(KEYS, &bad), 422, "validation_failed").await;
    }
}

#[tokio::test]
async fn an_endpoint_is_created_tested_changed_and_deleted() {
    let server = server();
    let key = &server.test_key;
    let body =
        json!({"url": "https://hooks.invalid/hook", "events": ["article.failed"], "description": "Main"});
    let made = replayed("endpoint", || server.test_post(ENDPOINTS, &body)).await;
    let id = made["endpointId"].as_str().unwrap();
    let path = format!("{ENDPOINTS}/{id}");
    let secret = made["secret"].as_str().unwrap();
    assert!(secret.starts_with("whsec_"));
    let read = ok(call(&server, Method::GET, &path, key)).await;
    assert_eq!(
        (&read["events"], &read["enabled"], read.get("secret")),
        (&json!(["article.failed"]), &json!(true), None)
    );
    assert_eq!(ok(call(&server, Method::GET, "/webhooks/endpoints", key)).await["data"][0], {
        let mut expected = read.clone();
        let fields = expected.as_object_mut().unwrap();
        fields.remove("success");
        fields.remove("meta");
        expected
    });

    let test = |body: Value| call(&server, Method::POST, &format!("{path}/test"), key).json(&body);
    let tested = replayed("test", || test(json!({"event": "article.completed"}))).await;
    assert_eq!(tested["event"], "article.completed");
    ok(call(&server, Method::POST, &format!("{path}/test"), key)).await;
    refused(test(json!({"event": "article.deleted"})), 422, "validation_failed").await;
    let deliveries = ok(call(&server, Method::GET, &format!("{path}/deliveries"), key)).await;
    let kinds: Vec<&Value> = deliveries["data"].as_array().unwrap().iter().map(|one| &one["event"]).collect();
    assert_eq!(kinds, [&json!("ping"), &json!("article.completed")], "{deliveries}");
    assert_eq!(deliveries["data"][1]["eventId"], tested["eventId"]);
    let page = ok(call(&server, Method::GET, &format!("{path}/deliveries?limit=1"), key)).await;
    let next = format!("{path}/deliveries?limit=1&cursor={}", page["nextCursor"].as_str().unwrap());
    assert_eq!(ok(call(&server, Method::GET, &next, key)).await["data"][0]["event"], "article.completed");

    let rotate = || call(&server, Method::POST, &format!("{path}/rotate-secret"), key);
    let rotated = ok(rotate().header("idempotency-key", "rotate")).await;
    assert_ne!(rotated["secret"], made["secret"]);
    assert!(rotated["previousExpiresAt"].is_string());
    assert_eq!(ok(rotate().header("idempotency-key", "rotate")).await["secret"], rotated["secret"]);
    let at_once = ok(rotate().json(&json!({"expirePrevious": true}))).await;
    assert_eq!(at_once["previousExpiresAt"], Value::Null);

    let change = |body: Value| call(&server, Method::PATCH, &path, key).json(&body);
    let changed = ok(change(json!({"description": "Second", "enabled": false}))).await;
    assert_eq!(
        (&changed["description"], &changed["url"], &changed["disabledReason"]),
        (&json!("Second"), &made["url"], &json!("owner"))
    );
    refused(test(json!({})), 409, "conflict").await;
    assert_eq!(
        ok(change(json!({"enabled": true, "events": ["credits.low"]}))).await["events"],
        json!(["credits.low"])
    );
    for (bad, field) in [
        (json!({"url": "ftp://example.com"}), "url"),
        (json!({"events": []}), "events"),
        (json!({"events": ["ping"]}), "events"),
        (json!({"description": "a\nb"}), "description"),
    ] {
        let body = refused(change(bad), 422, "validation_failed").await;
        assert_eq!(body["error"]["details"][0]["field"], field, "{body}");
    }
    assert_eq!(ok(call(&server, Method::DELETE, &path, key)).await["deleted"], true);
    refused(call(&server, Method::GET, &path, key), 404, "not_found").await;
    for number in 0..10 {
        let body = json!({"url": format!("https://hooks.invalid/{number}")});
        assert_eq!(ok(server.test_post(ENDPOINTS, &body)).await["events"].as_array().unwrap().len(), 6);
    }
    refused(server.test_post(ENDPOINTS, &json!({"url": "https://hooks.invalid/11"})), 409, "conflict").await;
}

#[tokio::test]
async fn a_purchase_is_started_once_and_read() {
    let server = server();
    let key = &server.test_key;
    let body = json!({"credits": 500_000, "successUrl": "https://hooks.invalid/thanks"});
    let made = replayed("once", || server.test_post(PURCHASES, &body)).await;
    assert_eq!(
        (&made["status"], &made["amount"], &made["currency"]),
        (&json!("open"), &json!(500), &json!("usd"))
    );
    assert!(made["checkoutUrl"].as_str().unwrap().starts_with("http"), "{made}");
    let listed = ok(call(&server, Method::GET, PURCHASES, key)).await;
    assert_eq!(listed["data"].as_array().unwrap().len(), 1, "the replay started no other");
    let path = format!("{PURCHASES}/{}", made["purchaseId"].as_str().unwrap());
    assert_eq!(ok(call(&server, Method::GET, &path, key)).await["credits"], 500_000);
    let other = server.test_post(PURCHASES, &json!({"credits": 600_000})).header("idempotency-key", "once");
    refused(other, 422, "idempotency_key_reused").await;
    for (bad, field) in [
        (json!({"credits": 500_001}), "credits"),
        (json!({"credits": 100_000, "provider": "payos", "currency": "usd"}), "currency"),
        (json!({"credits": 100_000, "successUrl": "mailto:a@example.com"}), "successUrl"),
        (json!({"credits": 100_000, "provider": "cash"}), "provider"),
    ] {
        let body = refused(server.test_post(PURCHASES, &bad), 422, "validation_failed").await;
        assert_eq!(body["error"]["details"][0]["field"], field, "{body}");
    }
    let live = server.post(PURCHASES, &json!({"credits": 500_000}));
    refused(live, 503, "provider_not_configured").await;
}

#[tokio::test]
async fn what_belongs_to_another_account_or_mode_is_not_found() {
    let server = server();
    let made = ok(server.test_post(KEYS, &json!({"name": "Mine"}))).await;
    let endpoint = ok(server.test_post(ENDPOINTS, &json!({"url": "https://hooks.invalid/hook"}))).await;
    let purchase = ok(server.test_post(PURCHASES, &json!({"credits": 100_000}))).await;
    let of = |path: &str, id: &Value| format!("{path}/{}", id.as_str().unwrap());
    let (key_path, endpoint_path) = (of(KEYS, &made["keyId"]), of(ENDPOINTS, &endpoint["endpointId"]));
    let purchase_path = of(PURCHASES, &purchase["purchaseId"]);
    let calls = [
        (Method::GET, key_path.clone(), None),
        (Method::PATCH, key_path.clone(), Some(json!({"monthlyLimitCredits": 1}))),
        (Method::DELETE, key_path, None),
        (Method::GET, endpoint_path.clone(), None),
        (Method::PATCH, endpoint_path.clone(), Some(json!({"enabled": false}))),
        (Method::POST, format!("{endpoint_path}/test"), None),
        (Method::POST, format!("{endpoint_path}/rotate-secret"), None),
        (Method::GET, format!("{endpoint_path}/deliveries"), None),
        (Method::DELETE, endpoint_path, None),
        (Method::GET, purchase_path, None),
    ];
    let stranger = stranger(&server);
    for key in [&stranger, &server.live_key] {
        for (method, path, body) in &calls {
            let request = call(&server, method.clone(), path, key);
            let request = match body {
                Some(body) => request.json(body),
                None => request,
            };
            refused(request, 404, "not_found").await;
        }
        for path in [KEYS, ENDPOINTS, PURCHASES] {
            let listed = ok(call(&server, Method::GET, path, key)).await.to_string();
            for id in [&made["keyId"], &endpoint["endpointId"], &purchase["purchaseId"]] {
                assert!(!listed.contains(id.as_str().unwrap()), "{path}: {listed}");
            }
        }
    }
    assert_eq!(send(call(&server, Method::GET, "/v1/account", made["key"].as_str().unwrap())).await.0, 200);
}
