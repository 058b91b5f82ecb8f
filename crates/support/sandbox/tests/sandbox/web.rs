//! Tests of the pages behind the results.

use reqwest::Method;

use sandbox::SandboxOptions;

use crate::support::{Running, list, ok};

const KNOWN: &str = "https://beanboard.example/t/is-24-hours-too-long-for-cold-brew";
const GENERATOR: &str = r#"<meta name="generator" content="Rankwright sandbox: synthetic page">"#;

#[tokio::test]
async fn a_written_page_is_a_whole_document() {
    let running = Running::start().await;
    let response = running.page(KNOWN).await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
    let html = response.text().await.unwrap();
    for part in [
        "<!doctype html>",
        "<html lang=\"en\">",
        "<title>Is 24 hours too long for cold brew? (5 replies)</title>",
        "<meta name=\"description\"",
        "<link rel=\"canonical\" href=\"https://beanboard.example/t/is-24-hours-too-long-for-cold-brew\">",
        "\"@type\":\"QAPage\"",
        "\"answerCount\":5",
        "<nav>",
        "<aside",
        "<footer>",
        "<h1>Is 24 hours too long for cold brew?</h1>",
        "<strong>ferncoast:</strong>",
        GENERATOR,
    ] {
        assert!(html.contains(part), "{part} is not in {html}");
    }
}

#[tokio::test]
async fn structured_data_follows_the_kind_of_page() {
    let running = Running::start().await;
    for (url, part) in [
        ("https://larderandloop.example/shop/cold-brew-pitcher-1-5-l", r#""@type":"Product""#),
        ("https://larderandloop.example/shop/cold-brew-pitcher-1-5-l", r#""price":"34.90""#),
        ("https://tiemgiaychay.example/san-pham/van-dam-em-3", r#""priceCurrency":"VND""#),
        ("https://tiemgiaychay.example/san-pham/van-dam-em-3", r#"<html lang="vi">"#),
    ] {
        let html = running.page(url).await.text().await.unwrap();
        assert!(html.contains(part), "{part} is not in {url}: {html}");
    }
}

#[tokio::test]
async fn every_result_of_a_search_can_be_read() {
    let running = Running::start().await;
    for query in
        ["cold+brew+coffee", "quantum+gardening", "gi%C3%A0y+ch%E1%BA%A1y+b%E1%BB%99", "%E6%97%A5%E6%9C%AC"]
    {
        let found = ok(running.get(&format!("/serpapi/search.json?q={query}&api_key=sandbox"))).await;
        let results = list(&found["organic_results"]);
        assert_eq!(results.len(), 10);
        for result in results {
            let url = result["link"].as_str().unwrap();
            let response = running.page(url).await;
            assert_eq!(response.status(), 200, "{url}");
            let html = response.text().await.unwrap();
            assert!(html.contains(GENERATOR), "{url}");
            assert!(html.contains(&format!("href=\"{url}\"")), "{url} is its own canonical address");
        }
    }
}

#[tokio::test]
async fn a_host_has_an_index_robots_and_a_sitemap() {
    let running = Running::start().await;
    let index = running.page("https://beanboard.example/").await.text().await.unwrap();
    assert!(index.contains("href=\"/t/is-24-hours-too-long-for-cold-brew\""), "{index}");
    let robots = running.page("https://beanboard.example/robots.txt").await;
    assert_eq!(robots.headers()["content-type"], "text/plain; charset=utf-8");
    assert!(robots.text().await.unwrap().contains("Sitemap: https://beanboard.example/sitemap.xml"));
    let sitemap = running.page("https://beanboard.example/sitemap.xml").await.text().await.unwrap();
    assert!(sitemap.contains(&format!("<loc>{KNOWN}</loc>")), "{sitemap}");
}

#[tokio::test]
async fn an_unknown_address_is_a_page_made_by_pattern() {
    let running = Running::start().await;
    let url = "https://customer.test/blog/my-quantum-garden";
    let first = running.page(url).await.text().await.unwrap();
    assert!(first.contains("quantum garden"), "{first}");
    assert!(first.contains(GENERATOR));
    assert!(first.contains("synthetic sandbox page"));
    assert_eq!(first, running.page(url).await.text().await.unwrap());
}

#[tokio::test]
async fn what_is_called_missing_is_missing() {
    let running = Running::start().await;
    assert_eq!(running.page("https://customer.test/a/missing-page").await.status(), 404);
    assert_eq!(running.page("https://beanboard.example/MISSING").await.status(), 404);
}

#[tokio::test]
async fn pages_are_read_and_nothing_else() {
    let running = Running::start().await;
    let head = running.request(Method::HEAD, "/x").header("host", "customer.test").send().await.unwrap();
    assert_eq!(head.status(), 200);
    let post = running.post("/x").header("host", "customer.test").body("x").send().await.unwrap();
    assert_eq!(post.status(), 405);
}

#[tokio::test]
async fn the_sandbox_explains_itself_and_keeps_a_journal() {
    let running = Running::start().await;
    let welcome = running.get("/").send().await.unwrap().text().await.unwrap();
    assert!(welcome.contains("synthetic") && welcome.contains("serpapi"), "{welcome}");
    assert_eq!(running.get("/nobody/x").send().await.unwrap().status(), 404);
    running.post("/serper/search").body("{\"q\":\"x\"}").send().await.unwrap();
    running.page("https://customer.test/a?b=c").await;
    let journal = ok(running.get("/__sandbox/journal")).await;
    let requests = list(&journal["requests"]);
    assert_eq!(requests.len(), 2);
    assert_eq!(requests[0]["provider"], "serper");
    assert_eq!((&requests[0]["method"], &requests[0]["path"]), (&"POST".into(), &"/search".into()));
    assert_eq!(requests[0]["body"], "{\"q\":\"x\"}");
    assert_eq!(requests[1]["provider"], "page");
    assert_eq!((&requests[1]["host"], &requests[1]["query"]), (&"customer.test".into(), &"b=c".into()));
}

#[tokio::test]
async fn a_private_sandbox_notes_nothing() {
    let running = Running::with(SandboxOptions { private: true, ..SandboxOptions::default() }).await;
    let journal = running.get("/__sandbox/journal").send().await.unwrap();
    assert_eq!(journal.status(), 404);
}
