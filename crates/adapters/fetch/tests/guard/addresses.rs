//! Rules 1 to 4 and 7: which URLs are fetched at all.

use std::io;
use std::sync::Arc;

use fetch::{FetchRules, GuardedFetcher, Network};
use ports::fetch::FetchError;
use rstest::rstest;

use crate::support::{PRIVATE, PUBLIC, Reply, Roads, Server, fetch, get, local, over};

const PORT: FetchError = FetchError::Blocked("this port is not allowed");

#[rstest]
#[case("ftp://example.com/")]
#[case("file:///etc/passwd")]
#[tokio::test]
async fn rule_1_only_http_and_https(#[case] address: &str) {
    let roads = Arc::new(Roads::new(&[&[PUBLIC]]));
    let refused = fetch(&over(&roads), get(address)).await.unwrap_err();
    assert_eq!(refused, FetchError::Blocked("only http and https URLs are allowed"));
    assert!(roads.asked().is_empty() && roads.dialled().is_empty());
}

#[tokio::test]
async fn rule_1_no_userinfo() {
    let roads = Arc::new(Roads::new(&[&[PUBLIC]]));
    let refused = fetch(&over(&roads), get("http://admin:admin@example.com/")).await.unwrap_err();
    assert_eq!(refused, FetchError::Blocked("it has a user name or a password"));
    assert!(roads.asked().is_empty() && roads.dialled().is_empty());
}

#[rstest]
#[case("http://example.com:8080/")]
#[case("http://example.com:22/")]
#[case("http://93.184.215.14:6379/")]
#[tokio::test]
async fn rule_1_only_the_usual_ports(#[case] address: &str) {
    let roads = Arc::new(Roads::new(&[&[PUBLIC]]));
    assert_eq!(fetch(&over(&roads), get(address)).await.unwrap_err(), PORT);
    assert!(roads.asked().is_empty() && roads.dialled().is_empty());
}

#[tokio::test]
async fn rule_1_more_ports_by_setting() {
    let server = Server::saying(Reply::ok("here")).await;
    let roads = Arc::new(Roads::new(&[&[PUBLIC]]).leading_to(server.address));
    let rules = FetchRules { ports: vec![8080], ..FetchRules::default() };
    let fetcher = GuardedFetcher::over(rules, Arc::clone(&roads) as Arc<dyn Network>).unwrap();
    assert_eq!(fetch(&fetcher, get("http://example.com:8080/")).await.unwrap().body, "here");
    assert_eq!(roads.dialled(), ["93.184.215.14:8080"]);
    assert_eq!(fetch(&fetcher, get("http://example.com/")).await.unwrap_err(), PORT);
}

#[tokio::test]
async fn rule_1_a_trailing_dot_is_stripped() {
    let server = Server::saying(Reply::ok("here")).await;
    let roads = Arc::new(Roads::new(&[&[PUBLIC]]).leading_to(server.address));
    let fetched = fetch(&over(&roads), get("http://example.com./")).await.unwrap();
    assert_eq!(fetched.url.as_str(), "http://example.com/");
    assert_eq!(roads.asked(), ["example.com"]);
    assert!(server.requests()[0].contains("\r\nhost: example.com\r\n"));
}

#[tokio::test]
async fn rule_2_the_checked_address_is_the_dialled_one() {
    let server = Server::saying(Reply::ok("here")).await;
    let roads = Arc::new(Roads::new(&[&[PUBLIC], &["127.0.0.1"]]).leading_to(server.address));
    assert!(fetch(&over(&roads), get("http://rebinding.example/")).await.is_ok());
    assert_eq!(roads.asked(), ["rebinding.example"]);
    assert_eq!(roads.dialled(), ["93.184.215.14:80"]);
}

#[tokio::test]
async fn rule_2_a_name_that_changes_between_hops_is_checked_again() {
    let server = Server::saying(Reply::redirect(302, "/secret")).await;
    let roads = Arc::new(Roads::new(&[&[PUBLIC], &["127.0.0.1"]]).leading_to(server.address));
    assert_eq!(fetch(&over(&roads), get("http://rebinding.example/")).await.unwrap_err(), PRIVATE);
    assert_eq!(roads.asked().len(), 2);
    assert_eq!(roads.dialled(), ["93.184.215.14:80"]);
}

#[rstest]
#[case(&[PUBLIC, "10.0.0.1"])]
#[case(&["10.0.0.1", PUBLIC])]
#[case(&[PUBLIC, "2606:4700::1", "::1"])]
#[case(&["::ffff:192.168.0.1"])]
#[tokio::test]
async fn rule_2_any_bad_answer_refuses_all(#[case] answers: &[&str]) {
    let roads = Arc::new(Roads::new(&[answers]));
    assert_eq!(fetch(&over(&roads), get("http://example.com/")).await.unwrap_err(), PRIVATE);
    assert!(roads.dialled().is_empty());
}

