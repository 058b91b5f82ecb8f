//! Analysis of search results.

use super::*;

fn texts<'a>(list: &'a Value, field: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|item| item[field].as_str().unwrap()).collect()
}

#[tokio::test]
async fn an_analysis_holds_what_the_reference_promises() {
    let server = server();
    let query = json!({"query": "how to make cold brew coffee", "country": "us"});
    let body = ok(server.test_post(SERP, &query)).await;
    let results = body["results"].as_array().unwrap();
    assert_eq!(results.len(), 10);
    for (position, result) in (1..).zip(results) {
        assert_eq!(result["position"], position);
        assert!(result["url"].as_str().unwrap().contains(result["domain"].as_str().unwrap()), "{result}");
        let page = &result["page"];
        assert_eq!(page["fetched"], true, "{result}");
        assert!(page["wordCount"].as_u64().unwrap() > 80, "{result}");
        assert!(!page["headings"].as_array().unwrap().is_empty(), "{result}");
    }
    let schemas: Vec<&Value> = results.iter().map(|result| &result["page"]["schemaTypes"]).collect();
    assert!(schemas.iter().any(|types| types.as_array().unwrap().contains(&json!("Article"))), "{schemas:?}");
    assert!(results.iter().any(|result| result["page"]["publishedAt"].is_string()));

    let intent = &body["searchIntent"];
    assert_eq!(intent["primary"], "informational");
    assert!((0.5..=1.0).contains(&intent["confidence"].as_f64().unwrap()), "{intent}");
    assert!(intent["signals"].as_array().unwrap().iter().all(|signal| signal["evidence"].is_string()));
    assert!(body["serpFeatures"].as_array().unwrap().contains(&json!("people_also_ask")), "{body}");
    assert!(body["relatedSearches"].as_array().unwrap().len() >= 5);

    let asked = &body["peopleAlsoAsk"];
    let sources = texts(asked, "source");
    assert!(sources.contains(&"serp") && sources.contains(&"page"), "{asked}");

    let gaps = body["contentGaps"].as_array().unwrap();
    assert!(gaps.len() >= 5, "{gaps:?}");
    let unanswered = gaps.iter().find(|gap| gap["topic"].as_str().unwrap().contains("freeze")).unwrap();
    assert_eq!(unanswered["type"], "unanswered_question");
    assert_eq!(unanswered["coveredBy"], json!([]));

    let terms = body["terms"].as_array().unwrap();
    assert_eq!(terms[0]["weight"], 1.0);
    assert!(terms.iter().any(|term| term["term"].as_str().unwrap().contains("cold brew")), "{terms:?}");
    for term in terms {
        assert!(term["usage"]["p25"].as_u64() <= term["usage"]["p75"].as_u64(), "{term}");
    }
    let competitors = &body["competitors"];
    assert!(competitors["medianWordCount"].as_u64().unwrap() > 100);
    assert!(!competitors["commonHeadings"].as_array().unwrap().is_empty());
    assert_eq!(body["dataQuality"], json!({"pagesRequested": 10, "pagesFetched": 10, "reasons": []}));
}

#[tokio::test]
async fn vietnamese_is_understood_with_and_without_marks() {
    let server = server();
    for query in ["cách pha cà phê phin", "cach pha ca phe phin"] {
        let body =
            ok(server.test_post(SERP, &json!({"query": query, "language": "vi", "country": "vn"}))).await;
        assert_eq!(body["searchIntent"]["primary"], "informational", "{query}");
        assert!(texts(&body["terms"], "term").iter().any(|term| term.contains("cà phê")), "{query}");
        assert!(body["results"][0]["title"].as_str().unwrap().to_lowercase().contains("cà phê"));
    }
}

#[tokio::test]
async fn gaps_are_found_in_the_customers_own_page() {
    let server = server();
    let query = "how to make cold brew coffee";
    let general = ok(server.test_post(SERP, &json!({"query": query}))).await;
    let own = json!({"query": query, "url": "https://my-blog.example/cold-brew-notes"});
    let own = ok(server.test_post(SERP, &own)).await;
    assert_ne!(general["contentGaps"], own["contentGaps"]);
    let often_covered = |gap: &&Value| gap["coverage"].as_f64().unwrap() >= 0.4;
    let gaps = own["contentGaps"].as_array().unwrap();
    let behind = gaps.iter().find(often_covered).expect("what most competitors cover and the page does not");
    assert!(["missing_topic", "unanswered_question"].contains(&behind["type"].as_str().unwrap()), "{behind}");
    assert!(!general["contentGaps"].as_array().unwrap().contains(behind));
}

