//! Whichever engine writes and whatever the size: an article costs its characters and images, and never more
//! than was reserved.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::*;

const TOPICS: [(&str, &str); 4] = [
    ("en", "how to make cold brew coffee"),
    ("en", "best running shoes for beginners"),
    ("vi", "cách pha cà phê phin"),
    ("en", "a topic that nobody has written about"),
];
/// Faults of engines that fail before another one takes over, and flaws of the text.
const FAULTS: [&str; 7] = [
    "plain words",
    "sandbox-fault:openai=500",
    "sandbox-fault:openai=500 sandbox-fault:anthropic=500",
    "sandbox-fault:openai=cut sandbox-fault:anthropic=malformed",
    "sandbox-fault:once-long-text",
    "sandbox-fault:long-text",
    "sandbox-fault:short-text",
];

/// A request with a random size, engine and topic.
fn orders() -> impl Strategy<Value = Value> {
    let topic = prop::sample::select(&TOPICS[..]);
    (topic, 1_500_u32..=5_000, 0_u32..=2, prop::sample::select(&FAULTS[..])).prop_map(
        |((language, keyword), words, images, fault)| {
            json!({
                "focusKeyword": keyword, "language": language, "targetWordCount": words, "imageOption": images, "publish": "never",
                "instructions": fault,
            })
        },
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn an_article_costs_its_characters_and_pictures() {
    let cases = if std::env::var_os("TEST_FULL").is_some() { 100 } else { 8 };
    let server = server();
    let runtime = tokio::runtime::Handle::current();
    let mut runner = TestRunner::new_with_rng(
        Config { cases, failure_persistence: None, ..Config::default() },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let check = |request: Value| tokio::task::block_in_place(|| runtime.block_on(costs(&server, &request)));
    runner
        .run(&orders(), |request| {
            check(request);
            Ok(())
        })
        .unwrap();
}

async fn costs(server: &TestServer, request: &Value) {
    let (before, _) = balance(server, &server.test_key).await;
    let body = written(server, request).await;
    let (billing, article) = (&body["billing"], &body["article"]);
    let expected = if body["status"] == "completed" { price(article) } else { 0 };
    let credits = |name: &str| billing[name].as_i64().unwrap();
    assert_eq!(credits("chargedCredits"), expected, "{request}");
    assert!(expected <= credits("reservedCredits"), "{request}: {billing}");
    assert_eq!(balance(server, &server.test_key).await, (before - expected, 0), "{request}");
    let is_flawed = request["instructions"].as_str().unwrap().contains("-text");
    assert!(is_flawed || body["status"] == "completed", "{request}: {}", body["error"]);
}
