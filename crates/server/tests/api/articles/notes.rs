//! Live keys without any engine: articles from the customer's own texts, and what needs an engine.

use super::*;

fn texts(folder: &str) -> Vec<Value> {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../text/composer/tests/data").join(folder);
    let text = |number: u32| std::fs::read_to_string(folder.join(format!("{number}.md"))).unwrap();
    (1..=3).map(|number| json!({"title": format!("Notes {number}"), "text": text(number)})).collect()
}

#[tokio::test]
async fn an_article_is_made_of_the_customers_texts() {
    let server = server();
    let before = balance(&server, &server.live_key).await.0;
    let request = json!({
        "focusKeyword": "cast iron skillet care", "targetWordCount": 5000, "imageOption": 0, "sources": texts("cast-iron-care"),
    });
    let id = id_of(&ok(server.post(GENERATE, &request)).await);
    let body = done(&server, &server.live_key, &id).await;
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    let article = &body["article"];
    let generation = &article["generation"];
    assert_eq!((&generation["engine"], &generation["tier"]), (&json!("notes"), &json!("notes")));
    assert_eq!(article["research"], "sources");
    let numbers: Vec<&Value> =
        article["sources"].as_array().unwrap().iter().map(|source| &source["number"]).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert!(article["sources"].as_array().unwrap().iter().all(|source| source["url"].is_null()));
    assert_eq!(body["billing"]["chargedCredits"], price(article));
    assert_eq!(balance(&server, &server.live_key).await, (before - price(article), 0));
    assert_eq!(article["quality"]["score"], Value::Null, "nobody's own words are graded");
    assert_eq!(broken_gates(article), Vec::<String>::new());
    let gate = |name: &str| {
        article["quality"]["gates"].as_array().unwrap().iter().find(|gate| gate["name"] == name).unwrap()
    };
    let copying = gate("copy_all_sources");
    assert_eq!((&copying["value"], &copying["status"]), (&Value::Null, &json!("not_measured")));
    assert!(copying["detail"].as_str().unwrap().contains("your own words"), "{copying}");
    assert_eq!(copying["holdsArticle"], true);
    // However good it is, it needs a review first.
    assert_eq!(body["publication"]["status"], "held", "{}", body["publication"]);
    assert!(body["publication"]["reason"].as_str().unwrap().contains("your notes"));
    assert_eq!(body["publication"]["url"], Value::Null, "there is no page yet");
    ok(server.post(&format!("/v1/articles/{id}/publish"), &json!({}))).await;
    let published = ok(server.get(&format!("/v1/articles/{id}"))).await;
    let page = server.http.get(published["publication"]["url"].as_str().unwrap()).send().await.unwrap();
    assert_eq!(page.status(), 200);
    assert!(!page.headers().contains_key("x-robots-tag"));
}

#[tokio::test]
async fn an_image_whose_subject_no_engine_draws_is_an_abstract_cover_and_free() {
    let server = server();
    let before = balance(&server, &server.live_key).await.0;
    for (keyword, depicts, charged) in [
        ("cast iron skillet care", "frying pan with an egg", true),
        ("what smiths tell their children", "abstract shapes", false),
    ] {
        let request = json!({
            "focusKeyword": keyword, "targetWordCount": 5000, "imageOption": 1, "sources": texts("cast-iron-care"),
            "publish": "never",
        });
        let id = id_of(&ok(server.post(GENERATE, &request)).await);
        let body = done(&server, &server.live_key, &id).await;
        assert_eq!(body["status"], "completed", "{}", body["error"]);
        let (article, billing) = (&body["article"], &body["billing"]);
        let image = &article["images"][0];
        assert_eq!((&image["depicts"][0], &image["charged"]), (&json!(depicts), &json!(charged)), "{image}");
        assert_eq!(billing["chargedCredits"], price(article));
        let items: Vec<&Value> =
            billing["breakdown"].as_array().unwrap().iter().map(|item| &item["item"]).collect();
        assert_eq!(items.contains(&&json!("images")), charged, "{billing}");
        assert_eq!(body["warnings"].to_string().contains("abstract cover"), !charged, "{}", body["warnings"]);
        let alt = image["alt"].as_str().unwrap().to_lowercase();
        assert!(alt.contains(depicts), "{alt}");
    }
    assert!(balance(&server, &server.live_key).await.0 < before);
}

#[tokio::test]
async fn pages_of_others_are_not_arranged() {
    let server = server();
    let mut sources = texts("cast-iron-care");
    sources.push(json!({"url": "https://example.com/cast-iron"}));
    let request = json!({"focusKeyword": "cast iron skillet care", "imageOption": 0, "sources": sources, "publish": "never"});
    let id = id_of(&ok(server.post(GENERATE, &request)).await);
    let body = done(&server, &server.live_key, &id).await;
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    assert_eq!(body["article"]["sources"].as_array().unwrap().len(), 3);
    assert!(body["warnings"].to_string().contains("only a text engine may use"), "{}", body["warnings"]);
}

