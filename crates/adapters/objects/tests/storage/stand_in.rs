//! A stand-in for clouds: it stores what is put at a path, and records every request.

use std::collections::HashMap;
use std::sync::Mutex;

use wiremock::matchers::any;
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

/// `missing` is the provider's error code for an object that does not exist.
pub(crate) async fn start(missing: &'static str) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(any()).respond_with(Shelf { missing, kept: Mutex::default() }).mount(&server).await;
    server
}

struct Shelf {
    missing: &'static str,
    kept: Mutex<HashMap<String, Vec<u8>>>,
}

impl Respond for Shelf {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let mut kept = self.kept.lock().unwrap();
        let path = request.url.path().to_owned();
        match request.method.as_str() {
            "PUT" => {
                kept.insert(path, request.body.clone());
                dated(ResponseTemplate::new(201))
            }
            "GET" => kept.get(&path).map_or_else(
                || self.not_found(),
                |bytes| dated(ResponseTemplate::new(200)).set_body_bytes(bytes.clone()),
            ),
            "DELETE" => kept.remove(&path).map_or_else(|| self.not_found(), |_| ResponseTemplate::new(202)),
            method => panic!("{method} is not expected"),
        }
    }
}

impl Shelf {
    fn not_found(&self) -> ResponseTemplate {
        ResponseTemplate::new(404).set_body_string(format!("<Error><Code>{}</Code></Error>", self.missing))
    }
}

fn dated(response: ResponseTemplate) -> ResponseTemplate {
    response.insert_header("ETag", "\"1\"").insert_header("Last-Modified", "Sun, 15 Nov 2026 10:00:00 GMT")
}

pub(crate) fn header<'a>(request: &'a Request, name: &str) -> &'a str {
    request.headers.get(name).unwrap_or_else(|| panic!("no header {name}")).to_str().unwrap()
}
