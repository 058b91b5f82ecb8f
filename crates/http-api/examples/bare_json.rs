//! The floor of the benchmarks: a bare axum server with one JSON handler of about the size of `GET /v1/account`.

use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8090".to_owned());
    let listener = tokio::net::TcpListener::bind(address).await?;
    let handler = || async {
        Json(json!({
            "success": true,
            "account": {"accountId": "acc_2qoYyNWJ78l", "name": "Owner", "status": "active",
                "createdAt": "2026-11-15T04:06:21.980326Z"},
            "key": {"keyId": "key_0uSVxK8Xete", "scopes": ["articles", "images", "analysis", "keywords", "audit", "account"],
                "issuedAt": "2026-11-15T04:06:00Z", "expiresAt": null},
            "limits": {"requestsPerSecond": 100, "bodyBytes": 262_144},
            "meta": {"requestId": "req_01m7ep50haexy9dfshf1n7c9wc", "livemode": true},
        }))
    };
    axum::serve(listener, Router::new().route("/", get(handler))).await
}
