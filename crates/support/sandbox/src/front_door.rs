//! The entrance of every request: selects the provider, applies the faults, and then returns the response.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Path, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use futures_util::stream;
use http::header::HOST;
use http::request::Parts;
use http::{Method, StatusCode};
use tokio_util::sync::CancellationToken;

use crate::asked::Asked;
use crate::connection::ConnectionCutter;
use crate::faults::{self, Failure, FaultKind, LONGEST_HOLD, Occurrences, UnknownFault};
use crate::journal::Journal;
use crate::latency::Latencies;
use crate::options::SandboxOptions;
use crate::payments::payment_stand_ins::PaymentStandIns;
use crate::payments::{checkout, courier};
use crate::provider::Provider;
use crate::reply::Reply;
use crate::text;
use crate::world::World;

/// The largest accepted body, in bytes.
const LARGEST_BODY: usize = 4 * 1024 * 1024;
/// The largest accepted form of a checkout page, in bytes.
const LARGEST_FORM: usize = 4096;

const WELCOME: &str = "\
This is the Rankwright sandbox: stand-ins of providers that speak their wire formats. All data is synthetic.

Each provider answers under its own first step of the path, for example POST /serper/search or
GET /serpapi/search.json?q=cold+brew+coffee&api_key=sandbox. The only credential is the word sandbox.
A request with another Host header is answered as a page of the sandbox web.
Faults: put sandbox-fault:KIND or sandbox-fault:PROVIDER=KIND into the question.
GET /__sandbox/journal lists the last requests.

Providers: ";

/// The sandbox as a service, for tests without a listener.
pub fn router(options: SandboxOptions) -> Router {
    doors(options, CancellationToken::new(), "127.0.0.1").0
}

/// The sandbox at its own URL, and the checkout pages alone, to be served elsewhere as well: both show the
/// same payments. Responses delayed by a fault end with `stop`.
pub(crate) fn doors(options: SandboxOptions, stop: CancellationToken, own_address: &str) -> (Router, Router) {
    let payment_stand_ins = PaymentStandIns::new(options.payments, own_address);
    let door = SandboxServer {
        world: LazyLock::new(Box::new(move || World::of(payment_stand_ins))),
        faults: options.faults,
        latencies: Latencies::new(options.latency),
        journal: Journal::default(),
        private: options.private,
        occurrences: Occurrences::default(),
        stop,
    };
    let door = Arc::new(door);
    let first_use = Arc::clone(&door);
    // No code waits for it, unless a request arrives sooner.
    std::thread::spawn(move || {
        LazyLock::force(&first_use.world);
    });
    let pages = checkout_pages("/__sandbox/checkout");
    (pages.fallback(enter).with_state(door.clone()), checkout_pages("/sandbox/checkout").with_state(door))
}

fn checkout_pages(prefix: &str) -> Router<Arc<SandboxServer>> {
    Router::new()
        .route(&format!("{prefix}/style.css"), get(|| async { checkout::style() }))
        .route(&format!("{prefix}/{{provider}}/{{id}}"), get(checkout_page).post(checkout_page))
}

async fn checkout_page(
    State(door): State<Arc<SandboxServer>>,
    Path((provider, id)): Path<(String, String)>,
    method: Method,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = axum::body::to_bytes(body, LARGEST_FORM).await else {
        return Reply::text(StatusCode::PAYLOAD_TOO_LARGE, "the form is too large\n").into_response();
    };
    let reply = checkout::serve(&door.world, &method, &parts.headers, (&provider, &id), &body);
    courier::deliver(&door.world.payments).await;
    reply.into_response()
}

struct SandboxServer {
    /// Built in the background, because it would make the start several times slower.
    world: LazyLock<World, Box<dyn FnOnce() -> World + Send>>,
    faults: HashMap<Provider, Vec<FaultKind>>,
    latencies: Latencies,
    journal: Journal,
    private: bool,
    occurrences: Occurrences,
    stop: CancellationToken,
}

