//! Pages that try to harm the browser. Each is survived, and the browser keeps working.

use std::time::Duration;

use ports::browser::{Browser, BrowserError, Visit};
use rstest::rstest;

use crate::support::{Reply, Site, Visitor, desktop, eventually};

#[tokio::test]
async fn an_endless_script_is_ended_and_the_page_told() {
    let site =
        Site::page("<!doctype html><h1>Busy</h1><script>setTimeout(() => { for (;;); }, 300)</script>").await;
    let visitor = Visitor::new().await;
    let seen = visitor.visit(&site.url("/")).await.unwrap().rendering;
    assert!(seen.html.contains("<h1>Busy</h1>") && !seen.load.settled);
    visitor.is_alive().await;
}

#[tokio::test]
async fn scripts_that_come_back_without_end_are_given_up_in_time() {
    let site = Site::page(
        "<!doctype html><script>for (let i = 0; i < 50; i++) setInterval(() => { for (;;); }, 1);</script>",
    )
    .await;
    let visitor = Visitor::new().await;
    let order = Visit { deadline: Duration::from_secs(20), ..desktop(&site.url("/")) };
    assert_eq!(visitor.chromium.visit(order).await.unwrap_err(), BrowserError::TimedOut);
    eventually(async || visitor.chromium.health().await.is_none_or(|health| health.pages == 0)).await;
    visitor.is_alive().await;
}

#[rstest]
#[case::alert("alert(1)")]
#[case::confirm("confirm('sure?')")]
#[case::prompt("prompt('who?')")]
#[case::print("alert(2); print()")]
#[tokio::test]
async fn dialogs_without_end_are_closed(#[case] dialog: &str) {
    let site =
        Site::page(&format!("<!doctype html><h1>Hello</h1><script>for (;;) {{ {dialog} }}</script>")).await;
    let visitor = Visitor::new().await;
    let seen = visitor.visit(&site.url("/")).await.unwrap().rendering;
    assert!(seen.load.dialogs_closed >= 10, "{}", seen.load.dialogs_closed);
    visitor.is_alive().await;
}

#[tokio::test]
async fn leaving_is_never_asked_about() {
    let site = Site::page(
        "<!doctype html><button id=b>Press</button><script>
        addEventListener('beforeunload', (event) => { event.preventDefault(); return 'stay'; });
        b.onclick = () => { location = '/elsewhere'; };</script>",
    )
    .await;
    let visitor = Visitor::new().await;
    let seen = visitor.visit(&site.url("/")).await.unwrap().rendering;
    assert_eq!(seen.final_url, site.url("/"));
    assert!(!site.paths().contains(&"/elsewhere".to_owned()), "{:?}", site.paths());
    eventually(async || visitor.chromium.health().await.unwrap().pages == 0).await;
    visitor.is_alive().await;
}

#[tokio::test]
async fn windows_are_closed_as_they_open() {
    let site = Site::open(|path| match path {
        "/" => Reply::html(
            "<!doctype html><h1>Windows</h1><button id=b>Press</button><script>
            const more = () => { for (let i = 0; i < 20; i++) open('/window', '_blank', i % 2 ? 'noopener' : ''); };
            more(); setInterval(more, 100); b.onclick = more;</script>",
        ),
        "/window" => Reply::html("<!doctype html><script>open('/window'); setInterval(() => open('/window'))</script>"),
        _ => Reply::missing(),
    })
    .await;
    let visitor = Visitor::new().await;
    let seen = visitor.visit(&site.url("/")).await.unwrap().rendering;
    assert_eq!(seen.final_url, site.url("/"));
    eventually(async || visitor.chromium.health().await.unwrap().pages == 0).await;
    visitor.is_alive().await;
}

