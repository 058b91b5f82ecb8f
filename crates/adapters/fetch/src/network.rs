//! The network as the fetcher sees it: names, connections, and this machine's own IP addresses.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use hickory_resolver::config::{NameServerConfig, ResolverConfig};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::{ResolverBuilder, TokioResolver};
use ipnet::IpNet;
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::interfaces::own_networks;
use crate::rules::RulesError;

/// What the fetcher needs from the network.
#[async_trait]
pub trait Network: Send + Sync {
    /// All addresses of a name. Called once per hop.
    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>>;

    /// Opens a connection to exactly this address.
    async fn dial(&self, address: SocketAddr) -> io::Result<TcpStream>;

    /// The networks that are this machine itself.
    fn own_networks(&self) -> Arc<[IpNet]>;
}

/// The network of the operating system. Names are resolved without its library, whose lookups can't be
/// cancelled: names that never answer would block one thread after another.
pub struct SystemNetwork {
    resolver: TokioResolver,
    own: Mutex<Option<OwnNetworks>>,
}

#[derive(Clone)]
struct OwnNetworks {
    read_at: Instant,
    networks: Arc<[IpNet]>,
}

impl SystemNetwork {
    const OWN_NETWORKS_LAST: Duration = Duration::from_mins(1);

    /// Resolves names as the system is configured; without a configuration, at this machine, as its library
    /// would.
    pub fn new() -> Result<Self, RulesError> {
        let this_machine = || asking(SocketAddr::from((Ipv4Addr::LOCALHOST, 53)));
        Self::with(TokioResolver::builder_tokio().unwrap_or_else(|_| this_machine()))
    }

    fn with(builder: ResolverBuilder<TokioRuntimeProvider>) -> Result<Self, RulesError> {
        let resolver = builder.build().map_err(|error| RulesError::Resolver(error.to_string()))?;
        Ok(Self { resolver, own: Mutex::new(None) })
    }
}

/// Resolves names at one server only.
fn asking(server: SocketAddr) -> ResolverBuilder<TokioRuntimeProvider> {
    let mut asked = NameServerConfig::udp_and_tcp(server.ip());
    for connection in &mut asked.connections {
        connection.port = server.port();
    }
    let config = ResolverConfig::from_parts(None, Vec::new(), vec![asked]);
    TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
}

#[async_trait]
impl Network for SystemNetwork {
    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        // The trailing dot makes the name absolute, so it is never looked up below the domains of this
        // machine.
        let found = self.resolver.lookup_ip(format!("{name}.")).await.map_err(io::Error::other)?;
        Ok(found.iter().collect())
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

#[cfg(test)]
mod tests {
    use tokio::net::UdpSocket;
    use tokio::task::JoinSet;
    use tokio::time::timeout;

    use super::*;

    const ADDRESS: [u8; 4] = [203, 0, 113, 7];

    /// A name server that resolves every name but those that begin with `silent`, to which it never answers.
    async fn name_server() -> (SocketAddr, JoinSet<()>) {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let address = socket.local_addr().unwrap();
        let mut task = JoinSet::new();
        task.spawn(async move {
            let mut query = [0; 512];
            while let Ok((length, from)) = socket.recv_from(&mut query).await {
                if let Some(reply) = reply(&query[..length]) {
                    socket.send_to(&reply, from).await.unwrap();
                }
            }
        });
        (address, task)
    }

    /// The address for a query of type A, and no records for any other.
    fn reply(query: &[u8]) -> Option<Vec<u8>> {
        const SILENT: &[u8] = b"silent";
        let end = 12 + query[12..].iter().position(|byte| *byte == 0)? + 5;
        if query[13..].starts_with(SILENT) {
            return None;
        }
        let is_a = query[end - 4..end - 2] == [0, 1];
        let mut reply = query[..end].to_vec();
        reply[2..12].copy_from_slice(&[0x81, 0x80, 0, 1, 0, u8::from(is_a), 0, 0, 0, 0]);
        if is_a {
            reply.extend([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4]);
            reply.extend(ADDRESS);
        }
        Some(reply)
    }

    #[tokio::test]
    async fn names_that_never_answer_do_not_keep_others_waiting() {
        let (server, _task) = name_server().await;
        let network = SystemNetwork::with(asking(server)).unwrap();
        let names: Vec<String> = (0..300).map(|number| format!("silent-{number}.example")).collect();
        let lookups = names.iter().map(|name| timeout(Duration::from_millis(20), network.resolve(name)));
        for given_up in futures_util::future::join_all(lookups).await {
            assert!(given_up.is_err(), "nobody answered");
        }
        assert_eq!(network.resolve("shop.example").await.unwrap(), [IpAddr::from(ADDRESS)]);
    }
}
