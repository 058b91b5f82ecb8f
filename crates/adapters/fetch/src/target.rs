//! The target of a URL, once it is known to be one that can be fetched.

use std::net::{IpAddr, Ipv4Addr};

use http::HeaderValue;
use ports::fetch::FetchError;
use rustls::pki_types::ServerName;
use url::{Host, Url};

const NO_HOST: FetchError = FetchError::Blocked("it has no host");

/// An http or https URL in its canonical form: no user, no fragment, no trailing dot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    url: Url,
    place: Place,
    port: u16,
}

/// The host of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// An IP address, which is not resolved.
    Address(IpAddr),
    Name(String),
}

impl Target {
    /// Refuses every URL that must not be fetched.
    pub(crate) fn parse(mut url: Url) -> Result<Self, FetchError> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(FetchError::Blocked("only http and https URLs are allowed"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(FetchError::Blocked("it has a user name or a password"));
        }
        url.set_fragment(None);
        let place = match url.host().ok_or(NO_HOST)? {
            Host::Ipv4(address) => Place::Address(address.into()),
            Host::Ipv6(address) => Place::Address(IpAddr::from(address).to_canonical()),
            Host::Domain(name) => Place::named(name.trim_end_matches('.')).ok_or(NO_HOST)?,
        };
        if let Some(name) = url.domain().and_then(|name| name.strip_suffix('.')) {
            let name = name.trim_end_matches('.').to_owned();
            url.set_host(Some(&name)).map_err(|_| NO_HOST)?;
        }
        let port = url.port_or_known_default().ok_or(NO_HOST)?;
        Ok(Self { url, place, port })
    }

    pub(crate) fn url(&self) -> &Url {
        &self.url
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn is_encrypted(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// The host and, unless it is the default, the port.
    pub(crate) fn authority(&self) -> &str {
        self.url.authority()
    }

    pub(crate) fn host_header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(self.authority()).ok()
    }

    pub(crate) fn path_and_query(&self) -> &str {
        &self.url[url::Position::BeforePath..url::Position::AfterQuery]
    }

    /// The name that the certificate must have.
    pub(crate) fn server_name(&self) -> Option<ServerName<'static>> {
        match &self.place {
            Place::Address(address) => Some(ServerName::IpAddress((*address).into())),
            Place::Name(name) => ServerName::try_from(name.clone()).ok(),
        }
    }

    pub(crate) fn is_same_origin(&self, other: &Self) -> bool {
        self.url.origin() == other.url.origin()
    }
}

impl Place {
    fn named(name: &str) -> Option<Self> {
        if name.is_empty() {
            return None;
        }
        // RFC 6761: the name means loopback whatever a resolver answers, so it is refused without a lookup.
        if name == "localhost" || name.ends_with(".localhost") {
            return Some(Self::Address(Ipv4Addr::LOCALHOST.into()));
        }
        Some(Self::Name(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn target(text: &str) -> Result<Target, FetchError> {
        Target::parse(Url::parse(text).unwrap())
    }

    #[rstest]
    #[case("file:///etc/passwd")]
    #[case("ftp://example.com/")]
    #[case("gopher://example.com/")]
    #[case("ws://example.com/")]
    #[case("data:text/plain,x")]
    #[case("javascript:alert(1)")]
    fn rule_1_only_http_and_https(#[case] text: &str) {
        assert_eq!(target(text), Err(FetchError::Blocked("only http and https URLs are allowed")));
    }

    #[rstest]
    #[case("http://user@example.com/")]
    #[case("http://user:secret@example.com/")]
    #[case("http://:secret@example.com/")]
    #[case("http://example.com:80@127.0.0.1/")]
    #[case("https://example.com%2f@127.0.0.1/")]
    fn rule_1_no_userinfo(#[case] text: &str) {
        assert_eq!(target(text), Err(FetchError::Blocked("it has a user name or a password")));
    }

    #[rstest]
    #[case("http://example.com./a", "http://example.com/a")]
    #[case("http://example.com.:8080/", "http://example.com:8080/")]
    #[case("http://EXAMPLE.com/#part", "http://example.com/")]
    #[case("https://b\u{fc}cher.example/", "https://xn--bcher-kva.example/")]
    fn rule_1_hosts_are_canonical(#[case] text: &str, #[case] canonical: &str) {
        let target = target(text).unwrap();
        assert_eq!(target.url().as_str(), canonical);
        let Place::Name(name) = target.place() else { panic!("{text} is a name") };
        assert_eq!(Some(name.as_str()), target.url().host_str());
    }

    #[test]
    fn a_host_of_dots_is_none() {
        let url = Url::parse("http://./");
        assert!(url.is_err() || Target::parse(url.unwrap()).is_err());
    }

    #[rstest]
    #[case("http://2130706433/")]
    #[case("http://0x7f.1/")]
    #[case("http://0x7f000001/")]
    #[case("http://0177.0.0.1/")]
    #[case("http://127.1/")]
    #[case("http://127.0.0.1./")]
    #[case("http://\u{ff11}\u{ff12}\u{ff17}.0.0.1/")]
    #[case("http://\u{2460}\u{2461}\u{2466}.0.0.1/")]
    #[case("http://127\u{3002}0\u{3002}0\u{3002}1/")]
    #[case("http://%31%32%37.0.0.1/")]
    #[case("http:127.0.0.1/")]
    #[case("http:\\\\127.0.0.1\\")]
    #[case("http://[::ffff:127.0.0.1]/")]
    #[case("http://[::ffff:7f00:1]/")]
    #[case("http://localhost/")]
    #[case("http://LOCALHOST./")]
    #[case("http://a.localhost/")]
    fn rule_3_odd_spellings_of_loopback_are_addresses(#[case] text: &str) {
        assert_eq!(target(text).unwrap().place(), &Place::Address(Ipv4Addr::LOCALHOST.into()));
    }

    #[rstest]
    #[case("http://[fe80::1%25eth0]/")]
    #[case("http://[fe80::1%eth0]/")]
    #[case("http:///")]
    #[case("http://256.0.0.1/")]
    fn rule_3_these_are_no_addresses_at_all(#[case] text: &str) {
        assert!(Url::parse(text).is_err());
    }

    #[test]
    fn the_authority_names_an_unusual_port_only() {
        assert_eq!(target("https://example.com:443/").unwrap().authority(), "example.com");
        assert_eq!(target("http://example.com:443/").unwrap().authority(), "example.com:443");
        assert_eq!(target("http://[2606:4700::1]:80/").unwrap().authority(), "[2606:4700::1]");
        assert_eq!(target("http://example.com?a=b#c").unwrap().path_and_query(), "/?a=b");
    }

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        let origin = target("https://example.com/a").unwrap();
        assert!(origin.is_same_origin(&target("https://example.com:443/b?c").unwrap()));
        for other in ["http://example.com/", "https://example.com:8443/", "https://www.example.com/"] {
            assert!(!origin.is_same_origin(&target(other).unwrap()), "{other}");
        }
    }
}