#[tokio::test]
async fn redirects_without_end_lead_nowhere() {
    let site = Site::open(|path| {
        let number: u32 = path.trim_start_matches("/hop").parse().unwrap_or(0);
        match path {
            "/pages" => Reply::html("<!doctype html><script>location = '/pages?' + Math.random()</script>"),
            path if path.starts_with("/pages") => {
                Reply::html("<!doctype html><script>location = '/pages?' + Math.random()</script>")
            }
            _ => Reply::redirect(&format!("/hop{}", number + 1)),
        }
    })
    .await;
    let visitor = Visitor::new().await;
    let endless = BrowserError::Unloadable("it redirects without end".to_owned());
    assert_eq!(visitor.visit(&site.url("/hop0")).await.unwrap_err(), endless);
    let restless = BrowserError::Unloadable("it keeps going to other pages".to_owned());
    assert_eq!(visitor.visit(&site.url("/pages")).await.unwrap_err(), restless);
    visitor.is_alive().await;
}

#[rstest]
#[case::file("file:///etc/passwd")]
#[case::settings("chrome://settings/")]
#[case::crash("chrome://crash/")]
#[case::tools("devtools://devtools/bundled/inspector.html")]
#[tokio::test]
async fn pages_of_the_machine_are_not_reached(#[case] target: &str) {
    let redirecting = target.to_owned();
    let site = Site::open(move |path| match path {
        "/" => Reply::html(&format!(
            "<!doctype html><h1>Still here</h1><iframe src='{redirecting}'></iframe>
            <script>try {{ location = '{redirecting}' }} catch {{}}</script>"
        )),
        "/redirect" => Reply::redirect(&redirecting),
        _ => Reply::missing(),
    })
    .await;
    let visitor = Visitor::new().await;
    let seen = visitor.visit(&site.url("/")).await.unwrap().rendering;
    assert!(seen.html.contains("<h1>Still here</h1>") && !seen.html.contains("root:"));
    assert!(matches!(visitor.visit(&site.url("/redirect")).await, Err(BrowserError::Unloadable(_))));
    assert!(
        matches!(visitor.visit(target).await, Err(BrowserError::Unloadable(_))),
        "not even when asked for"
    );
    visitor.is_alive().await;
}

#[tokio::test]
async fn bodies_without_end_are_watched_for_a_while_only() {
    let site = Site::open(|path| match path {
        "/" => Reply::Endless(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!doctype html><h1>More</h1>".to_vec(),
            b"<p>and more</p>".repeat(100),
        ),
        _ => Reply::missing(),
    })
    .await;
    let visitor = Visitor::new().await;
    match visitor.visit(&site.url("/")).await {
        Ok(visited) => assert!(visited.rendering.html.len() <= domain::rendering::Rendering::LONGEST_HTML),
        Err(error) => assert!(matches!(error, BrowserError::TimedOut | BrowserError::Crashed), "{error}"),
    }
    visitor.is_alive().await;
}

#[rstest]
#[case::nested("'<div>'.repeat(100000)")]
#[case::wide("'<p>x</p>'.repeat(50000)")]
#[case::long("'x'.repeat(10000000)")]
#[tokio::test]
async fn huge_trees_are_cut(#[case] tree: &str) {
    let site = Site::page(&format!("<!doctype html><body><script>document.write({tree})</script>")).await;
    let visitor = Visitor::new().await;
    match visitor.visit(&site.url("/")).await {
        Ok(visited) => assert!(visited.rendering.html.len() <= domain::rendering::Rendering::LONGEST_HTML),
        Err(error) => assert!(matches!(error, BrowserError::TimedOut | BrowserError::Crashed), "{error}"),
    }
    visitor.is_alive().await;
}

#[tokio::test]
async fn a_page_cannot_change_how_it_is_measured() {
    let site = Site::page(
        "<!doctype html><h1>Honest</h1><form name=documentElement></form><script>
        PerformanceObserver = performance.now = performance.getEntriesByType = Promise = JSON = undefined;
        Object.prototype.toJSON = () => { throw 1 }; Array.prototype.map = Array.prototype.forEach = () => [];
        var observed = { report: () => ({ shifts: [] }) };
        console.log = console.error = undefined;</script>",
    )
    .await;
    let visitor = Visitor::new().await;
    let seen = visitor.visit(&site.url("/")).await.unwrap().rendering;
    assert!(seen.vitals.lcp_ms.is_some() && seen.vitals.fcp_ms.is_some());
}
