//! The reference matches the service.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

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
        ["account", "analysis", "articles", "audit", "images", "keys", "keywords", "purchases", "webhooks"]
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
        // They contain the server's URL.
        document["servers"].take();
        document["externalDocs"]["url"].take();
        document["info"]["contact"]["url"].take();
    }
    assert!(printed == online, "the command prints another document");
}

/// The pages of the documentation by their paths without a language, as its first page links to them.
async fn documentation(server: &testkit::TestServer, language: &str) -> BTreeMap<String, String> {
    let start = if language == "vi" { "/vi/docs" } else { "/docs" };
    let mut pages = BTreeMap::from([("/docs".to_owned(), page(server, start).await)]);
    let links: Vec<String> = pages["/docs"]
        .split("href=\"")
        .filter_map(|rest| rest.split(['"', '#']).next())
        .filter(|link| link.starts_with(&format!("{start}/")))
        .map(str::to_owned)
        .collect();
    for link in links {
        let name = link.trim_start_matches("/vi").to_owned();
        if let Entry::Vacant(place) = pages.entry(name) {
            place.insert(page(server, &link).await);
        }
    }
    pages
}

async fn page(server: &testkit::TestServer, path: &str) -> String {
    let response = server.http.get(format!("{}{path}", server.url)).send().await.unwrap();
    assert_eq!(response.status(), 200, "{path}");
    response.text().await.unwrap()
}

#[tokio::test]
async fn pages_need_no_foreign_host() {
    let server = server();
    for path in [
        "/docs",
        "/vi/docs",
        "/docs/errors",
        "/vi/docs/errors",
        "/docs/guides/quick-start",
        "/docs/reference/articles",
        "/docs/search?q=key",
        "/",
    ] {
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

/// The limit of the page audit.
const MOST_ELEMENTS: usize = 1_500;
/// Nested fields are elements too, so pages with all fields of many calls have more. None of them is shown
/// before it is opened.
const MOST_ELEMENTS_OF_A_GROUP: usize = 5_500;

#[tokio::test]
async fn the_reference_has_every_operation_in_both_languages() {
    let server = server();
    let document = document(&server).await;
    for language in ["en", "vi"] {
        let pages = documentation(&server, language).await;
        let of_groups: Vec<&String> = pages
            .iter()
            .filter(|(path, _)| path.starts_with("/docs/reference/"))
            .map(|(_, page)| page)
            .collect();
        let found = |part: &str| of_groups.iter().map(|page| page.matches(part).count()).sum::<usize>();
        for (method, address, operation) in operations(&document) {
            let id = operation["operationId"].as_str().unwrap();
            let line =
                format!("<code>{method} {}</code>", address.replace('/', "<wbr>/").replacen("<wbr>", "", 1));
            assert_eq!(found(&format!("id=\"{id}\"")), 1, "{language} {id}");
            assert!(found(&line) >= 1, "{language} {line}");
            assert!(pages["/docs"].contains(&format!("#{id}\"")), "{id} is not on the first page");
            for sample in ["curl", "typescript", "python"] {
                assert_eq!(found(&format!("id=\"code-{id}-{sample}\"")), 1, "{language} {id} {sample}");
            }
        }
        for event in document["webhooks"].as_object().unwrap().keys() {
            assert_eq!(found(&format!("id=\"{}\"", event.replace('.', "-"))), 1, "{language} {event}");
        }
        for (path, page) in &pages {
            assert!(page.contains(&format!("<html lang=\"{language}\"")), "{path}");
            assert_eq!(page.matches("<h1").count(), 1, "{path}");
            let elements =
                page.split('<').filter(|part| part.starts_with(|first: char| first.is_ascii_lowercase()));
            let elements = elements.count();
            let most =
                if path.starts_with("/docs/reference/") { MOST_ELEMENTS_OF_A_GROUP } else { MOST_ELEMENTS };
            assert!(elements <= most, "{path} has {elements} elements");
        }
    }
}

/// Guides link to sections, calls and error codes by their anchors.
#[tokio::test]
async fn links_within_the_documentation_lead_to_something() {
    let server = server();
    for language in ["en", "vi"] {
        let prefix = if language == "vi" { "/vi" } else { "" };
        let pages = documentation(&server, language).await;
        assert!(pages.len() > 20, "{:?}", pages.keys());
        for (path, page) in &pages {
            for link in page.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
                let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target =
                    if target.is_empty() { path } else { target.strip_prefix(prefix).unwrap_or(target) };
                if !target.starts_with("/docs") || target.starts_with("/docs/search") {
                    continue;
                }
                let is_there =
                    |page: &String| anchor.is_empty() || page.contains(&format!("id=\"{anchor}\""));
                assert!(pages.get(target).is_some_and(is_there), "{path} links to {link}");
            }
        }
    }
}

#[tokio::test]
async fn examples_and_fields_are_in_the_order_of_the_wire() {
    let server = server();
    let page = page(&server, "/docs/reference/account").await;
    let shown = page.split("id=\"getAccount\"").nth(1).unwrap();
    let example = shown.split("JSON</figcaption>").nth(1).unwrap().split("</pre>").next().unwrap();
    let answer = server.get("/v1/account").send().await.unwrap().text().await.unwrap();
    let names = |text: &str, before: &str, after: &str| -> Vec<String> {
        let order = ["success", "accountId", "credits", "limits", "webhooks", "meta"];
        let mut found: Vec<(usize, String)> = order
            .iter()
            .map(|name| (text.find(&format!("{before}{name}{after}")).unwrap(), (*name).to_owned()))
            .collect();
        found.sort();
        found.into_iter().map(|(_, name)| name).collect()
    };
    assert_eq!(names(example, "\"k\">&quot;", "&quot;"), names(&answer, "\"", "\":"));
}

#[tokio::test]
async fn the_search_finds_guides_calls_and_errors() {
    let server = server();
    let search = |query: &'static str| page(&server, query);
    let found = search("/docs/search?q=rate+limit").await;
    assert!(found.contains("href=\"/docs/guides/rate-limits"), "{found}");
    let found = search("/vi/docs/search?q=publishArticle").await;
    assert!(found.contains("href=\"/vi/docs/reference/articles#publishArticle\""), "{found}");
    let found = search("/docs/search?q=%3Cscript%3E").await;
    assert!(!found.contains("<script>"), "{found}");
    // A change of the language leads back to the same page.
    let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    for (from, to) in [
        ("/vi/docs/search?q=webhook", "/docs/search?q=webhook"),
        ("/vi/docs/guides/webhooks", "/docs/guides/webhooks"),
    ] {
        let change = http.post(format!("{}/preferences", server.url)).form(&[("language", "en")]);
        let response = change
            .header("origin", &server.url)
            .header("referer", format!("{}{from}", server.url))
            .send()
            .await
            .unwrap();
        assert_eq!(response.headers()["location"], to);
    }
}

#[tokio::test]
async fn the_reference_is_found_where_it_stood_before() {
    let server = server();
    let page = server.http.get(format!("{}/docs/", server.url)).send().await.unwrap();
    assert_eq!((page.status().as_u16(), page.url().path()), (200, "/docs"));
}

#[tokio::test]
async fn every_code_has_its_anchor_on_the_errors_page() {
    let server = server();
    let document = document(&server).await;
    for path in ["/docs/errors", "/vi/docs/errors"] {
        let page = page(&server, path).await;
        for response in document["components"]["responses"].as_object().unwrap().values() {
            for code in response["content"]["application/json"]["examples"].as_object().unwrap().keys() {
                assert!(page.contains(&format!("id=\"{code}\"")), "{path} {code}");
            }
        }
    }
}
