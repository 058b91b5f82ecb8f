//! One load of a page: prepare the tab, navigate, observe, query, click.

use std::sync::Arc;
use std::time::Duration;

use domain::rendering::{LoadReport, Rendering, TextSizes, Throttling};
use ports::browser::{BrowserError, Visited};
use ports::fetch::Fetcher;
use serde::Deserialize;
use serde_json::json;
use tokio::task::spawn_blocking;
use tokio::time::Instant;
use url::Url;

use crate::emulation::{Emulation, full_speed};
use crate::failure::{CallError, ELSEWHERE, NOT_A_PAGE, REFUSED, unloadable};
use crate::interception::Interceptor;
use crate::line::Line;
use crate::page::{Page, WORLD};
use crate::recorder::PageState;
use crate::settle::{Settled, interrupt, settle};
use crate::speed_index::{LONGEST_SIDE, speed_index};
use crate::tab::Tab;
use crate::vitals::Observed;
use crate::{coverage, findings, interaction};

const OBSERVE: &str = include_str!("observe.js");
/// The time limit for the first byte of a page.
const NAVIGATION_LIMIT: Duration = Duration::from_secs(25);
const FRAME_QUALITY: u8 = 50;

#[derive(Clone)]
pub(crate) struct LoadParams {
    pub(crate) url: Url,
    pub(crate) html: Option<String>,
    pub(crate) emulation: &'static Emulation,
    pub(crate) fetcher: Option<Arc<dyn Fetcher>>,
    pub(crate) deadline: Instant,
}

/// Loads a page in a fresh tab.
pub(crate) async fn load(tab: &Tab, order: &LoadParams) -> Result<Visited, BrowserError> {
    let document = order.html.clone().map(|html| (order.url.clone(), html));
    let sender = tab.session.connection().sender().clone();
    let line = Line::of(&order.emulation.throttling);
    let interceptor = Interceptor::new(tab.frame.clone(), document, order.fetcher.clone(), line, sender);
    let (sender, paused) = Interceptor::channel();
    tab.recorder.pass_paused_to(sender);
    tokio::select! {
        visited = Box::pin(watch(tab, order, &interceptor)) => visited,
        () = tab.recorder.crashed() => Err(BrowserError::Crashed),
        () = tab.session.connection().closed() => Err(BrowserError::Crashed),
        () = interceptor.run(paused) => Err(BrowserError::Crashed),
    }
}

async fn watch(tab: &Tab, order: &LoadParams, interceptor: &Interceptor) -> Result<Visited, BrowserError> {
    prepare(tab, order.emulation, interceptor).await?;
    let began = Instant::now();
    navigate(tab, order).await?;
    let settled = settle(tab, began, order.deadline.min(began + order.emulation.patience)).await?;
    let state = admit(tab)?;
    // The measurements are those of a slow device, but reading them happens at full speed. A page that is
    // busy without end processes these commands only when it is interrupted, so they are sent without
    // waiting.
    for (method, params) in full_speed() {
        tab.session.try_send(method, params);
    }
    let observed = observed(tab).await?;
    tab.session.try_send("Page.stopScreencast", json!({}));
    let page = Page::of(tab);
    let html = findings::html(&page).await?;
    let contents = findings::contents(&page).await;
    let screenshot = findings::screenshot(&page).await?;
    // Must precede the coverage, for which the browser fetches style sheets once more.
    let mut rendering = rendering(tab, &observed, &settled, state, order.emulation.throttling);
    interceptor.weigh(&mut rendering.requests);
    rendering.coverage = coverage::collect(tab, &rendering.final_url).await;
    rendering.vitals.speed_index_ms = visual_speed(tab).await;
    rendering.html = html;
    rendering.images = contents.images;
    rendering.text_sizes = contents.text_sizes;
    rendering.font_faces = contents.font_faces;
    let (method, params) = order.emulation.slow_processor();
    tab.session.try_send(method, params);
    // Comes last, because it changes the page.
    if let Ok(Some(clicked)) = interaction::click(tab, interceptor).await {
        rendering.vitals.inp_ms = Some(clicked.milliseconds);
        rendering.vitals.inp_element = Some(clicked.selector);
    }
    Ok(Visited { rendering, screenshot })
}

