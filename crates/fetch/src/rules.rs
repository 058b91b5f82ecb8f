//! What may be fetched, and how much of it.

use std::time::Duration;

use ipnet::IpNet;
use rustls::pki_types::CertificateDer;

/// What the operator allows. The default fetches from the public web only.
#[derive(Debug, Clone)]
pub struct FetchRules {
    /// Networks that are fetched from though they are not public, and on any port.
    pub allow: Vec<IpNet>,
    /// The ports that are fetched from.
    pub ports: Vec<u16>,
    /// What the fetcher calls itself.
    pub user_agent: String,
    /// Certificates that are trusted beside the public ones, for networks in `allow`.
    pub roots: Vec<CertificateDer<'static>>,
    /// How long and how large.
    pub limits: FetchLimits,
}

impl Default for FetchRules {
    fn default() -> Self {
        Self {
            allow: Vec::new(),
            ports: vec![80, 443],
            user_agent: concat!("Rankwright/", env!("CARGO_PKG_VERSION")).to_owned(),
            roots: Vec::new(),
            limits: FetchLimits::default(),
        }
    }
}

/// How long a fetch may take and how large an answer may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FetchLimits {
    /// Looking up the name, opening the connection and agreeing on encryption, per hop.
    pub connect: Duration,
    /// From the request to the end of the answer's headers, per hop.
    pub headers: Duration,
    /// Everything, all hops.
    pub total: Duration,
    /// Bytes of all headers of an answer.
    pub header_bytes: u32,
    /// Bytes of the body before its content coding is undone.
    pub wire_bytes: u64,
    /// Bytes of the body after its content coding is undone.
    pub decoded_bytes: u64,
    /// How many bytes one byte of a body may become.
    pub ratio: u64,
    /// Redirects that are followed.
    pub redirects: usize,
    /// Fetches under way at once; others wait within their deadline. It bounds what bodies take of the memory.
    pub concurrency: usize,
}

impl Default for FetchLimits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            headers: Duration::from_secs(10),
            total: Duration::from_secs(20),
            header_bytes: 64 * 1024,
            wire_bytes: 5 * 1024 * 1024,
            decoded_bytes: 15 * 1024 * 1024,
            ratio: 100,
            redirects: 10,
            concurrency: 64,
        }
    }
}

/// Why a fetcher can't work by its rules.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// The name can't be sent.
    #[error("the user agent has characters that can't be sent")]
    UserAgent,
    /// Names can't be looked up.
    #[error("names can't be looked up: {0}")]
    Resolver(String),
    /// Not a certificate to trust, or no common ground with the TLS library.
    #[error("encryption can't be set up")]
    Encryption(#[from] rustls::Error),
}
