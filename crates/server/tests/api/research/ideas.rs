use super::*;

const EXPORT: &str = "Keyword\tCurrency\tAvg. monthly searches\tThree month change\tYoY change\tCompetition\tCompetition (indexed value)\tTop of page bid (low range)\tTop of page bid (high range)\tSearches: Sep 2026\tSearches: Oct 2026\n\
    Green tea\tUSD\t12100\t22%\t-18%\tMedium\t54\t0.40\t1.20\t9900\t12100\n\
    green tea benefits\tUSD\t5400\t0%\t∞\tLow\t3\t\t\t5400\t5400\n\
    black tea\tUSD\t\t\t\t\t\t\t\t\t\n";

fn keywords(body: &Value) -> Vec<&str> {
    body["ideas"].as_array().unwrap().iter().map(|idea| idea["keyword"].as_str().unwrap()).collect()
}

fn import(server: &TestServer, text: &[u8], arguments: &[&str]) -> std::process::Output {
    let file = server.data_dir().join("Keyword Stats.csv");
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    server.run(&[&["keywords", "import", file], arguments].concat())
}

#[tokio::test]
async fn ideas_carry_the_planners_figures() {
    let server = server();
    let body = ok(server.test_post(IDEAS, &json!({"keywords": ["cold brew coffee"], "country": "us"}))).await;
    assert_eq!(body["meta"]["provider"], "google_ads");
    let first = &body["ideas"][0];
    assert_eq!(first["keyword"], "cold brew coffee");
    assert!(first["avgMonthlySearches"].as_u64().unwrap() > 0);
    assert!(first["monthlySearches"].as_array().unwrap().len() >= 12);
    assert!(first["trend"]["threeMonthPct"].is_number(), "{first}");
    let (index, density) = (&first["competitionIndex"], &first["competitionDensity"]);
    assert!((index.as_f64().unwrap() / 100.0 - density.as_f64().unwrap()).abs() < 1e-9);
    assert!(["low", "medium", "high"].contains(&first["competition"].as_str().unwrap()));
    assert!(first["topOfPageBid"]["low"].as_f64() <= first["topOfPageBid"]["high"].as_f64());
    assert_eq!(first["estimated"], false);
    assert!(first["intent"].is_string());
}

#[tokio::test]
async fn ideas_grow_from_a_page() {
    let server = server();
    let body = ok(server.test_post(IDEAS, &json!({"url": "https://shop.example/electric-bike"}))).await;
    assert!(keywords(&body).iter().any(|keyword| keyword.contains("electric bike")), "{body}");
}

#[tokio::test]
async fn pages_follow_each_other_without_asking_again() {
    let server = server();
    let mut seen = Vec::new();
    let (mut cursor, mut older) = (Value::Null, Value::Null);
    let whole =
        ok(server.test_post(IDEAS, &json!({"keywords": ["sourdough starter"], "limit": 1_000}))).await;
    loop {
        let mut body = json!({"keywords": ["sourdough starter"], "limit": 7});
        if cursor.is_string() {
            body["cursor"] = cursor.clone();
        }
        let page = ok(server.test_post(IDEAS, &body)).await;
        assert_eq!(page["meta"]["cached"], true);
        seen.extend(keywords(&page).into_iter().map(str::to_owned));
        cursor = page["nextCursor"].clone();
        if cursor.is_string() {
            older = cursor.clone();
        }
        if page["hasMore"] == false {
            break;
        }
    }
    assert_eq!(seen, keywords(&whole));
    assert_eq!(whole["total"], seen.len());
    let beyond = json!({"keywords": ["sourdough starter"], "limit": 1, "maxAgeSeconds": 0});
    let renewed = ok(server.test_post(IDEAS, &beyond)).await;
    assert_eq!(renewed["meta"]["cached"], false);
    let first = ok(server.test_post(IDEAS, &json!({"keywords": ["sourdough starter"], "limit": 1}))).await;
    let before = balance(&server, &server.test_key).await;
    let older = json!({"keywords": ["sourdough starter"], "cursor": older});
    let body = refused(server.test_post(IDEAS, &older), 422, "validation_failed").await;
    assert!(body["error"]["message"].as_str().unwrap().contains("has changed"), "{body}");
    assert_eq!(balance(&server, &server.test_key).await, before);
    let body = json!({"keywords": ["tea"], "cursor": first["nextCursor"]});
    refused(server.test_post(IDEAS, &body), 422, "validation_failed").await;
}

