//! Well-made pages, over real fetches and in a real browser: no issue is worse than a hint.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod crossing;

use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use application::audit_page::{AuditInput, AuditPage, AuditTools};
use application::cpu_pool::CpuPool;
use async_trait::async_trait;
use audit::Severity;
use audit::report::Report;
use browser::{BrowserSettings, Chromium};
use crossing::Crossing;
use domain::search::Device;
use domain::vitals::{FieldQuery, FieldVitals};
use fetch::{FetchRules, GuardedFetcher};
use flate2::Compression;
use flate2::write::GzEncoder;
use ports::clock::SystemClock;
use ports::{Capability, Fetcher, ServeError, Served};
use serde_json::{Value, json};
use testkit::{Providers, ServerBuilder, TestServer};
use url::Url;
use wiremock::matchers::path;
use wiremock::{Mock, MockServer, ResponseTemplate};

const PROGRAM: &str = env!("CARGO_BIN_EXE_rankwright");
/// Checks that measure the machine as much as the page. On a busy machine any page is slow.
const OF_THE_MACHINE: [&str; 7] =
    ["cwv.lcp", "cwv.inp_lab", "perf.tbt", "perf.fcp", "perf.si", "perf.ttfb", "perf.long_tasks"];

#[tokio::test]
async fn a_well_made_article_page_has_nothing_grave() {
    let site = well_made_site().await;
    let providers = Providers::start(PROGRAM, &[]);
    let report = audited(
        "https://kitchen.example/guides/cold-brew",
        &[("kitchen.example", *site.address())],
        &providers,
    )
    .await;
    is_clean(&report);
}

#[tokio::test]
async fn the_hosted_page_of_an_article_has_nothing_grave() {
    let providers = Providers::start(PROGRAM, &[]);
    let server = publisher(&providers);
    let url = published_article(&server).await;
    let report = audited(&url, &[("articles.example", server.address().parse().unwrap())], &providers).await;
    is_clean(&report);
    assert_eq!(report.summary.structured_data.errors, 0, "{:?}", report.summary.structured_data);
    assert!(!report.summary.structured_data.items.is_empty());
    assert!(
        report.summary.images.total > 0 && report.summary.links.internal > 0,
        "{:?} {:?}",
        report.summary.images,
        report.summary.links
    );
}