async fn enter(State(door): State<Arc<SandboxServer>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let cutter = parts.extensions.get::<ConnectInfo<ConnectionCutter>>().map(|info| info.0.clone());
    let Ok(body) = axum::body::to_bytes(body, LARGEST_BODY).await else {
        return Reply::text(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large for the sandbox\n")
            .into_response();
    };
    match address(&parts, body) {
        Addressee::Provider(provider, asked) => door.serve(provider, *asked, cutter).await,
        Addressee::Welcome => Reply::text(StatusCode::OK, welcome()).into_response(),
        Addressee::Journal if !door.private => Reply::ok(&door.journal.to_json()).into_response(),
        Addressee::Journal | Addressee::Nobody => {
            Reply::text(StatusCode::NOT_FOUND, "nobody is stood in for here; GET / explains\n")
                .into_response()
        }
    }
}

enum Addressee {
    Provider(Provider, Box<Asked>),
    Welcome,
    Journal,
    Nobody,
}

/// The target of a request: another host means the web, else the first segment of the path names the
/// provider.
fn address(parts: &Parts, body: Bytes) -> Addressee {
    let authority = parts.headers.get(HOST).and_then(|value| value.to_str().ok());
    let authority = authority.or_else(|| parts.uri.authority().map(http::uri::Authority::as_str));
    let host = authority.map(host_without_port).unwrap_or_default();
    let (path, query) = (parts.uri.path(), parts.uri.query().unwrap_or_default());
    let asked = |path: &str| {
        let headers = parts.headers.clone();
        Box::new(Asked::new(parts.method.clone(), host.clone(), (path, query), headers, body))
    };
    if !matches!(host.as_str(), "" | "127.0.0.1" | "localhost" | "[::1]") {
        return Addressee::Provider(Provider::Page, asked(path));
    }
    match path {
        "/" => return Addressee::Welcome,
        "/__sandbox/journal" => return Addressee::Journal,
        _ => {}
    }
    let inner = path.strip_prefix('/').unwrap_or(path);
    let (step, rest) = inner.find('/').map_or((inner, "/"), |slash| inner.split_at(slash));
    Provider::at(step).map_or(Addressee::Nobody, |provider| Addressee::Provider(provider, asked(rest)))
}

fn host_without_port(authority: &str) -> String {
    let end = match authority.find(']') {
        Some(bracket) => bracket + 1,
        None => authority.find(':').unwrap_or(authority.len()),
    };
    authority[..end].trim_end_matches('.').to_ascii_lowercase()
}

fn welcome() -> String {
    let names =
        Provider::ALL.iter().filter(|provider| **provider != Provider::Page).map(|provider| provider.name());
    format!("{WELCOME}{}\n", names.collect::<Vec<_>>().join(", "))
}

impl SandboxServer {
    async fn serve(
        &self,
        provider: Provider,
        mut asked: Asked,
        cutter: Option<ConnectionCutter>,
    ) -> Response {
        if !self.private {
            self.journal.record(provider, &asked);
        }
        let faults = match self.faults_of(provider, &asked) {
            Ok(faults) => faults,
            Err(unknown) => {
                return Reply::text(StatusCode::BAD_REQUEST, format!("{unknown}\n")).into_response();
            }
        };
        let delay = faults.iter().fold(self.latencies.next(provider), |sum, fault| match fault {
            FaultKind::Latency(more) => sum + *more,
            _ => sum,
        });
        if !delay.is_zero() && !self.wait(delay).await {
            return cut(cutter);
        }
        if !provider.stand_in().admits(&asked) {
            return provider.stand_in().failure(&asked, Failure::Unauthorised).into_response();
        }
        let fault = faults.into_iter().find(|fault| !matches!(fault, FaultKind::Latency(_)));
        asked.empty = fault == Some(FaultKind::Empty);
        match fault {
            Some(FaultKind::Picture(flaw)) => asked.flaw = Some(flaw),
            Some(FaultKind::Text(flaw)) => asked.text_flaw = Some(flaw),
            _ => {}
        }
        let answer = self.answer(provider, &asked, fault, cutter).await;
        courier::deliver(&self.world.payments).await;
        answer
    }

    async fn answer(
        &self,
        provider: Provider,
        asked: &Asked,
        fault: Option<FaultKind>,
        cutter: Option<ConnectionCutter>,
    ) -> Response {
        let stand_in = provider.stand_in();
        let answer = || stand_in.answer(&self.world, asked);
        let failure = |failure| stand_in.failure(asked, failure).into_response();
        match fault {
            Some(FaultKind::Timeout) => {
                self.wait(LONGEST_HOLD).await;
                cut(cutter)
            }
            Some(FaultKind::Cut) => cut(cutter),
            Some(FaultKind::Malformed) => answer().malformed().into_response(),
            Some(FaultKind::Truncated) => answer().truncated(),
            Some(FaultKind::Throttled { retry_after }) => failure(Failure::Throttled { retry_after }),
            Some(FaultKind::Broken) => failure(Failure::Broken),
            Some(FaultKind::Unavailable) => failure(Failure::Unavailable),
            Some(FaultKind::Unauthorised) => failure(Failure::Unauthorised),
            Some(FaultKind::Blocked) => failure(Failure::Blocked),
            Some(FaultKind::Task(code)) => failure(Failure::Task(code)),
            None
            | Some(
                FaultKind::Empty
                | FaultKind::Picture(_)
                | FaultKind::Text(_)
                | FaultKind::Latency(_)
                | FaultKind::Once(_),
            ) => answer().into_response(),
        }
    }

    /// The faults of this request, in order: those of the options, then those of the request.
    fn faults_of(&self, provider: Provider, asked: &Asked) -> Result<Vec<FaultKind>, UnknownFault> {
        let configured = self.faults.get(&provider).into_iter().flatten();
        let mut faults: Vec<FaultKind> =
            configured.filter_map(|kind| self.due(kind.clone(), provider, &asked.path)).collect();
        for text in asked.texts() {
            for word in faults::words_in(&text).into_iter().filter(|word| word.concerns(provider)) {
                faults.extend(self.due(word.kind()?, provider, &text));
            }
        }
        Ok(faults)
    }

    /// The fault, unless it occurs once and has occurred.
    fn due(&self, kind: FaultKind, provider: Provider, question: &str) -> Option<FaultKind> {
        match kind {
            FaultKind::Once(kind) if matches!(*kind, FaultKind::Text(_)) => {
                let question = text::place_of_flaw(question)?;
                self.occurrences.is_first(provider, &format!("{kind:?} {question}")).then_some(*kind)
            }
            FaultKind::Once(kind) => self.occurrences.is_first(provider, question).then_some(*kind),
            other => Some(other),
        }
    }

    /// Waits; returns false if the sandbox stops first.
    async fn wait(&self, time: Duration) -> bool {
        tokio::select! {
            () = self.stop.cancelled() => false,
            () = tokio::time::sleep(time) => true,
        }
    }
}

/// Ends the connection without a response. Without access to the connection, a body that fails at once is the
/// closest equivalent.
fn cut(cutter: Option<ConnectionCutter>) -> Response {
    if let Some(cutter) = cutter {
        cutter.cut();
    }
    let broken = Err::<Bytes, _>(std::io::Error::from(std::io::ErrorKind::ConnectionAborted));
    Response::new(Body::from_stream(stream::iter([broken])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_read_without_their_port() {
        assert_eq!(host_without_port("Shop.Example:8080"), "shop.example");
        assert_eq!(host_without_port("shop.example."), "shop.example");
        assert_eq!(host_without_port("127.0.0.1:4010"), "127.0.0.1");
        assert_eq!(host_without_port("[::1]:4010"), "[::1]");
        assert_eq!(host_without_port("["), "[");
    }
}
