use std::time::Duration;

use domain::search::{Device, SerpPage, SerpQuery};
use ports::{EngineFailure, FailureKind};
use providers::catalogue::{SerpEngineName, SerpSettings};
use rstest::rstest;
use wiremock::ResponseTemplate;

use crate::stand_in::{StandIn, client, html, json};

fn query() -> SerpQuery {
    SerpQuery {
        text: "giày chạy bộ 100% c++".to_owned(),
        country: Some("vn".parse().unwrap()),
        language: "vi".parse().unwrap(),
        device: Device::Desktop,
    }
}

async fn call(
    engine: SerpEngineName,
    reply: ResponseTemplate,
    query: &SerpQuery,
) -> (Vec<String>, Result<SerpPage, EngineFailure>) {
    let provider = StandIn::new(reply).await;
    let settings = SerpSettings::sandbox(&provider.address());
    let engine = settings.engine(engine, &client()).unwrap().unwrap();
    let answer = engine.call(query).await;
    (provider.requests().await, answer)
}

const WEB_PAGE: &str = include_str!("../fixtures/web_results.html");
const WEB_EMPTY: &str = include_str!("../fixtures/web_no_results.html");
const WEB_ANOMALY: &str = include_str!("../fixtures/web_anomaly.html");

#[rstest]
#[case("serpapi", SerpEngineName::Serpapi, json(200, include_str!("../fixtures/serpapi_google.json")))]
#[case("serpapi_features", SerpEngineName::Serpapi, json(200, include_str!("../fixtures/serpapi_features.json")))]
#[case("serper", SerpEngineName::Serper, json(200, include_str!("../fixtures/serper_search.json")))]
#[case("dataforseo", SerpEngineName::Dataforseo, json(200, include_str!("../fixtures/dataforseo_serp_live_advanced.json")))]
#[case("brave", SerpEngineName::Brave, json(200, include_str!("../fixtures/brave_web.json")))]
#[case("searxng", SerpEngineName::Searxng, json(200, include_str!("../fixtures/searxng_search.json")))]
#[case("web", SerpEngineName::Web, html(200, WEB_PAGE))]
#[tokio::test]
async fn contracts(#[case] name: &str, #[case] engine: SerpEngineName, #[case] reply: ResponseTemplate) {
    let (requests, page) = call(engine, reply, &query()).await;
    insta::assert_snapshot!(format!("serp_{name}_request"), requests.join("\n\n"));
    insta::assert_json_snapshot!(format!("serp_{name}_page"), page.unwrap());
}

const DATAFORSEO_NOTHING: &str = r#"{"status_code":20000,"tasks":[{"status_code":40102,"status_message":"No Search Results.","result":null}]}"#;
const DATAFORSEO_NO_ITEMS: &str =
    r#"{"status_code":20000,"tasks":[{"status_code":20000,"result_count":1,"result":[{"items":null}]}]}"#;
const SEARXNG_NOTHING: &str = r#"{"query":"x","results":[],"unresponsive_engines":[]}"#;

#[rstest]
#[case::serpapi(SerpEngineName::Serpapi, json(200, include_str!("../fixtures/serpapi_empty.json")))]
#[case::serper(SerpEngineName::Serper, json(200, r#"{"searchParameters":{"q":"x"},"credits":1}"#))]
#[case::dataforseo(SerpEngineName::Dataforseo, json(200, DATAFORSEO_NOTHING))]
#[case::dataforseo_above(SerpEngineName::Dataforseo, json(200, r#"{"status_code":40102,"tasks":[]}"#))]
#[case::dataforseo_no_items(SerpEngineName::Dataforseo, json(200, DATAFORSEO_NO_ITEMS))]
#[case::brave(SerpEngineName::Brave, json(200, r#"{"type":"search","query":{"original":"x"}}"#))]
#[case::searxng(SerpEngineName::Searxng, json(200, SEARXNG_NOTHING))]
#[case::web(SerpEngineName::Web, html(200, WEB_EMPTY))]
#[tokio::test]
async fn a_page_without_results_is_an_answer(
    #[case] engine: SerpEngineName,
    #[case] reply: ResponseTemplate,
) {
    assert_eq!(call(engine, reply, &query()).await.1, Ok(SerpPage::default()));
}

