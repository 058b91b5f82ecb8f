//! Audits over HTTP: with test keys on the sandbox's web, with live keys on pages of a server of our own.

mod hostile;
mod kept;
mod orders;
mod pages;

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use testkit::{ServerBuilder, TestServer};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::support::{builder, refused, send, server};

const AUDIT: &str = "/v1/seo/audit";
const PRICE: i64 = 500;
/// A page of the sandbox's web.
const SANDBOX_PAGE: &str = "https://my-blog.example/cold-brew-notes";

async fn ok(request: RequestBuilder) -> Value {
    let (status, body) = send(request).await;
    assert_eq!(status, 200, "{body}");
    body
}

async fn balance(server: &TestServer, key: &str) -> (i64, i64) {
    let body = ok(server.http.get(format!("{}/v1/account", server.url)).bearer_auth(key)).await;
    let credits = &body["credits"];
    (credits["balanceCredits"].as_i64().unwrap(), credits["heldCredits"].as_i64().unwrap())
}

fn test_get(server: &TestServer, path: &str) -> RequestBuilder {
    server.http.get(format!("{}{path}", server.url)).bearer_auth(&server.test_key)
}

/// A request without the browser: fast, and enough for everything else.
fn plain(url: &str) -> Value {
    json!({"url": url, "vitals": false})
}

fn issue<'a>(body: &'a Value, id: &str) -> Option<&'a Value> {
    body["issues"].as_array().unwrap().iter().find(|issue| issue["id"] == id)
}

/// A server that may fetch from this machine, where `site` listens.
fn local_builder(site: &MockServer) -> ServerBuilder {
    builder()
        .set("FETCH__ALLOW", "127.0.0.0/8")
        .set("FETCH__PORTS", format!("80,443,{}", site.address().port()))
}

async fn serve(site: &MockServer, at: &str, reply: ResponseTemplate) {
    Mock::given(method("GET")).and(path(at)).respond_with(reply).mount(site).await;
}

fn html(text: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_raw(text.to_owned(), "text/html; charset=utf-8")
}
