//! Rule 5: redirects that are followed by hand.

use std::sync::Arc;

use bytes::Bytes;
use ports::fetch::{FetchError, FetchMethod, FetchRequest};
use rstest::rstest;

use crate::support::{PRIVATE, PUBLIC, Reply, Roads, Server, fetch, get, local, over};

const NO_ADDRESS: FetchError = FetchError::BadRedirect { why: "one is not a URL", hops: Vec::new() };

/// A server that counts up in its path and redirects `steps` times.
async fn staircase(steps: usize) -> Server {
    Server::start(move |request| {
        let step: usize = request.split([' ', '/']).nth(2).unwrap().parse().unwrap();
        if step < steps { Reply::redirect(302, &format!("/{}", step + 1)) } else { Reply::ok("top") }
    })
    .await
}

#[tokio::test]
async fn rule_5_ten_redirects_are_followed_and_no_more() {
    let fetched = fetch(&local(), get(staircase(10).await.url("/0"))).await.unwrap();
    assert_eq!((fetched.body.as_ref(), fetched.redirects.len()), (b"top".as_slice(), 10));
    let endless = staircase(11).await;
    let failed = fetch(&local(), get(endless.url("/0"))).await.unwrap_err();
    let FetchError::BadRedirect { why, hops } = failed else { panic!("{failed}") };
    assert_eq!((why, hops.len()), ("there are too many", 11));
    assert_eq!(endless.requests().len(), 11);
}

#[rstest]
#[case("/a")]
#[case("#part")]
#[case("/b")]
#[tokio::test]
async fn rule_5_circles_are_noticed(#[case] location: &'static str) {
    let server = Server::start(move |request| {
        Reply::redirect(301, if request.starts_with("get /a ") { location } else { "/a#other" })
    })
    .await;
    let failed = fetch(&local(), get(server.url("/a"))).await.unwrap_err();
    let FetchError::BadRedirect { why, hops } = failed else { panic!("{failed}") };
    assert_eq!(why, "they go in a circle");
    assert_eq!(hops.last().unwrap().to.path(), "/a", "the hop that leads back is told");
}

#[rstest]
#[case("http://10.0.0.1/")]
#[case("http://169.254.169.254/latest/")]
#[case("http://[::ffff:127.0.0.1]/")]
#[case("http://2130706433/")]
#[case("//127.1/")]
#[case("\\\\127.0.0.1\\")]
#[case("http://localhost/")]
#[tokio::test]
async fn rule_5_each_hop_is_checked_anew(#[case] location: &'static str) {
    let server = Server::saying(Reply::redirect(302, location)).await;
    let roads = Arc::new(Roads::new(&[&[PUBLIC]]).leading_to(server.address));
    assert_eq!(fetch(&over(&roads), get("http://example.com/")).await.unwrap_err(), PRIVATE);
    assert_eq!(roads.dialled(), ["93.184.215.14:80"]);
}

#[rstest]
#[case("http://user:secret@example.com/", FetchError::Blocked("it has a user name or a password"))]
#[case("file:///etc/passwd", FetchError::Blocked("only http and https URLs are allowed"))]
#[case("ftp://example.com/", FetchError::Blocked("only http and https URLs are allowed"))]
#[case("javascript:alert(1)", FetchError::Blocked("only http and https URLs are allowed"))]
#[case("http://example.com:22/", FetchError::Blocked("this port is not allowed"))]
#[case("http://[fe80::1%25eth0]/", NO_ADDRESS)]
#[case("http://", NO_ADDRESS)]
#[tokio::test]
async fn rule_5_rule_1_holds_for_each_hop(#[case] location: &'static str, #[case] expected: FetchError) {
    let server = Server::saying(Reply::redirect(307, location)).await;
    let roads = Arc::new(Roads::new(&[&[PUBLIC]]).leading_to(server.address));
    assert_eq!(fetch(&over(&roads), get("http://example.com/")).await.unwrap_err(), expected);
    assert_eq!(roads.dialled().len(), 1);
}

#[tokio::test]
async fn rule_5_a_location_of_odd_bytes_is_no_address() {
    let reply = b"HTTP/1.1 302 Found\r\nLocation: /\xff\xfe\r\n\r\n".to_vec();
    let server = Server::saying(Reply::Close(reply)).await;
    let failed = fetch(&local(), get(server.url("/"))).await.unwrap_err();
    assert_eq!(failed, NO_ADDRESS);
}

