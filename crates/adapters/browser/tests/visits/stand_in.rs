//! Pages from a fetcher instead of the network.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use browser::{BrowserSettings, Chromium};
use bytes::Bytes;
use domain::search::Device;
use ports::browser::{Browser, BrowserError, Visit};
use ports::fetch::{FetchError, FetchRequest, FetchTiming, Fetched, Fetcher, Redirect};
use url::Url;

use crate::support::{Site, desktop, noise};

/// A made-up web with one host.
#[derive(Default)]
struct Web(Mutex<Vec<String>>);

const PAGE: &str = "<!doctype html><h1>Made up</h1><img src=/picture.bmp>
    <iframe src=https://elsewhere.example/frame></iframe>";

#[async_trait]
impl Fetcher for Web {
    async fn fetch(&self, request: FetchRequest) -> Result<Fetched, FetchError> {
        self.0.lock().unwrap().push(request.url.to_string());
        let answer = |status, media_type: &str, body: Bytes| Fetched {
            url: request.url.clone(),
            redirects: Vec::new(),
            status,
            headers: vec![("content-type".to_owned(), media_type.to_owned())],
            wire_bytes: body.len() as u64,
            body,
            truncated: false,
            http_version: "HTTP/2",
            certificate_ends: None,
            timing: FetchTiming::default(),
        };
        match request.url.as_str() {
            "https://shop.example/old" => {
                let to = Url::parse("https://shop.example/").unwrap();
                let redirect = Redirect { from: request.url.clone(), status: 301, to: to.clone() };
                let landed = answer(200, "text/html", PAGE.into());
                Ok(Fetched { url: to, redirects: vec![redirect], ..landed })
            }
            "https://shop.example/" => Ok(answer(200, "text/html", PAGE.into())),
            "https://shop.example/picture.bmp" => Ok(answer(200, "image/bmp", noise(300, 200).into())),
            "https://elsewhere.example/frame" => Ok(answer(200, "text/html", "<p>Frame".into())),
            "https://blocked.example/" => Err(FetchError::Blocked("it points to a private network")),
            _ => Ok(answer(404, "text/html", "<h1>Missing</h1>".into())),
        }
    }
}

#[tokio::test]
async fn every_request_is_answered_by_the_fetcher() {
    let web = Arc::new(Web::default());
    let chromium = Chromium::through(BrowserSettings::default(), Arc::clone(&web) as Arc<dyn Fetcher>);
    let seen = chromium.visit(desktop("https://shop.example/old")).await.unwrap().rendering;
    assert_eq!(seen.final_url, "https://shop.example/");
    assert!(seen.html.contains("<h1>Made up</h1>"));
    assert_eq!(seen.images[0].natural_width, 300);
    let picture = seen.requests.iter().find(|request| request.url.ends_with("/picture.bmp")).unwrap();
    assert_eq!((picture.status, picture.body_bytes), (Some(200), noise(300, 200).len() as u64));
    assert!(picture.transfer_bytes >= picture.body_bytes, "{}", picture.transfer_bytes);
    assert!(web.0.lock().unwrap().contains(&"https://elsewhere.example/frame".to_owned()));
    let refused = chromium.visit(desktop("https://blocked.example/")).await.unwrap_err();
    assert_eq!(refused, BrowserError::Unloadable("the URL is not allowed".to_owned()));
}

#[tokio::test]
async fn what_never_was_on_a_network_is_as_slow() {
    let chromium = Chromium::through(BrowserSettings::default(), Arc::new(Web::default()));
    let order = Visit { device: Device::Mobile, ..desktop("https://shop.example/") };
    let seen = chromium.visit(order).await.unwrap().rendering;
    let latency = seen.throttling.request_latency_ms;
    let (first, largest) = (seen.vitals.fcp_ms.unwrap(), seen.vitals.lcp_ms.unwrap());
    assert!(first >= latency && largest >= 2.0 * latency, "{first} {largest}");
}

#[tokio::test]
async fn nothing_goes_to_a_network() {
    let site = Site::page("<!doctype html><h1>Real</h1>").await;
    let web = Arc::new(Web::default());
    let chromium = Chromium::through(BrowserSettings::default(), web);
    let seen = chromium.visit(desktop(&site.url("/"))).await.unwrap().rendering;
    assert!(seen.html.contains("<h1>Missing</h1>"));
    assert!(site.paths().is_empty());
}
