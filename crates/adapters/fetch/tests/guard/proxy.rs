//! The proxy of the browser applies the same rules.

use std::sync::Arc;
use std::time::Duration;

use fetch::{FetchRules, FilteringProxy, Network, ProxyLimits};
use rstest::rstest;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::support::{PUBLIC, Reply, Roads, SHORT, Server, local_rules};

async fn local() -> FilteringProxy {
    limited(ProxyLimits::default()).await
}

async fn limited(limits: ProxyLimits) -> FilteringProxy {
    FilteringProxy::start(local_rules(), limits).await.unwrap()
}

async fn over(roads: &Arc<Roads>) -> FilteringProxy {
    let network = Arc::clone(roads) as Arc<dyn Network>;
    FilteringProxy::over(FetchRules::default(), ProxyLimits::default(), network).await.unwrap()
}

/// Sends bytes to the proxy and reads until it closes the connection.
async fn talk(proxy: &FilteringProxy, words: &str) -> String {
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
    stream.write_all(words.as_bytes()).await.unwrap();
    read_to_end(&mut stream).await
}

async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    // If the connection is cut off, what it sent until then counts.
    let _ = timeout(Duration::from_secs(30), stream.read_to_end(&mut answer)).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(url: &str) -> String {
    format!("GET {url} HTTP/1.1\r\nHost: ignored.example\r\nConnection: close\r\n\r\n")
}

fn connect(authority: &str) -> String {
    format!("CONNECT {authority} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n\r\n")
}

#[tokio::test]
async fn plain_requests_are_passed_on_without_what_is_about_the_connection() {
    let answer = Reply::with(
        "Keep-Alive: x\r\nConnection: X-Hop\r\nX-Hop: 1\r\nX-Kept: 1\r\nX-Rankwright-Refused: 1\r\n",
        "hello",
    );
    let server = Server::saying(answer).await;
    let url = server.url("/a?b");
    let words = format!(
        "POST {url} HTTP/1.1\r\nHost: other.example\r\nProxy-Connection: keep-alive\r\nConnection: close, X-Secret\r\n\
        X-Secret: 1\r\nProxy-Authorization: x\r\nX-Kept: yes\r\nContent-Length: 4\r\n\r\nbody"
    );
    let answer = talk(&local().await, &words).await.to_lowercase();
    assert!(answer.starts_with("http/1.1 200 ok\r\n") && answer.ends_with("\r\n\r\nhello"), "{answer}");
    assert!(answer.contains("\r\nx-kept: 1\r\n") && !answer.contains("x-hop"), "{answer}");
    assert!(!answer.contains("x-rankwright-refused"), "only the proxy itself says so: {answer}");
    let request = &server.requests()[0];
    assert!(request.starts_with("post /a?b http/1.1\r\n") && request.ends_with("\r\n\r\nbody"), "{request}");
    assert!(request.contains(&format!("\r\nhost: {}\r\n", server.address)), "{request}");
    assert!(
        request.contains("\r\nx-kept: yes") && !request.contains("proxy-") && !request.contains("x-secret")
    );
}

#[tokio::test]
async fn tunnels_carry_bytes_both_ways() {
    let server = Server::saying(Reply::ok("inside")).await;
    let proxy = local().await;
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
    stream.write_all(connect(&server.address.to_string()).as_bytes()).await.unwrap();
    let mut answer = vec![0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, b"HTTP/1.1 200");
    stream.write_all(b"GET /x HTTP/1.1\r\nHost: inner\r\n\r\n").await.unwrap();
    stream.shutdown().await.unwrap();
    let rest = read_to_end(&mut stream).await;
    assert!(rest.ends_with("\r\n\r\ninside"), "{rest}");
    assert_eq!(server.requests(), ["get /x http/1.1\r\nhost: inner\r\n\r\n"]);
    assert_eq!(proxy.refused(), 0);
}

#[rstest]
#[case::metadata("169.254.169.254")]
#[case::loopback("127.0.0.1")]
#[case::localhost("localhost")]
#[case::number("2130706433")]
#[case::six("[::1]")]
#[case::mapped("[::ffff:10.0.0.1]")]
#[tokio::test]
async fn refused_targets_are_said_to_be_and_counted(#[case] host: &str) {
    let roads = Arc::new(Roads::default());
    let proxy = over(&roads).await;
    let words = [
        get(&format!("http://{host}/")),
        connect(&format!("{host}:443")),
        connect(&format!("{host}:80")),
        get(&format!("http://{host}:22/")),
    ];
    for words in &words {
        let answer = talk(&proxy, words).await;
        assert!(answer.starts_with("HTTP/1.1 403 "), "{words} {answer}");
        assert!(answer.contains("\r\nx-rankwright-refused: 1\r\n"), "{answer}");
    }
    assert_eq!(proxy.refused(), words.len() as u64);
    assert!(roads.dialled().is_empty());
}

