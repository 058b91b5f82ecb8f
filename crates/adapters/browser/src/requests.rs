//! The requests of a page, and whether it still waits for any of them.

mod wire;

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use domain::rendering::{Rendering, RequestKind, RequestSeen};
use tokio::time::Instant;

use crate::message::Event;
use crate::requests::wire::{Data, Failed, Finished, Received, Response, Sent};
use crate::text::cut;

/// The failure of a request that the rules refused.
const REFUSED: &str = "refused by our rules";
/// What the browser reports when the proxy refuses a tunnel (where nothing answers, neither does the proxy),
/// or when we refuse a request.
const REFUSALS: [&str; 2] = ["net::ERR_TUNNEL_CONNECTION_FAILED", "net::ERR_BLOCKED_BY_CLIENT"];
const LONGEST_ADDRESS: usize = 4000;
/// The most running requests that are counted; a page with more does not settle anyway.
const MOST_UNDER_WAY: usize = 2000;

pub(crate) struct RequestLog {
    entries: Vec<Entry>,
    by_id: HashMap<String, usize>,
    under_way: HashSet<String>,
    changed_at: Instant,
    /// When the navigation to the page began, by the browser's two clocks.
    began: Option<Began>,
    refused: u32,
}

#[derive(Clone, Copy)]
struct Began {
    monotonic: f64,
    wall: f64,
}

impl Began {
    fn with(sent: &Sent) -> Self {
        Self { monotonic: sent.timestamp, wall: sent.wall_time }
    }
}

struct Entry {
    id: String,
    sent: Sent,
    status: Option<u16>,
    failure: Option<String>,
    mime_type: String,
    protocol: String,
    cache_control: Option<String>,
    transfer_bytes: u64,
    body_bytes: u64,
    ended: Option<f64>,
    refused: bool,
}

impl Default for RequestLog {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            by_id: HashMap::new(),
            under_way: HashSet::new(),
            changed_at: Instant::now(),
            began: None,
            refused: 0,
        }
    }
}

impl RequestLog {
    pub(crate) fn sent(&mut self, event: Event) {
        let Some(sent) = event.read::<Sent>() else { return };
        if let Some(redirect) = &sent.redirect {
            let at = sent.timestamp;
            self.change(&sent.id, |entry| {
                entry.answered(redirect);
                entry.transfer_bytes = whole(redirect.encoded_bytes);
                entry.ended = Some(at);
            });
        }
        if !sent.request.url.starts_with("http") {
            return;
        }
        self.began.get_or_insert(Began::with(&sent));
        if sent.is_awaited() && self.under_way.len() < MOST_UNDER_WAY {
            self.under_way.insert(sent.id.clone());
            self.changed_at = Instant::now();
        }
        if self.entries.len() < Rendering::MOST_REQUESTS {
            self.by_id.insert(sent.id.clone(), self.entries.len());
            self.entries.push(Entry::new(sent));
        }
    }

    pub(crate) fn answered(&mut self, event: Event) {
        let Some(received) = event.read::<Received>() else { return };
        if received.response.is_refusal() {
            self.refused += 1;
        }
        self.change(&received.id, |entry| {
            entry.sent.kind.clone_from(&received.kind);
            entry.answered(&received.response);
        });
    }

    pub(crate) fn data(&mut self, event: Event) {
        let Some(data) = event.read::<Data>() else { return };
        self.change(&data.id, |entry| entry.body_bytes += whole(data.length));
    }

    pub(crate) fn finished(&mut self, event: Event) {
        let Some(finished) = event.read::<Finished>() else { return };
        self.end(&finished.id);
        self.change(&finished.id, |entry| {
            entry.transfer_bytes = whole(finished.encoded_bytes);
            entry.ended = Some(finished.timestamp);
        });
    }

    pub(crate) fn failed(&mut self, event: Event) {
        let Some(failed) = event.read::<Failed>() else { return };
        self.end(&failed.id);
        let refused = REFUSALS.contains(&failed.error.as_str());
        self.refused += u32::from(refused);
        self.change(&failed.id, |entry| {
            entry.ended = Some(failed.timestamp);
            entry.refused |= refused;
            let words = if refused { REFUSED } else { cut(&failed.error, 200) };
            entry.failure.get_or_insert_with(|| words.to_owned());
        });
    }

    /// Starts a new page: requests that were made before its document belong to the previous one.
    pub(crate) fn begin_page(&mut self, loader: &str) {
        let Some(first) = self.entries.iter().position(|entry| entry.id == loader) else { return };
        self.entries.drain(..first);
        self.by_id =
            self.entries.iter().enumerate().map(|(index, entry)| (entry.id.clone(), index)).collect();
        let still_known = &self.by_id;
        self.under_way.retain(|id| still_known.contains_key(id));
        self.began = self.entries.first().map(|entry| Began::with(&entry.sent));
    }

