//! Rule 6: time limits.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use fetch::{FetchLimits, FetchRules, GuardedFetcher, Network};
use ipnet::IpNet;
use ports::fetch::{FetchError, FetchMethod, FetchRequest, Oversize};
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;

use crate::support::{PUBLIC, Reply, Roads, SHORT, Server, fetch, get, limited, no_limits, over};

const HEAD: &str = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n";

#[test]
fn rule_6_the_defaults() {
    let FetchLimits { connect, headers, total, .. } = FetchLimits::default();
    assert_eq!((connect.as_secs(), headers.as_secs(), total.as_secs()), (5, 10, 20));
}

#[tokio::test(start_paused = true)]
async fn rule_6_connecting_is_limited() {
    let roads = Arc::new(Roads::new(&[&[PUBLIC]]));
    let started = Instant::now();
    assert_eq!(fetch(&over(&roads), get("http://example.com/")).await.unwrap_err(), FetchError::TimedOut);
    assert_eq!(started.elapsed().as_secs(), 5);
}

#[tokio::test(start_paused = true)]
async fn a_silent_address_leaves_time_for_the_next() {
    let roads = Arc::new(Roads::new(&[&["2606:4700::1", PUBLIC]]));
    assert_eq!(fetch(&over(&roads), get("http://example.com/")).await.unwrap_err(), FetchError::TimedOut);
    assert_eq!(roads.dialled(), ["[2606:4700::1]:80", "93.184.215.14:80"]);
}

#[tokio::test]
async fn rule_6_agreeing_on_encryption_is_limited() {
    let server = Server::saying(Reply::Hold(Vec::new())).await;
    let fetcher = limited(FetchLimits { connect: SHORT, ..no_limits() });
    let url = server.url("/").as_str().replace("http:", "https:");
    assert_eq!(fetch(&fetcher, get(url)).await.unwrap_err(), FetchError::TimedOut);
}

#[tokio::test]
async fn rule_6_headers_are_limited() {
    let half = "HTTP/1.1 200 OK\r\nX-Long: ";
    for reply in [Reply::Hold(Vec::new()), Reply::Hold(half.into()), Reply::Drip(half.into())] {
        let server = Server::saying(reply).await;
        let fetcher = limited(FetchLimits { headers: SHORT, ..no_limits() });
        assert_eq!(fetch(&fetcher, get(server.url("/"))).await.unwrap_err(), FetchError::TimedOut);
    }
}

#[tokio::test]
async fn rule_6_provisional_answers_do_not_extend_the_limit() {
    let again = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
    let server = Server::saying(Reply::Repeat(Vec::new(), again.into())).await;
    let fetcher = limited(FetchLimits { headers: SHORT, ..no_limits() });
    assert_eq!(fetch(&fetcher, get(server.url("/"))).await.unwrap_err(), FetchError::TimedOut);
}

#[tokio::test]
async fn rule_6_everything_together_is_limited() {
    for reply in [Reply::Hold(Vec::new()), Reply::Hold(HEAD.into()), Reply::Drip(HEAD.into())] {
        let server = Server::saying(reply).await;
        let fetcher = limited(FetchLimits { total: SHORT, ..no_limits() });
        let request = FetchRequest { oversize: Oversize::Truncate, ..get(server.url("/")) };
        assert_eq!(fetch(&fetcher, request).await.unwrap_err(), FetchError::TimedOut);
    }
}

#[tokio::test]
async fn rule_6_redirects_share_one_limit() {
    let server = Server::start(|request| {
        let path = request.split(' ').nth(1).unwrap();
        Reply::redirect(302, &format!("{path}a"))
    })
    .await;
    let fetcher = limited(FetchLimits { total: SHORT, ..no_limits() });
    assert_eq!(fetch(&fetcher, get(server.url("/"))).await.unwrap_err(), FetchError::TimedOut);
}

#[tokio::test]
async fn the_callers_deadline_counts_if_it_is_shorter() {
    let server = Server::saying(Reply::Hold(HEAD.into())).await;
    let request = FetchRequest { deadline: SHORT, ..get(server.url("/")) };
    assert_eq!(fetch(&limited(no_limits()), request).await.unwrap_err(), FetchError::TimedOut);
}

#[tokio::test]
async fn a_connection_ends_with_its_fetch() {
    // More than the system buffers, to a server that reads only afterwards: the unsent part must never
    // arrive.
    let body = Bytes::from(vec![b'a'; 64 << 20]);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let fetcher = limited(FetchLimits { total: SHORT, ..no_limits() });
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let request = FetchRequest { method: FetchMethod::Post(body.clone()), ..get(url) };
    assert_eq!(fetch(&fetcher, request).await.unwrap_err(), FetchError::TimedOut);
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut received = Vec::new();
    // It may end in a reset.
    drop(stream.read_to_end(&mut received).await);
    assert!(received.len() < body.len(), "{} bytes came", received.len());
}

/// A network in which nothing ever answers.
struct Deaf;

#[async_trait]
impl Network for Deaf {
    async fn resolve(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        std::future::pending().await
    }

    async fn dial(&self, _: SocketAddr) -> io::Result<TcpStream> {
        std::future::pending().await
    }

    fn own_networks(&self) -> Arc<[IpNet]> {
        Arc::new([])
    }
}

#[tokio::test(start_paused = true)]
async fn rule_6_looking_up_a_name_is_limited_with_connecting() {
    let fetcher = GuardedFetcher::over(FetchRules::default(), Arc::new(Deaf)).unwrap();
    let started = Instant::now();
    assert_eq!(fetch(&fetcher, get("http://example.com/")).await.unwrap_err(), FetchError::TimedOut);
    assert_eq!(started.elapsed().as_secs(), 5);
}

#[tokio::test]
async fn fetches_beyond_the_limit_wait_for_their_turn() {
    let server = Server::saying(Reply::Hold(HEAD.into())).await;
    let fetcher = limited(FetchLimits { concurrency: 1, ..no_limits() });
    let first = fetch(&fetcher, get(server.url("/")));
    let second = fetch(&fetcher, FetchRequest { deadline: SHORT, ..get(server.url("/")) });
    let outcome = tokio::select! {
        biased;
        _ = first => None,
        outcome = second => Some(outcome),
    };
    assert_eq!(outcome.unwrap().unwrap_err(), FetchError::TimedOut);
    assert!(server.requests().len() <= 1, "only one was under way");
}
