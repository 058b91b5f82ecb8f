//! The error codes that the OpenAPI document lists for an operation.

use std::sync::LazyLock;

use reqwest::Request;
use serde_json::Value;

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| http_api::openapi_document("https://api.example.com"));

/// Whether the document lists the code for the operation of the request. A request without an operation in
/// the document can return any code.
pub(crate) fn lists(request: &Request, code: &str) -> bool {
    let Some(operation) = operation(request) else { return true };
    let responses = operation["responses"].as_object().unwrap().values();
    responses
        .filter_map(|response| response["$ref"].as_str())
        .any(|reference| examples(&reference[1..]).is_some_and(|codes| codes.get(code).is_some()))
}

fn examples(response: &str) -> Option<&'static Value> {
    DOCUMENT.pointer(response)?.pointer("/content/application~1json/examples")
}

fn operation(request: &Request) -> Option<&'static Value> {
    let path: Vec<&str> = request.url().path().split('/').collect();
    let is_called = |template: &str| {
        let parts: Vec<&str> = template.split('/').collect();
        let pairs = || parts.iter().zip(&path);
        parts.len() == path.len() && pairs().all(|(part, given)| part.starts_with('{') || part == given)
    };
    let paths = DOCUMENT["paths"].as_object().unwrap();
    // A path without parameters goes before one that has them.
    let called = paths.iter().filter(|(template, _)| is_called(template));
    let (_, methods) = called.min_by_key(|(template, _)| template.matches('{').count())?;
    methods.get(request.method().as_str().to_lowercase())
}
