//! The articles of test keys for keywords that the sandbox does not cover.

use super::*;

#[tokio::test]
async fn test_keys_get_sample_text_that_names_the_sandbox() {
    let server = server();
    for (keyword, language, title, first) in [
        (
            "postgres connection pooling",
            "en",
            "Sample article: postgres connection pooling",
            "This is a sample article from the sandbox, a text about nothing.",
        ),
        (
            "chứng chỉ quỹ là gì",
            "vi",
            "Bài mẫu: chứng chỉ quỹ là gì",
            "Đây là bài viết mẫu của sandbox, một văn bản không nói về điều gì.",
        ),
    ] {
        let request =
            json!({"focusKeyword": keyword, "language": language, "targetWordCount": 1500, "imageOption": 0});
        let body = written(&server, &request).await;
        let article = &body["article"];
        let generation = &article["generation"];
        assert_eq!((&generation["engine"], &generation["model"]), (&json!("sandbox"), &json!("sandbox")));
        assert_eq!(article["title"], title);
        let markdown = article["markdown"].as_str().unwrap();
        assert!(markdown.contains(first), "{markdown}");
        assert_eq!(article["sources"], json!([]), "a sample cites nothing");
        assert_eq!(broken_gates(article), Vec::<String>::new(), "{markdown}");
        assert!(!markdown.contains("là gì là gì"), "{markdown}");
    }
}

#[tokio::test]
async fn samples_for_one_account_differ_and_their_sections_can_be_written_again() {
    let server = server();
    let request = |keyword: &str| json!({"focusKeyword": keyword, "targetWordCount": 1500, "imageOption": 0});
    for keyword in ["what is a roth ira", "how to repair a bicycle puncture"] {
        let body = written(&server, &request(keyword)).await;
        assert_eq!(body["publication"]["status"], "published", "{}", body["publication"]);
    }
    let id = id_of(&ordered(&server, &request("wool felt slippers")).await);
    let first = done(&server, &server.test_key, &id).await;
    let section = |body: &Value| body["article"]["sections"][1].clone();
    let mut known = vec![section(&first)];
    for _ in 0..2 {
        ok(server.test_post(&format!("/v1/articles/{id}/sections/2/regenerate"), &json!({}))).await;
        let is_new = |body: &Value| !known.contains(&section(body));
        let body = status_when(&server, &server.test_key, &id, is_new).await;
        known.push(section(&body));
    }
}
