//! Loads a URL and prints the measurements, to compare them with Lighthouse: `cargo run --release -p browser
//! --example visit -- URL [mobile|desktop] [runs]`. Loopback URLs are allowed.
#![expect(clippy::print_stdout, reason = "an example says what it does on the console")]

use std::error::Error;
use std::time::{Duration, Instant};

use browser::{BrowserSettings, Chromium};
use domain::search::Device;
use fetch::{FetchRules, FilteringProxy, ProxyLimits};
use ports::browser::{Browser, Visit};
use url::Url;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let url = Url::parse(&arguments.next().ok_or("say which address")?)?;
    let device = match arguments.next().as_deref() {
        Some("desktop") => Device::Desktop,
        _ => Device::Mobile,
    };
    let runs = arguments.next().map_or(Ok(1), |runs| runs.parse())?;
    let rules = FetchRules { allow: vec!["127.0.0.0/8".parse()?], ..FetchRules::default() };
    let proxy = FilteringProxy::start(rules, ProxyLimits::default()).await?;
    let chromium = Chromium::behind(BrowserSettings::default(), proxy.address());
    let started = Instant::now();
    println!("{} after {:?}", chromium.version().await?, started.elapsed());
    let started = Instant::now();
    let deadline = Duration::from_mins(2);
    let visited = chromium.visit(Visit { url, html: None, device, runs, deadline }).await?;
    let mut rendering = visited.rendering;
    println!("visited in {:?}", started.elapsed());
    println!("{} bytes of HTML, {} of screenshot", rendering.html.len(), visited.screenshot.jpeg.len());
    rendering.html.clear();
    println!("{rendering:#?}");
    std::fs::write(std::env::temp_dir().join("visit.jpg"), &visited.screenshot.jpeg)?;
    chromium.close().await;
    Ok(())
}
