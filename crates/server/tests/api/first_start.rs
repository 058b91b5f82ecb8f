//! The banner that an operator sees when the service starts.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use application::text_setup::{TEXT_ENGINE_OPTIONS, WITHOUT_TEXT_ENGINE};
use serde_json::Value;

use crate::support::{builder, send, server};

#[tokio::test]
async fn the_first_start_prints_keys_that_work() {
    let server = server();
    for (key, livemode) in [(&server.live_key, true), (&server.test_key, false)] {
        let request = server.http.get(format!("{}/v1/account", server.url)).bearer_auth(key);
        let (status, body) = send(request).await;
        assert_eq!(status, 200);
        assert_eq!(body["success"], true);
        assert_eq!(body["account"]["name"], "Owner");
        assert_eq!(body["meta"]["livemode"], livemode);
    }
}

#[test]
fn without_a_text_engine_the_first_start_shows_what_to_set_and_a_call_that_works() {
    let server = server();
    for option in TEXT_ENGINE_OPTIONS {
        assert!(server.banner.contains(option.title), "{}", server.banner);
        for variable in option.environment.lines() {
            assert!(server.banner.contains(&format!("    export {variable}\n")), "{}", server.banner);
        }
    }
    assert!(server.banner.contains(WITHOUT_TEXT_ENGINE), "{}", server.banner);
    let body = pasted(&server.banner);
    assert_eq!((&body["success"], &body["status"]), (&true.into(), &"processing".into()), "{body}");
}

#[test]
fn with_a_text_engine_the_first_start_shows_a_call_that_works() {
    let server = builder().set("TEXT__ENGINES", "ollama").start();
    assert!(!server.banner.contains("text engine"), "{}", server.banner);
    assert_eq!(pasted(&server.banner)["account"]["name"], "Owner");
}

/// The result of the command at the end of a banner.
fn pasted(banner: &str) -> Value {
    let command = banner.lines().last().unwrap();
    let output = Command::new("sh").args(["-c", command]).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

#[tokio::test]
async fn later_starts_keep_keys_valid_and_show_none() {
    let mut first = server();
    first.terminate();
    assert!(first.wait());
    let second = builder().sharing_data_with(&first).start();
    assert_eq!(second.live_key, "");
    let flag = format!(" --data-dir {}", second.data_dir().display());
    assert!(
        second.banner.contains(&format!("rankwright doctor{flag} shows what to set")),
        "{}",
        second.banner
    );
    assert!(second.banner.contains(&format!("Need a key? rankwright key create{flag}")), "{}", second.banner);
    let request = second.http.get(format!("{}/v1/account", second.url)).bearer_auth(&first.live_key);
    assert_eq!(send(request).await.0, 200);
}

#[tokio::test]
async fn secrets_are_readable_by_the_owner_alone() {
    let mut server = server();
    let path = server.data_dir().join("secrets/signing_keys");
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    server.kill();

    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
    let output = server.run(&["serve", "--listen", "127.0.0.1:0"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("chmod 600"));
}

#[tokio::test]
async fn keys_and_secrets_are_never_logged() {
    let server = builder().set("LOG__LEVEL", "trace").start();
    let path = format!("/v1/{}?key={}", server.live_key, server.live_key);
    send(server.get(&path).header("x-request-id", &server.live_key)).await;
    let log = server.log_with("svc_live_[redacted]");
    let secret = std::fs::read_to_string(server.data_dir().join("secrets/signing_keys")).unwrap();
    assert!(!log.contains(&server.live_key[9..]), "the key is in the log");
    assert!(!log.contains(secret.split_once(':').unwrap().1), "the secret is in the log");
}

#[tokio::test]
async fn two_nodes_share_one_postgres() {
    let database = testkit::fresh_postgres();
    let secret = format!("0:{}", "5a".repeat(32));
    let node = || builder().set("DATABASE__URL", &database.url).set("SECRETS__SIGNING_KEYS", &secret);
    let (first, second) = std::thread::scope(|scope| {
        let other = scope.spawn(|| node().start());
        (node().start(), other.join().unwrap())
    });
    let keys: Vec<&String> =
        [&first.live_key, &second.live_key].into_iter().filter(|key| !key.is_empty()).collect();
    assert_eq!(keys.len(), 1, "exactly one node made the owner's account");
    for server in [&first, &second] {
        let request = server.http.get(format!("{}/v1/account", server.url)).bearer_auth(keys[0]);
        assert_eq!(send(request).await.0, 200);
    }
}