#[rstest]
#[case(connect("example.com:22"))]
#[case(connect("example.com:8443"))]
#[case(get("http://example.com:8080/"))]
#[case(get("http://user:secret@example.com/"))]
#[case(get("https://example.com/"))]
#[case(get("ftp://example.com/"))]
#[case(get("/no-host"))]
#[tokio::test]
async fn what_is_not_for_us_is_refused_without_asking_anybody(#[case] words: String) {
    let roads = Arc::new(Roads::new(&[&[PUBLIC]]));
    let answer = talk(&over(&roads).await, &words).await;
    assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
    assert!(roads.asked().is_empty() && roads.dialled().is_empty());
}

#[tokio::test]
async fn names_are_resolved_once_and_what_was_checked_is_dialled() {
    let server = Server::saying(Reply::ok("")).await;
    let roads = Arc::new(Roads::new(&[&[PUBLIC], &["127.0.0.1"]]).leading_to(server.address));
    let proxy = over(&roads).await;
    let first = talk(&proxy, &get("http://rebinding.example/")).await;
    assert!(first.starts_with("HTTP/1.1 200"), "{first}");
    assert_eq!((roads.asked().len(), roads.dialled()), (1, vec![format!("{PUBLIC}:80")]));
    let second = talk(&proxy, &connect("rebinding.example:443")).await;
    assert!(second.starts_with("HTTP/1.1 403"), "{second}");
    assert_eq!(roads.dialled().len(), 1);
}

#[tokio::test]
async fn one_bad_answer_refuses_the_name() {
    let roads = Arc::new(Roads::new(&[&[PUBLIC, "10.0.0.1"]]));
    let answer = talk(&over(&roads).await, &connect("example.com:443")).await;
    assert!(answer.starts_with("HTTP/1.1 403") && roads.dialled().is_empty(), "{answer}");
}

#[tokio::test]
async fn what_cannot_be_reached_is_not_answered() {
    let mut roads = Roads::new(&[&[PUBLIC]]);
    roads.fails_with = Some(std::io::ErrorKind::ConnectionRefused);
    let proxy = over(&Arc::new(roads)).await;
    for words in [get("http://example.com/"), connect("example.com:443")] {
        assert_eq!(talk(&proxy, &words).await, "");
    }
    assert_eq!(proxy.refused(), 0);
}

#[tokio::test]
async fn bodies_end_at_the_limit() {
    let endless = Server::saying(Reply::Repeat("HTTP/1.1 200 OK\r\n\r\n".into(), vec![b'a'; 4096])).await;
    let limits = ProxyLimits { bytes_down: 100_000, ..ProxyLimits::default() };
    let proxy = limited(limits).await;
    let plain = talk(&proxy, &get(endless.url("/").as_str())).await;
    assert!(plain.len() > 50_000 && plain.len() < 200_000, "{}", plain.len());
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
    let words = connect(&endless.address.to_string()) + "GET / HTTP/1.1\r\n\r\n";
    stream.write_all(words.as_bytes()).await.unwrap();
    stream.shutdown().await.unwrap();
    let inside = read_to_end(&mut stream).await;
    assert!(inside.len() > 50_000 && inside.len() < 200_000, "{}", inside.len());
}

#[tokio::test]
async fn silence_ends_a_connection() {
    let silent =
        Server::saying(Reply::Hold(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf".to_vec())).await;
    let proxy = limited(ProxyLimits { idle: SHORT, ..ProxyLimits::default() }).await;
    let plain = talk(&proxy, &get(silent.url("/").as_str())).await;
    assert!(!plain.contains("HTTP/1.1 403"), "{plain}");
    let tunnel = talk(&proxy, &connect(&silent.address.to_string())).await;
    assert!(tunnel.starts_with("HTTP/1.1 200"), "{tunnel}");
    assert_eq!(talk(&proxy, "GET http://half-a-request").await, "");
}

#[tokio::test]
async fn headers_are_bounded() {
    let proxy = local().await;
    let long = get("http://127.0.0.1/").replace("ignored", &"x".repeat(100_000));
    let answer = talk(&proxy, &long).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
}

#[tokio::test]
async fn connections_end_with_the_proxy() {
    let server = Server::saying(Reply::Hold(Vec::new())).await;
    let proxy = local().await;
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
    stream.write_all(connect(&server.address.to_string()).as_bytes()).await.unwrap();
    stream.read_exact(&mut [0; 12]).await.unwrap();
    let address = proxy.address();
    drop(proxy);
    read_to_end(&mut stream).await;
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn more_connections_than_allowed_wait_their_turn() {
    let server = Server::saying(Reply::ok("x")).await;
    let proxy = limited(ProxyLimits { connections: 1, ..ProxyLimits::default() }).await;
    let first = TcpStream::connect(proxy.address()).await.unwrap();
    let words = get(server.url("/").as_str());
    let waiting = talk(&proxy, &words);
    tokio::pin!(waiting);
    assert!(timeout(SHORT, &mut waiting).await.is_err());
    drop(first);
    assert!(waiting.await.starts_with("HTTP/1.1 200"));
}
