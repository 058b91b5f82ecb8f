use super::*;

fn keywords(body: &Value) -> Vec<&str> {
    let suggestions = body["suggestions"].as_array().unwrap();
    suggestions.iter().map(|suggestion| suggestion["keyword"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn suggestions_are_ranked_and_named() {
    let server = server();
    let body = ok(server.test_post(SUGGESTIONS, &json!({"query": "cold brew coffee", "limit": 5}))).await;
    let suggestions = body["suggestions"].as_array().unwrap();
    assert_eq!(suggestions.len(), 5);
    for (position, suggestion) in (1..).zip(suggestions) {
        assert_eq!(suggestion["position"], position);
        assert_eq!(suggestion["source"], body["meta"]["provider"]);
        assert!((0.0..=1.0).contains(&suggestion["relevance"].as_f64().unwrap()));
        assert!(suggestion["type"].is_string());
        assert_ne!(suggestion["keyword"], "cold brew coffee");
    }
    let relevances: Vec<f64> = suggestions.iter().map(|one| one["relevance"].as_f64().unwrap()).collect();
    assert!(relevances.is_sorted_by(|left, right| left >= right), "{relevances:?}");
    assert_eq!(body["coverage"], json!({"phrasesAsked": 1, "phrasesAnswered": 1}));
}

#[tokio::test]
async fn every_feed_can_be_asked_by_name() {
    let server = server();
    for source in ["google", "bing", "duckduckgo", "youtube", "amazon"] {
        let body = json!({"query": "running shoes", "source": source});
        let body = ok(server.test_post(SUGGESTIONS, &body)).await;
        assert_eq!(body["meta"]["provider"], source);
        assert!(!keywords(&body).is_empty(), "{source}");
    }
}

#[tokio::test]
async fn a_query_grows_in_its_own_language() {
    let server = server();
    for (query, language, expand, phrases) in [
        ("cold brew coffee", "en", "questions", 13),
        ("cold brew coffee", "en", "prepositions", 9),
        ("cold brew coffee", "en", "comparisons", 8),
        ("cold brew coffee", "en", "alphabet", 27),
        ("cà phê phin", "vi", "questions", 12),
        ("cà phê phin", "vi", "alphabet", 30),
    ] {
        let body = json!({"query": query, "language": language, "expand": expand, "limit": 100});
        let body = ok(server.test_post(SUGGESTIONS, &body)).await;
        assert_eq!(body["coverage"]["phrasesAsked"], phrases, "{expand}");
        assert_eq!(body["coverage"]["phrasesAnswered"], phrases, "{expand}");
        let mut seen = keywords(&body);
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count, "each once");
        assert_eq!(body["billing"]["chargedCredits"], 500, "one price for all phrases");
    }
    let body = json!({"query": "cold brew coffee", "expand": "questions", "limit": 100});
    let body = ok(server.test_post(SUGGESTIONS, &body)).await;
    let kinds: Vec<&Value> = body["suggestions"].as_array().unwrap().iter().map(|one| &one["type"]).collect();
    assert!(kinds.contains(&&json!("question")), "{body}");
}

#[tokio::test]
async fn answers_are_kept_and_the_caller_decides_how_old_they_may_be() {
    let server = server();
    let call = |age: Option<u64>| {
        let mut body = json!({"query": "sourdough starter"});
        if let Some(age) = age {
            body["maxAgeSeconds"] = json!(age);
        }
        ok(server.test_post(SUGGESTIONS, &body))
    };
    let first = call(None).await;
    let second = call(None).await;
    assert_eq!((&first["meta"]["cached"], &second["meta"]["cached"]), (&json!(false), &json!(true)));
    assert_eq!(first["meta"]["fetchedAt"], second["meta"]["fetchedAt"]);
    assert_eq!(first["suggestions"], second["suggestions"]);
    assert_eq!(call(Some(0)).await["meta"]["cached"], false);
}

#[tokio::test]
async fn kept_answers_outlive_the_process_and_never_cross_modes() {
    let mut first = server();
    ok(first.test_post(SUGGESTIONS, &json!({"query": "electric bike"}))).await;
    first.terminate();
    assert!(first.wait());
    let second = builder().sharing_data_with(&first).set("SUGGEST__ENGINES", "").start();
    let with = |key: &str| {
        let request = second.http.post(format!("{}{SUGGESTIONS}", second.url)).bearer_auth(key);
        request.json(&json!({"query": "electric bike"}))
    };
    assert_eq!(ok(with(&first.test_key)).await["meta"]["cached"], true);
    refused(with(&first.live_key), 503, "provider_not_configured").await;
}

#[tokio::test]
async fn a_slow_feed_is_hedged_by_another() {
    let engines = |builder: ServerBuilder, base: &str| {
        builder
            .set("SUGGEST__ENGINES", "google,duckduckgo")
            .set("SUGGEST__GOOGLE__BASE_URL", format!("{base}/google-suggest"))
            .set("SUGGEST__DUCKDUCKGO__BASE_URL", format!("{base}/duckduckgo-suggest"))
    };
    let (server, _sandbox) = live_server(engines).await;
    let provider = |query: &'static str| {
        let request = server.post(SUGGESTIONS, &json!({"query": query}));
        async { ok(request).await["meta"]["provider"].clone() }
    };
    assert_eq!(provider("cold brew sandbox-fault:google-suggest=timeout").await, "duckduckgo");
    assert_eq!(provider("cold brew sandbox-fault:google-suggest=blocked").await, "duckduckgo");
}

#[tokio::test]
async fn a_question_that_no_engine_can_answer_is_the_callers_to_mend() {
    let server = server();
    let body = json!({"query": "tea", "source": "amazon", "country": "mt"});
    let refusal = refused(server.test_post(SUGGESTIONS, &body), 422, "validation_failed").await;
    assert!(refusal["error"]["message"].as_str().unwrap().contains("no shop in this country"), "{refusal}");
}
