//! Tests of the search engines against their documented formats.

use reqwest::RequestBuilder;
use serde_json::{Value, json};

use crate::support::{self, Running, list, names, ok};

const QUERY: &str = "how to make cold brew coffee";

fn serpapi(running: &Running, query: &str) -> RequestBuilder {
    running.get("/serpapi/search.json").query(&[("engine", "google"), ("q", query), ("api_key", "sandbox")])
}

fn serper(running: &Running, query: &str) -> RequestBuilder {
    running
        .post("/serper/search")
        .header("x-api-key", "sandbox")
        .json(&json!({ "q": query, "gl": "us", "hl": "en" }))
}

fn dataforseo(running: &Running, query: &str) -> RequestBuilder {
    let task = json!([{ "keyword": query, "location_code": 2840, "language_code": "en", "depth": 10 }]);
    let path = "/dataforseo/v3/serp/google/organic/live/advanced";
    running.post(path).basic_auth("sandbox", Some("sandbox")).json(&task)
}

fn brave(running: &Running, query: &str) -> RequestBuilder {
    let parameters = [("q", query), ("count", "10"), ("text_decorations", "false")];
    running.get("/brave/res/v1/web/search").header("x-subscription-token", "sandbox").query(&parameters)
}

fn searxng(running: &Running, query: &str) -> RequestBuilder {
    running.get("/searxng/search").query(&[("q", query), ("format", "json"), ("language", "en")])
}

