//! Tests of the keyword planners.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::RequestBuilder;
use serde_json::{Value, json};

use crate::support::{self, Running, list, names, ok};

fn ideas(running: &Running, body: &Value) -> RequestBuilder {
    running
        .post("/google-ads/v26/customers/1234567890:generateKeywordIdeas")
        .bearer_auth("sandbox")
        .json(body)
}

fn seed(keyword: &str) -> Value {
    json!({
        "language": "languageConstants/1000", "geoTargetConstants": ["geoTargetConstants/2840"],
        "keywordPlanNetwork": "GOOGLE_SEARCH", "pageSize": 1000, "keywordSeed": { "keywords": [keyword] },
    })
}

#[tokio::test]
async fn google_ads_gives_ideas_with_numbers_as_strings() {
    let running = Running::start().await;
    let response = ideas(&running, &seed("cold brew coffee")).send().await.unwrap();
    assert!(response.headers().contains_key("request-id"));
    let body: Value = response.json().await.unwrap();
    let first = &body["results"][0];
    assert_eq!(first["text"], "cold brew coffee");
    assert_eq!(body["totalSize"], list(&body["results"]).len().to_string());
    let metrics = &first["keywordIdeaMetrics"];
    assert_eq!(metrics["avgMonthlySearches"], "90500");
    assert_eq!((&metrics["competition"], &metrics["competitionIndex"]), (&json!("MEDIUM"), &json!("62")));
    assert_eq!(metrics["lowTopOfPageBidMicros"], "420000");
    assert_eq!(metrics["highTopOfPageBidMicros"], "1650000");
    let months = list(&metrics["monthlySearchVolumes"]);
    assert_eq!(months.len(), 12);
    assert_eq!((&months[0]["month"], &months[0]["year"]), (&json!("NOVEMBER"), &json!("2025")));
    assert_eq!((&months[11]["month"], &months[11]["year"]), (&json!("OCTOBER"), &json!("2026")));
    assert!(months[0]["monthlySearches"].is_string());
}

#[tokio::test]
async fn google_ads_pages_through_ideas() {
    let running = Running::start().await;
    let all = list(&ok(ideas(&running, &seed("cold brew coffee"))).await["results"]).to_vec();
    let mut request = seed("cold brew coffee");
    request["pageSize"] = json!(10);
    let mut paged = Vec::new();
    loop {
        let page = ok(ideas(&running, &request)).await;
        paged.extend_from_slice(list(&page["results"]));
        if page["nextPageToken"].is_null() {
            break;
        }
        request["pageToken"] = page["nextPageToken"].clone();
    }
    assert!(all.len() > 20);
    assert_eq!(paged, all);
}

#[tokio::test]
async fn google_ads_takes_addresses_and_keeps_variants() {
    let running = Running::start().await;
    let by_url =
        json!({ "urlSeed": { "url": "https://beanboard.example/t/is-24-hours-too-long-for-cold-brew" } });
    let body = ok(ideas(&running, &by_url)).await;
    assert!(body["results"].to_string().contains("cold brew"));
    let vietnamese = ok(ideas(&running, &seed("giày chạy bộ"))).await;
    assert_eq!(vietnamese["results"][0]["closeVariants"], json!(["giay chay bo"]));
}

#[tokio::test]
async fn google_ads_gives_historical_metrics() {
    let running = Running::start().await;
    let path = "/google-ads/v26/customers/1234567890:generateKeywordHistoricalMetrics";
    let body = json!({ "keywords": ["cold brew coffee", "cold brew"] });
    let body = ok(running.post(path).bearer_auth("sandbox").json(&body)).await;
    assert_eq!(body["results"][0]["keywordMetrics"]["avgMonthlySearches"], "90500");
    assert_eq!(list(&body["results"]).len(), 2);
}

#[tokio::test]
async fn google_ads_refuses_as_documented() {
    let running = Running::start().await;
    let error = |body: Value| body["error"]["details"][0]["errors"][0]["errorCode"].clone();
    for bad in [json!({}), json!({ "keywordSeed": { "keywords": vec!["x"; 21] } }), json!({ "urlSeed": {} })]
    {
        let (status, body) = support::json(ideas(&running, &bad)).await;
        assert_eq!((status, &body["error"]["status"]), (400, &json!("INVALID_ARGUMENT")), "{bad}");
        assert_eq!(error(body), json!({ "keywordPlanIdeaError": "INVALID_VALUE" }));
    }
    let path = "/google-ads/v26/customers/123:generateKeywordIdeas";
    let (status, _) = support::json(running.post(path).bearer_auth("sandbox").json(&seed("x"))).await;
    assert_eq!(status, 400);
    let path = "/google-ads/v26/customers/1234567890:generateKeywordIdeas";
    let (status, body) = support::json(running.post(path).bearer_auth("other").json(&seed("x"))).await;
    assert_eq!((status, error(body)), (401, json!({ "authenticationError": "OAUTH_TOKEN_INVALID" })));
    let (status, body) = support::json(ideas(&running, &seed("x sandbox-fault:429-7"))).await;
    assert_eq!(
        (status, error(body.clone())),
        (429, json!({ "quotaError": "RESOURCE_TEMPORARILY_EXHAUSTED" }))
    );
    let details = &body["error"]["details"][0]["errors"][0]["details"]["quotaErrorDetails"];
    assert_eq!(details["retryDelay"], "7s");
    assert_eq!(ok(ideas(&running, &seed("x sandbox-empty"))).await, json!({}));
}