fn dataforseo_code(code: u32) -> ResponseTemplate {
    json(
        200,
        &format!(r#"{{"status_code":20000,"tasks":[{{"status_code":{code},"status_message":"No."}}]}}"#),
    )
}

const SERPAPI_SPENT: &str = r#"{"error":"Your account has run out of searches."}"#;
const SERPER_SPENT: &str = r#"{"message":"Not enough credits","statusCode":400}"#;
const BRAVE_TOKEN: &str =
    r#"{"type":"ErrorResponse","error":{"status":422,"code":"SUBSCRIPTION_TOKEN_INVALID"}}"#;
const BRAVE_INVALID: &str = r#"{"type":"ErrorResponse","error":{"status":422,"code":"VALIDATION"}}"#;

#[rstest]
#[case::key(SerpEngineName::Serpapi, json(401, include_str!("../fixtures/serpapi_401.json")), FailureKind::Refused)]
#[case::spent(SerpEngineName::Serpapi, json(429, SERPAPI_SPENT), FailureKind::Refused)]
#[case::rate(
    SerpEngineName::Serpapi,
    json(429, r#"{"error":"Too many searches this hour."}"#),
    FailureKind::Throttled
)]
#[case::status(
    SerpEngineName::Serpapi,
    json(200, r#"{"search_metadata":{"status":"Error"},"error":"x"}"#),
    FailureKind::Broken
)]
#[case::queued(
    SerpEngineName::Serpapi,
    json(200, r#"{"search_metadata":{"status":"Processing"}}"#),
    FailureKind::Broken
)]
#[case::error_alone(SerpEngineName::Serpapi, json(200, r#"{"error":"x"}"#), FailureKind::Broken)]
#[case::no_json(SerpEngineName::Serpapi, html(200, "<html>"), FailureKind::Broken)]
#[case::key(
    SerpEngineName::Serper,
    json(403, r#"{"message":"Unauthorized.","statusCode":403}"#),
    FailureKind::Refused
)]
#[case::spent(SerpEngineName::Serper, json(400, SERPER_SPENT), FailureKind::Refused)]
#[case::bad(SerpEngineName::Serper, json(400, r#"{"message":"Missing query"}"#), FailureKind::Unsuitable)]
#[case::nothing(SerpEngineName::Serper, json(200, "{}"), FailureKind::Broken)]
#[case::other_form(
    SerpEngineName::Serper,
    json(200, r#"{"searchParameters":{"q":"x"},"organic":{}}"#),
    FailureKind::Broken
)]
#[case::task(SerpEngineName::Dataforseo, json(200, include_str!("../fixtures/dataforseo_task_error.json")), FailureKind::Broken)]
#[case::rate(SerpEngineName::Dataforseo, dataforseo_code(40202), FailureKind::Throttled)]
#[case::funds(SerpEngineName::Dataforseo, dataforseo_code(40210), FailureKind::Refused)]
#[case::field(SerpEngineName::Dataforseo, dataforseo_code(40501), FailureKind::Unsuitable)]
#[case::internal(SerpEngineName::Dataforseo, dataforseo_code(50000), FailureKind::Broken)]
#[case::above(
    SerpEngineName::Dataforseo,
    json(200, r#"{"status_code":40100,"tasks":null}"#),
    FailureKind::Refused
)]
#[case::key(SerpEngineName::Dataforseo, json(401, r#"{"status_code":40100}"#), FailureKind::Refused)]
#[case::payment(SerpEngineName::Dataforseo, json(402, r#"{"status_code":40200}"#), FailureKind::Refused)]
#[case::no_task(
    SerpEngineName::Dataforseo,
    json(200, r#"{"status_code":20000,"tasks":[]}"#),
    FailureKind::Broken
)]
#[case::token(SerpEngineName::Brave, json(422, BRAVE_TOKEN), FailureKind::Refused)]
#[case::invalid(SerpEngineName::Brave, json(422, BRAVE_INVALID), FailureKind::Unsuitable)]
#[case::other_type(SerpEngineName::Brave, json(200, r#"{"type":"ErrorResponse"}"#), FailureKind::Broken)]
#[case::upstream(SerpEngineName::Searxng, json(200, include_str!("../fixtures/searxng_upstream_down.json")), FailureKind::Broken)]
#[case::format(SerpEngineName::Searxng, html(403, "Forbidden"), FailureKind::Refused)]
#[case::limiter(SerpEngineName::Searxng, html(429, "slow down"), FailureKind::Throttled)]
#[case::no_results(SerpEngineName::Searxng, json(200, r#"{"query":"x"}"#), FailureKind::Broken)]
#[case::anomaly(SerpEngineName::Web, html(200, WEB_ANOMALY), FailureKind::Blocked)]
#[case::accepted(SerpEngineName::Web, html(202, WEB_PAGE), FailureKind::Blocked)]
#[case::neither(SerpEngineName::Web, html(200, "<html><body>Hello</body></html>"), FailureKind::Blocked)]
#[case::server(SerpEngineName::Web, html(500, "oops"), FailureKind::Broken)]
#[tokio::test]
async fn failures_are_told_from_empty_pages(
    #[case] engine: SerpEngineName,
    #[case] reply: ResponseTemplate,
    #[case] kind: FailureKind,
) {
    let failure = call(engine, reply, &query()).await.1.unwrap_err();
    assert_eq!(failure.kind, kind, "{failure}");
}