#[tokio::test]
async fn our_own_pages_have_nothing_grave() {
    let providers = Providers::start(PROGRAM, &[]);
    let server = publisher(&providers);
    let hosts = [("articles.example", server.address().parse().unwrap())];
    let mut faults = Vec::new();
    for page in dashboard::public_pages() {
        let report = audited(&format!("https://articles.example{page}"), &hosts, &providers).await;
        assert_eq!(report.core_web_vitals.lab_skipped, None, "{page}");
        let of_page = grave(&report).into_iter().filter(|fault| !is_known(&page, fault));
        faults.extend(of_page.map(|fault| format!("{page} {fault}")));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A reference has all fields of its calls on one page, to search in. Most are folded, and `api/openapi.rs`
/// limits their number. A page with few calls has little text.
fn is_known(page: &str, fault: &str) -> bool {
    page.contains("/docs/reference/") && (fault.contains("html.dom_size") || fault.contains("content.thin"))
}

/// The issues that are worse than a hint.
fn grave(report: &Report) -> Vec<String> {
    let issues = report.verdicts.issues.iter();
    let grave =
        issues.filter(|issue| issue.severity > Severity::Low && !OF_THE_MACHINE.contains(&issue.id.as_str()));
    grave
        .map(|issue| format!("{:?} {}: {} {:?}", issue.severity, issue.id, issue.message, issue.evidence))
        .collect()
}

/// Checks that no issue is worse than a hint, and that everything was checked.
fn is_clean(report: &Report) {
    let grave = grave(report);
    assert!(grave.is_empty(), "{grave:#?}");
    assert_eq!(report.core_web_vitals.lab_skipped, None);
    assert!(
        report.verdicts.passed.len() > 150,
        "{} passed, {:?}",
        report.verdicts.passed.len(),
        report.verdicts.skipped
    );
}

/// Audits a page as the service does for live keys, but on a made-up web.
async fn audited(url: &str, hosts: &[(&'static str, SocketAddr)], providers: &Providers) -> Report {
    let elsewhere = providers.url.trim_start_matches("http://").parse().unwrap();
    let crossing = Crossing::open(hosts, elsewhere).await;
    let fetcher = || -> Arc<dyn Fetcher> {
        Arc::new(GuardedFetcher::through(FetchRules::default(), crossing.address).unwrap())
    };
    let browser = Arc::new(Chromium::through(BrowserSettings::default(), fetcher()));
    let audit_page = AuditPage::new(AuditTools {
        fetcher: fetcher(),
        as_crawler: fetcher(),
        browser: browser.clone(),
        field_vitals: Arc::new(NoVisitors),
        cpu_pool: CpuPool::default(),
        clock: Arc::new(SystemClock),
    });
    let wanted = AuditInput {
        url: Url::parse(url).unwrap(),
        html: None,
        device: Device::Mobile,
        check_links: true,
        vitals: true,
        runs: 1,
    };
    let examined = Box::pin(audit_page.examine(&wanted)).await.unwrap();
    browser.close().await;
    examined.report
}

/// Field data of a page without visitors.
struct NoVisitors;

#[async_trait]
impl Capability<FieldQuery, Option<FieldVitals>> for NoVisitors {
    async fn serve(&self, _: &FieldQuery, _: Duration) -> Result<Served<Option<FieldVitals>>, ServeError> {
        Ok(Served { answer: None, engine: "nobody" })
    }
}

/// A well-made page with everything that belongs to it.
async fn well_made_site() -> MockServer {
    let site = MockServer::start().await;
    for (at, kind, body) in [
        ("/guides/cold-brew", "text/html; charset=utf-8", include_bytes!("site/cold-brew.html").as_slice()),
        ("/", "text/html; charset=utf-8", include_bytes!("site/home.html")),
        ("/guides/iced-tea", "text/html; charset=utf-8", include_bytes!("site/iced-tea.html")),
        ("/authors/ann-lee", "text/html; charset=utf-8", include_bytes!("site/ann-lee.html")),
        ("/robots.txt", "text/plain; charset=utf-8", include_bytes!("site/robots.txt")),
        ("/sitemap.xml", "application/xml", include_bytes!("site/sitemap.xml")),
        ("/llms.txt", "text/plain; charset=utf-8", include_bytes!("site/llms.txt")),
        ("/favicon.svg", "image/svg+xml", include_bytes!("site/favicon.svg")),
        ("/pictures/cold-brew-glass.webp", "image/webp", include_bytes!("site/cold-brew-glass.webp")),
    ] {
        let is_text = !kind.starts_with("image/webp");
        let reply = ResponseTemplate::new(200)
            .set_body_raw(if is_text { packed(body) } else { body.to_vec() }, kind)
            .append_headers(is_text.then_some(("content-encoding", "gzip")))
            .insert_header("cache-control", "public, max-age=86400")
            .insert_header("strict-transport-security", "max-age=63072000; includeSubDomains")
            .insert_header(
                "content-security-policy",
                "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
            )
            .insert_header("x-content-type-options", "nosniff")
            .insert_header("x-frame-options", "DENY")
            .insert_header("referrer-policy", "strict-origin-when-cross-origin");
        Mock::given(path(at)).respond_with(reply).mount(&site).await;
    }
    site
}

fn packed(body: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(body).unwrap();
    packer.finish().unwrap()
}

/// A service that publishes for search engines, with stand-ins for its providers.
fn publisher(providers: &Providers) -> TestServer {
    let url = &providers.url;
    ServerBuilder::new(PROGRAM)
        .set("PUBLIC_URL", "https://articles.example")
        .set("TEXT__ENGINES", "openai")
        .set("TEXT__OPENAI__BASE_URL", format!("{url}/openai/v1"))
        .set("TEXT__OPENAI__API_KEY", "sandbox")
        .set("IMAGE__ENGINES", "openai")
        .set("IMAGE__OPENAI__BASE_URL", format!("{url}/openai/v1"))
        .set("IMAGE__OPENAI__API_KEY", "sandbox")
        .set("INDEXING__INDEXNOW__ENDPOINT", format!("{url}/indexnow/indexnow"))
        .set("LIMITS__LIVE_REQUESTS_PER_SECOND", "1000")
        .set("LIMITS__ANONYMOUS_REQUESTS_PER_SECOND", "1000")
        .set("LOG__LEVEL", "warn")
        .start()
}

/// Writes an article, and returns the URL of its page.
async fn published_article(server: &TestServer) -> String {
    let _ = server.run_ok(&["credits", "grant", "1000000"]);
    let order = json!({
        "focusKeyword": "how to make cold brew coffee", "targetWordCount": 1500, "imageOption": 1, "publish": "always",
    });
    let ordered: Value =
        server.post("/v1/articles/generate", &order).send().await.unwrap().json().await.unwrap();
    let id = ordered["articleId"].as_str().unwrap_or_else(|| unreachable!("{ordered}"));
    loop {
        let status = format!("{}/v1/articles/{id}/status", server.url);
        let asked = server.http.get(status).bearer_auth(&server.live_key);
        let body: Value = asked.send().await.unwrap().json().await.unwrap();
        if body["status"] != "processing" {
            assert_eq!(
                body["publication"]["status"], "published",
                "{} {}",
                body["error"], body["publication"]
            );
            return body["publication"]["url"].as_str().unwrap().to_owned();
        }
        tokio::time::sleep(testkit::BETWEEN_LOOKS).await;
    }
}