#[tokio::test]
async fn rule_2_only_admitted_addresses_are_tried_and_not_too_many() {
    let answers = ["2606:4700::1", "2606:4700::2", "2606:4700::3", PUBLIC, "1.1.1.1", "8.8.8.8"];
    let mut roads = Roads::new(&[&answers]);
    roads.fails_with = Some(io::ErrorKind::NetworkUnreachable);
    let roads = Arc::new(roads);
    let failed = fetch(&over(&roads), get("https://example.com/")).await.unwrap_err();
    assert_eq!(failed, FetchError::NoConnection);
    let expected = ["[2606:4700::1]:443", "[2606:4700::2]:443", "93.184.215.14:443", "1.1.1.1:443"];
    assert_eq!(roads.dialled(), expected);
}

#[rstest]
#[case("127.0.0.1")]
#[case("2130706433")]
#[case("0x7f.1")]
#[case("0x7f000001")]
#[case("017700000001")]
#[case("127.1")]
#[case("127.0.0.1.")]
#[case("\u{ff11}\u{ff12}\u{ff17}.\u{ff10}.\u{ff10}.\u{ff11}")]
#[case("127\u{3002}0\u{3002}0\u{3002}1")]
#[case("[::ffff:127.0.0.1]")]
#[case("[::ffff:7f00:1]")]
#[case("localhost")]
#[case("any.localhost.")]
#[tokio::test]
async fn rule_3_odd_spellings_of_loopback(#[case] host: &str) {
    let server = Server::saying(Reply::ok("secret")).await;
    let address = format!("http://{host}:{}/", server.address.port());
    // The port is an allowed one here, so that only the address can be the reason.
    let rules = FetchRules { ports: vec![server.address.port()], ..FetchRules::default() };
    let strict = GuardedFetcher::new(rules).unwrap();
    assert_eq!(fetch(&strict, get(&address)).await.unwrap_err(), PRIVATE);
    assert!(server.requests().is_empty());
    assert_eq!(fetch(&local(), get(&address)).await.unwrap().body, "secret", "it was loopback");
}

#[rstest]
#[case("http://169.254.169.254/latest/meta-data/")]
#[case("http://0.0.0.0/")]
#[case("http://0/")]
#[case("http://[::]/")]
#[case("http://[::1]/")]
#[case("http://[::127.0.0.1]/")]
#[case("http://[64:ff9b::7f00:1]/")]
#[case("http://[2002:7f00:1::]/")]
#[case("http://[fe80::1]/")]
#[case("http://[fd00::1]/")]
#[tokio::test]
async fn rule_4_literals_into_refused_networks(#[case] address: &str) {
    let roads = Arc::new(Roads::default());
    assert_eq!(fetch(&over(&roads), get(address)).await.unwrap_err(), PRIVATE);
    assert!(roads.dialled().is_empty());
}

#[tokio::test]
async fn rule_4_own_interface_addresses() {
    let mut roads = Roads::new(&[&["8.8.4.4"]]);
    roads.own = vec!["8.8.4.4/32".parse().unwrap(), "2606:4700::7/128".parse().unwrap()];
    let roads = Arc::new(roads);
    for address in ["http://8.8.4.4/", "http://[2606:4700::7]/", "http://our-own-name.example/"] {
        assert_eq!(fetch(&over(&roads), get(address)).await.unwrap_err(), PRIVATE, "{address}");
    }
    assert!(roads.dialled().is_empty());
}

#[tokio::test]
async fn rule_7_nothing_is_allowed_by_default() {
    assert!(FetchRules::default().allow.is_empty());
    let server = Server::saying(Reply::ok("secret")).await;
    let rules = FetchRules { ports: vec![server.address.port()], ..FetchRules::default() };
    let strict = GuardedFetcher::new(rules).unwrap();
    assert_eq!(fetch(&strict, get(server.url("/"))).await.unwrap_err(), PRIVATE);
    assert!(server.requests().is_empty());
    assert_eq!(fetch(&local(), get(server.url("/"))).await.unwrap().body, "secret");
}

#[tokio::test]
async fn rule_7_failures_of_the_network_look_alike() {
    for kind in [
        io::ErrorKind::ConnectionRefused,
        io::ErrorKind::HostUnreachable,
        io::ErrorKind::NetworkUnreachable,
        io::ErrorKind::PermissionDenied,
    ] {
        let mut roads = Roads::new(&[&[PUBLIC]]);
        roads.fails_with = Some(kind);
        let failed = fetch(&over(&Arc::new(roads)), get("http://example.com/")).await.unwrap_err();
        assert_eq!(failed, FetchError::NoConnection, "{kind}");
    }
}

#[tokio::test]
async fn a_name_without_addresses_is_unreachable() {
    for roads in [Roads::default(), Roads::new(&[&[]])] {
        let failed = fetch(&over(&Arc::new(roads)), get("http://example.com/")).await.unwrap_err();
        assert_eq!(failed, FetchError::NoSuchHost);
    }
}

#[test]
fn a_user_agent_that_cannot_be_sent_is_refused() {
    let rules = FetchRules { user_agent: "a\r\nHost: b".to_owned(), ..FetchRules::default() };
    assert!(GuardedFetcher::new(rules).is_err());
}