/// Everything that must be in place before the page load begins.
async fn prepare(tab: &Tab, emulation: &Emulation, interceptor: &Interceptor) -> Result<(), CallError> {
    let session = &tab.session;
    for domain in ["Inspector", "Page", "Runtime", "Log"] {
        session.enable(domain).await?;
    }
    // Bodies are never read, so the browser need not store them.
    let network = ("Network.enable", json!({ "maxTotalBufferSize": 0, "maxResourceBufferSize": 0 }));
    let mut for_all = vec![network, ("Network.setBypassServiceWorker", json!({ "bypass": true }))];
    for_all.push(emulation.slow_connection());
    for_all.extend(interceptor.command());
    let children = json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true });
    for_all.push(("Target.setAutoAttach", children));
    tab.recorder.order_children(for_all.clone());
    let for_page = emulation.orders(tab.product()).into_iter().chain([emulation.slow_processor()]);
    for (method, params) in for_all.into_iter().chain(for_page) {
        session.command(method, params).await?;
    }
    let observer = json!({ "source": OBSERVE, "worldName": WORLD });
    session.command("Page.addScriptToEvaluateOnNewDocument", observer).await?;
    coverage::begin(session).await?;
    let frames = json!({
        "format": "jpeg", "quality": FRAME_QUALITY, "maxWidth": LONGEST_SIDE, "maxHeight": LONGEST_SIDE,
    });
    session.command("Page.startScreencast", frames).await
}

#[derive(Deserialize)]
struct Navigation {
    #[serde(rename = "loaderId", default)]
    loader: String,
    #[serde(rename = "errorText", default)]
    error: String,
    #[serde(rename = "isDownload", default)]
    is_download: bool,
}

async fn navigate(tab: &Tab, order: &LoadParams) -> Result<(), BrowserError> {
    let limit = NAVIGATION_LIMIT.min(order.deadline.saturating_duration_since(Instant::now()));
    let url = json!({ "url": order.url.as_str() });
    let navigation: Navigation = tab.session.call_within(limit, "Page.navigate", url).await?;
    if navigation.is_download {
        return Err(BrowserError::Unloadable(NOT_A_PAGE.to_owned()));
    }
    if navigation.error.is_empty() {
        return Ok(());
    }
    let refused = tab.recorder.recorded().requests.page_was_refused(&navigation.loader);
    Err(if refused { BrowserError::Unloadable(REFUSED.to_owned()) } else { unloadable(&navigation.error) })
}

/// Checks that the browser ended up on a page of the web.
fn admit(tab: &Tab) -> Result<PageState, BrowserError> {
    let recorded = tab.recorder.recorded();
    let state = recorded.page.clone();
    let no = |words: &str| Err(BrowserError::Unloadable(words.to_owned()));
    if recorded.requests.page_was_refused(&state.loader) {
        return no(REFUSED);
    }
    if state.unreachable {
        return no("nothing answered there");
    }
    if !Url::parse(&state.url).is_ok_and(|url| matches!(url.scheme(), "http" | "https")) {
        return no(ELSEWHERE);
    }
    if !matches!(state.mime_type.as_str(), "text/html" | "application/xhtml+xml") {
        return no(NOT_A_PAGE);
    }
    Ok(state)
}

/// What the page observed. A script that never ends is interrupted once, so that the rest can be read.
async fn observed(tab: &Tab) -> Result<Observed, CallError> {
    let page = Page::of(tab);
    match findings::observed(&page).await {
        Err(CallError::TimedOut) => {
            interrupt(tab).await;
            findings::observed(&page).await
        }
        told => told,
    }
}

/// The measurements that need no further queries to the page.
fn rendering(
    tab: &Tab,
    observed: &Observed,
    settled: &Settled,
    state: PageState,
    throttling: Throttling,
) -> Rendering {
    let recorded = tab.recorder.recorded();
    let vitals = observed.vitals(|url| recorded.requests.discovery(url));
    Rendering {
        final_url: state.url,
        html: String::new(),
        load: LoadReport {
            browser: tab.product().to_owned(),
            runs: 1,
            lcp_of_runs_ms: vec![vitals.lcp_ms],
            watched_ms: settled.watched.as_secs_f64() * 1000.0,
            settled: settled.at_rest,
            refused_requests: recorded.requests.refused(),
            dialogs_closed: recorded.dialogs,
        },
        vitals,
        requests: recorded.requests.requests(),
        console_errors: recorded.console.errors(),
        images: Vec::new(),
        text_sizes: TextSizes::default(),
        coverage: Vec::new(),
        font_faces: Vec::new(),
        throttling,
    }
}

async fn visual_speed(tab: &Tab) -> Option<f64> {
    let (frames, began) = {
        let mut recorded = tab.recorder.recorded();
        (recorded.frames.take(), recorded.requests.began()?)
    };
    spawn_blocking(move || speed_index(&frames, began)).await.ok()?
}