#[tokio::test]
async fn the_customers_page_must_be_there_and_public() {
    let server = server();
    let before = balance(&server, &server.test_key).await;
    for (url, code) in [
        ("https://my-blog.example/missing", "target_unreachable"),
        ("http://127.0.0.1/", "target_blocked"),
        ("http://0x7f.1/", "target_blocked"),
        ("http://[::1]/", "target_blocked"),
        ("http://169.254.169.254/latest/meta-data", "target_blocked"),
        ("https://user:secret@my-blog.example/", "target_blocked"),
        ("https://my-blog.example:22/", "target_blocked"),
    ] {
        let request = server.test_post(SERP, &json!({"query": "tea", "url": url}));
        let body = refused(request, 422, code).await;
        assert_eq!(body["error"]["details"][0]["field"], "url");
        assert!(!body.to_string().contains("secret"));
    }
    assert_eq!(balance(&server, &server.test_key).await, before);
}

#[tokio::test]
async fn an_older_analysis_is_served_only_to_who_takes_one() {
    let server = server();
    let call = |age: Option<u64>| {
        let mut body = json!({"query": "home composting"});
        if let Some(age) = age {
            body["maxAgeSeconds"] = json!(age);
        }
        ok(server.test_post(SERP, &body))
    };
    let first = call(None).await;
    assert_eq!(call(Some(3_600)).await["meta"]["cached"], true);
    assert_eq!(call(None).await["meta"]["cached"], false);
    assert_eq!(call(Some(0)).await["meta"]["cached"], false);
    let older = call(Some(3_600)).await;
    assert_eq!(older["results"], first["results"]);
    assert_eq!(older["billing"]["chargedCredits"], 2_000);
}

#[tokio::test]
async fn no_results_are_not_a_failure() {
    let server = server();
    let body = ok(server.test_post(SERP, &json!({"query": "sandbox-empty zxqv"}))).await;
    assert_eq!(body["results"], json!([]));
    let reason =
        json!({"position": null, "url": null, "reason": "The search engine returned 0 of 10 results."});
    assert_eq!(body["dataQuality"], json!({"pagesRequested": 10, "pagesFetched": 0, "reasons": [reason]}));
    assert_eq!(body["competitors"]["medianWordCount"], Value::Null);
    assert!(body["searchIntent"]["primary"].is_string());
}

#[tokio::test]
async fn the_next_engine_serves_when_the_first_fails() {
    let engines = |builder: ServerBuilder, base: &str| {
        let mut builder = builder.set("SERP__ENGINES", "serpapi,brave,searxng");
        for (name, path) in [("SERPAPI", "serpapi"), ("BRAVE", "brave"), ("SEARXNG", "searxng")] {
            builder = builder.set(&format!("SERP__{name}__BASE_URL"), format!("{base}/{path}"));
        }
        builder.set("SERP__SERPAPI__API_KEY", "sandbox").set("SERP__BRAVE__API_KEY", "sandbox")
    };
    let (server, sandbox) = live_server(engines).await;
    let engine_for = |query: &'static str| {
        let request = server.post(SERP, &json!({"query": query}));
        async { ok(request).await["meta"]["provider"].clone() }
    };
    assert_eq!(engine_for("tea").await, "serpapi");
    assert_eq!(engine_for("tea sandbox-fault:serpapi=500").await, "brave");
    assert_eq!(engine_for("tea sandbox-fault:serpapi=401 sandbox-fault:brave=malformed").await, "searxng");
    assert_eq!(
        engine_for("milk sandbox-fault:brave=once-429").await,
        "brave",
        "serpapi refused us and is left alone"
    );
    let asked = journal(&sandbox).await;
    let of = |provider: &str| asked.iter().filter(|request| request["provider"] == provider).count();
    assert!(of("brave") >= 3, "brave was asked again after a 429: {asked:?}");
    let metrics =
        server.http.get(format!("{}/metrics", server.url)).send().await.unwrap().text().await.unwrap();
    assert!(metrics.contains("engine_requests_total") && metrics.contains("engine=\"searxng\""), "{metrics}");
}