    /// Whether the network has been quiet for long enough. A few requests that never end don't count if
    /// nothing else happens.
    pub(crate) fn is_quiet(&self) -> bool {
        const NOTHING_LEFT: Duration = Duration::from_millis(500);
        const FEW_LEFT: Duration = Duration::from_secs(2);
        const FEW: usize = 2;
        let quiet = self.changed_at.elapsed();
        let left = self.under_way.len();
        (left == 0 && quiet >= NOTHING_LEFT) || (left <= FEW && quiet >= FEW_LEFT)
    }

    /// How many requests the rules refused.
    pub(crate) fn refused(&self) -> u32 {
        self.refused
    }

    /// Whether the rules refused the page itself.
    pub(crate) fn page_was_refused(&self, loader: &str) -> bool {
        self.entries.iter().any(|entry| entry.id == loader && entry.refused)
    }

    /// When the navigation began, in seconds since 1970 on the browser's clock.
    pub(crate) fn began(&self) -> Option<f64> {
        self.began.map(|began| began.wall)
    }

    /// When an image was requested, and whether the document itself names it.
    pub(crate) fn discovery(&self, url: &str) -> Option<(f64, bool)> {
        let began = self.began?;
        let entry = self.entries.iter().find(|entry| entry.sent.request.url == url)?;
        Some((milliseconds(began.monotonic, entry.sent.timestamp), entry.sent.is_named_by_document()))
    }

    pub(crate) fn requests(&self) -> Vec<RequestSeen> {
        let began = self.began.map_or(0.0, |began| began.monotonic);
        self.entries.iter().map(|entry| entry.seen(began)).collect()
    }

    fn change(&mut self, id: &str, change: impl FnOnce(&mut Entry)) {
        if let Some(entry) = self.by_id.get(id).and_then(|index| self.entries.get_mut(*index)) {
            change(entry);
        }
    }

    fn end(&mut self, id: &str) {
        if self.under_way.remove(id) {
            self.changed_at = Instant::now();
        }
    }
}

impl Entry {
    fn new(sent: Sent) -> Self {
        Self {
            id: sent.id.clone(),
            sent,
            status: None,
            failure: None,
            mime_type: String::new(),
            protocol: String::new(),
            cache_control: None,
            transfer_bytes: 0,
            body_bytes: 0,
            ended: None,
            refused: false,
        }
    }

    fn answered(&mut self, response: &Response) {
        self.refused = response.is_refusal();
        if self.refused {
            self.failure = Some(REFUSED.to_owned());
            return;
        }
        self.status = u16::try_from(response.status).ok();
        cut(&response.mime_type, 100).clone_into(&mut self.mime_type);
        cut(&response.protocol, 20).clone_into(&mut self.protocol);
        self.cache_control = response.header("cache-control").map(|value| cut(value, 300).to_owned());
    }

    fn seen(&self, began: f64) -> RequestSeen {
        RequestSeen {
            url: cut(&self.sent.request.url, LONGEST_ADDRESS).to_owned(),
            kind: kind(&self.sent.kind),
            status: self.status,
            failure: self.failure.clone(),
            mime_type: self.mime_type.clone(),
            transfer_bytes: self.transfer_bytes,
            body_bytes: self.body_bytes,
            protocol: self.protocol.clone(),
            render_blocking: matches!(
                self.sent.blocking.as_deref(),
                Some("Blocking" | "InBodyParserBlocking")
            ),
            cache_control: self.cache_control.clone(),
            start_ms: milliseconds(began, self.sent.timestamp),
            end_ms: self.ended.map(|ended| milliseconds(began, ended)),
        }
    }
}

fn kind(name: &str) -> RequestKind {
    match name {
        "Document" => RequestKind::Document,
        "Stylesheet" => RequestKind::Stylesheet,
        "Script" => RequestKind::Script,
        "Image" => RequestKind::Image,
        "Font" => RequestKind::Font,
        "Media" | "TextTrack" => RequestKind::Media,
        "XHR" | "Fetch" | "EventSource" | "WebSocket" | "Ping" => RequestKind::Fetch,
        _ => RequestKind::Other,
    }
}

fn milliseconds(began: f64, at: f64) -> f64 {
    ((at - began) * 1000.0).max(0.0)
}

