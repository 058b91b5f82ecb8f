//! The reference says what the service does.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::support::{check_refusal, send, server};

async fn document(server: &testkit::TestServer) -> Value {
    send(server.http.get(format!("{}/openapi.json", server.url))).await.1
}

fn needs_key(operation: &Map<String, Value>) -> bool {
    operation["security"].as_array().is_some_and(|needs| !needs.is_empty())
}

fn operations(document: &Value) -> Vec<(String, String, Map<String, Value>)> {
    let mut found = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            found.push((method.to_uppercase(), path.clone(), operation.as_object().unwrap().clone()));
        }
    }
    found
}

#[tokio::test]
async fn the_document_is_complete() {
    let server = server();
    let document = document(&server).await;
    assert_eq!(document["openapi"].as_str().unwrap().split('.').take(2).collect::<Vec<_>>(), ["3", "1"]);
    assert_eq!(document["info"]["version"], "1.0");
    assert_eq!(document["servers"][0]["url"], server.url.as_str());
    for (method, path, operation) in operations(&document) {
        let name = format!("{method} {path}");
        assert!(operation["operationId"].is_string(), "{name}");
        assert!(operation["summary"].is_string() && operation["description"].is_string(), "{name}");
        let responses = operation["responses"].as_object().unwrap();
        let success = &responses["200"];
        assert!(success["headers"]["X-Request-Id"].is_object(), "{name}");
        let (_, content) = success["content"].as_object().unwrap().iter().next().unwrap();
        assert!(content["schema"].is_object(), "{name}");
        if needs_key(&operation) {
            assert!(responses.contains_key("401") && responses.contains_key("403"), "{name}");
            assert!(responses.contains_key("429"), "{name}");
        }
        if operation.contains_key("requestBody") {
            for status in ["400", "408", "413", "415", "422"] {
                assert!(responses.contains_key(status), "{name} {status}");
            }
        }
    }
    for response in document["components"]["responses"].as_object().unwrap().values() {
        let examples = &response["content"]["application/json"]["examples"];
        assert!(!examples.as_object().unwrap().is_empty());
    }
}

#[tokio::test]
async fn every_operation_with_a_key_refuses_callers_without_one() {
    let server = server();
    let mut checked = 0;
    for (method, path, operation) in operations(&document(&server).await) {
        if needs_key(&operation) {
            let method = method.parse().unwrap();
            let response = server.http.request(method, format!("{}{path}", server.url)).send().await.unwrap();
            check_refusal(response, 401, "missing_api_key").await;
            checked += 1;
        }
    }
    assert!(checked >= 2);
}

#[tokio::test]
async fn every_operation_names_the_scope_that_it_needs() {
    let server = server();
    let operations = operations(&document(&server).await);
    let scope = |operation: &Map<String, Value>| {
        operation.get("security").and_then(|needs| needs[0]["apiKey"][0].as_str()).map(str::to_owned)
    };
    let scopes: BTreeSet<String> =
        operations.iter().filter_map(|(_, _, operation)| scope(operation)).collect();
    assert_eq!(
        scopes.iter().collect::<Vec<_>>(),
        ["account", "analysis", "articles", "audit", "images", "keywords"]
    );
    for (method, path, operation) in &operations {
        let Some(needed) = scope(operation) else { continue };
        let others: Vec<&str> = scopes.iter().filter(|scope| **scope != needed).map(String::as_str).collect();
        let key = server.run_ok(&["key", "create", "--mode", "test", "--scopes", &others.join(",")]);
        let request =
            server.http.request(method.parse().unwrap(), format!("{}{path}", server.url)).bearer_auth(key);
        check_refusal(request.send().await.unwrap(), 403, "insufficient_scope").await;
    }
}

#[tokio::test]
async fn the_command_prints_the_same_document() {
    let server = server();
    let mut printed: Value = serde_json::from_str(&server.run_ok(&["openapi"])).unwrap();
    let mut online = document(&server).await;
    for document in [&mut printed, &mut online] {
        // They have the address of the server.
        document["servers"].take();
        document["externalDocs"]["url"].take();
        document["info"]["contact"]["url"].take();
    }
    assert!(printed == online, "the command prints another document");
}

#[tokio::test]
async fn pages_need_no_foreign_host() {
    let server = server();
    for path in ["/docs", "/vi/docs", "/docs/errors", "/vi/docs/errors", "/"] {
        let request = server.http.get(format!("{}{path}", server.url)).header("accept", "text/html");
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert!(response.headers()["content-type"].to_str().unwrap().starts_with("text/html"));
        let policy = response.headers()["content-security-policy"].to_str().unwrap().to_owned();
        assert!(policy.contains("default-src 'none'"), "{policy}");
        let html = response.text().await.unwrap();
        for kind in ["src=\"", "<link rel=\"stylesheet\" href=\"", "url("] {
            let foreign =
                html.split(kind).skip(1).find(|rest| rest.starts_with("http") || rest.starts_with("//"));
            assert_eq!(foreign, None, "{path} loads something from elsewhere");
        }
    }
}

#[tokio::test]
async fn the_reference_has_every_operation_in_both_languages() {
    let server = server();
    let operations = operations(&document(&server).await);
    for (path, language) in [("/docs", "en"), ("/vi/docs", "vi")] {
        let page = server.http.get(format!("{}{path}", server.url)).send().await.unwrap();
        let page = page.text().await.unwrap();
        assert!(page.contains(&format!("<html lang=\"{language}\"")), "{path}");
        for (method, address, operation) in &operations {
            let id = operation["operationId"].as_str().unwrap();
            assert_eq!(page.matches(&format!("id=\"{id}\"")).count(), 1, "{path} {id}");
            assert!(page.contains(&format!("<code>{method} {address}</code>")), "{path} {id}");
            assert!(page.contains(&format!("id=\"code-{id}\"")), "{path} {id} has no sample");
        }
        // What the page audit asks of others.
        let elements =
            page.split('<').filter(|part| part.starts_with(|first: char| first.is_ascii_lowercase()));
        let elements = elements.count();
        assert!(elements <= 1_500, "{path} has {elements} elements");
    }
}

#[tokio::test]
async fn the_reference_is_found_where_it_stood_before() {
    let server = server();
    let page = server.http.get(format!("{}/docs/", server.url)).send().await.unwrap();
    assert_eq!((page.status().as_u16(), page.url().path()), (200, "/docs"));
    let none = server.http.get(format!("{}/docs/none", server.url)).send().await.unwrap();
    assert_eq!(none.status(), 404);
    assert!(none.headers()["content-type"].to_str().unwrap().starts_with("text/html"));
    assert!(none.text().await.unwrap().contains("There is no such page"));
}

#[tokio::test]
async fn every_code_has_its_anchor_on_the_errors_page() {
    let server = server();
    let document = document(&server).await;
    for path in ["/docs/errors", "/vi/docs/errors"] {
        let page = server.http.get(format!("{}{path}", server.url)).send().await.unwrap();
        let page = page.text().await.unwrap();
        for response in document["components"]["responses"].as_object().unwrap().values() {
            for code in response["content"]["application/json"]["examples"].as_object().unwrap().keys() {
                assert!(page.contains(&format!("id=\"{code}\"")), "{path} {code}");
            }
        }
    }
}
