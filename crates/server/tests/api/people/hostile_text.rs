//! Text of customers stays text: on every page that shows it, on the hosted site, and in reports about other
//! sites' pages.

use serde_json::{Value, json};
use testkit::TestServer;
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::browser::{Answer, Browser, PASSWORD};
use super::things::{Things, between, escaped};
use crate::support::{builder, send, server};

/// Closes every context that it may be in, and is markup and a template expression where it is not escaped.
pub(super) const HOSTILE: &str = "</title></script>\"'><rwx onload=alert(1)>{{7*7}}<!--";
/// Pages that must show the text, otherwise this test tests nothing.
const SHOWING: [&str; 17] = [
    "/dashboard/keys",
    "/dashboard/credits",
    "/dashboard/ledger",
    "/dashboard/usage",
    "/dashboard/requests",
    "/dashboard/requests/{id}",
    "/dashboard/images",
    "/dashboard/images/{id}",
    "/dashboard/webhooks",
    "/dashboard/webhooks/{id}",
    "/dashboard/webhooks/deliveries/{id}",
    "/dashboard/articles",
    "/dashboard/articles/{id}",
    "/dashboard/articles/{id}/download/{kind}",
    "/dashboard/briefs/{id}",
    "/dashboard/briefs/{id}/print",
    "/dashboard/operator",
];

/// Whether a page shows the text, escaped.
pub(super) fn shows(body: &str) -> bool {
    body.contains("&lt;rwx") || body.contains("&#60;rwx")
}

/// Fails where the text became markup. Content types without markup can hold anything.
pub(super) fn check(place: &str, kind: &str, body: &str) {
    if !(kind.contains("html") || kind.contains("xml")) {
        return;
    }
    let signs = [
        "<rwx",
        "\"'><",
        "href=\"javascript:",
        "src=\"javascript:",
        "action=\"javascript:",
        "49&lt;!--",
        "49&#60;!--",
    ];
    for sign in signs {
        assert!(!body.contains(sign), "{place} has {sign}: {body}");
    }
}

/// As [`check`], for an answer to a browser.
pub(super) fn check_answer(place: &str, answer: &Answer) {
    let kind = answer.headers.get("content-type").map_or("", |kind| kind.to_str().unwrap());
    check(place, kind, &answer.body);
}

/// Reads a public page, checks it, and returns whether it shows the text.
async fn read(server: &TestServer, address: &str) -> bool {
    let response = server.http.get(address).send().await.unwrap();
    assert_eq!(response.status(), 200, "{address}");
    let kind = response.headers()["content-type"].to_str().unwrap().to_owned();
    let body = response.text().await.unwrap();
    check(address, &kind, &body);
    shows(&body)
}

/// The owner of the installation.
pub(super) async fn owner(server: &TestServer) -> Browser {
    let mut browser = Browser::new(server);
    let claim = server.first_sign_in.strip_prefix(&server.url).unwrap().to_owned();
    let answer = browser.send_bare(&claim, &[("email", "owner@example.com"), ("password", PASSWORD)]).await;
    assert_eq!(answer.location(), "/dashboard", "{}", answer.body);
    let _ = browser.read("/dashboard").await;
    browser
}

/// Makes calls and a session with hostile program names, an operator's note, and an account's name.
async fn say_the_rest(server: &TestServer, owner: &mut Browser, things: &Things) {
    for path in [format!("/v1/{HOSTILE}"), format!("/v1/articles/{HOSTILE}/status?{HOSTILE}={HOSTILE}")] {
        let request = server.http.get(format!("{}{path}", server.url)).bearer_auth(&things.key);
        let request = request.header("user-agent", HOSTILE).header("x-request-id", HOSTILE);
        assert_eq!(send(request).await.0, 404);
    }
    let fields = [("email", "owner@example.com"), ("password", PASSWORD), ("next", HOSTILE)];
    let request = server.http.post(format!("{}/login", server.url)).form(&fields);
    let request = request.header("origin", &server.url).header("user-agent", HOSTILE);
    assert_eq!(request.send().await.unwrap().status(), 200);
    let grant = things.fill("/dashboard/operator/accounts/{id}/grant");
    let granted = owner.send(&grant, &[("mode", "test"), ("credits", "5"), ("reason", HOSTILE)]).await;
    assert_eq!(granted.location(), "/dashboard/operator?done=grant");
    let _ = server.run_ok(&["account", "create", HOSTILE]);
}

