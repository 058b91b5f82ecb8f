//! Rule 6: how large an answer may be on the wire.

use fetch::FetchLimits;
use ports::fetch::{FetchError, FetchRequest, Oversize};

use crate::support::{Reply, Server, fetch, get, limited, local, no_limits};

const BODY: FetchError = FetchError::TooLarge("its body");
const HEADERS: FetchError = FetchError::TooLarge("its headers");

fn truncating(request: FetchRequest) -> FetchRequest {
    FetchRequest { oversize: Oversize::Truncate, ..request }
}

#[test]
fn rule_6_the_defaults() {
    let FetchLimits { header_bytes, wire_bytes, decoded_bytes, ratio, .. } = FetchLimits::default();
    assert_eq!((header_bytes, wire_bytes), (64 << 10, 5 << 20));
    assert_eq!((decoded_bytes, ratio), (15 << 20, 100));
}

#[tokio::test]
async fn rule_6_header_bytes_are_limited() {
    let long = format!("X-Long: {}\r\n", "a".repeat(65_000));
    let server = Server::saying(Reply::with(&long, "body")).await;
    assert_eq!(fetch(&local(), get(server.url("/"))).await.unwrap().body, "body");
    let longer = format!("X-Long: {}\r\n", "a".repeat(66_000));
    let server = Server::saying(Reply::with(&longer, "body")).await;
    assert_eq!(fetch(&local(), get(server.url("/"))).await.unwrap_err(), HEADERS);
}

#[tokio::test]
async fn rule_6_endless_headers_are_limited() {
    for again in ["X-Again: again\r\n", "a"] {
        let server = Server::saying(Reply::Repeat("HTTP/1.1 200 OK\r\nX: ".into(), again.into())).await;
        assert_eq!(fetch(&local(), get(server.url("/"))).await.unwrap_err(), HEADERS);
    }
}

#[tokio::test]
async fn rule_6_the_number_of_headers_is_limited() {
    let server = Server::saying(Reply::with(&"X: a\r\n".repeat(199), "body")).await;
    assert_eq!(fetch(&local(), get(server.url("/"))).await.unwrap().headers.len(), 200);
    let server = Server::saying(Reply::with(&"X: a\r\n".repeat(200), "body")).await;
    assert_eq!(fetch(&local(), get(server.url("/"))).await.unwrap_err(), HEADERS);
}

#[tokio::test]
async fn rule_6_wire_bytes_are_limited() {
    let fetcher = limited(FetchLimits { wire_bytes: 1000, ..no_limits() });
    // Without a declared length, so that only counting can find the size.
    let chunked = |size: usize| {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        Reply::raw(&format!(
            "{head}1f4\r\n{}\r\n{:x}\r\n{}\r\n0\r\n\r\n",
            "a".repeat(500),
            size,
            "b".repeat(size)
        ))
    };
    let fits = Server::saying(chunked(500)).await;
    let whole = fetch(&fetcher, get(fits.url("/"))).await.unwrap();
    assert_eq!((whole.body.len(), whole.wire_bytes, whole.truncated), (1000, 1000, false));

    let larger = Server::saying(chunked(501)).await;
    assert_eq!(fetch(&fetcher, get(larger.url("/"))).await.unwrap_err(), BODY);
    let cut = fetch(&fetcher, truncating(get(larger.url("/")))).await.unwrap();
    assert_eq!((cut.body.len(), cut.wire_bytes, cut.truncated), (1000, 1000, true));
}

#[tokio::test]
async fn rule_6_a_declared_size_is_refused_before_reading() {
    // The body never comes, so that only the declared length can be the reason.
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 5242881\r\n\r\n";
    let server = Server::saying(Reply::Hold(head.into())).await;
    assert_eq!(fetch(&local(), get(server.url("/"))).await.unwrap_err(), BODY);
}

#[tokio::test]
async fn rule_6_endless_bodies_are_limited() {
    let until_closed = Reply::Repeat("HTTP/1.1 200 OK\r\n\r\n".into(), vec![b'a'; 4096]);
    let chunked_head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    let chunked = Reply::Repeat(chunked_head.into(), format!("400\r\n{}\r\n", "a".repeat(1024)).into());
    for reply in [until_closed, chunked] {
        let server = Server::saying(reply).await;
        assert_eq!(fetch(&local(), get(server.url("/"))).await.unwrap_err(), BODY);
        let cut = fetch(&local(), truncating(get(server.url("/")))).await.unwrap();
        assert_eq!((cut.body.len(), cut.truncated), (5 << 20, true));
    }
}

#[tokio::test]
async fn rule_6_plain_bodies_count_as_decoded_too() {
    let server = Server::saying(Reply::ok("a".repeat(1001))).await;
    let fetcher = limited(FetchLimits { decoded_bytes: 1000, ..no_limits() });
    let refused = fetch(&fetcher, get(server.url("/"))).await.unwrap_err();
    assert_eq!(refused, FetchError::TooLarge("its body after decompression"));
    let cut = fetch(&fetcher, truncating(get(server.url("/")))).await.unwrap();
    assert_eq!((cut.body.len(), cut.truncated), (1000, true));
}
