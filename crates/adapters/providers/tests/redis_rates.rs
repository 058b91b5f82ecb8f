//! Counting with a real Redis server.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use ports::rates::{Counted, SharedRates};
use providers::redis_rates::RedisRates;
use secrecy::SecretString;
use testkit::TestRedis;

fn rate(per_second: u32) -> NonZeroU32 {
    NonZeroU32::new(per_second).unwrap()
}

fn open(redis: &TestRedis) -> RedisRates {
    RedisRates::open(&SecretString::from(redis.url.clone())).unwrap()
}

/// Counts as soon as the server is available.
async fn counted(rates: &RedisRates, caller: &str, per_second: u32) -> Counted {
    let deadline = Instant::now() + testkit::HANG_LIMIT;
    loop {
        match rates.count(caller, rate(per_second)).await {
            Ok(counted) => return counted,
            Err(error) => assert!(Instant::now() < deadline, "{error}"),
        }
        tokio::time::sleep(testkit::BETWEEN_LOOKS).await;
    }
}

#[tokio::test]
async fn processes_count_together() {
    let redis = TestRedis::start();
    let (one, other) = (open(&redis), open(&redis));
    assert_eq!(counted(&one, "lan", 1_000).await, Counted::Admitted { remaining: 999 });
    // A second is long, but not on every machine.
    for caller in 0..20 {
        let caller = format!("minh-{caller}");
        assert_eq!(counted(&one, &caller, 1).await, Counted::Admitted { remaining: 0 });
        let Counted::TooSoon { wait } = counted(&other, &caller, 1).await else { continue };
        assert!(wait > Duration::ZERO && wait <= Duration::from_secs(1), "{wait:?}");
        assert_eq!(counted(&other, "tuan", 1).await, Counted::Admitted { remaining: 0 });
        tokio::time::sleep(wait).await;
        assert_eq!(counted(&one, &caller, 1).await, Counted::Admitted { remaining: 0 });
        return;
    }
    unreachable!("what one process counts, the other does not know");
}

#[tokio::test]
async fn a_server_that_is_gone_is_told_soon_and_found_again() {
    let mut redis = TestRedis::start();
    let rates = open(&redis);
    let _ = counted(&rates, "lan", 10).await;
    rates.check().await.unwrap();
    redis.kill();
    assert!(rates.count("lan", rate(10)).await.is_err());
    // A server that did not answer is not queried for a while, so that requests do not wait for it.
    let mut told = String::new();
    while !told.contains("a moment ago") {
        told = rates.count("lan", rate(10)).await.unwrap_err().to_string();
    }
    assert!(rates.check().await.is_err());
    redis.start_again();
    assert_eq!(counted(&rates, "lan", 10).await, Counted::Admitted { remaining: 9 });
}

#[tokio::test]
async fn addresses_are_checked_and_told_without_passwords() {
    let secret = |text: &str| SecretString::from(text.to_owned());
    let place = providers::redis_rates::place(&secret("rediss://:hush@cache.example:6380/2")).unwrap();
    assert_eq!(place, "cache.example:6380");
    for wrong in ["", "cache", "http://cache.example", "redis://cache.example/two"] {
        let error = providers::redis_rates::check(&secret(wrong)).unwrap_err().to_string();
        assert!(error.starts_with("is not the address of a Redis server"), "{error}");
    }
}
