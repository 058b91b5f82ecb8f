//! Opens the connection of one hop. This is the only place that dials, and it dials only what the guard
//! admitted.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use ports::fetch::FetchError;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_rustls::TlsConnector;

use crate::address::AddressGuard;
use crate::certificate;
use crate::network::Network;
use crate::target::{Place, Target};
use crate::tls;

/// Refused, unreachable and filtered look the same from outside.
const NO_ENCRYPTION: FetchError = FetchError::Unreachable("the TLS handshake failed");
const BAD_CERTIFICATE: FetchError = FetchError::Unreachable("the certificate is not trusted");

/// How many IP addresses are tried per family, so that a machine without IPv6 still tries the IPv4 ones.
const TRIED_PER_FAMILY: usize = 2;

pub(crate) struct Connector {
    pub(crate) guard: AddressGuard,
    pub(crate) network: Arc<dyn Network>,
    pub(crate) tls: TlsConnector,
    /// A stand-in for the web. If set, every connection goes there instead, in plain HTTP.
    pub(crate) stand_in: Option<SocketAddr>,
    /// The time limit for the whole connection set-up.
    pub(crate) limit: Duration,
}

/// A stream of bytes in both directions.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// An open connection and how long each step took.
pub(crate) struct Connection {
    pub(crate) stream: Box<dyn Stream>,
    pub(crate) http2: bool,
    pub(crate) lookup: Duration,
    pub(crate) connect: Duration,
    pub(crate) encrypt: Duration,
    pub(crate) certificate_ends: Option<Timestamp>,
}

impl Connector {
    pub(crate) async fn connect(&self, target: &Target) -> Result<Connection, FetchError> {
        timeout(self.limit, self.open(target)).await.unwrap_or(Err(FetchError::TimedOut))
    }

    async fn open(&self, target: &Target) -> Result<Connection, FetchError> {
        let started = Instant::now();
        let addresses = self.addresses(target).await?;
        let lookup = started.elapsed();

        let started = Instant::now();
        let stream = self.dial(&addresses).await?;
        let connect = started.elapsed();

        if !target.is_encrypted() || self.stand_in.is_some() {
            let stream = Box::new(stream);
            let encrypt = Duration::ZERO;
            return Ok(Connection { stream, http2: false, lookup, connect, encrypt, certificate_ends: None });
        }
        let started = Instant::now();
        let name = target.server_name().ok_or(NO_ENCRYPTION)?;
        let stream = self.tls.connect(name, stream).await.map_err(|error| encryption_failure(&error))?;
        let session = stream.get_ref().1;
        let http2 = session.alpn_protocol() == Some(tls::HTTP2);
        let certificate = session.peer_certificates().and_then(<[_]>::first);
        let certificate_ends = certificate.and_then(|certificate| certificate::end(certificate));
        let (stream, encrypt) = (Box::new(stream), started.elapsed());
        Ok(Connection { stream, http2, lookup, connect, encrypt, certificate_ends })
    }

    /// The addresses to dial. The name is resolved here and never again, so that exactly the checked
    /// addresses are dialled.
    async fn addresses(&self, target: &Target) -> Result<Vec<SocketAddr>, FetchError> {
        let port = target.port();
        let own = self.network.own_networks();
        let admitted = match (target.place(), self.stand_in) {
            (Place::Address(address), _) => self.guard.admit(&[*address], port, &own)?,
            (Place::Name(_), Some(_)) => self.guard.admit_port(port).map(|()| Vec::new())?,
            (Place::Name(name), None) => {
                self.guard.admit_lookup(port)?;
                self.guard.admit(&self.resolve(name).await?, port, &own)?
            }
        };
        Ok(self.stand_in.map_or_else(|| tried(admitted), |stand_in| vec![stand_in]))
    }

    async fn resolve(&self, name: &str) -> Result<Vec<IpAddr>, FetchError> {
        self.network.resolve(name).await.map_err(|error| {
            tracing::debug!(%name, %error, "a name was not resolved");
            FetchError::NoSuchHost
        })
    }

    /// Tries the addresses in order. Each gets its share of the time, so that a silent one leaves time for
    /// the next.
    async fn dial(&self, addresses: &[SocketAddr]) -> Result<TcpStream, FetchError> {
        let started = Instant::now();
        let mut failure = FetchError::NoConnection;
        for (address, still_to_try) in addresses.iter().zip((1..=addresses.len()).rev()) {
            let left = self.limit.saturating_sub(started.elapsed());
            let share = left / u32::try_from(still_to_try).unwrap_or(u32::MAX);
            match timeout(share, self.network.dial(*address)).await {
                Ok(Ok(stream)) => return Ok(stream),
                Ok(Err(error)) => tracing::debug!(%address, %error, "no connection"),
                Err(_elapsed) => failure = FetchError::TimedOut,
            }
        }
        Err(failure)
    }
}

fn tried(mut addresses: Vec<SocketAddr>) -> Vec<SocketAddr> {
    let (mut v4, mut v6) = (0, 0);
    addresses.retain(|address| {
        let seen = if address.is_ipv4() { &mut v4 } else { &mut v6 };
        *seen += 1;
        *seen <= TRIED_PER_FAMILY
    });
    addresses
}

fn encryption_failure(error: &std::io::Error) -> FetchError {
    tracing::debug!(%error, "no encryption");
    let reason = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
    if matches!(reason, Some(rustls::Error::InvalidCertificate(_))) { BAD_CERTIFICATE } else { NO_ENCRYPTION }
}