#[rstest]
#[case(301)]
#[case(302)]
#[case(303)]
#[case(307)]
#[case(308)]
#[tokio::test]
async fn relative_redirects_are_followed_and_told(#[case] status: u16) {
    let server = Server::start(move |request| match request.split(' ').nth(1).unwrap() {
        "/a/b?c" => Reply::redirect(status, "../d?e"),
        "/d?e" => Reply::redirect(status, "?f=\u{fc}"),
        _ => Reply::ok("there"),
    })
    .await;
    let fetched = fetch(&local(), get(server.url("/a/b?c"))).await.unwrap();
    assert_eq!((fetched.status, fetched.body.as_ref()), (200, b"there".as_slice()));
    assert_eq!(fetched.url, server.url("/d?f=%C3%BC"));
    let told: Vec<_> =
        fetched.redirects.iter().map(|hop| (hop.from.path(), hop.status, hop.to.path())).collect();
    assert_eq!(told, [("/a/b", status, "/d"), ("/d", status, "/d")]);
}

#[rstest]
#[case("HTTP/1.1 300 Choices\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n", 300)]
#[case("HTTP/1.1 304 Same\r\nLocation: /b\r\n\r\n", 304)]
#[case("HTTP/1.1 201 Created\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n", 201)]
#[case("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n", 302)]
#[tokio::test]
async fn what_is_no_redirect_is_the_answer(#[case] reply: &'static str, #[case] status: u16) {
    let server = Server::saying(Reply::raw(reply)).await;
    let fetched = fetch(&local(), get(server.url("/a"))).await.unwrap();
    assert_eq!((fetched.status, server.requests().len()), (status, 1));
}

#[tokio::test]
async fn post_is_never_redirected() {
    for status in [301, 302, 303, 307, 308] {
        let server = Server::saying(Reply::redirect(status, "/elsewhere")).await;
        let method = FetchMethod::Post(Bytes::from_static(b"payload"));
        let fetched = fetch(&local(), FetchRequest { method, ..get(server.url("/hook")) }).await.unwrap();
        assert_eq!(fetched.status, status);
        let requests = server.requests();
        assert_eq!(requests.len(), 1);
        assert!(requests[0].starts_with("post /hook ") && requests[0].ends_with("\r\n\r\npayload"));
    }
}

fn with_secrets(request: FetchRequest) -> FetchRequest {
    let given =
        [("Authorization", "Bearer t"), ("Cookie", "c=d"), ("X-Signature", "s"), ("Accept-Language", "de")];
    let headers = given.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    FetchRequest { headers, ..request }
}

fn has_secrets(request: &str) -> bool {
    let secrets = ["\r\nauthorization:", "\r\ncookie:", "\r\nx-signature:"];
    let found = secrets.iter().filter(|secret| request.contains(*secret)).count();
    assert!(found == 0 || found == secrets.len(), "{request}");
    assert!(request.contains("\r\naccept-language: de"), "{request}");
    found > 0
}

#[tokio::test]
async fn rule_5_no_credentials_across_hosts() {
    let other = Server::saying(Reply::ok("")).await;
    for host in ["127.0.0.1", "localhost"] {
        // The first differs by its port only.
        let location = format!("http://{host}:{}/", other.address.port());
        let server = Server::saying(Reply::redirect(302, &location)).await;
        fetch(&local(), with_secrets(get(server.url("/")))).await.unwrap();
        assert!(has_secrets(&server.requests()[0]));
    }
    let received = other.requests();
    assert_eq!(received.iter().map(|request| has_secrets(request)).collect::<Vec<_>>(), [false, false]);
}

#[tokio::test]
async fn rule_5_no_credentials_when_coming_back() {
    let script = |request: &str| match request.split(' ').nth(1).unwrap() {
        "/start" => Reply::redirect(302, "http://example.com:443/elsewhere"),
        "/elsewhere" => Reply::redirect(302, "http://example.com/back"),
        _ => Reply::ok(""),
    };
    let server = Server::start(script).await;
    let roads = Arc::new(Roads::new(&[&[PUBLIC]]).leading_to(server.address));
    fetch(&over(&roads), with_secrets(get("http://example.com/start"))).await.unwrap();
    let had: Vec<bool> = server.requests().iter().map(|request| has_secrets(request)).collect();
    assert_eq!(had, [true, false, false]);
}

#[tokio::test]
async fn credentials_stay_on_the_same_origin() {
    let script = |request: &str| match request.split(' ').nth(1).unwrap() {
        "/start" => Reply::redirect(302, "/end"),
        _ => Reply::ok(""),
    };
    let server = Server::start(script).await;
    fetch(&local(), with_secrets(get(server.url("/start")))).await.unwrap();
    assert!(server.requests().iter().all(|request| has_secrets(request)));
    assert_eq!(server.requests().len(), 2);
}
