use std::sync::Arc;
use std::time::Duration;

use domain::keywords::{IdeaSeed, IdeasQuery, KeywordIdea};
use ports::{Engine, EngineFailure, FailureKind};
use providers::catalogue::{KeywordEngineName, KeywordSettings};
use rstest::rstest;
use secrecy::SecretString;
use wiremock::ResponseTemplate;

use crate::stand_in::{StandIn, client, json};

type Planner = Arc<dyn Engine<IdeasQuery, Vec<KeywordIdea>>>;

const IDEAS: &str = include_str!("../fixtures/google_ads_keyword_ideas.json");
const ROWS: &str = include_str!("../fixtures/dataforseo_search_volume.json");

fn keywords() -> IdeasQuery {
    IdeasQuery {
        seed: IdeaSeed::Keywords(vec!["giày chạy bộ".to_owned()]),
        country: Some("vn".parse().unwrap()),
        language: "vi".parse().unwrap(),
    }
}

fn page(address: &str) -> IdeasQuery {
    IdeasQuery { seed: IdeaSeed::Url(address.to_owned()), country: None, language: "en".parse().unwrap() }
}

fn google_ads(provider: &StandIn) -> Planner {
    let mut settings = KeywordSettings::sandbox(&provider.address());
    settings.google_ads.customer_id = Some("123-456-7890".to_owned());
    settings.google_ads.login_customer_id = Some("098-765-4321".to_owned());
    settings.google_ads.developer_token = Some(SecretString::from("older"));
    settings.google_ads.currency = Some("VND".to_owned());
    settings.engine(KeywordEngineName::GoogleAds, &client()).unwrap().unwrap()
}

fn dataforseo(provider: &StandIn) -> Planner {
    let settings = KeywordSettings::sandbox(&provider.address());
    settings.engine(KeywordEngineName::Dataforseo, &client()).unwrap().unwrap()
}

#[tokio::test]
async fn google_ads_contract() {
    let provider = StandIn::in_turn([json(200, IDEAS)]).await;
    let ideas = google_ads(&provider).call(&keywords()).await.unwrap();
    insta::assert_snapshot!("keywords_google_ads_request", provider.requests().await.join("\n\n"));
    insta::assert_json_snapshot!("keywords_google_ads_ideas", ideas);
}

#[tokio::test]
async fn google_ads_grows_ideas_from_a_page_with_the_least_settings() {
    let provider = StandIn::in_turn([json(200, "{}")]).await;
    let settings = KeywordSettings::sandbox(&provider.address());
    let planner = settings.engine(KeywordEngineName::GoogleAds, &client()).unwrap().unwrap();
    assert_eq!(planner.call(&page("https://shop.example/a")).await, Ok(Vec::new()));
    insta::assert_snapshot!("keywords_google_ads_page_request", provider.requests().await.join("\n\n"));
}

fn ideas_page(words: &[&str], next: Option<&str>) -> ResponseTemplate {
    let results: Vec<_> = words.iter().map(|word| serde_json::json!({ "text": word })).collect();
    let total = 3.to_string();
    json(
        200,
        &serde_json::json!({ "results": results, "nextPageToken": next, "totalSize": total }).to_string(),
    )
}

