//! Requests per second that several processes count together.

use std::net::Ipv4Addr;

use testkit::{TestRedis, TestServer};

use crate::support::builder;

/// IP addresses that one machine can call from, each with its own buckets.
const CALLERS: std::ops::Range<u8> = 2..40;

fn node(redis: &TestRedis) -> TestServer {
    builder().set("REDIS__URL", redis.url.clone()).set("LIMITS__ANONYMOUS_REQUESTS_PER_SECOND", "1").start()
}

/// The status of a call without a key.
async fn call(server: &TestServer, caller: u8) -> u16 {
    let address = Ipv4Addr::new(127, 0, 1, caller);
    let http = reqwest::Client::builder().local_address(Some(address.into())).no_proxy().build().unwrap();
    http.get(format!("{}/v1", server.url)).send().await.unwrap().status().as_u16()
}

/// Whether a second node refuses a caller because of its calls to the first. On a busy machine a second may
/// pass between the calls, so several callers try.
async fn count_together(one: &TestServer, other: &TestServer, callers: std::ops::Range<u8>) -> bool {
    for caller in callers {
        assert_eq!(call(one, caller).await, 200);
        if call(other, caller).await == 429 {
            return true;
        }
    }
    false
}

#[tokio::test]
async fn callers_have_one_limit_at_all_nodes() {
    let mut redis = TestRedis::start();
    let (one, other) = (node(&redis), node(&redis));
    assert!(count_together(&one, &other, CALLERS).await, "each node counts alone");

    redis.kill();
    for caller in 40..50 {
        // An unavailable server neither delays nor refuses calls.
        assert_eq!((call(&one, caller).await, call(&other, caller).await), (200, 200));
    }
    assert!(one.log_with("each process limits requests on its own").contains("WARN"));

    redis.start_again();
    let mut together = false;
    for first in (50..250).step_by(5) {
        together = together || count_together(&one, &other, first..first + 5).await;
    }
    assert!(together, "the nodes do not find it again");
}

#[tokio::test]
async fn an_address_that_is_none_stops_the_start() {
    let server = builder().start();
    let refused = std::process::Command::new(env!("CARGO_BIN_EXE_rankwright"))
        .args(["doctor", "--offline"])
        .env("RANKWRIGHT_DATA_DIR", server.data_dir())
        .env("RANKWRIGHT_REDIS__URL", "http://:hush@cache.example")
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && told.contains("redis.url") && !told.contains("hush"), "{told}");
}
