//! Tests that the adapters of field data read every response and every fault of the stand-ins.

use std::time::Duration;

use domain::search::Device;
use domain::vitals::{FieldQuery, FieldScope, FieldVitals, Metric};
use ports::{EngineFailure, FailureKind};
use providers::ProviderClient;
use providers::catalogue::{VitalsEngineName, VitalsSettings};
use reqwest::Url;

use crate::support::Running;

const ENGINES: [VitalsEngineName; 2] = [VitalsEngineName::Crux, VitalsEngineName::Pagespeed];

async fn call(
    running: &Running,
    name: VitalsEngineName,
    url: &str,
    device: Device,
) -> Result<Option<FieldVitals>, EngineFailure> {
    let base = Url::parse(&format!("http://{}", running.sandbox.address())).unwrap();
    let client = ProviderClient::new("sandbox tests").unwrap();
    let engine = VitalsSettings::sandbox(&base).engine(name, &client).unwrap().unwrap();
    engine.call(&FieldQuery { url: url.to_owned(), device }).await
}

#[tokio::test]
async fn every_adapter_reads_the_same_figures() {
    let running = Running::start().await;
    for device in [Device::Mobile, Device::Desktop] {
        let crux = call(&running, ENGINES[0], "https://a.test/x", device).await.unwrap().unwrap();
        let pagespeed = call(&running, ENGINES[1], "https://a.test/x", device).await.unwrap().unwrap();
        assert!(Metric::ALL.iter().all(|metric| crux.of(*metric).is_some()), "{crux:?}");
        assert_eq!(crux.scope, FieldScope::Page);
        assert_eq!(crux.period, Some(("2026-10-04".to_owned(), "2026-10-31".to_owned())));
        assert_eq!(FieldVitals { period: None, ..crux }, pagespeed);
    }
}

#[tokio::test]
async fn every_adapter_tells_faults_from_missing_data() {
    let running = Running::start().await;
    for name in ENGINES {
        let nothing = call(&running, name, "https://sandbox-empty.test/", Device::Mobile).await;
        assert_eq!(nothing, Ok(None), "{name:?}");
        for (fault, kind) in [
            ("429-9", FailureKind::Throttled),
            ("500", FailureKind::Broken),
            ("503", FailureKind::Throttled),
            ("cut", FailureKind::Broken),
            ("malformed", FailureKind::Broken),
            ("truncated", FailureKind::Broken),
            ("401", FailureKind::Refused),
        ] {
            let page = format!("https://a.test/sandbox-fault:{fault}");
            let failure = call(&running, name, &page, Device::Mobile).await.unwrap_err();
            assert_eq!(failure.kind, kind, "{name:?} {fault}: {failure}");
            if fault == "429-9" {
                assert_eq!(failure.retry_after, Some(Duration::from_secs(9)), "{name:?}");
            }
        }
    }
    let page = call(&running, ENGINES[0], "https://a.test/sandbox-empty", Device::Mobile).await.unwrap();
    assert_eq!(page.unwrap().scope, FieldScope::Origin, "the page has no data, but its origin has");
    let unloaded = call(&running, ENGINES[1], "https://a.test/sandbox-fault:blocked", Device::Mobile).await;
    assert_eq!(unloaded.unwrap_err().kind, FailureKind::Unsuitable, "the page could not be loaded");
}
