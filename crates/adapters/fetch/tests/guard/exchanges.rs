//! What is sent, and what is understood of the response.

use std::sync::Arc;

use bytes::Bytes;
use fetch::{FetchRules, GuardedFetcher};
use ports::fetch::{FetchError, FetchMethod, FetchRequest, Oversize};
use rstest::rstest;

use crate::support::{PUBLIC, Reply, Roads, Server, fetch, get, local, local_rules, over};

#[tokio::test]
async fn an_answer_is_told_as_it_came() {
    let reply =
        b"HTTP/1.1 404 Gone fishing\r\nContent-Length: 4\r\nX-B: 1\r\nX-A: \xff\r\nX-B: 2\r\n\r\nbody"
            .to_vec();
    let server = Server::saying(Reply::Close(reply)).await;
    let fetched = fetch(&local(), get(server.url("/a?b#c"))).await.unwrap();
    assert_eq!((fetched.status, fetched.http_version), (404, "HTTP/1.1"));
    assert_eq!(
        (fetched.body.as_ref(), fetched.wire_bytes, fetched.truncated),
        (b"body".as_slice(), 4, false)
    );
    assert_eq!(fetched.url, server.url("/a?b"));
    assert!(fetched.redirects.is_empty());
    let headers: Vec<_> =
        fetched.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(headers, [("content-length", "4"), ("x-b", "1"), ("x-b", "2"), ("x-a", "\u{fffd}")]);
    assert!(fetched.timing.total >= fetched.timing.first_byte);
}

#[tokio::test]
async fn requests_say_who_asks_and_for_whom() {
    let server = Server::saying(Reply::ok("")).await;
    let rules = FetchRules { user_agent: "Robot/1".to_owned(), ..local_rules() };
    fetch(&GuardedFetcher::new(rules).unwrap(), get(server.url("/a"))).await.unwrap();
    let request = &server.requests()[0];
    assert!(request.starts_with("get /a http/1.1\r\n"), "{request}");
    for header in
        [format!("host: {}", server.address), "user-agent: robot/1".into(), "accept: text/html,".into()]
    {
        assert!(request.contains(&format!("\r\n{header}")), "{header} in {request}");
    }
}

#[tokio::test]
async fn an_international_host_is_asked_for_in_ascii() {
    let server = Server::saying(Reply::ok("")).await;
    let roads = Arc::new(Roads::new(&[&[PUBLIC]]).leading_to(server.address));
    fetch(&over(&roads), get("http://b\u{fc}cher.example/")).await.unwrap();
    assert_eq!(roads.asked(), ["xn--bcher-kva.example"]);
    assert!(server.requests()[0].contains("\r\nhost: xn--bcher-kva.example\r\n"));
}

#[tokio::test]
async fn head_has_no_body_whatever_its_headers_say() {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\nContent-Encoding: gzip\r\n\r\n";
    let server = Server::saying(Reply::raw(head)).await;
    let fetched =
        fetch(&local(), FetchRequest { method: FetchMethod::Head, ..get(server.url("/")) }).await.unwrap();
    assert_eq!((fetched.status, fetched.body.len(), fetched.wire_bytes), (200, 0, 0));
    assert_eq!(fetched.header("content-length"), Some("99999999"));
    assert!(server.requests()[0].starts_with("head / "));
}

#[tokio::test]
async fn head_stays_head_when_redirected() {
    let server = Server::start(|request| {
        if request.contains(" /a ") {
            Reply::redirect(303, "/b")
        } else {
            Reply::raw("HTTP/1.1 200 OK\r\n\r\n")
        }
    })
    .await;
    let request = FetchRequest { method: FetchMethod::Head, ..get(server.url("/a")) };
    assert_eq!(fetch(&local(), request).await.unwrap().status, 200);
    assert!(server.requests()[1].starts_with("head /b "));
}

