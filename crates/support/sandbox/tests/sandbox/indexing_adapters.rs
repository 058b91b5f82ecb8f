//! Tests that the adapters of indexing engines read every response and every fault of the stand-ins.

use std::sync::Arc;
use std::time::Duration;

use ports::clock::SystemClock;
use ports::indexing::NoticeKind;
use ports::{Clock, Engine, EngineFailure, FailureKind, IndexingNotice, IndexingReceipt};
use providers::ProviderClient;
use providers::catalogue::IndexingSettings;
use providers::indexing::IndexingLink;
use providers::indexing::indexnow::SiteKey;
use reqwest::Url;

use crate::support::{Running, ok};

fn engines(running: &Running) -> Vec<Arc<IndexingLink>> {
    let base = Url::parse(&format!("http://{}", running.sandbox.address())).unwrap();
    let key = "0123456789abcdef".to_owned();
    let site = SiteKey { location: Url::parse("https://a.test/0123456789abcdef.txt").unwrap(), key };
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let client = ProviderClient::new("sandbox tests").unwrap();
    IndexingSettings::sandbox(&base).engines(&client, &site, &clock).unwrap()
}

async fn notify(engine: &IndexingLink, page: &str) -> Result<IndexingReceipt, EngineFailure> {
    let url = Url::parse(&format!("https://a.test/{page}")).unwrap();
    let sitemap_url = Url::parse(&format!("https://a.test/sitemap.xml?{page}")).unwrap();
    engine.call(&IndexingNotice { url, kind: NoticeKind::Updated, sitemap_url }).await
}

#[tokio::test]
async fn every_engine_takes_notices() {
    let running = Running::start().await;
    let engines = engines(&running);
    let mut told = Vec::new();
    for engine in &engines {
        told.push((engine.name(), notify(engine, "x").await.unwrap().http_status));
    }
    assert_eq!(told, [("indexnow", 200), ("google_indexing", 200), ("search_console", 204)]);
    let metadata = "/google-indexing/v3/urlNotifications/metadata?url=https%3A%2F%2Fa.test%2Fx";
    let noted = ok(running.get(metadata).bearer_auth("sandbox")).await;
    assert_eq!(noted["latestUpdate"]["type"], "URL_UPDATED");
    let sitemaps = "/search-console/webmasters/v3/sites/https%3A%2F%2Fa.test%2F/sitemaps";
    let noted = ok(running.get(sitemaps).bearer_auth("sandbox")).await;
    assert_eq!(noted["sitemap"][0]["path"], "https://a.test/sitemap.xml?x");
}

#[tokio::test]
async fn every_engine_tells_what_passes_from_what_does_not() {
    let running = Running::start().await;
    for engine in engines(&running) {
        let name = engine.name();
        for (fault, kind) in [
            ("429-9", FailureKind::Throttled),
            ("500", FailureKind::Broken),
            ("503", FailureKind::Throttled),
            ("cut", FailureKind::Broken),
            ("blocked", FailureKind::Refused),
            ("401", FailureKind::Refused),
        ] {
            let failure = notify(&engine, &format!("sandbox-fault:{fault}")).await.unwrap_err();
            assert_eq!(failure.kind, kind, "{name} {fault}: {failure}");
            if fault == "429-9" {
                assert_eq!(failure.retry_after, Some(Duration::from_secs(9)), "{name}");
            }
        }
        assert!(notify(&engine, "once-more").await.is_ok(), "{name} is asked again whatever it did");
    }
}
