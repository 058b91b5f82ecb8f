//! What the tests of the HTTP interface share.

use std::path::Path;
use std::time::Instant;

use reqwest::{RequestBuilder, Response};
use serde_json::Value;
use testkit::{ServerBuilder, TestServer};

use crate::documented;

/// A server with a high rate limit per caller, because a fast machine makes many requests in a second.
pub(crate) fn builder() -> ServerBuilder {
    const MANY: &str = "100000";
    ServerBuilder::new(env!("CARGO_BIN_EXE_rankwright"))
        .set("LIMITS__ANONYMOUS_REQUESTS_PER_SECOND", MANY)
        .set("LIMITS__LIVE_REQUESTS_PER_SECOND", MANY)
        .set("LIMITS__TEST_REQUESTS_PER_SECOND", MANY)
}

pub(crate) fn server() -> TestServer {
    builder().start()
}

pub(crate) async fn send(request: RequestBuilder) -> (u16, Value) {
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap_or_default())
}

/// Sends a request, and checks that the answer is the documented error with all fields of errors.
pub(crate) async fn refused(request: RequestBuilder, status: u16, code: &str) -> Value {
    let (client, request) = request.build_split();
    let request = request.unwrap();
    assert!(
        documented::lists(&request, code),
        "{} {}: {code} is not documented",
        request.method(),
        request.url()
    );
    let response = client.execute(request).await.unwrap();
    check_refusal(response, status, code).await
}

pub(crate) async fn check_refusal(response: Response, status: u16, code: &str) -> Value {
    assert_eq!(response.status().as_u16(), status, "{code}");
    let id = response.headers()["x-request-id"].to_str().unwrap().to_owned();
    assert_eq!(response.headers()["content-type"], "application/json");
    assert_eq!(response.headers()["x-api-version"], "1.0");
    let body: Value = response.json().await.unwrap();
    let error = &body["error"];
    assert_eq!(body["success"], false);
    assert_eq!(error["code"], code, "{body}");
    assert_eq!(error["requestId"], id.as_str());
    assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{body}");
    assert!(error["docUrl"].as_str().unwrap().ends_with(&format!("/docs/errors#{code}")), "{body}");
    assert!(error["details"].is_array() && error["retryable"].is_boolean(), "{body}");
    body
}

/// Repeats a request until the answer has the expected status.
pub(crate) async fn eventually(status: u16, request: impl Fn() -> RequestBuilder) -> Value {
    let deadline = Instant::now() + testkit::HANG_LIMIT;
    loop {
        let (seen, body) = send(request()).await;
        if seen == status {
            return body;
        }
        assert!(Instant::now() < deadline, "still {seen} instead of {status}: {body}");
        tokio::time::sleep(testkit::BETWEEN_LOOKS).await;
    }
}

/// Queries a SQLite file while the server has it open.
pub(crate) fn query(file: &Path, statement: &str) -> Vec<Value> {
    let script = "import json, sqlite3, sys; c = sqlite3.connect(sys.argv[1], timeout=20); \
        r = c.execute(sys.argv[2]).fetchall(); c.commit(); print(json.dumps(r))";
    let output =
        std::process::Command::new("python3").args(["-c", script]).arg(file).arg(statement).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}