/// A count, which the browser sends as any kind of number.
fn whole(count: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "bounded below, and a cast saturates"
    )]
    let count = count.max(0.0) as u64;
    count
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const PAGE: &str = "https://a.example/";

    fn event(params: Value) -> Event {
        Event { session: None, method: String::new(), params }
    }

    fn sent(id: &str, url: &str, kind: &str, at: f64) -> Event {
        event(json!({
            "requestId": id, "request": { "url": url }, "timestamp": at, "wallTime": at + 1000.0, "type": kind,
            "documentURL": PAGE, "initiator": { "type": "parser", "url": PAGE },
        }))
    }

    fn answered(id: &str, status: u16, headers: &Value) -> Event {
        let response =
            json!({ "status": status, "mimeType": "text/html", "protocol": "h2", "headers": headers });
        event(json!({ "requestId": id, "type": "Image", "response": response }))
    }

    #[test]
    fn a_redirect_is_two_requests() {
        let mut log = RequestLog::default();
        log.sent(sent("1", PAGE, "Document", 5.0));
        let mut second = sent("1", "https://a.example/b", "Document", 5.5);
        second.params["redirectResponse"] = json!({ "status": 301, "encodedDataLength": 80 });
        log.sent(second);
        log.finished(event(json!({ "requestId": "1", "timestamp": 6.0, "encodedDataLength": 900 })));
        let seen = log.requests();
        assert_eq!((seen[0].status, seen[0].transfer_bytes, seen[0].end_ms), (Some(301), 80, Some(500.0)));
        assert_eq!((seen[1].start_ms, seen[1].end_ms, seen[1].transfer_bytes), (500.0, Some(1000.0), 900));
    }

    #[test]
    fn refusals_are_told_and_counted() {
        let mut log = RequestLog::default();
        for id in ["1", "2", "3"] {
            log.sent(sent(id, &format!("http://10.0.0.1/{id}"), "Image", 1.0));
        }
        log.answered(answered("1", 403, &json!({ "X-Rankwright-Refused": "1" })));
        let failed =
            |id: &str, error: &str| event(json!({ "requestId": id, "timestamp": 2.0, "errorText": error }));
        log.failed(failed("2", "net::ERR_TUNNEL_CONNECTION_FAILED"));
        log.failed(failed("3", "net::ERR_EMPTY_RESPONSE"));
        let told: Vec<_> =
            log.requests().into_iter().map(|seen| (seen.status, seen.failure.unwrap())).collect();
        let expected = [REFUSED, REFUSED, "net::ERR_EMPTY_RESPONSE"];
        assert_eq!(told, expected.map(|words| (None, words.to_owned())));
        assert_eq!(log.refused(), 2);
        assert!(log.page_was_refused("1") && log.page_was_refused("2") && !log.page_was_refused("3"));
    }

    #[test]
    fn the_next_page_begins_anew() {
        let mut log = RequestLog::default();
        log.sent(sent("1", PAGE, "Document", 1.0));
        log.sent(sent("2", "https://a.example/old.png", "Image", 1.5));
        log.sent(sent("3", "https://a.example/new", "Document", 2.0));
        log.sent(sent("4", "https://a.example/new.png", "Image", 2.25));
        log.begin_page("3");
        let seen = log.requests();
        assert_eq!((seen.len(), seen[0].start_ms, seen[1].start_ms), (2, 0.0, 250.0));
        assert_eq!(log.began(), Some(1002.0));
        assert_eq!(log.discovery("https://a.example/new.png"), Some((250.0, true)));
        assert_eq!(log.under_way.len(), 2);
        log.begin_page("unknown");
        assert_eq!(log.requests().len(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn the_network_is_quiet_when_nothing_is_left_or_few_never_end() {
        let mut log = RequestLog::default();
        let pass = async |milliseconds| tokio::time::advance(Duration::from_millis(milliseconds)).await;
        log.sent(sent("1", PAGE, "Document", 1.0));
        log.sent(sent("socket", "https://a.example/socket", "WebSocket", 1.0));
        pass(600).await;
        assert!(!log.is_quiet(), "the document is under way");
        log.finished(event(json!({ "requestId": "1", "timestamp": 1.6 })));
        assert!(!log.is_quiet());
        pass(500).await;
        assert!(log.is_quiet());
        for id in ["2", "3"] {
            log.sent(sent(id, "https://a.example/poll", "Fetch", 2.0));
        }
        pass(1900).await;
        assert!(!log.is_quiet());
        pass(100).await;
        assert!(log.is_quiet(), "two that never end don't count");
        log.sent(sent("4", "https://a.example/poll", "Fetch", 3.0));
        pass(10_000).await;
        assert!(!log.is_quiet(), "three do");
    }

    #[test]
    fn a_flood_is_cut() {
        let mut log = RequestLog::default();
        for id in 0..5000 {
            log.sent(sent(&id.to_string(), &format!("https://a.example/{}", "x".repeat(9000)), "Image", 1.0));
        }
        assert_eq!(log.requests().len(), Rendering::MOST_REQUESTS);
        assert_eq!(log.under_way.len(), MOST_UNDER_WAY);
        assert!(log.requests()[0].url.len() <= LONGEST_ADDRESS);
    }
}