#[tokio::test]
async fn notes_can_be_requested_where_a_model_would_write() {
    let server = server();
    let mut request = json!({"focusKeyword": "cast iron skillet care", "imageOption": 0, "mode": "notes", "publish": "never"});
    let (status, refused) = send(server.test_post(GENERATE, &request)).await;
    assert_eq!(status, 422, "{refused}");
    assert_eq!(refused["error"]["details"][0]["field"], "sources");
    request["sources"] = json!(texts("cast-iron-care"));
    let body = written(&server, &request).await;
    assert_eq!(
        (&body["status"], &body["article"]["generation"]["tier"]),
        (&json!("completed"), &json!("notes"))
    );
}

#[tokio::test]
async fn a_live_article_has_the_address_that_a_test_had_before_it() {
    let server = server();
    // Both the sandbox's web and the customer's texts cover this topic.
    let mut request = json!({
        "focusKeyword": "how to compost at home", "targetWordCount": 1500, "imageOption": 0, "publish": "always",
    });
    let test = written(&server, &request).await;
    request["sources"] = json!(texts("home-composting"));
    let id = id_of(&ok(server.post(GENERATE, &request)).await);
    let live = done(&server, &server.live_key, &id).await;
    let pages = [(&test, "test--how-to-compost-at-home", true), (&live, "how-to-compost-at-home", false)];
    for (body, slug, is_test) in pages {
        assert_eq!(body["status"], "completed", "{}", body["error"]);
        assert_eq!(body["article"]["slug"], slug);
        let url = body["publication"]["url"].as_str().unwrap();
        assert_eq!(url, format!("{}/p/{slug}", server.url));
        let page = server.http.get(url).send().await.unwrap();
        assert_eq!(page.headers().contains_key("x-robots-tag"), is_test, "{slug}");
        let page = page.text().await.unwrap();
        assert_eq!(page.contains("<strong>Test article:</strong>"), is_test, "{slug}");
        assert_eq!(page.contains(r#"<meta name="robots" content="noindex">"#), is_test, "{slug}");
    }
}

#[tokio::test]
async fn approved_headings_are_kept_or_the_article_fails() {
    let server = server();
    let before = balance(&server, &server.live_key).await;
    let request = json!({
        "focusKeyword": "cast iron skillet care", "targetWordCount": 1500, "imageOption": 0, "sources": texts("cast-iron-care"),
        "mode": "outline", "publish": "never",
    });
    let post = |path: &str, body: &Value| server.post(path, body);
    let approve = async |headings: &[String]| {
        let id = id_of(&ok(post(GENERATE, &request)).await);
        let waiting = status_when(&server, &server.live_key, &id, |body| body["stage"] == "approval").await;
        let mut outline: Vec<String> = headings_of(&waiting["outline"]["sections"]);
        outline.reverse();
        outline.extend_from_slice(headings);
        let wanted: Vec<Value> = outline.iter().map(|heading| json!({"heading": heading})).collect();
        ok(post(&format!("/v1/articles/{id}/approve"), &json!({"outline": wanted}))).await;
        (done(&server, &server.live_key, &id).await, outline)
    };
    let (failed, _) = approve(&["Orbital mechanics of distant planets".to_owned()]).await;
    assert_eq!(failed["status"], "failed", "{failed}");
    assert!(
        failed["error"]["message"].as_str().unwrap().contains("Orbital mechanics"),
        "{}",
        failed["error"]
    );
    assert_eq!(balance(&server, &server.live_key).await, before);
    let (body, outline) = approve(&[]).await;
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    assert_eq!(headings_of(&body["article"]["sections"])[..outline.len()], outline);
}

#[tokio::test]
async fn a_heading_that_the_texts_do_not_carry_is_named() {
    let server = server();
    let request = json!({
        "focusKeyword": "cast iron skillet care", "targetWordCount": 1500, "imageOption": 0, "sources": texts("cast-iron-care"),
        "outline": [{"heading": "Orbital mechanics of distant planets"}], "publish": "never",
    });
    let id = id_of(&ok(server.post(GENERATE, &request)).await);
    let body = done(&server, &server.live_key, &id).await;
    assert_eq!(body["status"], "failed", "{body}");
    assert!(body["error"]["message"].as_str().unwrap().contains("Orbital mechanics"), "{}", body["error"]);
}

fn headings_of(sections: &Value) -> Vec<String> {
    let heading = |section: &Value| section["heading"].as_str().unwrap().to_owned();
    sections.as_array().unwrap().iter().map(heading).collect()
}
