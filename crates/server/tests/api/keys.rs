//! Authentication and authorization with API keys.

use serde_json::Value;

use crate::support::{builder, eventually, refused, send, server};

#[tokio::test]
async fn a_missing_key_is_said_to_be_missing() {
    let server = server();
    let account = format!("{}/v1/account", server.url);
    refused(server.http.get(&account), 401, "missing_api_key").await;
    for header in ["", "Basic dXNlcjpwYXNz", "svc_live_x"] {
        refused(server.http.get(&account).header("authorization", header), 401, "missing_api_key").await;
    }
}

#[tokio::test]
async fn every_bad_key_gets_one_and_the_same_answer() {
    let server = server();
    let key = &server.live_key;
    let expected = refused(
        server.http.get(format!("{}/v1/account", server.url)).bearer_auth("nonsense"),
        401,
        "invalid_api_key",
    )
    .await;
    let tampered = format!("{}{}", &key[..40], if key.ends_with('0') { "1" } else { "0" });
    let flipped = key.replace(&key[30..31], if &key[30..31] == "a" { "b" } else { "a" });
    let foreign = crate::support::server();
    let revoked = server.run_ok(&["key", "create", "--json"]);
    let revoked: Value = serde_json::from_str(&revoked).unwrap();
    let _ = server.run_ok(&["key", "revoke", revoked["keyId"].as_str().unwrap()]);
    let revoked = revoked["key"].as_str().unwrap().to_owned();
    eventually(401, || server.http.get(format!("{}/v1/account", server.url)).bearer_auth(&revoked)).await;

    for bad in [
        "x".repeat(5_000),
        tampered,
        flipped,
        key.replace("svc_live_", "svc_test_"),
        foreign.live_key.clone(),
        revoked,
    ] {
        let response =
            server.http.get(format!("{}/v1/account", server.url)).bearer_auth(&bad).send().await.unwrap();
        assert_eq!(response.headers()["www-authenticate"], "Bearer");
        let body = crate::support::check_refusal(response, 401, "invalid_api_key").await;
        assert_eq!(body["error"]["message"], expected["error"]["message"]);
    }
    let twice = server.get("/v1/account").header("authorization", format!("Bearer {key}"));
    refused(twice, 401, "invalid_api_key").await;
}

#[tokio::test]
async fn a_key_without_the_scope_is_told_which_one_it_lacks() {
    let server = server();
    let key = server.run_ok(&["key", "create", "--scopes", "images,audit"]);
    let request = server.http.get(format!("{}/v1/account", server.url)).bearer_auth(&key);
    let body = refused(request, 403, "insufficient_scope").await;
    assert!(body["error"]["message"].as_str().unwrap().contains("account"));
    let estimate = server
        .http
        .post(format!("{}/v1/estimate", server.url))
        .bearer_auth(&key)
        .json(&serde_json::json!({"endpoint": "seo/audit"}));
    assert_eq!(send(estimate).await.0, 200);
}

#[tokio::test]
async fn revoking_all_keys_of_an_account_leaves_later_ones_valid() {
    let server = server();
    let account = server.run_ok(&["account", "create", "Second"]);
    let create = || server.run_ok(&["key", "create", "--account", &account]);
    let (first, second) = (create(), create());
    let call = |key: &str| server.http.get(format!("{}/v1/account", server.url)).bearer_auth(key);
    assert_eq!(send(call(&first)).await.0, 200);
    let _ = server.run_ok(&["key", "revoke", "--all-of", &account]);
    eventually(401, || call(&first)).await;
    eventually(401, || call(&second)).await;
    let third = create();
    assert_eq!(send(call(&third)).await.0, 200);
    assert_eq!(send(server.get("/v1/account")).await.0, 200, "other accounts are untouched");
}

#[tokio::test]
async fn a_suspended_account_is_refused_until_it_is_reinstated() {
    let server = server();
    let account = server.run_ok(&["account", "create", "Debtor"]);
    let key = server.run_ok(&["key", "create", "--account", &account]);
    let call = || server.http.get(format!("{}/v1/account", server.url)).bearer_auth(&key);
    assert_eq!(send(call()).await.0, 200);
    let _ = server.run_ok(&["account", "suspend", &account]);
    let body = eventually(403, call).await;
    assert_eq!(body["error"]["code"], "account_suspended");
    let _ = server.run_ok(&["account", "reinstate", &account]);
    eventually(200, call).await;
}

#[tokio::test]
async fn rotating_the_secret_keeps_old_keys_valid() {
    let mut first = server();
    assert_eq!(first.run_ok(&["key", "rotate-secret"]), "1");
    let new_key = first.run_ok(&["key", "create"]);
    first.terminate();
    assert!(first.wait());
    let second = builder().sharing_data_with(&first).start();
    for key in [&first.live_key, &new_key] {
        let request = second.http.get(format!("{}/v1/account", second.url)).bearer_auth(key);
        assert_eq!(send(request).await.0, 200);
    }
}

#[tokio::test]
async fn an_expiring_key_says_when() {
    let server = server();
    let key = server.run_ok(&["key", "create", "--expires-in-days", "30"]);
    let request = server.http.get(format!("{}/v1/account", server.url)).bearer_auth(&key);
    let (status, body) = send(request).await;
    assert_eq!(status, 200);
    let issued = body["key"]["issuedAt"].as_str().unwrap();
    let expires = body["key"]["expiresAt"].as_str().unwrap();
    assert!(expires > issued, "{body}");
}
