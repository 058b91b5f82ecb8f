//! Hostile pages: each is answered, cut or refused with its reason, and the browser serves the next page.

use std::io::ErrorKind;
use std::net::TcpListener;

use super::*;

const GOOD: &str =
    "<!doctype html><html lang=en><title>Good</title><h1>A good page</h1><p>With a few words on it.</p>";

/// A server on this machine that audits must not reach.
struct Neighbour(TcpListener);

impl Neighbour {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.2:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        Self(listener)
    }

    fn url(&self) -> String {
        format!("http://{}/latest/meta-data", self.0.local_addr().unwrap())
    }

    /// Whether no connection is waiting to be accepted.
    fn was_left_alone(&self) -> bool {
        self.0.accept().is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
    }
}

/// A server that may fetch from one IP address of this machine, and a site there with one page.
async fn hostile(page: ResponseTemplate) -> (TestServer, MockServer) {
    let site = MockServer::start().await;
    serve(&site, "/page", page).await;
    serve(&site, "/good", html(GOOD)).await;
    (builder().set("FETCH__ALLOW", "127.0.0.1/32").start(), site)
}

fn audit_of(server: &TestServer, site: &MockServer, path: &str) -> RequestBuilder {
    server.post(AUDIT, &json!({"url": format!("{}{path}", site.uri()), "checkLinks": false}))
}

/// What was observed of a page whose scripts never end. A slow machine may observe nothing in time, and
/// reports that.
fn seen(body: &Value) -> Option<&Value> {
    let vitals = &body["coreWebVitals"];
    if vitals["lab"].is_object() {
        return Some(&vitals["lab"]["load"]);
    }
    assert_eq!(vitals["labSkipped"], "the page took too long in the browser", "{vitals}");
    None
}

async fn browser_is_alive(server: &TestServer, site: &MockServer) {
    let body = ok(audit_of(server, site, "/good")).await;
    assert!(body["coreWebVitals"]["lab"].is_object(), "{}", body["coreWebVitals"]);
}

#[tokio::test]
async fn a_body_of_fifty_megabytes_is_cut() {
    let endless = format!(
        "<!doctype html><title>Large</title><h1>Large</h1>{}",
        "<p>More of it.</p>".repeat(2_900_000)
    );
    let (server, site) = hostile(html(&endless)).await;
    let body = ok(audit_of(&server, &site, "/page")).await;
    assert!(body["html"]["bytes"].as_u64().unwrap() < 20_000_000, "{}", body["html"]);
    let large = issue(&body, "html.size").unwrap();
    assert_eq!(large["severity"], "high", "{large}");
    browser_is_alive(&server, &site).await;
}

#[tokio::test]
async fn a_hundred_thousand_nested_tags_are_read() {
    let deep = format!("<!doctype html><title>Deep</title><h1>Deep</h1>{}bottom", "<div>".repeat(100_000));
    let (server, site) = hostile(html(&deep)).await;
    let body = ok(audit_of(&server, &site, "/page")).await;
    assert_eq!(body["html"]["title"], "Deep");
    assert!(issue(&body, "html.dom_size").is_some(), "{}", body["issues"]);
    browser_is_alive(&server, &site).await;
}

#[tokio::test]
async fn scripts_and_dialogs_without_end_are_ended() {
    let page = "<!doctype html><title>Busy</title><h1>Busy</h1><script>setTimeout(() => { for (;;) alert(1) }, 300)</script>";
    let (server, site) = hostile(html(page)).await;
    let body = ok(audit_of(&server, &site, "/page")).await;
    assert!(
        seen(&body).is_none_or(|load| load["dialogsClosed"].as_u64().unwrap() >= 10),
        "{}",
        body["coreWebVitals"]
    );
    serve(&site, "/busy", html("<!doctype html><title>Busy</title><h1>Busy</h1><script>setTimeout(() => { for (;;); }, 300)</script>")).await;
    let body = ok(audit_of(&server, &site, "/busy")).await;
    assert!(seen(&body).is_none_or(|load| load["settled"] == false), "{}", body["coreWebVitals"]);
    browser_is_alive(&server, &site).await;
}

#[tokio::test]
async fn nothing_leads_to_addresses_that_are_not_public() {
    let neighbour = Neighbour::new();
    for target in [neighbour.url(), "http://169.254.169.254/latest/meta-data".to_owned()] {
        let redirect = ResponseTemplate::new(302).insert_header("location", target.as_str());
        let (server, site) = hostile(redirect).await;
        let before = balance(&server, &server.live_key).await;
        refused(audit_of(&server, &site, "/page"), 422, "target_blocked").await;
        assert_eq!(balance(&server, &server.live_key).await, before);
        for (number, markup) in [
            format!("<meta http-equiv=refresh content='0; url={target}'>"),
            format!("<script>location = '{target}'</script>"),
            format!("<img src='{target}'><iframe src='{target}'></iframe><link rel=stylesheet href='{target}'><script src='{target}'></script>"),
            format!("<script>fetch('{target}', {{mode: 'no-cors'}}); navigator.sendBeacon('{target}', 'a'); new WebSocket('{}')</script>", target.replace("http", "ws")),
            "<img src='/redirect'><script>fetch('/redirect')</script>".to_owned(),
        ]
        .into_iter()
        .enumerate()
        {
            let path = format!("/hostile/{number}");
            serve(&site, &path, html(&format!("<!doctype html><title>Bait</title><h1>Bait</h1>{markup}"))).await;
            serve(&site, "/redirect", ResponseTemplate::new(302).insert_header("location", target.as_str())).await;
            let body = ok(audit_of(&server, &site, &path)).await;
            assert_eq!(body["html"]["title"], "Bait", "{markup}");
            assert!(!body.to_string().contains("root:"), "{markup}");
            assert!(neighbour.was_left_alone(), "{markup}");
        }
        browser_is_alive(&server, &site).await;
    }
}

#[tokio::test]
async fn redirects_in_a_circle_are_told() {
    let (server, site) = hostile(ResponseTemplate::new(301).insert_header("location", "/page?again")).await;
    let body = ok(audit_of(&server, &site, "/page")).await;
    let circle = issue(&body, "redirect.loop").unwrap();
    assert_eq!((&circle["severity"], &circle["count"]), (&json!("critical"), &json!(2)), "{circle}");
    assert_eq!(body["issues"].as_array().unwrap().len(), 1, "nothing else is known: {}", body["issues"]);
    assert_eq!((&body["statusCode"], body["redirects"].as_array().unwrap().len()), (&json!(301), 2));
    assert_eq!(body["coreWebVitals"]["labSkipped"], "there is no page: the redirects do not come to an end");
    let staircase = MockServer::start().await;
    for step in 0..12 {
        let reply = ResponseTemplate::new(302).insert_header("location", format!("/{}", step + 1));
        serve(&staircase, &format!("/{step}"), reply).await;
    }
    let body = ok(audit_of(&server, &staircase, "/0")).await;
    let endless = issue(&body, "redirect.loop").unwrap();
    assert!(endless["message"].as_str().unwrap().contains("still no page"), "{endless}");
}