#[tokio::test]
async fn pages_that_can_not_be_read_are_named() {
    let engines = |builder: ServerBuilder, base: &str| {
        builder
            .set("SERP__ENGINES", "serper")
            .set("SERP__SERPER__API_KEY", "sandbox")
            .set("SERP__SERPER__BASE_URL", format!("{base}/serper"))
    };
    let (server, _sandbox) = live_server(engines).await;
    let body = ok(server.post(SERP, &json!({"query": "home composting"}))).await;
    let quality = &body["dataQuality"];
    assert_eq!((&quality["pagesRequested"], &quality["pagesFetched"]), (&json!(10), &json!(0)));
    let reasons = quality["reasons"].as_array().unwrap();
    assert_eq!(reasons.len(), 10, "hosts of the sandbox exist only for test keys: {reasons:?}");
    assert!(body["results"].as_array().unwrap().iter().all(|result| result["page"]["wordCount"].is_null()));
    assert_eq!(body["meta"]["livemode"], true);
}

#[tokio::test]
async fn an_analysis_of_fewer_pages_says_so() {
    let server = server();
    let query = "how to compost at home sandbox-fault:page-2=500 sandbox-fault:page-5=cut sandbox-fault:page-9=truncated";
    let body = ok(server.test_post(SERP, &json!({"query": query}))).await;
    let quality = &body["dataQuality"];
    assert_eq!((&quality["pagesRequested"], &quality["pagesFetched"]), (&json!(10), &json!(7)), "{quality}");
    let positions: Vec<&Value> =
        quality["reasons"].as_array().unwrap().iter().map(|reason| &reason["position"]).collect();
    assert_eq!(positions, [&json!(2), &json!(5), &json!(9)]);
    assert_eq!(quality["reasons"][0]["reason"], "The site failed to answer (500).");
    assert_eq!(
        body["results"][1]["page"],
        json!({"fetched": false, "wordCount": null, "headings": null, "schemaTypes": null, "publishedAt": null})
    );
}

#[tokio::test]
async fn a_page_that_ends_early_is_read_and_named() {
    let server = server();
    let query = "how to compost at home sandbox-fault:page-3=malformed";
    let quality = ok(server.test_post(SERP, &json!({"query": query}))).await["dataQuality"].clone();
    assert_eq!((&quality["pagesRequested"], &quality["pagesFetched"]), (&json!(10), &json!(10)), "{quality}");
    assert_eq!(quality["reasons"].as_array().unwrap().len(), 1, "{quality}");
    let reason = &quality["reasons"][0];
    assert_eq!(reason["position"], 3);
    assert_eq!(reason["reason"], "The page ended early. Part of it may be missing.");
}

#[tokio::test]
async fn half_a_results_page_says_so() {
    let server = server();
    let query = "how to compost at home sandbox-fault:malformed";
    let body = ok(server.test_post(SERP, &json!({"query": query}))).await;
    let found = body["results"].as_array().unwrap().len();
    assert!((1..10).contains(&found), "{found}");
    let reason = &body["dataQuality"]["reasons"][0];
    assert_eq!(reason["reason"], format!("The search engine returned {found} of 10 results."));
    assert_eq!(body["dataQuality"]["pagesRequested"], 10);
}

#[tokio::test]
async fn no_engine_is_asked_if_the_customers_page_is_not_there() {
    let (server, sandbox) = live_server(|builder, base| {
        builder
            .set("SERP__ENGINES", "serper")
            .set("SERP__SERPER__API_KEY", "sandbox")
            .set("SERP__SERPER__BASE_URL", format!("{base}/serper"))
    })
    .await;
    let request = server.post(SERP, &json!({"query": "tea", "url": "http://127.0.0.1/"}));
    refused(request, 422, "target_blocked").await;
    assert_eq!(journal(&sandbox).await.len(), 0, "its answer would have cost the operator money");
}
