//! The sandbox as a server on loopback.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::connection::{ConnectionCutter, SeverableListener};
use crate::front_door::doors;
use crate::options::SandboxOptions;

/// How long responses in progress may take after the signal to stop.
const GRACE: Duration = Duration::from_secs(5);

/// A running sandbox. `stop` or dropping ends it.
#[derive(Debug)]
pub struct Sandbox {
    address: SocketAddr,
    stop: CancellationToken,
    tasks: TaskTracker,
    pages: Router,
}

impl Sandbox {
    /// Listens on 127.0.0.1 and responds until stopped. Must be called within a Tokio runtime.
    pub async fn start(options: SandboxOptions) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        let address = listener.local_addr()?;
        let stop = CancellationToken::new();
        let (everything, pages) = doors(options, stop.clone(), &address.to_string());
        let service = everything.into_make_service_with_connect_info::<ConnectionCutter>();
        let serving = axum::serve(SeverableListener(listener), service)
            .with_graceful_shutdown(stop.clone().cancelled_owned());
        let tasks = TaskTracker::new();
        tasks.spawn(async move {
            if let Err(error) = serving.await {
                tracing::error!(%error, "the sandbox ended early");
            }
        });
        tasks.close();
        Ok(Self { address, stop, tasks, pages })
    }

    /// The address that it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The checkout pages below `/sandbox/checkout`, for a server that buyers can reach.
    pub fn checkout_pages(&self) -> Router {
        self.pages.clone()
    }

    /// Accepts no new requests, gives running responses time to end, and cuts those that a fault delays.
    pub async fn stop(self) {
        self.stop.cancel();
        if tokio::time::timeout(GRACE, self.tasks.wait()).await.is_err() {
            tracing::warn!("the sandbox was still answering at the end of the grace period");
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}