#[tokio::test]
async fn every_page_shows_what_people_say_as_text() {
    let server = server();
    let mut browser = owner(&server).await;
    let things = Box::pin(Things::make(&server, &mut browser, HOSTILE)).await;
    Box::pin(say_the_rest(&server, &mut browser, &things)).await;
    let labels = [("title", HOSTILE), ("metaTitle", HOSTILE), ("metaDescription", HOSTILE)];
    let edited = browser.send(&things.fill("/dashboard/articles/{id}/meta"), &labels).await;
    assert!(edited.location().ends_with("?done=saved"), "{}", edited.body);
    let mut showing = Vec::new();
    for address in dashboard::addresses() {
        let answer = browser.get(&things.fill(&address)).await;
        check_answer(&address, &answer);
        if shows(&answer.body) {
            showing.push(address);
        }
    }
    for address in SHOWING {
        assert!(showing.iter().any(|seen| seen == address), "{address} does not show it: {showing:?}");
    }
    let form = format!("/dashboard/articles/new?make=notes&brief={}", things.id("brief"));
    let filled = browser.get(&form).await;
    check_answer(&form, &filled);
    assert!(filled.body.contains("Twelve hours. ") && shows(&filled.body), "{}", filled.body);
    let ledger = browser.read("/dashboard/ledger?purpose=onload").await;
    assert!(shows(&ledger), "the operator's note: {ledger}");
    assert!(read(&server, &things.report).await, "the report");
}

/// An article of a live key, which is open to search engines, from texts in the repository.
async fn published(server: &TestServer) -> Value {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../text/composer/tests/data/cast-iron-care");
    let source = |number: u32| {
        let text = std::fs::read_to_string(folder.join(format!("{number}.md"))).unwrap();
        json!({"title": HOSTILE, "text": format!("{text}\n\n{HOSTILE}\n")})
    };
    let order = json!({
        "focusKeyword": "cast iron skillet care", "title": format!("Cast iron {HOSTILE}"), "audience": HOSTILE,
        "sources": (1..=3).map(source).collect::<Vec<_>>(),
        "targetWordCount": 1500, "imageOption": 0, "publish": "always",
    });
    let (status, ordered) = send(server.post("/v1/articles/generate", &order)).await;
    assert_eq!(status, 200, "{ordered}");
    let path = format!("/v1/articles/{}/status", ordered["articleId"].as_str().unwrap());
    loop {
        let (status, body) = send(server.get(&path).header("prefer", "wait=10")).await;
        assert_eq!(status, 200, "{body}");
        if body["status"] != "processing" {
            return body;
        }
    }
}

#[tokio::test]
async fn the_hosted_site_shows_what_people_say_as_text() {
    let server = server();
    let article = Box::pin(published(&server)).await;
    assert_eq!(article["publication"]["status"], "published", "{article}");
    let id = article["articleId"].as_str().unwrap();
    let labels = json!({"title": HOSTILE, "metaTitle": HOSTILE, "metaDescription": HOSTILE});
    let request = server.http.patch(format!("{}/v1/articles/{id}", server.url)).bearer_auth(&server.live_key);
    assert_eq!(send(request.json(&labels)).await.0, 200);
    assert!(read(&server, article["publication"]["url"].as_str().unwrap()).await, "the page");
    for path in ["/p", "/feed.xml"] {
        assert!(read(&server, &format!("{}{path}", server.url)).await, "{path}");
    }
    for path in ["/sitemap.xml", "/sitemap-1.xml"] {
        let _ = read(&server, &format!("{}{path}", server.url)).await;
    }
}

/// A page that contains the text everywhere: in words, in URLs, and as markup.
fn hostile_page() -> String {
    let text = escaped(HOSTILE);
    format!(
        "<!doctype html><html lang=\"en\"><head><title>{text}</title><meta name=\"description\" content=\"{text}\">\
        <meta property=\"og:title\" content=\"{text}\"><link rel=\"canonical\" href=\"javascript:alert(1)\">\
        <link rel=\"alternate\" hreflang=\"{text}\" href=\"/{text}\"></head><body><h1>{text}</h1><h3>{text}</h3>\
        <p>{HOSTILE}--></p><a href=\"/{text}\">{text}</a><a href=\"javascript:alert(1)\">click here</a>\
        <img src=\"/{text}\" alt=\"{text}\"><img src=\"javascript:alert(1)\"></body></html>"
    )
}

#[tokio::test]
async fn reports_show_what_pages_of_others_say_as_text() {
    let site = MockServer::start().await;
    let page = ResponseTemplate::new(200).set_body_raw(hostile_page(), "text/html; charset=utf-8");
    let page = page.insert_header("x-robots-tag", "<rwx>").insert_header("server", "<rwx>");
    Mock::given(method("GET")).and(path("/page")).respond_with(page).mount(&site).await;
    let ports = format!("80,443,{}", site.address().port());
    let server = builder().set("FETCH__ALLOW", "127.0.0.0/8").set("FETCH__PORTS", ports).start();
    let mut browser = owner(&server).await;
    let url = format!("{}/page?q={HOSTILE}", site.uri());
    let once = between(&browser.read("/dashboard/audits").await, "name=\"once\" value=\"", "\"");
    let fields = [("url", url.as_str()), ("checkLinks", "on"), ("once", &once)];
    let place = browser.send("/dashboard/audits", &fields).await.report();
    let own = browser.get(&place).await;
    let shared = between(&own.body, "id=\"shared\">", "<").replace(&server.url, "");
    for (name, report) in [("the report", own), ("the shared report", browser.get(&shared).await)] {
        check_answer(name, &report);
        assert!(shows(&report.body), "{name}: {}", report.body);
    }
    check_answer("the list", &browser.get("/dashboard/audits").await);
}