fn urls(list: &[Value], name: &str) -> Vec<String> {
    list.iter().map(|entry| entry[name].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn all_engines_give_the_same_ten_results() {
    let running = Running::start().await;
    for query in [QUERY, "quantum gardening"] {
        let first = urls(list(&ok(serpapi(&running, query)).await["organic_results"]), "link");
        assert_eq!(first.len(), 10);
        assert_eq!(first, urls(list(&ok(serper(&running, query)).await["organic"]), "link"));
        assert_eq!(first, urls(list(&ok(brave(&running, query)).await["web"]["results"]), "url"));
        assert_eq!(first, urls(list(&ok(searxng(&running, query)).await["results"]), "url"));
        let items = ok(dataforseo(&running, query)).await["tasks"][0]["result"][0]["items"].clone();
        let organic: Vec<Value> =
            list(&items).iter().filter(|item| item["type"] == "organic").cloned().collect();
        assert_eq!(first, urls(&organic, "url"));
    }
}

#[tokio::test]
async fn a_question_asked_twice_is_answered_twice_the_same() {
    let running = Running::start().await;
    for engine in [serpapi, serper, dataforseo, brave, searxng] {
        for query in [QUERY, "quantum gardening"] {
            assert_eq!(ok(engine(&running, query)).await, ok(engine(&running, query)).await);
        }
    }
}

#[tokio::test]
async fn serpapi_has_its_blocks() {
    let running = Running::start().await;
    let body = ok(serpapi(&running, QUERY)).await;
    for name in [
        "search_metadata",
        "search_parameters",
        "search_information",
        "organic_results",
        "related_questions",
        "related_searches",
        "serpapi_pagination",
        "answer_box",
        "ai_overview",
        "inline_videos",
        "inline_images",
    ] {
        assert!(!body[name].is_null(), "{name}");
    }
    assert_eq!(body["search_metadata"]["status"], "Success");
    assert_eq!(
        names(&body["organic_results"][0]),
        ["date", "displayed_link", "link", "position", "snippet", "source", "title"]
    );
    assert_eq!(list(&body["related_questions"]).len(), 5);
    let question = &body["related_questions"][0];
    assert_eq!(names(question), ["displayed_link", "link", "question", "snippet", "title"]);
    assert_eq!(names(&body["related_searches"][0]), ["link", "query"]);
    assert!(body["error"].is_null());
}

#[tokio::test]
async fn serper_has_its_blocks() {
    let running = Running::start().await;
    let body = ok(serper(&running, QUERY)).await;
    assert_eq!(
        body["searchParameters"],
        json!({ "q": QUERY, "gl": "us", "hl": "en", "type": "search", "engine": "google" })
    );
    assert_eq!(names(&body["organic"][0]), ["date", "link", "position", "snippet", "title"]);
    assert_eq!(names(&body["peopleAlsoAsk"][0]), ["link", "question", "snippet", "title"]);
    assert_eq!(names(&body["relatedSearches"][0]), ["query"]);
    assert_eq!(names(&body["answerBox"]), ["link", "snippet", "title"]);
    assert_eq!(body["credits"], 1);
    let batch = running.post("/serper/search").header("x-api-key", "sandbox");
    let batch = ok(batch.json(&json!([{ "q": "a" }, { "q": "b" }]))).await;
    assert_eq!(list(&batch).len(), 2);
}

#[tokio::test]
async fn dataforseo_has_its_envelope() {
    let running = Running::start().await;
    let body = ok(dataforseo(&running, QUERY)).await;
    assert_eq!(
        (&body["status_code"], &body["tasks_count"], &body["tasks_error"]),
        (&json!(20000), &json!(1), &json!(0))
    );
    let task = &body["tasks"][0];
    assert_eq!((&task["status_code"], &task["result_count"]), (&json!(20000), &json!(1)));
    assert_eq!(task["path"], json!(["v3", "serp", "google", "organic", "live", "advanced"]));
    assert_eq!(task["data"]["keyword"], QUERY);
    let result = &task["result"][0];
    assert_eq!(result["keyword"], QUERY);
    let items = list(&result["items"]);
    assert_eq!(result["items_count"], items.len());
    let ranks: Vec<u64> = items.iter().map(|item| item["rank_absolute"].as_u64().unwrap()).collect();
    assert_eq!(ranks, (1..=ranks.len() as u64).collect::<Vec<_>>());
    for kind in [
        "organic",
        "people_also_ask",
        "related_searches",
        "featured_snippet",
        "ai_overview",
        "video",
        "images",
    ] {
        assert!(items.iter().any(|item| item["type"] == kind), "{kind}");
        assert!(list(&result["item_types"]).contains(&json!(kind)), "{kind}");
    }
    let asked = items.iter().find(|item| item["type"] == "people_also_ask").unwrap();
    assert_eq!(asked["items"][0]["type"], "people_also_ask_element");
    assert_eq!(asked["items"][0]["expanded_element"][0]["type"], "people_also_ask_expanded_element");
}

#[tokio::test]
async fn dataforseo_decodes_keywords_and_refuses_bad_tasks() {
    let running = Running::start().await;
    let body = ok(dataforseo(&running, "100%25 cotton+c%2B%2B")).await;
    assert_eq!(body["tasks"][0]["result"][0]["keyword"], "100% cotton c++");
    let path = "/dataforseo/v3/serp/google/organic/live/advanced";
    let post = |body: Value| running.post(path).basic_auth("sandbox", Some("sandbox")).json(&body);
    let unplaced = ok(post(json!([{ "keyword": "x", "language_code": "en" }]))).await;
    assert_eq!(unplaced["tasks"][0]["status_code"], 40501);
    assert_eq!(ok(post(json!({ "keyword": "x" }))).await["status_code"], 40501);
    assert_eq!(ok(post(json!([{}, {}]))).await["status_code"], 40501);
}

#[tokio::test]
async fn brave_has_rates_and_no_questions() {
    let running = Running::start().await;
    let response = brave(&running, QUERY).send().await.unwrap();
    assert_eq!(response.headers()["x-ratelimit-policy"], "1;w=1, 15000;w=2592000");
    let body: Value = response.json().await.unwrap();
    assert_eq!((&body["type"], &body["web"]["type"]), (&json!("search"), &json!("search")));
    assert_eq!(body["query"]["original"], QUERY);
    let result = &body["web"]["results"][0];
    for name in ["title", "url", "description", "page_age", "age", "language", "profile", "meta_url"] {
        assert!(!result[name].is_null(), "{name}");
    }
    assert!(body["faq"].is_null());
    assert_eq!(list(&body["discussions"]["results"]).len(), 1);
    let decorated =
        running.get("/brave/res/v1/web/search?q=cold+brew+coffee").header("x-subscription-token", "sandbox");
    assert!(ok(decorated).await["web"]["results"].to_string().contains("<strong>"));
    let invalid =
        running.get("/brave/res/v1/web/search?count=50&q=x").header("x-subscription-token", "sandbox");
    let (status, body) = support::json(invalid).await;
    assert_eq!((status, &body["error"]["code"]), (422, &json!("VALIDATION")));
}

#[tokio::test]
async fn searxng_has_suggestions_and_no_totals() {
    let running = Running::start().await;
    let body = ok(searxng(&running, QUERY)).await;
    assert_eq!(
        names(&body),
        ["answers", "corrections", "infoboxes", "query", "results", "suggestions", "unresponsive_engines"]
    );
    assert_eq!(list(&body["suggestions"]).len(), 8);
    let result = &body["results"][0];
    assert_eq!(list(&result["parsed_url"]).len(), 6);
    assert_eq!(result["positions"], json!([1]));
    let form = running.post("/searxng/search").form(&[("q", QUERY), ("format", "json")]);
    assert_eq!(list(&ok(form).await["results"]).len(), 10);
    let (status, body) = support::json(running.get("/searxng/search?format=json")).await;
    assert_eq!((status, body), (400, json!({ "error": "No query" })));
    assert_eq!(running.get("/searxng/search?q=x&format=csv").send().await.unwrap().status(), 403);
    let completed = ok(running.get("/searxng/autocompleter?q=cold+brew")).await;
    assert_eq!(completed[0], "cold brew");
    assert!(!list(&completed[1]).is_empty());
}

#[tokio::test]
async fn the_web_engine_gives_a_page_of_links() {
    let running = Running::start().await;
    let html =
        running.get("/web/html/?q=cold+brew+coffee&kl=us-en").send().await.unwrap().text().await.unwrap();
    assert_eq!(html.matches("class=\"result__a\"").count(), 10);
    assert_eq!(html.matches("class=\"result__snippet\"").count(), 10);
    assert!(html.contains("//duckduckgo.com/l/?uddg=https%3A%2F%2F"), "some lead through the redirect");
    let form = running.post("/web/html/").form(&[("q", "cold brew coffee"), ("kl", "us-en")]);
    assert_eq!(form.send().await.unwrap().text().await.unwrap(), html);
    let empty = running.get("/web/html/?q=sandbox-empty").send().await.unwrap().text().await.unwrap();
    assert!(empty.contains("no-results"), "{empty}");
}

#[tokio::test]
async fn nothing_found_is_told_as_each_engine_tells_it() {
    let running = Running::start().await;
    let query = "cold brew sandbox-empty";
    let body = ok(serpapi(&running, query)).await;
    assert_eq!(body["error"], "Google hasn't returned any results for this query.");
    assert_eq!(body["search_metadata"]["status"], "Success");
    assert!(body["organic_results"].is_null());
    assert_eq!(ok(serper(&running, query)).await["organic"], json!([]));
    let body = ok(dataforseo(&running, query)).await;
    assert_eq!((&body["status_code"], &body["tasks"][0]["status_code"]), (&json!(20000), &json!(40102)));
    assert!(ok(brave(&running, query)).await["web"].is_null());
    let body = ok(searxng(&running, query)).await;
    assert_eq!((&body["results"], &body["unresponsive_engines"]), (&json!([]), &json!([])));
}

#[tokio::test]
async fn credentials_are_required() {
    let running = Running::start().await;
    let (status, body) = support::json(running.get("/serpapi/search.json?q=x&api_key=other")).await;
    assert_eq!(status, 401);
    assert!(body["error"].as_str().unwrap().starts_with("Invalid API key."));
    let (status, body) = support::json(running.post("/serper/search").json(&json!({ "q": "x" }))).await;
    assert_eq!((status, body), (403, json!({ "message": "Unauthorized.", "statusCode": 403 })));
    let path = "/dataforseo/v3/serp/google/organic/live/advanced";
    let (status, body) = support::json(running.post(path).basic_auth("sandbox", Some("other"))).await;
    assert_eq!((status, &body["status_code"]), (401, &json!(40100)));
    let (status, body) = support::json(running.get("/brave/res/v1/web/search?q=x")).await;
    assert_eq!((status, &body["error"]["code"]), (401, &json!("SUBSCRIPTION_TOKEN_INVALID")));
    assert_eq!(body["type"], "ErrorResponse");
}

#[tokio::test]
async fn paging_and_counts_are_honoured() {
    let running = Running::start().await;
    let few = serpapi(&running, QUERY).query(&[("num", "3")]);
    assert_eq!(list(&ok(few).await["organic_results"]).len(), 3);
    let later = serpapi(&running, QUERY).query(&[("start", "10")]);
    assert!(ok(later).await["organic_results"].is_null());
    let second = json!({ "q": QUERY, "page": 2 });
    let second = running.post("/serper/search").header("x-api-key", "sandbox").json(&second);
    assert_eq!(ok(second).await["organic"], json!([]));
}

#[tokio::test]
async fn the_language_of_the_question_is_answered_in() {
    let running = Running::start().await;
    let body = ok(serpapi(&running, "học đàn tranh").query(&[("hl", "vi")])).await;
    assert!(body["organic_results"].to_string().contains("học đàn tranh"));
    assert!(
        body["related_questions"].to_string().contains("Học đàn tranh là gì?"),
        "{}",
        body["related_questions"]
    );
}
