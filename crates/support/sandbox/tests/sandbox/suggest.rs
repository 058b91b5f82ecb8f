//! Tests of the completions in the format of each feed.

use serde_json::{Value, json};

use crate::support::{self, Running, list, ok};

#[tokio::test]
async fn google_speaks_both_clients() {
    let running = Running::start().await;
    let path = "/google-suggest/complete/search?q=cold+brew&hl=en&gl=us&ie=utf-8&oe=utf-8&client=";
    let response = running.get(&format!("{path}chrome")).send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/javascript; charset=UTF-8");
    let chrome: Value = response.json().await.unwrap();
    let count = list(&chrome[1]).len();
    assert_eq!((chrome[0].as_str(), count), (Some("cold brew"), 10));
    assert_eq!(list(&chrome[2]).len(), count);
    for name in ["google:suggestrelevance", "google:suggesttype", "google:suggestsubtypes"] {
        assert_eq!(list(&chrome[4][name]).len(), count, "{name}");
    }
    let firefox = ok(running.get(&format!("{path}firefox"))).await;
    assert_eq!(firefox[1], chrome[1]);
    assert_eq!(list(&firefox[3]["google:suggestsubtypes"]).len(), count);
    let youtube = ok(running.get(&format!("{path}firefox&ds=yt"))).await;
    assert_ne!(youtube[1], chrome[1]);
}

#[tokio::test]
async fn bing_speaks_both_formats() {
    let running = Running::start().await;
    let open_search = ok(running.get("/bing-suggest/osjson.aspx?query=cold+brew&market=en-US")).await;
    assert_eq!((list(&open_search).len(), &open_search[0]), (2, &json!("cold brew")));
    let other = ok(running.get("/bing-suggest/AS/Suggestions?qry=cold+brew&csr=1&cvid=A")).await;
    let plain = |entry: &Value| entry["q"].as_str().unwrap().replace(['\u{e000}', '\u{e001}'], "");
    let phrases: Vec<String> = list(&other["s"]).iter().map(plain).collect();
    assert_eq!(json!(phrases), open_search[1]);
    assert!(other.to_string().contains('\u{e000}'));
}

#[tokio::test]
async fn duckduckgo_speaks_both_formats() {
    let running = Running::start().await;
    let listed = ok(running.get("/duckduckgo-suggest/ac/?q=cold+brew&type=list&kl=us-en")).await;
    let objects = ok(running.get("/duckduckgo-suggest/ac/?q=cold+brew&kl=us-en")).await;
    let phrases: Vec<&Value> = list(&objects).iter().map(|entry| &entry["phrase"]).collect();
    assert_eq!(json!(phrases), listed[1]);
    assert!(!phrases.is_empty());
}

#[tokio::test]
async fn amazon_gives_keywords() {
    let running = Running::start().await;
    let path = "/amazon-suggest/api/2017/suggestions?alias=aps&prefix=cold+brew&limit=11";
    let body = ok(running.get(&format!("{path}&mid=ATVPDKIKX0DER"))).await;
    assert_eq!((&body["prefix"], &body["alias"]), (&json!("cold brew"), &json!("aps")));
    let first = &body["suggestions"][0];
    assert_eq!(first["type"], "KEYWORD");
    assert!(first["value"].as_str().unwrap().contains("cold brew"));
    assert_eq!(support::json(running.get(path)).await.0, 400);
}

#[tokio::test]
async fn nothing_to_complete_is_an_empty_list() {
    let running = Running::start().await;
    for (path, pointer) in [
        ("/google-suggest/complete/search?client=chrome&q=sandbox-empty", "/1"),
        ("/bing-suggest/osjson.aspx?query=sandbox-empty", "/1"),
        ("/duckduckgo-suggest/ac/?type=list&q=sandbox-empty", "/1"),
        ("/amazon-suggest/api/2017/suggestions?mid=x&prefix=sandbox-empty", "/suggestions"),
        ("/google-suggest/complete/search?client=chrome&q=", "/1"),
    ] {
        assert_eq!(ok(running.get(path)).await.pointer(pointer), Some(&json!([])), "{path}");
    }
}

#[tokio::test]
async fn a_block_looks_like_the_feeds_own() {
    let running = Running::start().await;
    let google = running.get("/google-suggest/complete/search?q=sandbox-fault:blocked").send().await.unwrap();
    assert_eq!(google.status(), 302);
    assert!(google.headers()["location"].to_str().unwrap().contains("/sorry/"));
    for path in [
        "/bing-suggest/osjson.aspx?query=sandbox-fault:blocked",
        "/duckduckgo-suggest/ac/?q=sandbox-fault:blocked",
        "/amazon-suggest/api/2017/suggestions?mid=x&prefix=sandbox-fault:blocked",
    ] {
        let response = running.get(path).send().await.unwrap();
        assert!(response.status().is_success(), "{path}");
        assert!(response.text().await.unwrap().contains("<html>"), "{path}");
    }
}
