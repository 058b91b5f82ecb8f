//! A proxy on loopback for a browser: whatever its pages request, it dials only what the rules admit.
//!
//! Guarantees: a name is resolved once per connection, all its answers are checked and exactly the checked
//! addresses are dialled, as for every fetch. A refused target is answered with 403 and
//! `x-rankwright-refused: 1`, which no server can forge over plain HTTP. A target that can't be reached is
//! not answered at all, so that no response of the proxy is taken for a page. Connections are bounded in
//! number, silence and size, and end with the proxy.
//!
//! It requires no password. Chromium takes one only through an interception that pauses every single request,
//! which would falsify the times that are measured; and what the proxy dials for another process of this
//! machine, that process could dial itself.

mod forward;
mod metered;
mod tunnel;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use http::header::ACCESS_CONTROL_ALLOW_ORIGIN;
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::{Either, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use ports::fetch::FetchError;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use url::Url;

use crate::address::AddressGuard;
use crate::connect::Connector;
use crate::network::{Network, SystemNetwork};
use crate::proxy::metered::Metered;
use crate::proxy::tunnel::{Tunnel, TunnelSlot};
use crate::rules::{FetchRules, RulesError};
use crate::target::Target;
use crate::tls;

/// Marks the responses of the proxy itself.
const REFUSED: HeaderName = HeaderName::from_static("x-rankwright-refused");
const MAX_HEADERS: usize = 200;
/// Prevents a busy loop when the system has run out of descriptors.
const AFTER_A_FAILED_ACCEPT: Duration = Duration::from_millis(50);

/// How much of the network a browser may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProxyLimits {
    /// The most connections at once; others wait.
    pub connections: usize,
    /// How long a connection may be silent; for tunnels up to twice that.
    pub idle: Duration,
    /// Bytes that a connection, or a response in plain HTTP, may receive.
    pub bytes_down: u64,
    /// Bytes that a connection, or a request in plain HTTP, may send.
    pub bytes_up: u64,
    /// Bytes of all headers of a request or a response.
    pub header_bytes: usize,
}

impl Default for ProxyLimits {
    fn default() -> Self {
        Self {
            connections: 256,
            idle: Duration::from_secs(30),
            bytes_down: 50 * 1024 * 1024,
            bytes_up: 5 * 1024 * 1024,
            header_bytes: 64 * 1024,
        }
    }
}

/// Why the proxy could not start.
#[derive(Debug, thiserror::Error)]
pub enum ProxyError {
    /// The rules can't be applied.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The proxy can't listen.
    #[error("the browser's proxy can't listen")]
    Listen(#[from] std::io::Error),
}

/// A forward proxy with the rules of the guarded fetcher. Dropping it closes all its connections.
pub struct FilteringProxy {
    address: SocketAddr,
    gate: Arc<Gate>,
    _listening: JoinSet<()>,
}

impl FilteringProxy {
    /// Listens on loopback and dials the web.
    pub async fn start(rules: FetchRules, limits: ProxyLimits) -> Result<Self, ProxyError> {
        Self::over(rules, limits, Arc::new(SystemNetwork::new()?)).await
    }

    /// Listens on loopback and dials a custom network. The rules hold there too.
    pub async fn over(
        rules: FetchRules,
        limits: ProxyLimits,
        network: Arc<dyn Network>,
    ) -> Result<Self, ProxyError> {
        let tls = tls::connector(&rules.roots)?;
        let guard = AddressGuard { allow: rules.allow, ports: rules.ports };
        let connector = Connector { guard, network, tls, stand_in: None, limit: rules.limits.connect };
        let gate = Arc::new(Gate { connector, limits, refused: AtomicU64::new(0) });
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let mut listening = JoinSet::new();
        listening.spawn(listen(listener, Arc::clone(&gate)));
        Ok(Self { address, gate, _listening: listening })
    }

    /// The address on which the proxy listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// How many requests were refused so far.
    #[must_use]
    pub fn refused(&self) -> u64 {
        self.gate.refused.load(Ordering::Relaxed)
    }
}

async fn listen(listener: TcpListener, gate: Arc<Gate>) {
    let places = Arc::new(Semaphore::new(gate.limits.connections));
    let mut connections = JoinSet::new();
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        while connections.try_join_next().is_some() {}
        match listener.accept().await {
            Ok((stream, _)) => {
                let gate = Arc::clone(&gate);
                connections.spawn(async move {
                    gate.serve(stream).await;
                    drop(place);
                });
            }
            Err(error) => {
                tracing::warn!(%error, "the browser's proxy could not accept a connection");
                tokio::time::sleep(AFTER_A_FAILED_ACCEPT).await;
            }
        }
    }
}

type Answer = Response<Either<Full<Bytes>, Metered>>;

/// Checks, dials and counts.
struct Gate {
    connector: Connector,
    limits: ProxyLimits,
    refused: AtomicU64,
}

impl Gate {
    async fn serve(&self, stream: TcpStream) {
        let slot = TunnelSlot::default();
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.limits.idle)
            .max_headers(MAX_HEADERS)
            .max_buf_size(self.limits.header_bytes)
            .serve_connection(TokioIo::new(stream), service_fn(|request| self.answer(request, &slot)))
            .with_upgrades();
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection of the browser ended early");
        }
        if let Some(tunnel) = slot.take() {
            tunnel.run(&self.limits).await;
        }
    }

    /// Answers a request. An error closes the connection without an answer.
    async fn answer(&self, request: Request<Incoming>, slot: &TunnelSlot) -> Result<Answer, FetchError> {
        let answered = if request.method() == Method::CONNECT {
            self.open_tunnel(request, slot).await
        } else {
            self.forward(request).await
        };
        match answered {
            Err(FetchError::Blocked(reason)) => {
                self.refused.fetch_add(1, Ordering::Relaxed);
                tracing::debug!(reason, "a request of the browser was refused");
                Ok(refusal())
            }
            other => other,
        }
    }

    /// The browser encrypts inside the tunnel, so here it is a plain connection to any port.
    async fn open_tunnel(&self, request: Request<Incoming>, slot: &TunnelSlot) -> Result<Answer, FetchError> {
        let authority = request.uri().authority().ok_or(NO_TARGET)?;
        let url = Url::parse(&format!("http://{authority}/")).map_err(|_| NO_TARGET)?;
        let upstream = self.connector.connect(&Target::parse(url)?).await?;
        slot.put(Tunnel::new(hyper::upgrade::on(request), upstream.stream));
        Ok(Response::new(Either::Left(Full::default())))
    }
}

const NO_TARGET: FetchError = FetchError::Blocked("it has no host");

fn refusal() -> Answer {
    let mut answer = Response::new(Either::Left(Full::default()));
    *answer.status_mut() = StatusCode::FORBIDDEN;
    answer.headers_mut().insert(REFUSED, HeaderValue::from_static("1"));
    // Otherwise the browser hides even this header from those who observe what scripts fetch.
    answer.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    answer
}
