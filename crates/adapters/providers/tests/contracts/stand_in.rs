//! A provider on loopback that sends the given replies and records its requests.

use std::fmt::Write;

use providers::ProviderClient;
use url::Url;
use wiremock::matchers::{any, path, path_regex};
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

/// Headers that are part of a contract.
const SHOWN: [&str; 13] = [
    "accept",
    "anthropic-version",
    "authorization",
    "content-type",
    "developer-token",
    "idempotency-key",
    "login-customer-id",
    "stripe-version",
    "user-agent",
    "x-api-key",
    "x-client-id",
    "x-goog-api-key",
    "x-subscription-token",
];

pub(crate) struct StandIn(MockServer);

impl StandIn {
    /// A provider that answers everything with `reply`.
    pub(crate) async fn new(reply: ResponseTemplate) -> Self {
        let server = MockServer::start().await;
        Mock::given(any()).respond_with(reply).mount(&server).await;
        Self(server)
    }

    /// A provider that sends one reply after the other, then none; access tokens are served as well.
    pub(crate) async fn in_turn(replies: impl IntoIterator<Item = ResponseTemplate>) -> Self {
        let server = MockServer::start().await;
        for reply in replies {
            Mock::given(path_regex("^/google-ads/"))
                .respond_with(reply)
                .up_to_n_times(1)
                .mount(&server)
                .await;
        }
        let token = json(200, include_str!("../fixtures/google_oauth_token.json"));
        Mock::given(path_regex("^/google-oauth/")).respond_with(token).mount(&server).await;
        Self(server)
    }

    /// A provider with a reply per path; a path that is listed several times sends its replies in turn.
    pub(crate) async fn at(routes: impl IntoIterator<Item = (&str, ResponseTemplate)>) -> Self {
        let server = MockServer::start().await;
        for (route, reply) in routes {
            Mock::given(path(route)).respond_with(reply).up_to_n_times(1).mount(&server).await;
        }
        Self(server)
    }

    /// A provider with a reply per path, however often it is called.
    pub(crate) async fn always(routes: impl IntoIterator<Item = (&str, ResponseTemplate)>) -> Self {
        let server = MockServer::start().await;
        for (route, reply) in routes {
            Mock::given(path(route)).respond_with(reply).mount(&server).await;
        }
        Self(server)
    }

    pub(crate) fn address(&self) -> Url {
        self.0.uri().parse().unwrap()
    }

    pub(crate) async fn requests(&self) -> Vec<String> {
        self.0.received_requests().await.unwrap().iter().map(shown).collect()
    }
}

pub(crate) fn client() -> ProviderClient {
    ProviderClient::new("Rankwright-test/1.0").unwrap()
}

pub(crate) fn json(status: u16, body: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_raw(body, "application/json")
}

pub(crate) fn html(status: u16, body: &str) -> ResponseTemplate {
    ResponseTemplate::new(status).set_body_raw(body, "text/html; charset=utf-8")
}

fn shown(request: &Request) -> String {
    let mut text = format!("{} {}", request.method, request.url.path());
    for (name, value) in request.url.query_pairs() {
        write!(text, "\n  ? {name} = {value}").unwrap();
    }
    for name in SHOWN {
        if let Some(value) = request.headers.get(name) {
            write!(text, "\n  {name}: {}", value.to_str().unwrap()).unwrap();
        }
    }
    if !request.body.is_empty() {
        write!(text, "\n  {}", String::from_utf8_lossy(&request.body)).unwrap();
    }
    match boundary(request) {
        Some(boundary) => text.replace(&boundary, "BOUNDARY"),
        None => text,
    }
}

/// The boundary of a form; it differs each time.
fn boundary(request: &Request) -> Option<String> {
    let media_type = request.headers.get("content-type")?.to_str().ok()?;
    media_type.split_once("boundary=").map(|(_, boundary)| boundary.to_owned())
}
