//! Answers requests of a page instead of the network: a document that is not published yet, everything from a
//! fetcher, and no document at all during the click.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::rendering::{Rendering, RequestSeen};
use ports::fetch::{FetchError, FetchMethod, FetchRequest, Fetched, Fetcher};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::Instant;
use url::Url;

use crate::connection::CommandSender;
use crate::line::Line;

/// The most requests that may wait for an answer.
const MOST_WAITING: usize = 512;
/// The most requests that are fetched at once.
const AT_ONCE: usize = 12;
const FETCH_LIMIT: Duration = Duration::from_secs(20);
/// The request headers that are passed on; the fetcher sets all others.
const PASSED_ON: [&str; 3] = ["accept", "accept-language", "content-type"];
/// Headers about the bytes on the wire, which no longer apply.
const OF_THE_WIRE: [&str; 4] = ["connection", "content-encoding", "content-length", "transfer-encoding"];

/// A request that waits for our answer.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Paused {
    #[serde(skip)]
    pub(crate) session: Option<String>,
    #[serde(rename = "requestId")]
    id: String,
    request: Request,
    #[serde(default)]
    frame_id: String,
    #[serde(default)]
    resource_type: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    url: String,
    method: String,
    #[serde(default)]
    headers: Map<String, Value>,
    post_data: Option<String>,
}

impl Paused {
    fn is_page(&self, frame: &str) -> bool {
        self.resource_type == "Document" && self.frame_id == frame
    }

    fn is_for(&self, url: &Url) -> bool {
        let plain = |mut url: Url| {
            url.set_fragment(None);
            url
        };
        Url::parse(&self.request.url).is_ok_and(|asked| plain(asked) == plain(url.clone()))
    }

    fn into_fetch(self) -> Option<FetchRequest> {
        let method = match self.request.method.as_str() {
            "GET" => FetchMethod::Get,
            "HEAD" => FetchMethod::Head,
            "POST" => FetchMethod::Post(self.request.post_data.unwrap_or_default().into()),
            _ => return None,
        };
        let mut request = FetchRequest::get(Url::parse(&self.request.url).ok()?, FETCH_LIMIT);
        let headers = self.request.headers.into_iter().filter_map(|(name, value)| {
            let name = name.to_ascii_lowercase();
            let value = value.as_str()?.to_owned();
            PASSED_ON.contains(&name.as_str()).then_some((name, value))
        });
        request.headers = headers.collect();
        request.method = method;
        Some(request)
    }
}

/// Answers the requests of one page.
pub(crate) struct Interceptor {
    frame: String,
    /// The document that is not published, and its URL.
    document: Option<(Url, String)>,
    /// Answers all requests instead of the network, if set.
    fetcher: Option<Arc<dyn Fetcher>>,
    /// The transferred bytes by URL. The browser gets bodies decoded and can't know them.
    wire: Arc<Wire>,
    line: Arc<Line>,
    frozen: AtomicBool,
    sender: CommandSender,
}

/// The transferred bytes by URL.
#[derive(Default)]
struct Wire(Mutex<HashMap<String, u64>>);

impl Wire {
    fn note(&self, url: String, bytes: u64) {
        let mut sizes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if sizes.len() < Rendering::MOST_REQUESTS {
            sizes.insert(url, bytes);
        }
    }

    fn bytes(&self, url: &str) -> Option<u64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(url).copied()
    }
}

impl Interceptor {
    pub(crate) fn new(
        frame: String,
        document: Option<(Url, String)>,
        fetcher: Option<Arc<dyn Fetcher>>,
        line: Line,
        sender: CommandSender,
    ) -> Self {
        let (wire, line) = (Arc::default(), Arc::new(line));
        Self { frame, document, fetcher, wire, line, frozen: AtomicBool::new(false), sender }
    }

    pub(crate) fn channel() -> (mpsc::Sender<Paused>, mpsc::Receiver<Paused>) {
        mpsc::channel(MOST_WAITING)
    }

    /// The command that makes the browser send requests here, if any need it.
    pub(crate) fn command(&self) -> Option<(&'static str, Value)> {
        let pattern = match (&self.fetcher, &self.document) {
            (Some(_), _) => json!({ "urlPattern": "*" }),
            (None, Some(_)) => documents(),
            (None, None) => return None,
        };
        Some(("Fetch.enable", json!({ "patterns": [pattern] })))
    }

    /// From now on no navigation may replace the page. Returns the command for it.
    pub(crate) fn freeze(&self) -> (&'static str, Value) {
        self.frozen.store(true, Ordering::Relaxed);
        self.command().unwrap_or_else(|| ("Fetch.enable", json!({ "patterns": [documents()] })))
    }