#[rstest]
#[case::second("1, 14000", "0, 100", 1)]
#[case::month("1, 14000", "0, 0", 14_000)]
#[tokio::test]
async fn brave_says_when_a_window_begins_anew(
    #[case] reset: &str,
    #[case] remaining: &str,
    #[case] wait: u64,
) {
    let reply = json(429, r#"{"type":"ErrorResponse","error":{"code":"RATE_LIMITED"}}"#)
        .insert_header("x-ratelimit-reset", reset)
        .insert_header("x-ratelimit-remaining", remaining);
    let failure = call(SerpEngineName::Brave, reply, &query()).await.1.unwrap_err();
    assert_eq!(
        (failure.kind, failure.retry_after),
        (FailureKind::Throttled, Some(Duration::from_secs(wait)))
    );
}

#[rstest]
#[case::serper(SerpEngineName::Serper)]
#[case::brave(SerpEngineName::Brave)]
#[case::searxng(SerpEngineName::Searxng)]
#[case::web(SerpEngineName::Web)]
#[tokio::test]
async fn engines_without_phones_say_so_without_asking(#[case] engine: SerpEngineName) {
    let phone = SerpQuery { device: Device::Mobile, ..query() };
    let (requests, answer) = call(engine, json(200, "{}"), &phone).await;
    assert_eq!((requests.len(), answer.unwrap_err().kind), (0, FailureKind::Unsuitable));
}

#[rstest]
#[case::dataforseo(SerpEngineName::Dataforseo, "x".repeat(701))]
#[case::brave_characters(SerpEngineName::Brave, "x".repeat(401))]
#[case::brave_words(SerpEngineName::Brave, "x ".repeat(51))]
#[tokio::test]
async fn texts_that_a_provider_does_not_take_are_not_sent(
    #[case] engine: SerpEngineName,
    #[case] text: String,
) {
    let (requests, answer) = call(engine, json(200, "{}"), &SerpQuery { text, ..query() }).await;
    assert_eq!((requests.len(), answer.unwrap_err().kind), (0, FailureKind::Unsuitable));
}

#[rstest]
#[case::english(None, "en")]
#[case::german(None, "de")]
#[case::taiwan(Some("tw"), "zh")]
#[case::britain(Some("gb"), "en")]
#[tokio::test]
async fn places_and_languages_are_written_as_each_provider_does(
    #[case] country: Option<&str>,
    #[case] language: &str,
) {
    let query = SerpQuery {
        text: "x".to_owned(),
        country: country.map(|code| code.parse().unwrap()),
        language: language.parse().unwrap(),
        device: Device::Desktop,
    };
    let mut sent = Vec::new();
    for engine in SerpSettings::sandbox(&"http://127.0.0.1:1".parse().unwrap()).engines {
        sent.extend(call(engine, json(500, "{}"), &query).await.0);
    }
    insta::assert_snapshot!(
        format!("serp_locale_{}_{language}", country.unwrap_or("none")),
        sent.join("\n\n")
    );
}
