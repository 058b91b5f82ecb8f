//! Accepts connections, limits their number and how slow they may be, and lets running calls finish on
//! shutdown.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use crate::edge::Edge;

/// Limits of one connection and of all connections together.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    /// How long the headers of a request may take to arrive.
    pub header_timeout: Duration,
    /// Open connections at a time; more wait to be accepted.
    pub connections: usize,
    /// How long running calls may take to end after the signal to stop.
    pub shutdown_grace: Duration,
}

/// The connection of a request.
#[derive(Clone, Debug)]
pub(crate) struct Connection(CancellationToken);

impl Connection {
    pub(crate) fn new() -> Self {
        Self(CancellationToken::new())
    }

    /// Closes the connection at once, with all calls on it.
    pub(crate) fn end(&self) {
        self.0.cancel();
    }

    /// Resolves when the connection must close.
    pub(crate) async fn ended(&self) {
        self.0.cancelled().await;
    }
}

/// The connection itself cuts off longer headers, before the request exists.
const CONNECTION_BUFFER: usize = 128 * 1024;
/// A pause after the system refused a connection, usually because of too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Serves until `stop` resolves, then lets running calls finish.
pub async fn serve(
    listener: TcpListener,
    edge: Edge,
    limits: ConnectionLimits,
    stop: impl Future<Output = ()>,
) {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_timeout)
        .max_buf_size(CONNECTION_BUFFER);
    builder.http2().timer(TokioTimer::new()).keep_alive_interval(Some(limits.header_timeout));
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(limits.connections));
    let tasks = TaskTracker::new();
    let mut stop = std::pin::pin!(stop);

    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = accept(&listener, &places) => accepted,
        };
        let Some((stream, peer, place)) = accepted else { continue };
        let connection = Connection::new();
        let of_requests = connection.clone();
        let service = edge.clone().map_request(move |request: hyper::Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(of_requests.clone());
            request
        });
        let served = builder
            .serve_connection_with_upgrades(TokioIo::new(stream), TowerToHyperService::new(service))
            .into_owned();
        let watched = graceful.watch(served);
        tasks.spawn(async move {
            tokio::select! {
                outcome = watched => if let Err(error) = outcome {
                    tracing::debug!(%error, "connection ended early");
                },
                () = connection.ended() => tracing::debug!(%peer, "connection ended: it was read too slowly"),
            }
            drop(place);
        });
    }
    drop(listener);
    if tokio::time::timeout(limits.shutdown_grace, graceful.shutdown()).await.is_err() {
        tracing::warn!("calls were still running at the end of the grace period");
    }
}

async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> Option<(TcpStream, SocketAddr, tokio::sync::OwnedSemaphorePermit)> {
    let place = Arc::clone(places).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => {
            // Without this, the last packet of every response waits for the client's acknowledgement.
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "no TCP_NODELAY");
            }
            Some((stream, peer, place))
        }
        Err(error) => {
            tracing::warn!(%error, "a connection could not be accepted");
            tokio::time::sleep(ACCEPT_PAUSE).await;
            None
        }
    }
}