    /// Replaces the sizes that the browser saw by those of the fetches over the network.
    pub(crate) fn weigh(&self, requests: &mut [RequestSeen]) {
        for request in requests {
            if let Some(bytes) = self.wire.bytes(&request.url) {
                request.transfer_bytes = bytes;
            }
        }
    }

    /// Answers requests until the channel closes.
    pub(crate) async fn run(&self, mut paused: mpsc::Receiver<Paused>) {
        let mut fetching = JoinSet::new();
        while let Some(request) = paused.recv().await {
            if self.frozen.load(Ordering::Relaxed) && request.is_page(&self.frame) {
                self.reply(&request, "Fetch.failRequest", failure(&request.id, "Aborted")).await;
                continue;
            }
            if let Some((_, html)) = self.document.as_ref().filter(|(url, _)| self.wants(&request, url)) {
                // The document arrives alone: nothing else is requested before it is there.
                self.line.carry(Instant::now(), html.len() as u64).await;
                let reply = fulfilment(&request.id, 200, &html_headers(), html.as_bytes());
                self.reply(&request, "Fetch.fulfillRequest", reply).await;
                continue;
            }
            let Some(fetcher) = &self.fetcher else {
                let which = json!({ "requestId": request.id });
                self.reply(&request, "Fetch.continueRequest", which).await;
                continue;
            };
            while fetching.len() >= AT_ONCE {
                fetching.join_next().await;
            }
            let (fetcher, wire, line) = (Arc::clone(fetcher), Arc::clone(&self.wire), Arc::clone(&self.line));
            fetching.spawn(answer(request, fetcher, wire, line, self.sender.clone()));
        }
    }

    fn wants(&self, request: &Paused, url: &Url) -> bool {
        request.is_page(&self.frame) && request.is_for(url)
    }

    async fn reply(&self, request: &Paused, method: &str, params: Value) {
        self.sender.send(request.session.as_deref(), method, params).await;
    }
}

fn documents() -> Value {
    json!({ "urlPattern": "*", "resourceType": "Document" })
}

async fn answer(
    request: Paused,
    fetcher: Arc<dyn Fetcher>,
    wire: Arc<Wire>,
    line: Arc<Line>,
    sender: CommandSender,
) {
    let requested = Instant::now();
    let (session, id, url) = (request.session.clone(), request.id.clone(), request.request.url.clone());
    let answer = match request.into_fetch() {
        Some(request) => fetcher.fetch(request).await,
        None => Err(FetchError::Blocked("this method is not allowed")),
    };
    let landed = answer.as_ref().ok().filter(|fetched| fetched.redirects.is_empty());
    let bytes = landed.map(|fetched| fetched.wire_bytes);
    if let Some(bytes) = bytes {
        wire.note(url, bytes);
    }
    line.carry(requested, bytes.unwrap_or_default()).await;
    let (method, params) = match answer {
        Ok(answer) => ("Fetch.fulfillRequest", retold(&id, &answer)),
        Err(FetchError::Blocked(_)) => ("Fetch.failRequest", failure(&id, "BlockedByClient")),
        Err(_) => ("Fetch.failRequest", failure(&id, "ConnectionFailed")),
    };
    sender.send(session.as_deref(), method, params).await;
}

/// Redirects were followed already. The browser gets the first and requests the next, so that it has the
/// right URL.
fn retold(id: &str, fetched: &Fetched) -> Value {
    if let Some(redirect) = fetched.redirects.first() {
        let location = vec![("location".to_owned(), redirect.to.to_string())];
        return fulfilment(id, redirect.status, &location, &[]);
    }
    let kept = |(name, _): &&(String, String)| !OF_THE_WIRE.contains(&name.as_str());
    let headers: Vec<_> = fetched.headers.iter().filter(kept).cloned().collect();
    fulfilment(id, fetched.status, &headers, &fetched.body)
}

fn html_headers() -> Vec<(String, String)> {
    vec![("content-type".to_owned(), "text/html; charset=utf-8".to_owned())]
}

fn fulfilment(id: &str, status: u16, headers: &[(String, String)], body: &[u8]) -> Value {
    let headers: Vec<Value> =
        headers.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
    json!({
        "requestId": id,
        "responseCode": status,
        "responseHeaders": headers,
        "body": STANDARD.encode(body),
    })
}

fn failure(id: &str, reason: &str) -> Value {
    json!({ "requestId": id, "errorReason": reason })
}
