//! Requests for articles, from the first reply to the last credit.

use super::*;

#[tokio::test]
async fn a_worker_writes_what_another_node_took_the_order_for() {
    let calls = builder().set("ROLE", "api").start();
    let request =
        json!({"focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 0, "publish": "never"});
    let id = id_of(&ordered(&calls, &request).await);
    let worker = builder().set("ROLE", "worker").sharing_data_with(&calls).start();
    let (status, _) = send(get(&worker, &calls.test_key, "/v1/account")).await;
    assert_eq!(status, 404, "a worker answers no calls");
    assert_eq!(worker.get("/healthz").send().await.unwrap().status(), 200);
    let body = done(&calls, &calls.test_key, &id).await;
    assert_eq!(body["status"], "completed", "{body}");
}

#[tokio::test]
async fn an_article_is_what_the_reference_promises() {
    let server = server();
    let before = balance(&server, &server.test_key).await.0;
    let request = json!({
        "focusKeyword": KEYWORD, "mode": "full", "targetWordCount": 1500, "imageOption": 1, "language": "en",
        "tone": "professional",
    });
    let reply = ordered(&server, &request).await;
    let id = id_of(&reply);
    assert_eq!((&reply["success"], &reply["status"]), (&json!(true), &json!("processing")));
    assert!(id.starts_with("art_"), "{reply}");
    assert_eq!(reply["statusUrl"], format!("{}/v1/articles/{id}/status", server.url));
    assert_eq!(reply["eventsUrl"], format!("{}/v1/articles/{id}/events", server.url));
    assert!(reply["billing"]["rate"].as_str().unwrap().contains("1 credit"), "{reply}");
    let reserved = reply["billing"]["reservedCredits"].as_i64().unwrap();
    assert_eq!(reply["billing"]["chargedCredits"], 0);
    assert!(reply["estimatedSeconds"].as_u64().unwrap() > 0 && reply["createdAt"].is_string(), "{reply}");

    let body = done(&server, &server.test_key, &id).await;
    assert_eq!(body["status"], "completed", "{body}");
    assert_eq!((&body["progress"], &body["error"]), (&json!(100), &Value::Null));
    let article = &body["article"];
    assert_eq!(broken_gates(article), Vec::<String>::new());
    for field in ["title", "slug", "metaTitle", "metaDescription", "excerpt", "html", "markdown"] {
        assert!(article[field].as_str().is_some_and(|text| !text.is_empty()), "{field}");
    }
    let words = article["wordCount"].as_u64().unwrap();
    assert!((1350..=1650).contains(&words), "{words}");
    assert_eq!(article["research"], "search");
    assert_eq!(article["generation"]["tier"], "standard");
    assert!(article["faq"].as_array().unwrap().len() >= 4);
    assert!(article["sources"].as_array().unwrap().iter().all(|source| source["url"].is_string()));
    let graph = article["jsonLd"]["@graph"].as_array().unwrap();
    let types: Vec<&str> = graph.iter().filter_map(|node| node["@type"].as_str()).collect();
    for kind in ["BlogPosting", "FAQPage", "BreadcrumbList", "ImageObject"] {
        assert!(types.contains(&kind), "{types:?}");
    }
    let image = &article["images"][0];
    assert_eq!((&image["role"], &image["width"]), (&json!("hero"), &json!(1536)));
    assert_eq!(server.http.get(image["url"].as_str().unwrap()).send().await.unwrap().status(), 200);

    let charged = price(article);
    assert!(charged <= reserved);
    assert_eq!(body["billing"]["chargedCredits"], charged);
    assert_eq!(body["billing"]["refundedCredits"], reserved - charged);
    assert_eq!(balance(&server, &server.test_key).await, (before - charged, 0));
    assert_eq!(server.run_ok(&["credits", "verify"]), "clean");
}

#[tokio::test]
async fn vietnamese_is_written_in_vietnamese() {
    let server = server();
    let request = json!({"focusKeyword": "cách pha cà phê phin", "language": "vi", "targetWordCount": 1500, "imageOption": 0});
    let body = written(&server, &request).await;
    assert_eq!(broken_gates(&body["article"]), Vec::<String>::new());
    assert_eq!(body["article"]["slug"], "test--cach-pha-ca-phe-phin");
    assert_eq!(body["publication"]["status"], "published", "{}", body["publication"]);
    let page = server.http.get(body["publication"]["url"].as_str().unwrap()).send().await.unwrap();
    assert!(page.text().await.unwrap().contains("Không điều gì trong bài là sự thật."));
}

/// From the request to the end of a finished article, in seconds.
fn seconds_taken(body: &Value) -> u64 {
    let time = |name: &str| body[name].as_str().unwrap().parse::<domain::Timestamp>().unwrap();
    let taken = time("finishedAt").duration_since(time("createdAt"));
    taken.as_secs().try_into().unwrap()
}

#[tokio::test]
async fn finished_articles_tell_how_long_the_next_one_takes() {
    let server = server();
    let request = |mode: &str, words: u32| {
        json!({
            "focusKeyword": KEYWORD, "mode": mode, "targetWordCount": words, "imageOption": 0, "publish": "never",
            "sources": [{"title": "Notes", "text": "Cold brew coffee steeps for hours.\n\nKeep it cold, in a closed bottle."}],
        })
    };
    let first = async |mode: &str, words, expected: u64| {
        let reply = ordered(&server, &request(mode, words)).await;
        assert_eq!(reply["estimatedSeconds"], expected, "nothing like it has finished: {mode} {words}");
        let body = done(&server, &server.test_key, &id_of(&reply)).await;
        assert_eq!(body["status"], "completed", "{}", body["error"]);
        seconds_taken(&body)
    };
    let next = async |mode: &str, words| {
        let reply = ordered(&server, &request(mode, words)).await;
        reply["estimatedSeconds"].as_u64().unwrap()
    };
    let (full, brief, notes) =
        (first("full", 1500, 75).await, first("brief", 1500, 20).await, first("notes", 1500, 5).await);
    assert!((full..=full + 1).contains(&next("full", 1600).await), "{full}");
    assert!((full..=full + 1).contains(&next("outline", 1500).await), "{full}");
    // Less than a second counts as one second.
    assert!((brief.max(1)..=brief + 1).contains(&next("brief", 5000).await), "{brief}");
    assert!((notes.max(1)..=notes + 1).contains(&next("notes", 1500).await), "{notes}");
    assert_eq!(next("full", 5000).await, 180, "an article of another length tells nothing");
}

#[tokio::test]
async fn a_repeated_order_is_one_article() {
    let server = server();
    let request = json!({"focusKeyword": KEYWORD, "imageOption": 0, "publish": "never"});
    let order = |body: &Value| server.test_post(GENERATE, body).header("idempotency-key", "once");
    let (first, second) = tokio::join!(send(order(&request)), send(order(&request)));
    let succeeded: Vec<&Value> =
        [&first, &second].iter().filter(|(status, _)| *status == 200).map(|(_, body)| body).collect();
    assert!(!succeeded.is_empty(), "{first:?} {second:?}");
    let again = ok(order(&request)).await;
    assert!(succeeded.iter().all(|body| body["articleId"] == again["articleId"]));
    refused(order(&json!({"focusKeyword": "another"})), 422, "idempotency_key_reused").await;
    let listed = ok(test_get(&server, "/v1/articles")).await;
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn what_can_not_be_paid_is_not_begun() {
    let server = builder().set("LIMITS__ARTICLES_PER_ACCOUNT", "1000").start();
    let request = json!({"focusKeyword": KEYWORD, "maxCredits": 100});
    let body = refused(server.test_post(GENERATE, &request), 402, "cost_limit_exceeded").await;
    assert!(body["error"]["message"].as_str().unwrap().contains("maxCredits"), "{body}");
    let dear =
        json!({"focusKeyword": KEYWORD, "targetWordCount": 5000, "imageOption": 10, "mode": "outline"});
    // The outlines keep their credits reserved, so the account runs out.
    let mut orders = 0;
    let refusal = loop {
        let (status, body) = send(server.test_post(GENERATE, &dear)).await;
        if status != 200 {
            break body;
        }
        orders += 1;
        assert!(orders < 400, "credits never run out");
    };
    assert_eq!(refusal["error"]["code"], "insufficient_credits", "{refusal}");
    assert!(
        refusal["error"]["requiredCredits"].as_i64() > refusal["error"]["availableCredits"].as_i64(),
        "{refusal}"
    );
    let listed = ok(test_get(&server, "/v1/articles?limit=100")).await;
    assert_eq!(listed["data"].as_array().unwrap().len(), orders.min(100));
}

#[tokio::test]
async fn bad_orders_name_every_field() {
    let server = server();
    let request = json!({
        "focusKeyword": " ", "targetWordCount": 100, "imageOption": 11, "language": "english", "country": "xx1",
        "webhookUrl": "ftp://x", "sources": [{"url": "nonsense"}, {"text": "a", "url": "https://a.example"}],
        "internalLinks": [{"url": "/relative"}],
    });
    let body = refused(server.test_post(GENERATE, &request), 422, "validation_failed").await;
    let fields: Vec<&str> = body["error"]["details"]
        .as_array()
        .unwrap()
        .iter()
        .map(|detail| detail["field"].as_str().unwrap())
        .collect();
    for field in [
        "focusKeyword",
        "targetWordCount",
        "imageOption",
        "language",
        "country",
        "webhookUrl",
        "sources[0].url",
        "sources[1]",
        "internalLinks[0].url",
    ] {
        assert!(fields.contains(&field), "{field} is not among {fields:?}");
    }
    refused(server.test_post(GENERATE, &json!({"focusKeyword": "tea", "keyword": 1})), 422, "unknown_field")
        .await;
    refused(
        server.test_post(
            GENERATE,
            &json!({"focusKeyword": "tea", "internalLinks": [{"url": "https://a.example", "x": 1}]}),
        ),
        422,
        "unknown_field",
    )
    .await;
    refused(
        server.test_post(GENERATE, &json!({"focusKeyword": "tea", "internalLinks": 5})),
        422,
        "validation_failed",
    )
    .await;
    refused(server.test_post(GENERATE, &json!({})), 422, "validation_failed").await;
    refused(server.http.post(format!("{}{GENERATE}", server.url)).json(&request), 401, "missing_api_key")
        .await;
}

#[tokio::test]
async fn articles_are_seen_by_their_account_and_mode_only() {
    let server = server();
    let id = id_of(&ordered(&server, &json!({"focusKeyword": KEYWORD, "imageOption": 0})).await);
    let path = format!("/v1/articles/{id}/status");
    refused(get(&server, &server.live_key, &path), 404, "not_found").await;
    let account = server.run_ok(&["account", "create", "Other"]);
    let other = server.run_ok(&["key", "create", "--account", &account, "--mode", "test"]);
    for (method, end) in
        [("GET", "/status"), ("GET", "/events"), ("DELETE", ""), ("POST", "/publish"), ("POST", "/approve")]
    {
        let url = format!("{}/v1/articles/{id}{end}", server.url);
        let request = server.http.request(method.parse().unwrap(), url).bearer_auth(&other);
        refused(request, 404, "not_found").await;
    }
    let url = format!("{}/v1/articles/{id}/sections/1/regenerate", server.url);
    refused(server.http.post(url).bearer_auth(&other).json(&json!({})), 404, "not_found").await;
    let scoped = server.run_ok(&["key", "create", "--mode", "test", "--scopes", "images"]);
    refused(get(&server, &scoped, &path), 403, "insufficient_scope").await;
    let order = server.http.post(format!("{}{GENERATE}", server.url)).bearer_auth(&scoped);
    refused(order.json(&json!({"focusKeyword": "tea"})), 403, "insufficient_scope").await;
    assert_eq!(done(&server, &server.test_key, &id).await["status"], "completed");
}

#[tokio::test]
async fn too_many_at_once_are_refused() {
    let server = builder().set("LIMITS__ARTICLES_PER_ACCOUNT", "2").start();
    let request = json!({"focusKeyword": KEYWORD, "imageOption": 0, "mode": "outline"});
    let first = id_of(&ordered(&server, &request).await);
    ordered(&server, &request).await;
    let held = balance(&server, &server.test_key).await;
    let body = refused(server.test_post(GENERATE, &request), 429, "too_many_jobs").await;
    assert_eq!(body["error"]["retryable"], true, "{body}");
    assert_eq!(balance(&server, &server.test_key).await, held);
    let url = format!("{}/v1/articles/{first}", server.url);
    ok(server.http.delete(url).bearer_auth(&server.test_key)).await;
    ordered(&server, &request).await;
}
