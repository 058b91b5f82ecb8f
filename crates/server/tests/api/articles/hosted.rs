//! The hosted site: pages, files for crawlers, and what they leave out.

use ports::InstallationStore;
use store::Database;

use super::*;

/// Where the article of a test key on [`KEYWORD`] is published.
const TEST_PAGE: &str = "/p/test--how-to-make-cold-brew-coffee";

async fn text(server: &TestServer, path: &str) -> (u16, String) {
    let response = server.http.get(format!("{}{path}", server.url)).send().await.unwrap();
    (response.status().as_u16(), response.text().await.unwrap())
}

#[tokio::test]
async fn a_published_article_has_a_page_and_engines_are_told() {
    let server = server();
    let body =
        written(&server, &json!({"focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 1})).await;
    assert_eq!(body["publication"]["status"], "published", "{}", body["publication"]);
    let url = body["publication"]["url"].as_str().unwrap();
    assert_eq!(url, format!("{}{TEST_PAGE}", server.url));
    let response = server.http.get(url).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert!(response.headers()["content-security-policy"].to_str().unwrap().contains("default-src"));
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    let html = response.text().await.unwrap();
    assert_eq!(html.matches("<h1").count(), 1);
    assert!(
        html.contains(body["article"]["title"].as_str().unwrap()) && html.contains("application/ld+json")
    );

    let id = id_of(&body);
    let engines_of = |body: &Value| body["indexing"]["engines"].as_array().unwrap().clone();
    let told = status_when(&server, &server.test_key, &id, |body| {
        body["indexing"]["status"] != "pending"
            && engines_of(body).iter().all(|engine| engine["status"] != "pending")
    })
    .await;
    assert_eq!(told["indexing"]["status"], "accepted", "{}", told["indexing"]);
    let engines = engines_of(&told);
    assert!(
        engines.iter().all(|engine| engine["httpStatus"].is_number() && engine["submittedAt"].is_string())
    );
    assert!(told["indexing"]["expectedCrawl"]["from"].is_string(), "{}", told["indexing"]);

    // The page has a new ETag with every version of the article, and the answers of search engines create a
    // version.
    let page = server.http.get(url).send().await.unwrap();
    let again = server.http.get(url).header("if-none-match", page.headers()["etag"].clone());
    assert_eq!(again.send().await.unwrap().status(), 304);
}

#[tokio::test]
async fn articles_of_test_keys_are_kept_from_crawlers() {
    let server = server();
    let body =
        written(&server, &json!({"focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 0})).await;
    let response = server.http.get(body["publication"]["url"].as_str().unwrap()).send().await.unwrap();
    assert_eq!(response.headers()["x-robots-tag"], "noindex, nofollow");
    let page = response.text().await.unwrap();
    assert!(page.contains(r#"<meta name="robots" content="noindex">"#), "{page}");
    assert!(page.contains("Nothing in it is a fact."), "{page}");
    let (_, sitemap) = text(&server, "/sitemap.xml").await;
    let (_, feed) = text(&server, "/feed.xml").await;
    assert!(!sitemap.contains("cold-brew") && !feed.contains("cold-brew"));
}

#[tokio::test]
async fn machines_find_their_files() {
    let server = server();
    let (status, robots) = text(&server, "/robots.txt").await;
    assert_eq!(status, 200);
    assert!(robots.contains(&format!("Sitemap: {}/sitemap.xml", server.url)), "{robots}");
    assert_eq!(text(&server, "/sitemap.xml").await.0, 200);
    assert!(text(&server, "/feed.xml").await.1.contains("<feed"));
    assert_eq!(text(&server, "/p").await.0, 200);
    for path in ["/p/nothing", "/sitemap-99.xml", "/00000000.txt", "/p?page=99"] {
        assert_eq!(text(&server, path).await.0, 404, "{path}");
    }
}

/// The URL of IndexNow's key file, which only search engines get.
async fn key_file(server: &TestServer) -> String {
    let url = format!("sqlite:{}", server.data_dir().join("rankwright.db").display());
    let database = Database::open(&url).await.unwrap();
    let secret = database.installation_secret("never taken: there is one").await.unwrap();
    format!("/{}.txt", domain::indexing::site_key(&secret.into()))
}

#[tokio::test]
async fn heads_of_files_for_machines_are_those_of_the_files() {
    let server = server();
    let key_file = key_file(&server).await;
    let there = ["/robots.txt", "/feed.xml", "/sitemap.xml", "/sitemap-0.xml", key_file.as_str()];
    for (path, status) in there.map(|path| (path, 200)).into_iter().chain([("/sitemap-99.xml", 404)]) {
        let url = format!("{}{path}", server.url);
        let file = server.http.get(&url).send().await.unwrap();
        let head = server.http.head(&url).send().await.unwrap();
        assert_eq!((file.status().as_u16(), head.status().as_u16()), (status, status), "{path}");
        for name in ["content-type", "cache-control"] {
            assert_eq!(head.headers()[name], file.headers()[name], "{path} {name}");
        }
        assert_eq!(head.bytes().await.unwrap().len(), 0, "{path}");
    }
}

#[tokio::test]
async fn what_is_not_published_has_no_page_until_its_customer_says_so() {
    let server = server();
    let body = written(
        &server,
        &json!({"focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 0, "publish": "never"}),
    )
    .await;
    assert_eq!(
        (&body["publication"]["status"], &body["indexing"]["status"]),
        (&json!("disabled"), &json!("skipped")),
        "{body}"
    );
    assert_eq!(body["publication"]["url"], Value::Null, "there is no page");
    assert_eq!(text(&server, TEST_PAGE).await.0, 404);
    let publish = format!("{}/v1/articles/{}/publish", server.url, id_of(&body));
    let publish = || server.http.post(&publish).bearer_auth(&server.test_key);
    refused(publish().json(&json!({"force": true})), 422, "unknown_field").await;
    refused(publish().body("now"), 415, "unsupported_media_type").await;
    assert_eq!(text(&server, TEST_PAGE).await.0, 404);
    ok(publish()).await;
    assert_eq!(text(&server, TEST_PAGE).await.0, 200);
    let settled = |body: &Value| body["indexing"]["status"] == "accepted";
    let told = status_when(&server, &server.test_key, &id_of(&body), settled).await;
    assert_eq!(told["publication"]["url"], format!("{}{TEST_PAGE}", server.url));
    let engines = told["indexing"]["engines"].as_array().unwrap().len();
    ok(publish().json(&json!({}))).await;
    ok(publish().header("content-type", "application/json")).await;
    let again = status_when(&server, &server.test_key, &id_of(&body), settled).await;
    assert_eq!(again["indexing"]["engines"].as_array().unwrap().len(), engines, "told once");
}

#[tokio::test]
async fn an_article_with_a_broken_gate_is_held() {
    let server = server();
    let keyword = format!("{KEYWORD} sandbox-fault:repeated-text");
    let body =
        written(&server, &json!({"focusKeyword": keyword, "targetWordCount": 1500, "imageOption": 0})).await;
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    assert_eq!(body["publication"]["status"], "held", "{}", body["publication"]);
    assert!(body["publication"]["reason"].as_str().unwrap().contains("repeated"), "{}", body["publication"]);
    let always =
        json!({"focusKeyword": keyword, "targetWordCount": 1500, "imageOption": 0, "publish": "always"});
    assert_eq!(written(&server, &always).await["publication"]["status"], "published");
}

#[tokio::test]
async fn any_keyword_gets_a_whole_article_with_three_levels_of_headings() {
    let server = server();
    for (keyword, words) in [(KEYWORD, 1_500), ("copper kettle repair", 1_500), ("học đàn tranh", 3_000)]
    {
        let request = json!({"focusKeyword": keyword, "targetWordCount": words, "imageOption": 0});
        let body = written(&server, &request).await;
        assert_eq!(body["status"], "completed", "{keyword}: {}", body["error"]);
        let article = &body["article"];
        let length = article["wordCount"].as_i64().unwrap();
        assert!((length - words).abs() <= words / 10, "{keyword}: {length}");
        let html = article["html"].as_str().unwrap();
        for heading in ["<h2", "<h3", "<h4"] {
            assert!(html.contains(heading), "{keyword} has no {heading}: {}", article["outline"]);
        }
    }
}

#[tokio::test]
async fn two_articles_on_one_keyword_have_two_addresses() {
    let server = server();
    let request =
        json!({"focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 0, "publish": "always"});
    let (one, two) = tokio::join!(written(&server, &request), written(&server, &request));
    assert_ne!(one["publication"]["url"], two["publication"]["url"]);
    for body in [one, two] {
        assert_eq!(
            server.http.get(body["publication"]["url"].as_str().unwrap()).send().await.unwrap().status(),
            200
        );
    }
}

#[tokio::test]
async fn a_page_that_is_taken_down_is_gone_and_engines_are_told_once() {
    let server = server();
    let request =
        json!({"focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 0, "publish": "always"});
    let body = written(&server, &request).await;
    let id = id_of(&body);
    assert_eq!(text(&server, TEST_PAGE).await.0, 200);
    let unpublish = format!("{}/v1/articles/{id}/unpublish", server.url);
    let unpublish = || server.http.post(&unpublish).bearer_auth(&server.test_key);
    refused(unpublish().json(&json!({"until": "tomorrow"})), 422, "unknown_field").await;
    ok(unpublish()).await;
    assert_eq!(text(&server, TEST_PAGE).await.0, 404);
    ok(unpublish()).await;
    let deleted = |body: &Value| {
        let engines = body["indexing"]["engines"].as_array().unwrap();
        engines.iter().filter(|engine| engine["change"] == "deleted").cloned().collect::<Vec<_>>()
    };
    let told = status_when(&server, &server.test_key, &id, |body| {
        let told = deleted(body);
        !told.is_empty() && told.iter().all(|engine| engine["status"] == "accepted")
    })
    .await;
    let engines = told["indexing"]["engines"].as_array().unwrap().len();
    assert_eq!(deleted(&told).len() * 2, engines, "each was told that it is there, and that it is gone");
    assert_eq!(told["publication"]["status"], "disabled");
    assert_eq!(told["publication"]["url"], Value::Null);
    ok(server.http.post(format!("{}/v1/articles/{id}/publish", server.url)).bearer_auth(&server.test_key))
        .await;
    assert_eq!(text(&server, TEST_PAGE).await.0, 200, "it can be published again");
}

#[tokio::test]
async fn other_labels_stand_on_the_page_and_are_measured() {
    let server = server();
    let request =
        json!({"focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 0, "publish": "always"});
    let body = written(&server, &request).await;
    let id = id_of(&body);
    let edit = |labels: Value| {
        let address = format!("{}/v1/articles/{id}", server.url);
        server.http.patch(address).bearer_auth(&server.test_key).json(&labels)
    };
    ok(edit(json!({"title": "Coffee <b>Without</b> Heat", "metaDescription": "Short."}))).await;
    let (_, page) = text(&server, TEST_PAGE).await;
    assert!(page.contains("Coffee &lt;b&gt;Without&lt;/b&gt; Heat") && page.contains("Short."));
    let edited = ok(test_get(&server, &format!("/v1/articles/{id}/status"))).await;
    assert_eq!(edited["article"]["metaTitle"], body["article"]["metaTitle"], "what is left out stays");
    assert_eq!(
        edited["article"]["characterCount"], body["article"]["characterCount"],
        "nothing was generated"
    );
    let gates = edited["article"]["quality"]["gates"].as_array().unwrap();
    let gate = |name: &str| gates.iter().find(|gate| gate["name"] == name).unwrap();
    assert_eq!(gate("description_length")["value"], 6.0);
    assert_eq!(gate("keyword_placement")["passed"], false);
    for bad in
        [json!({}), json!({"title": " "}), json!({"metaTitle": "x".repeat(301)}), json!({"slug": "Tea"})]
    {
        let (status, refusal) = send(edit(bad)).await;
        assert_eq!(status, 422, "{refusal}");
    }
}