#[tokio::test]
async fn post_sends_its_body_and_headers() {
    let server = Server::saying(Reply::ok("thanks")).await;
    let method = FetchMethod::Post(Bytes::from_static(b"{}"));
    let headers = vec![("Content-Type".to_owned(), "application/json".to_owned())];
    let fetched =
        fetch(&local(), FetchRequest { method, headers, ..get(server.url("/hook")) }).await.unwrap();
    assert_eq!(fetched.body, "thanks");
    let request = &server.requests()[0];
    assert!(request.starts_with("post /hook ") && request.ends_with("\r\n\r\n{}"), "{request}");
    assert!(request.contains("\r\ncontent-type: application/json\r\n"), "{request}");
}

#[tokio::test]
async fn headers_that_would_break_the_exchange_are_refused() {
    let server = Server::saying(Reply::ok("")).await;
    for (name, value) in
        [("Host", "other.example"), ("X-Custom", "a\r\nX-Injected: b"), ("Content-Length", "0")]
    {
        let headers = vec![(name.to_owned(), value.to_owned())];
        let refused = fetch(&local(), FetchRequest { headers, ..get(server.url("/")) }).await.unwrap_err();
        assert_eq!(refused, FetchError::Blocked("a header can't be sent"));
    }
    assert!(server.requests().is_empty());
}

#[rstest]
#[case::http_0_9("<html>no head at all</html>")]
#[case::another_protocol("SSH-2.0-OpenSSH_9.6\r\n")]
#[case::nothing("")]
#[case::half_a_head("HTTP/1.1 200 OK\r\nContent-Le")]
#[case::odd_status("HTTP/1.1 2000 OK\r\n\r\n")]
#[case::two_lengths("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab")]
#[tokio::test]
async fn what_is_not_http_is_unreachable(#[case] reply: &'static str) {
    let server = Server::saying(Reply::raw(reply)).await;
    let failed = fetch(&local(), get(server.url("/"))).await.unwrap_err();
    assert_eq!(failed, FetchError::Unreachable("the response is not HTTP"));
}

#[rstest]
#[case::less_than_declared("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")]
#[case::nothing_of_it("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")]
#[case::no_last_chunk("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n")]
#[case::half_a_chunk("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\nhalf")]
#[case::no_chunk("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhalf")]
#[tokio::test]
async fn a_cut_body_is_a_failure(#[case] reply: &'static str) {
    let server = Server::saying(Reply::raw(reply)).await;
    for oversize in [Oversize::Refuse, Oversize::Truncate] {
        let failed = fetch(&local(), FetchRequest { oversize, ..get(server.url("/")) }).await.unwrap_err();
        assert_eq!(failed, FetchError::Unreachable("the response ended early"));
    }
}

#[tokio::test]
async fn provisional_answers_and_trailers_are_skipped() {
    let reply = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n\
        HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x-after\r\n\r\n4\r\nbody\r\n0\r\nX-After: 1\r\n\r\n";
    let server = Server::saying(Reply::raw(reply)).await;
    let fetched = fetch(&local(), get(server.url("/"))).await.unwrap();
    assert_eq!((fetched.status, fetched.body.as_ref()), (200, b"body".as_slice()));
    assert_eq!((fetched.header("link"), fetched.header("x-after")), (None, None));
}

#[tokio::test]
async fn an_old_server_is_understood() {
    let server = Server::saying(Reply::raw("HTTP/1.0 200 OK\r\n\r\nuntil closed")).await;
    let fetched = fetch(&local(), get(server.url("/"))).await.unwrap();
    assert_eq!((fetched.body.as_ref(), fetched.http_version), (b"until closed".as_slice(), "HTTP/1.0"));
}

#[test]
fn requests_do_not_show_their_secrets() {
    let headers = vec![("Authorization".to_owned(), "hunter2".to_owned())];
    let method = FetchMethod::Post(Bytes::from_static(b"hunter3"));
    let shown = format!("{:?}", FetchRequest { headers, method, ..get("http://example.com/") });
    assert!(shown.contains("Authorization") && !shown.contains("hunter"), "{shown}");
}
