//! What may be fetched, and how much of it.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use ipnet::IpNet;
use rustls::pki_types::CertificateDer;
use url::{Host, Url};

use crate::address::{contains, is_public};

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

impl FetchRules {
    /// The setting that keeps a URL from being fetched, as far as the URL itself says; names are not resolved.
    #[must_use]
    pub fn refused_by(&self, url: &Url) -> Option<&'static str> {
        let address = match url.host()? {
            Host::Ipv4(address) => Some(IpAddr::V4(address)),
            Host::Ipv6(address) => Some(IpAddr::V6(address).to_canonical()),
            Host::Domain(name) => {
                let name = name.trim_end_matches('.');
                let is_own = name == "localhost" || name.ends_with(".localhost");
                is_own.then_some(IpAddr::V4(Ipv4Addr::LOCALHOST))
            }
        };
        let is_allowed = match address {
            Some(address) if contains(&self.allow, &address) => true,
            Some(address) if !is_public(address) => return Some("fetch.allow"),
            Some(_) => false,
            // Where the name leads may be allowed on any port.
            None => !self.allow.is_empty(),
        };
        let port = url.port_or_known_default().unwrap_or_default();
        (!is_allowed && !self.ports.contains(&port)).then_some("fetch.ports")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_url_itself_says_is_known_before_anything_is_fetched() {
        let refused = |rules: &FetchRules, url: &str| rules.refused_by(&Url::parse(url).unwrap());
        let usual = FetchRules::default();
        for private in [
            "http://127.0.0.1/",
            "http://localhost:3000/a",
            "https://10.1.2.3/",
            "http://[::1]/",
            "http://a.localhost/",
        ] {
            assert_eq!(refused(&usual, private), Some("fetch.allow"), "{private}");
        }
        assert_eq!(refused(&usual, "https://hooks.example:8443/"), Some("fetch.ports"));
        assert_eq!(refused(&usual, "https://1.1.1.1:8443/"), Some("fetch.ports"));
        assert_eq!(refused(&usual, "https://hooks.example/"), None);
        let allowing = FetchRules { allow: vec!["127.0.0.0/8".parse().unwrap()], ..FetchRules::default() };
        assert_eq!(refused(&allowing, "http://localhost:3000/"), None);
        assert_eq!(refused(&allowing, "https://hooks.example:8443/"), None, "the name may lead there");
        assert_eq!(refused(&allowing, "http://10.1.2.3/"), Some("fetch.allow"));
    }
}
