//! What may be fetched, and how much of it.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use ipnet::IpNet;
use rustls::pki_types::CertificateDer;
use url::{Host, Url};

use crate::address::{contains, is_public};

/// The operator's rules. The default fetches from the public web only.
#[derive(Debug, Clone)]
pub struct FetchRules {
    /// Networks that are allowed on any port although they are not public.
    pub allow: Vec<IpNet>,
    /// The ports that are allowed.
    pub ports: Vec<u16>,
    /// The `user-agent` header of the fetcher.
    pub user_agent: String,
    /// Certificates that are trusted beside the public ones, for networks in `allow`.
    pub roots: Vec<CertificateDer<'static>>,
    /// The limits of time and size.
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
    /// The setting that refuses a URL, judged by the URL alone; names are not resolved.
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
            // The name may resolve to a network that is allowed on any port.
            None => !self.allow.is_empty(),
        };
        let port = url.port_or_known_default().unwrap_or_default();
        (!is_allowed && !self.ports.contains(&port)).then_some("fetch.ports")
    }
}

/// How long a fetch may take and how large a response may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FetchLimits {
    /// Resolving the name, opening the connection and the TLS handshake, per hop.
    pub connect: Duration,
    /// From the request to the end of the response's headers, per hop.
    pub headers: Duration,
    /// The whole fetch with all hops.
    pub total: Duration,
    /// Bytes of all headers of a response.
    pub header_bytes: u32,
    /// Bytes of the body before its content coding is undone.
    pub wire_bytes: u64,
    /// Bytes of the body after its content coding is undone.
    pub decoded_bytes: u64,
    /// How many bytes one byte of a body may become when it is decoded.
    pub ratio: u64,
    /// Redirects that are followed.
    pub redirects: usize,
    /// Concurrent fetches; others wait within their deadline. It bounds the memory of bodies.
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

/// Why a fetcher can't apply its rules.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// The user agent is not a valid header value.
    #[error("the user agent has characters that can't be sent")]
    UserAgent,
    /// Names can't be resolved.
    #[error("names can't be looked up: {0}")]
    Resolver(String),
    /// A root certificate is invalid, or the TLS library does not support the configuration.
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
