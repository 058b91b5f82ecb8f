//! Invalid input of any kind gets the documented error, never a 500, and never hangs.

use std::io::Write;

use serde_json::{Value, json};

use crate::raw::{answer, connect, exchange};
use crate::support::{builder, refused, send, server};

fn estimate(server: &testkit::TestServer, body: impl Into<reqwest::Body>) -> reqwest::RequestBuilder {
    server
        .http
        .post(format!("{}/v1/estimate", server.url))
        .bearer_auth(&server.live_key)
        .header("content-type", "application/json")
        .body(body)
}

#[tokio::test]
async fn bodies_that_are_not_json() {
    let server = server();
    for bad in [
        "",
        "   ",
        "{",
        "nonsense",
        "{\"endpoint\":}",
        "{'endpoint': 1}",
        "[1,]",
        "NaN",
        "1e999",
        "{} {}",
        "\u{feff}{}",
        "\"\\ud800\"",
    ] {
        let body = refused(estimate(&server, bad), 400, "invalid_json").await;
        assert!(body["error"]["message"].as_str().unwrap().starts_with("The body is"), "{bad}: {body}");
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    refused(estimate(&server, deep), 400, "invalid_json").await;
}

#[tokio::test]
async fn the_first_problem_in_a_body_is_located() {
    let server = server();
    let body = refused(estimate(&server, "{\n  \"endpoint\": oops\n}"), 400, "invalid_json").await;
    let message = body["error"]["message"].as_str().unwrap();
    assert!(message.contains("line 2 column 15"), "{message}");
    let body = refused(estimate(&server, &b"{\"endpoint\": \"\xff\xfe\"}"[..]), 400, "invalid_json").await;
    let message = body["error"]["message"].as_str().unwrap();
    assert!(message.contains("not UTF-8 at byte 14"), "{message}");
}

#[tokio::test]
async fn fields_of_the_wrong_type_are_named() {
    let server = server();
    for (bad, field, code) in [
        (json!({}), "endpoint", "missing"),
        (json!({"endpoint": 7}), "endpoint", "wrong_type"),
        (json!({"endpoint": null}), "endpoint", "missing"),
        (json!({"endpoint": "articles"}), "endpoint", "not_allowed"),
        (
            json!({"endpoint": "articles/generate", "targetWordCount": "2000"}),
            "targetWordCount",
            "wrong_type",
        ),
        (json!({"endpoint": "articles/generate", "targetWordCount": -5}), "targetWordCount", "wrong_type"),
        (json!({"endpoint": "articles/generate", "targetWordCount": 1e12}), "targetWordCount", "wrong_type"),
        (json!({"endpoint": "articles/generate", "language": ["en"]}), "language", "wrong_type"),
        (
            json!({"endpoint": "articles/generate", "targetWordCount": 1499}),
            "targetWordCount",
            "out_of_range",
        ),
        (json!({"endpoint": "articles/generate", "imageOption": 11}), "imageOption", "out_of_range"),
        (json!({"endpoint": "articles/generate", "language": "EN"}), "language", "invalid"),
    ] {
        let body = refused(server.post("/v1/estimate", &bad), 422, "validation_failed").await;
        let details = body["error"]["details"].as_array().unwrap();
        assert_eq!(details.len(), 1, "{body}");
        assert_eq!((&details[0]["field"], &details[0]["code"]), (&json!(field), &json!(code)), "{body}");
    }
    for whole in [json!([]), json!("text"), json!(null), json!(3)] {
        refused(server.post("/v1/estimate", &whole), 422, "validation_failed").await;
    }
}

#[tokio::test]
async fn all_fields_out_of_range_are_told_at_once() {
    let server = server();
    let bad = json!({"endpoint": "articles/generate", "targetWordCount": 1, "imageOption": 99, "language": "english"});
    let body = refused(server.post("/v1/estimate", &bad), 422, "validation_failed").await;
    assert_eq!(body["error"]["details"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn unknown_fields_are_refused_with_the_nearest_known() {
    let server = server();
    let bad = json!({"endpoint": "articles/generate", "targetWordcount": 2000});
    let body = refused(server.post("/v1/estimate", &bad), 422, "unknown_field").await;
    assert_eq!(body["error"]["details"][0]["field"], "targetWordcount");
    assert!(body["error"]["message"].as_str().unwrap().contains("did you mean targetWordCount?"));
}

#[tokio::test]
async fn huge_bodies_are_refused_with_and_without_a_declared_length() {
    let server = server();
    let huge = format!("{{\"endpoint\": \"{}\"}}", "x".repeat(2 * 1024 * 1024));
    refused(estimate(&server, huge.clone()), 413, "body_too_large").await;

    let mut stream = connect(&server);
    write!(
        stream,
        "POST /v1/estimate HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
         transfer-encoding: chunked\r\nconnection: close\r\n\r\n",
        server.live_key
    )
    .unwrap();
    for piece in huge.as_bytes().chunks(64 * 1024) {
        write!(stream, "{:x}\r\n", piece.len()).unwrap();
        stream.write_all(piece).unwrap();
        stream.write_all(b"\r\n").unwrap();
    }
    stream.write_all(b"0\r\n\r\n").unwrap();
    let reply = answer(&mut stream);
    assert!(reply.starts_with("HTTP/1.1 413") && reply.contains("body_too_large"), "{reply}");

    let limit = 256 * 1024;
    let padding = limit - r#"{"endpoint":"seo/audit"}"#.len();
    let exactly = format!("{}{}", " ".repeat(padding), r#"{"endpoint":"seo/audit"}"#);
    assert_eq!(send(estimate(&server, exactly.clone())).await.0, 200);
    refused(estimate(&server, format!(" {exactly}")), 413, "body_too_large").await;
}

#[tokio::test]
async fn wrong_media_types_are_refused() {
    let server = server();
    let body = r#"{"endpoint":"seo/audit"}"#;
    let url = format!("{}/v1/estimate", server.url);
    let bare = || server.http.post(&url).bearer_auth(&server.live_key).body(body);
    refused(bare(), 415, "unsupported_media_type").await;
    for bad in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/json; charset=utf-16",
        "multipart/form-data",
    ] {
        refused(bare().header("content-type", bad), 415, "unsupported_media_type").await;
    }
    assert_eq!(send(bare().header("content-type", "application/json; charset=utf-8")).await.0, 200);
    for bad in ["text/html", "application/xml", "application/json;q=0"] {
        refused(server.get("/v1/account").header("accept", bad), 406, "not_acceptable").await;
        refused(estimate(&server, body).header("accept", bad), 406, "not_acceptable").await;
    }
}

#[tokio::test]
async fn oversized_headers_are_refused() {
    let server = server();
    refused(server.get("/v1/account").header("x-padding", "p".repeat(20_000)), 431, "headers_too_large")
        .await;
    refused(server.get(&format!("/v1/account?{}", "q".repeat(20_000))), 431, "headers_too_large").await;

    let endless = format!("GET /v1/account HTTP/1.1\r\nhost: x\r\nx: {}\r\n\r\n", "p".repeat(1024 * 1024));
    let mut stream = connect(&server);
    // The server may close the connection before it has read everything.
    let _ = stream.write_all(endless.as_bytes());
    let reply = answer(&mut stream);
    assert!(reply.is_empty() || reply.starts_with("HTTP/1.1 431"), "{}", &reply[..reply.len().min(200)]);
    assert_eq!(send(server.get("/v1/account")).await.0, 200);
}

#[tokio::test]
async fn bytes_that_are_not_http_are_refused() {
    let server = server();
    for garbage in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"GET\r\n\r\n",
        b"GET /v1/account HTTP/9.9\r\n\r\n",
        b"GET /v1 HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n",
        b"GET /v1 HTTP/1.1\r\nhost: x\r\nx: \x00\r\n\r\n",
        b"POST /v1/estimate HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
        b"POST /v1/estimate HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcde",
    ] {
        let reply = exchange(&server, garbage);
        assert!(reply.is_empty() || reply.starts_with("HTTP/1.1 400"), "{reply}");
    }
    assert_eq!(send(server.get("/v1/account")).await.0, 200);
}

#[tokio::test]
async fn slow_headers_end_the_connection() {
    let server = builder().set("LIMITS__HEADER_SECONDS", "1").start();
    let mut stream = connect(&server);
    stream.write_all(b"GET /v1/account HTTP/1.1\r\nhost: x\r\nx-slow: ").unwrap();
    let reply = answer(&mut stream);
    assert!(reply.is_empty() || reply.starts_with("HTTP/1.1 4"), "{reply}");
}

#[tokio::test]
async fn slow_bodies_are_told_so() {
    let server = builder().set("LIMITS__BODY_SECONDS", "1").start();
    let mut stream = connect(&server);
    write!(
        stream,
        "POST /v1/estimate HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
         content-length: 100\r\n\r\n{{\"endpoint\"",
        server.live_key
    )
    .unwrap();
    let reply = answer(&mut stream);
    assert!(reply.starts_with("HTTP/1.1 408"), "{reply}");
    let body: Value = serde_json::from_str(reply.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    assert_eq!(body["error"]["code"], "request_timeout");
}

#[tokio::test]
async fn bodies_that_end_early_do_not_hang() {
    let server = server();
    let mut stream = connect(&server);
    write!(
        stream,
        "POST /v1/estimate HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
         content-length: 100\r\n\r\n{{}}",
        server.live_key
    )
    .unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let reply = answer(&mut stream);
    assert!(reply.is_empty() || reply.starts_with("HTTP/1.1 400"), "{reply}");
}
