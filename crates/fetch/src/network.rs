//! The network as the fetcher sees it: names, connections, and which addresses are this machine itself.

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use ipnet::IpNet;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::interfaces::own_networks;

/// What the fetcher needs from the network.
#[async_trait]
pub trait Network: Send + Sync {
    /// All addresses of a name. Asked once per hop.
    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>>;

    /// Opens a connection to exactly this address.
    async fn dial(&self, address: SocketAddr) -> io::Result<TcpStream>;

    /// The networks that are this machine itself.
    fn own_networks(&self) -> Arc<[IpNet]>;
}

/// The network of the operating system.
pub struct SystemNetwork {
    lookups: Arc<Semaphore>,
    own: Mutex<Option<OwnNetworks>>,
}

#[derive(Clone)]
struct OwnNetworks {
    read_at: Instant,
    networks: Arc<[IpNet]>,
}

impl SystemNetwork {
    /// A lookup can't be cancelled and occupies a thread. Names that never answer must not occupy all of them.
    const LOOKUPS: usize = 64;
    const OWN_NETWORKS_LAST: Duration = Duration::from_mins(1);
}

impl Default for SystemNetwork {
    fn default() -> Self {
        Self { lookups: Arc::new(Semaphore::new(Self::LOOKUPS)), own: Mutex::new(None) }
    }
}

#[async_trait]
impl Network for SystemNetwork {
    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let place = Arc::clone(&self.lookups).acquire_owned().await.map_err(io::Error::other)?;
        let name = name.to_owned();
        let lookup = move || {
            let found = (name.as_str(), 0).to_socket_addrs()?;
            drop(place);
            Ok(found.map(|address| address.ip()).collect())
        };
        tokio::task::spawn_blocking(lookup).await?
    }

    async fn dial(&self, address: SocketAddr) -> io::Result<TcpStream> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    fn own_networks(&self) -> Arc<[IpNet]> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = own.as_ref().filter(|known| known.read_at.elapsed() < Self::OWN_NETWORKS_LAST) {
            return Arc::clone(&known.networks);
        }
        let networks: Arc<[IpNet]> = own_networks().into();
        *own = Some(OwnNetworks { read_at: Instant::now(), networks: Arc::clone(&networks) });
        networks
    }
}
