//! What the browser reports about requests.

use serde::Deserialize;
use serde_json::{Map, Value};

/// Set by the proxy on its own answers.
const REFUSED_HEADER: &str = "x-rankwright-refused";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sent {
    #[serde(rename = "requestId")]
    pub(super) id: String,
    pub(super) request: Request,
    pub(super) timestamp: f64,
    #[serde(default)]
    pub(super) wall_time: f64,
    #[serde(rename = "type", default)]
    pub(super) kind: String,
    #[serde(default, rename = "documentURL")]
    pub(super) document_url: String,
    #[serde(default)]
    pub(super) initiator: Initiator,
    #[serde(rename = "redirectResponse")]
    pub(super) redirect: Option<Response>,
    #[serde(rename = "renderBlockingBehavior")]
    pub(super) blocking: Option<String>,
}

impl Sent {
    /// Whether the request counts as running: streams and beacons may end at any time.
    pub(super) fn is_awaited(&self) -> bool {
        !matches!(self.kind.as_str(), "EventSource" | "WebSocket" | "Ping" | "Media" | "CSPViolationReport")
    }

    pub(super) fn is_named_by_document(&self) -> bool {
        match self.initiator.kind.as_str() {
            "parser" => self.initiator.url.as_ref().is_none_or(|url| *url == self.document_url),
            "preload" => true,
            _ => false,
        }
    }
}

#[derive(Deserialize)]
pub(super) struct Request {
    pub(super) url: String,
}

#[derive(Deserialize, Default)]
pub(super) struct Initiator {
    #[serde(rename = "type", default)]
    pub(super) kind: String,
    pub(super) url: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Received {
    #[serde(rename = "requestId")]
    pub(super) id: String,
    #[serde(rename = "type", default)]
    pub(super) kind: String,
    pub(super) response: Response,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Response {
    pub(super) status: i64,
    #[serde(default)]
    pub(super) mime_type: String,
    #[serde(default)]
    pub(super) protocol: String,
    #[serde(default)]
    pub(super) headers: Map<String, Value>,
    #[serde(default, rename = "encodedDataLength")]
    pub(super) encoded_bytes: f64,
}

impl Response {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.and_then(|(_, value)| value.as_str())
    }

    pub(super) fn is_refusal(&self) -> bool {
        self.header(REFUSED_HEADER).is_some()
    }
}

#[derive(Deserialize)]
pub(super) struct Data {
    #[serde(rename = "requestId")]
    pub(super) id: String,
    #[serde(rename = "dataLength")]
    pub(super) length: f64,
}

#[derive(Deserialize)]
pub(super) struct Finished {
    #[serde(rename = "requestId")]
    pub(super) id: String,
    pub(super) timestamp: f64,
    #[serde(default, rename = "encodedDataLength")]
    pub(super) encoded_bytes: f64,
}

#[derive(Deserialize)]
pub(super) struct Failed {
    #[serde(rename = "requestId")]
    pub(super) id: String,
    pub(super) timestamp: f64,
    #[serde(default, rename = "errorText")]
    pub(super) error: String,
}