#[tokio::test]
async fn callers_who_ask_for_the_same_share_one_request() {
    let (server, sandbox) = live_server(|builder, base| {
        builder
            .set("KEYWORDS__ENGINES", "dataforseo")
            .set("KEYWORDS__DATAFORSEO__LOGIN", "sandbox")
            .set("KEYWORDS__DATAFORSEO__PASSWORD", "sandbox")
            .set("KEYWORDS__DATAFORSEO__BASE_URL", format!("{base}/dataforseo"))
    })
    .await;
    let call = || ok(server.post(IDEAS, &json!({"keywords": ["tea sandbox-fault:latency-300"]})));
    let bodies = futures_util::future::join_all((0..10).map(|_| call())).await;
    assert!(bodies.iter().all(|body| body["ideas"] == bodies[0]["ideas"]));
    assert_eq!(journal(&sandbox).await.len(), 1, "twelve requests a minute are all that the planner allows");
}

#[tokio::test]
async fn imported_keywords_serve_live_keys() {
    let server = server();
    let imported = import(&server, EXPORT.as_bytes(), &[]);
    assert_eq!(String::from_utf8_lossy(&imported.stdout).trim(), "3", "{imported:?}");
    let body = ok(server.post(IDEAS, &json!({"keywords": ["green tea"]}))).await;
    assert_eq!(body["meta"]["provider"], "imported");
    assert_eq!(keywords(&body), ["green tea", "green tea benefits", "black tea"]);
    let first = &body["ideas"][0];
    assert_eq!((&first["avgMonthlySearches"], &first["competitionIndex"]), (&json!(12_100), &json!(54)));
    assert_eq!(first["trend"], json!({"threeMonthPct": 22.0, "yearOverYearPct": -18.0}));
    assert_eq!(first["topOfPageBid"], json!({"low": 0.4, "high": 1.2, "currency": "USD"}));
    let rare = &body["ideas"][2];
    for field in
        ["avgMonthlySearches", "competition", "competitionIndex", "competitionDensity", "topOfPageBid"]
    {
        assert_eq!(rare[field], Value::Null, "unknown is null, never 0: {field}");
    }
    let more = "Keyword\tAvg. monthly searches\ngreen tea latte\t1900\n";
    assert!(import(&server, more.as_bytes(), &[]).status.success());
    let again = ok(server.post(IDEAS, &json!({"keywords": ["green tea"]}))).await;
    assert!(keywords(&again).contains(&"green tea latte"), "an import shows at once");
    let nothing = ok(server.post(IDEAS, &json!({"keywords": ["bicycle"]}))).await;
    assert_eq!(nothing["ideas"], json!([]), "an empty result is not a failure");
}

#[tokio::test]
async fn ranges_and_other_markets_are_kept_apart() {
    let server = server();
    let utf16: Vec<u8> = "\u{feff}Keyword\tAvg. monthly searches\ntrà xanh\t1K – 10K\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let imported = import(&server, &utf16, &["--language", "vi", "--country", "vn", "--json"]);
    let report: Value = serde_json::from_slice(&imported.stdout).unwrap();
    assert_eq!((&report["keywords"], &report["ranges"]), (&json!(1), &json!(1)));
    let call = |language: &str, country: &str| {
        ok(server.post(IDEAS, &json!({"keywords": ["trà xanh"], "language": language, "country": country})))
    };
    let idea = call("vi", "vn").await["ideas"][0].clone();
    assert_eq!(idea["avgMonthlySearches"], Value::Null);
    assert_eq!(idea["searchVolumeRange"], json!({"from": 1_000, "to": 10_000}));
    assert_eq!(call("vi", "us").await["ideas"], json!([]));
    assert_eq!(call("en", "vn").await["ideas"], json!([]));
}

#[tokio::test]
async fn a_file_that_is_no_export_is_refused_with_the_reason() {
    let server = server();
    let refused = import(&server, b"a,b\n1,2\n", &[]);
    assert!(!refused.status.success());
    let complaint = String::from_utf8_lossy(&refused.stderr);
    assert!(complaint.contains("Avg. monthly searches"), "{complaint}");
    let missing = server.run(&["keywords", "import", "nowhere.csv"]);
    assert!(String::from_utf8_lossy(&missing.stderr).contains("nowhere.csv can't be read"));
}

#[tokio::test]
async fn what_was_not_imported_is_left_to_the_next_planner() {
    let (server, _sandbox) = live_server(|builder, base| {
        builder
            .set("KEYWORDS__ENGINES", "imported,dataforseo")
            .set("KEYWORDS__DATAFORSEO__LOGIN", "sandbox")
            .set("KEYWORDS__DATAFORSEO__PASSWORD", "sandbox")
            .set("KEYWORDS__DATAFORSEO__BASE_URL", format!("{base}/dataforseo"))
    })
    .await;
    assert!(import(&server, EXPORT.as_bytes(), &[]).status.success());
    for (keyword, provider) in [("green tea", "imported"), ("sourdough starter", "dataforseo")] {
        let body = ok(server.post(IDEAS, &json!({"keywords": [keyword]}))).await;
        assert_eq!(body["meta"]["provider"], provider);
    }
}
