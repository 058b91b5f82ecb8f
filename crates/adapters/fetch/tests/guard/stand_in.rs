//! The stand-in for the web: another route, the same rules.

use fetch::{FetchLimits, FetchRules, GuardedFetcher};
use ports::fetch::{FetchError, FetchRequest};
use rstest::rstest;

use crate::support::{PRIVATE, Reply, SHORT, Server, fetch, get, no_limits};

fn through(server: &Server) -> GuardedFetcher {
    GuardedFetcher::through(FetchRules::default(), server.address).unwrap()
}

#[rstest]
#[case("http://example.com/a?b", "http")]
#[case("https://example.com/a?b", "https")]
#[tokio::test]
async fn every_host_is_found_there(#[case] address: &str, #[case] scheme: &str) {
    let server = Server::saying(Reply::ok("stand-in")).await;
    let fetched = fetch(&through(&server), get(address)).await.unwrap();
    assert_eq!((fetched.body.as_ref(), fetched.url.as_str()), (b"stand-in".as_slice(), address));
    let request = &server.requests()[0];
    assert!(request.starts_with("get /a?b http/1.1\r\n"), "{request}");
    assert!(request.contains("\r\nhost: example.com\r\n"), "{request}");
    assert!(request.contains(&format!("\r\nx-sandbox-scheme: {scheme}\r\n")), "{request}");
}

#[tokio::test]
async fn the_web_is_not_told_about_stand_ins() {
    let server = Server::saying(Reply::ok("")).await;
    fetch(&crate::support::local(), get(server.url("/"))).await.unwrap();
    assert!(!server.requests()[0].contains("x-sandbox-scheme"));
}

#[rstest]
#[case("ftp://example.com/", FetchError::Blocked("only http and https URLs are allowed"))]
#[case("http://user@example.com/", FetchError::Blocked("it has a user name or a password"))]
#[case("http://example.com:8080/", FetchError::Blocked("this port is not allowed"))]
#[case("http://93.184.215.14:8080/", FetchError::Blocked("this port is not allowed"))]
#[case("http://127.0.0.1/", PRIVATE)]
#[case("http://localhost/", PRIVATE)]
#[case("https://2130706433/", PRIVATE)]
#[case("http://[::ffff:10.0.0.1]/", PRIVATE)]
#[tokio::test]
async fn the_rules_about_addresses_hold(#[case] address: &str, #[case] expected: FetchError) {
    let server = Server::saying(Reply::ok("")).await;
    assert_eq!(fetch(&through(&server), get(address)).await.unwrap_err(), expected);
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn the_rules_about_redirects_hold() {
    let server = Server::saying(Reply::redirect(302, "http://10.0.0.1/")).await;
    assert_eq!(fetch(&through(&server), get("http://example.com/")).await.unwrap_err(), PRIVATE);
    let circle = Server::saying(Reply::redirect(302, "https://example.com/")).await;
    let failed = fetch(&through(&circle), get("https://example.com/")).await.unwrap_err();
    assert!(matches!(failed, FetchError::BadRedirect { why: "they go in a circle", .. }), "{failed}");
}

#[tokio::test]
async fn rule_5_no_credentials_to_another_scheme() {
    let server = Server::start(|request| {
        if request.contains("\r\nx-sandbox-scheme: https\r\n") {
            Reply::redirect(301, "http://example.com/")
        } else {
            Reply::ok("")
        }
    })
    .await;
    let headers = vec![("Authorization".to_owned(), "Bearer t".to_owned())];
    let request = FetchRequest { headers, ..get("https://example.com/") };
    fetch(&through(&server), request).await.unwrap();
    let had: Vec<bool> = server.requests().iter().map(|request| request.contains("authorization")).collect();
    assert_eq!(had, [true, false]);
}

#[tokio::test]
async fn the_limits_hold() {
    let silent = Server::saying(Reply::Hold(Vec::new())).await;
    let rules = FetchRules { limits: FetchLimits { headers: SHORT, ..no_limits() }, ..FetchRules::default() };
    let fetcher = GuardedFetcher::through(rules, silent.address).unwrap();
    assert_eq!(fetch(&fetcher, get("http://example.com/")).await.unwrap_err(), FetchError::TimedOut);
    let endless = Server::saying(Reply::Repeat("HTTP/1.1 200 OK\r\n\r\n".into(), vec![b'a'; 4096])).await;
    let refused = fetch(&through(&endless), get("http://example.com/")).await.unwrap_err();
    assert_eq!(refused, FetchError::TooLarge("its body"));
}