#[tokio::test]
async fn tokens_are_given_for_the_sandbox_credential() {
    let running = Running::start().await;
    let refresh = |token: &str| {
        let form = [
            ("grant_type", "refresh_token"),
            ("client_id", "sandbox"),
            ("client_secret", "sandbox"),
            ("refresh_token", token),
        ];
        running.post("/google-oauth/token").form(&form)
    };
    let token = ok(refresh("sandbox")).await;
    assert_eq!(names(&token), ["access_token", "expires_in", "scope", "token_type"]);
    assert_eq!((&token["access_token"], &token["token_type"]), (&json!("sandbox"), &json!("Bearer")));
    let (status, body) = support::json(refresh("other")).await;
    assert_eq!((status, &body["error"]), (400, &json!("invalid_grant")));
    let (status, body) =
        support::json(running.post("/google-oauth/token").form(&[("grant_type", "refresh_token")])).await;
    assert_eq!((status, &body["error"]), (401, &json!("invalid_client")));
    let grant = ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer");
    let assertion = |jwt: &str| running.post("/google-oauth/token").form(&[grant, ("assertion", jwt)]);
    let jwt = |issuer: &str, audience: &str, end: u32| {
        let claims = json!({ "iss": issuer, "scope": "s", "aud": audience, "iat": 1, "exp": end });
        let encoded = |part: Value| URL_SAFE_NO_PAD.encode(part.to_string());
        format!("{}.{}.c2ln", encoded(json!({ "alg": "RS256" })), encoded(claims))
    };
    let google = "https://oauth2.googleapis.com/token";
    let token = ok(assertion(&jwt("somebody", google, 3_601))).await;
    assert_eq!((&token["access_token"], &token["scope"]), (&json!("sandbox"), &json!("s")));
    let unsigned = jwt("sandbox@sandbox.iam.gserviceaccount.com", google, 3_601);
    for bad in ["abc", "a.b.c", &jwt("a", "https://a.test", 9), &jwt("a", google, 3_602), &unsigned] {
        let (status, body) = support::json(assertion(bad)).await;
        assert_eq!((status, &body["error"]), (400, &json!("invalid_grant")), "{bad}");
    }
}

fn dataforseo(running: &Running, function: &str, task: &Value) -> RequestBuilder {
    let path = format!("/dataforseo/v3/keywords_data/google_ads/{function}/live");
    running.post(&path).basic_auth("sandbox", Some("sandbox")).json(&json!([task]))
}

#[tokio::test]
async fn dataforseo_gives_figures_in_dollars() {
    let running = Running::start().await;
    let task = json!({ "keywords": ["cold brew coffee"], "location_code": 2840, "language_code": "en" });
    let volume = ok(dataforseo(&running, "search_volume", &task)).await;
    let row = &volume["tasks"][0]["result"][0];
    assert_eq!(
        names(row),
        [
            "competition",
            "competition_index",
            "cpc",
            "high_top_of_page_bid",
            "keyword",
            "language_code",
            "location_code",
            "low_top_of_page_bid",
            "monthly_searches",
            "search_partners",
            "search_volume",
            "spell",
        ]
    );
    assert_eq!((&row["search_volume"], &row["low_top_of_page_bid"]), (&json!(90500), &json!(0.42)));
    let newest = &row["monthly_searches"][0];
    assert_eq!((&newest["year"], &newest["month"]), (&json!(2026), &json!(10)));
    let ideas = ok(dataforseo(&running, "keywords_for_keywords", &task)).await;
    assert!(list(&ideas["tasks"][0]["result"]).len() > 20);
    let site = json!({ "target": "beanboard.example", "location_code": 2840, "language_code": "en" });
    let site = ok(dataforseo(&running, "keywords_for_site", &site)).await;
    assert_eq!(site["tasks"][0]["result_count"], 25);
    let none = ok(dataforseo(&running, "keywords_for_keywords", &json!({ "keywords": [] }))).await;
    assert_eq!(none["tasks"][0]["status_code"], 40501);
}

#[tokio::test]
async fn unknown_keywords_may_have_no_figures() {
    let running = Running::start().await;
    let keywords: Vec<String> = (0..60).map(|number| format!("quantum gardening {number}")).collect();
    let task = json!({ "keywords": keywords, "location_code": 2840, "language_code": "en" });
    let body = ok(dataforseo(&running, "search_volume", &task)).await;
    let rows = list(&body["tasks"][0]["result"]);
    assert!(rows.iter().any(|row| row["search_volume"].is_null() && row["monthly_searches"].is_null()));
    assert!(rows.iter().any(|row| row["search_volume"].is_u64()));
}
