//! Compiles and runs a Rust sample. It is stored as a file, because it must exist before the tests are
//! compiled.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/receiver.rs"]
mod receiver;

use std::process::Command;

use dashboard::explorer::samples::{Language, sample};
use dashboard::explorer::{Call, Method, Reply};
use receiver::Receiver;
use serde_json::{Value, json};

#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "customers have no rules of ours to keep"
)]
mod kept {
    include!("kept/order.rs");

    pub(super) fn run() {
        main().unwrap();
    }
}

fn order() -> Call {
    Call {
        method: Method::Post,
        path: "/v1/articles/generate?a=%22b%22".to_owned(),
        headers: vec![("Idempotency-Key".to_owned(), "order \"1\" \\".to_owned())],
        body: Some(json!({"focusKeyword": "\"# cold brew\n\\ </script> Phở \u{202e}", "imageOption": 1})),
        needs_key: true,
        reply: Reply::Json,
    }
}

#[test]
fn the_kept_sample_is_the_one_we_give() {
    assert_eq!(sample(Language::Rust, &order(), "http://api.example"), include_str!("kept/order.rs"));
}

#[test]
#[ignore = "runs in a process of its own, which the next test starts"]
fn kept_sample() {
    kept::run();
}

/// The receiver acts as a proxy, since the sample was compiled before its port was known.
#[test]
fn the_sample_sends_the_call() {
    let receiver = Receiver::start();
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "kept_sample"])
        .env("API_KEY", "svc_test_0")
        .env("http_proxy", &receiver.url)
        .env_remove("no_proxy")
        .env_remove("NO_PROXY")
        .status()
        .unwrap();
    assert!(status.success());
    let arrived = receiver.received().pop().unwrap();
    let call = order();
    assert_eq!(
        (arrived.method.as_str(), arrived.target.clone()),
        ("POST", format!("http://api.example{}", call.path))
    );
    assert_eq!(arrived.header("authorization"), Some("Bearer svc_test_0"));
    assert_eq!(arrived.header("idempotency-key"), Some("order \"1\" \\"));
    assert_eq!(arrived.header("content-type"), Some("application/json"));
    assert_eq!(serde_json::from_slice::<Value>(&arrived.body).ok(), call.body);
}
