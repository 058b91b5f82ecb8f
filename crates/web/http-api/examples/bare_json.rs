//! The floor of the benchmarks: a bare axum server with one JSON handler about the size of `GET /v1/account`.

use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Reply {
    success: bool,
    account_id: &'static str,
    name: &'static str,
    status: &'static str,
    created_at: &'static str,
    key_id: &'static str,
    scopes: [&'static str; 6],
    issued_at: &'static str,
    expires_at: Option<&'static str>,
    requests_per_second: u32,
    body_bytes: u32,
    request_id: &'static str,
    livemode: bool,
    docs_url: &'static str,
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8090".to_owned());
    let listener = tokio::net::TcpListener::bind(address).await?;
    let handler = || async {
        Json(Reply {
            success: true,
            account_id: "acc_2qoYyNWJ78l",
            name: "Owner",
            status: "active",
            created_at: "2026-11-15T04:06:21.980326Z",
            key_id: "key_0uSVxK8Xete",
            scopes: ["articles", "images", "analysis", "keywords", "audit", "account"],
            issued_at: "2026-11-15T04:06:00Z",
            expires_at: None,
            requests_per_second: 100,
            body_bytes: 262_144,
            request_id: "req_01m7ep50haexy9dfshf1n7c9wc",
            livemode: true,
            docs_url: "http://127.0.0.1:8080/docs",
        })
    };
    axum::serve(listener, Router::new().route("/", get(handler))).await
}