#[tokio::test]
async fn google_ads_reads_on_until_all_ideas_are_there() {
    let provider =
        StandIn::in_turn([ideas_page(&["a", "b"], Some("NEXT")), ideas_page(&["c"], Some("MORE"))]).await;
    let ideas = google_ads(&provider).call(&keywords()).await.unwrap();
    assert_eq!(ideas.iter().map(|idea| idea.keyword.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
    let requests = provider.requests().await;
    assert_eq!(requests.len(), 3, "one token, two pages: {requests:?}");
    assert!(requests[2].contains(r#""pageToken":"NEXT""#), "{}", requests[2]);
}

fn ads_error(status: u16, family: &str, value: &str) -> ResponseTemplate {
    let errors = serde_json::json!([{ "errorCode": { family: value }, "message": "..." }]);
    let body = serde_json::json!({ "error": { "message": "No.", "details": [{ "errors": errors }] } });
    json(status, &body.to_string())
}

#[tokio::test]
async fn google_ads_replaces_an_expired_access_token_once() {
    let expired = || ads_error(401, "authenticationError", "OAUTH_TOKEN_EXPIRED");
    let provider = StandIn::in_turn([expired(), json(200, IDEAS)]).await;
    assert_eq!(google_ads(&provider).call(&keywords()).await.unwrap().len(), 3);
    assert_eq!(provider.requests().await.len(), 4, "token, refusal, token, ideas");

    let provider = StandIn::in_turn([expired(), expired()]).await;
    let failure = google_ads(&provider).call(&keywords()).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Refused);
}

#[tokio::test]
async fn google_ads_keeps_its_access_token_and_asks_for_one_at_a_time() {
    let provider = StandIn::in_turn([json(200, IDEAS), json(200, IDEAS), json(200, IDEAS)]).await;
    let planner = google_ads(&provider);
    let query = keywords();
    let (first, second) = tokio::join!(planner.call(&query), planner.call(&query));
    let third = planner.call(&query).await;
    assert!(first.is_ok() && second.is_ok() && third.is_ok());
    let requests = provider.requests().await;
    let tokens = requests.iter().filter(|request| request.starts_with("POST /google-oauth/token")).count();
    assert_eq!((tokens, requests.len()), (1, 4));
}

#[rstest]
#[case::quota(json(429, include_str!("../fixtures/google_ads_error_quota.json")), FailureKind::Throttled, 30)]
#[case::permission(json(403, include_str!("../fixtures/google_ads_error_permission.json")), FailureKind::Refused, 0)]
#[case::prohibited(ads_error(403, "quotaError", "ACCESS_PROHIBITED"), FailureKind::Refused, 0)]
#[case::login(ads_error(401, "authenticationError", "NOT_ADS_USER"), FailureKind::Refused, 0)]
#[case::crawl(ads_error(400, "keywordPlanIdeaError", "URL_CRAWL_ERROR"), FailureKind::Unsuitable, 0)]
#[case::value(ads_error(400, "keywordPlanIdeaError", "INVALID_VALUE"), FailureKind::Unsuitable, 0)]
#[case::internal(json(500, r#"{"error":{"code":500}}"#), FailureKind::Broken, 0)]
#[case::other_form(json(200, r#"{"results":{}}"#), FailureKind::Broken, 0)]
#[tokio::test]
async fn google_ads_failures(#[case] reply: ResponseTemplate, #[case] kind: FailureKind, #[case] wait: u64) {
    let provider = StandIn::in_turn([reply]).await;
    let failure = google_ads(&provider).call(&keywords()).await.unwrap_err();
    assert_eq!(
        (failure.kind, failure.retry_after.unwrap_or_default()),
        (kind, Duration::from_secs(wait)),
        "{failure}"
    );
}

#[rstest]
#[case::consent(400, include_str!("../fixtures/google_oauth_invalid_grant.json"), FailureKind::Refused)]
#[case::client(401, r#"{"error":"invalid_client"}"#, FailureKind::Refused)]
#[case::down(500, "{}", FailureKind::Broken)]
#[tokio::test]
async fn google_ads_without_access(#[case] status: u16, #[case] body: &str, #[case] kind: FailureKind) {
    let provider = StandIn::new(json(status, body)).await;
    let failure: EngineFailure = google_ads(&provider).call(&keywords()).await.unwrap_err();
    assert_eq!((failure.kind, provider.requests().await.len()), (kind, 1), "{failure}");
}

#[tokio::test]
async fn dataforseo_contract() {
    let provider = StandIn::new(json(200, ROWS)).await;
    let planner = dataforseo(&provider);
    let ideas = planner.call(&keywords()).await.unwrap();
    for address in ["https://shop.example/", "https://shop.example/giay?a=1"] {
        planner.call(&page(address)).await.unwrap();
    }
    insta::assert_snapshot!("keywords_dataforseo_requests", provider.requests().await.join("\n\n"));
    insta::assert_json_snapshot!("keywords_dataforseo_ideas", ideas);
}

#[rstest]
#[case::none(r#"{"status_code":20000,"tasks":[{"status_code":20000,"result_count":0,"result":null}]}"#)]
#[case::no_results(r#"{"status_code":20000,"tasks":[{"status_code":40102,"result":null}]}"#)]
#[tokio::test]
async fn dataforseo_without_ideas_answers(#[case] body: &str) {
    let provider = StandIn::new(json(200, body)).await;
    assert_eq!(dataforseo(&provider).call(&keywords()).await, Ok(Vec::new()));
}

#[rstest]
#[case::task(include_str!("../fixtures/dataforseo_task_error.json"), FailureKind::Broken)]
#[case::rate(r#"{"status_code":40202}"#, FailureKind::Throttled)]
#[case::rows(r#"{"status_code":20000,"tasks":[{"status_code":20000,"result":[1,2]}]}"#, FailureKind::Broken)]
#[case::lost(
    r#"{"status_code":20000,"tasks":[{"status_code":20000,"result_count":2}]}"#,
    FailureKind::Broken
)]
#[tokio::test]
async fn dataforseo_failures(#[case] body: &str, #[case] kind: FailureKind) {
    let provider = StandIn::new(json(200, body)).await;
    assert_eq!(dataforseo(&provider).call(&keywords()).await.unwrap_err().kind, kind);
}

#[tokio::test]
async fn seeds_that_a_provider_does_not_take_are_not_sent() {
    let provider = StandIn::in_turn([]).await;
    let long = |seed| IdeasQuery { seed, ..keywords() };
    let many = IdeaSeed::Keywords(vec!["x".to_owned(); 21]);
    assert_eq!(
        dataforseo(&provider).call(&long(many.clone())).await.unwrap_err().kind,
        FailureKind::Unsuitable
    );
    assert_eq!(google_ads(&provider).call(&long(many)).await.unwrap_err().kind, FailureKind::Unsuitable);
    let wordy = IdeaSeed::Keywords(vec!["x ".repeat(11)]);
    assert_eq!(dataforseo(&provider).call(&long(wordy)).await.unwrap_err().kind, FailureKind::Unsuitable);
    let unknown = IdeasQuery { language: "vo".parse().unwrap(), ..keywords() };
    assert_eq!(google_ads(&provider).call(&unknown).await.unwrap_err().kind, FailureKind::Unsuitable);
    assert_eq!(provider.requests().await, Vec::<String>::new());
}

#[tokio::test]
async fn a_thousand_ideas_are_enough() {
    let row = |number| serde_json::json!({ "keyword": format!("k{number}"), "search_volume": number });
    let rows: Vec<_> = (0..1_500).map(row).collect();
    let tasks = serde_json::json!([{ "status_code": 20000, "result_count": 1_500, "result": rows }]);
    let body = serde_json::json!({ "status_code": 20000, "tasks": tasks });
    let provider = StandIn::new(json(200, &body.to_string())).await;
    assert_eq!(dataforseo(&provider).call(&keywords()).await.unwrap().len(), 1_000);

    let results: Vec<_> =
        (0..1_500).map(|number| serde_json::json!({ "text": format!("k{number}") })).collect();
    let body = serde_json::json!({ "results": results, "nextPageToken": "MORE" });
    let provider = StandIn::in_turn([json(200, &body.to_string())]).await;
    assert_eq!(google_ads(&provider).call(&keywords()).await.unwrap().len(), 1_000);
}
