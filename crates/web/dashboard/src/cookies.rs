//! Cookies. Their names bind them to this host and to TLS, and scripts can't read them.

use http::header::{COOKIE, SET_COOKIE};
use http::{HeaderMap, HeaderValue};

pub(crate) const SESSION: &str = "session";
pub(crate) const LANGUAGE: &str = "language";
pub(crate) const THEME: &str = "theme";
pub(crate) const ZONE: &str = "timezone";

const PREFIX: &str = "__Host-";
const YEAR: u64 = 365 * 24 * 60 * 60;
/// The longest lifetime of a session.
const SESSION_SECONDS: u64 = 90 * 24 * 60 * 60;

/// The cookie settings of this installation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CookieJar {
    /// Whether cookies are bound to TLS. Browsers accept that only over TLS, or from their own machine.
    bound: bool,
}

impl CookieJar {
    pub(crate) fn new(public_url: &str) -> Self {
        let bound =
            url::Url::parse(public_url).is_ok_and(|url| url.scheme() == "https" || is_this_machine(&url));
        Self { bound }
    }

    /// Sets the session cookie.
    pub(crate) fn open(self, headers: &mut HeaderMap, secret: &str) {
        self.set(headers, SESSION, secret, SESSION_SECONDS);
    }

    /// Deletes the session cookie.
    pub(crate) fn close(self, headers: &mut HeaderMap) {
        self.set(headers, SESSION, "", 0);
    }

    pub(crate) fn remember(self, headers: &mut HeaderMap, name: &str, value: &str) {
        self.set(headers, name, value, YEAR);
    }

    pub(crate) fn remove(self, headers: &mut HeaderMap, name: &str) {
        self.set(headers, name, "", 0);
    }

    fn set(self, headers: &mut HeaderMap, name: &str, value: &str, seconds: u64) {
        let (prefix, secure) = if self.bound { (PREFIX, "; Secure") } else { ("", "") };
        let cookie =
            format!("{prefix}{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        if let Ok(value) = HeaderValue::try_from(cookie) {
            headers.append(SET_COOKIE, value);
        }
    }
}

fn is_this_machine(url: &url::Url) -> bool {
    match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// The value of a cookie. The bound cookie comes first, because a neighbouring host can't have set it.
pub(crate) fn read<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let find = |prefix: &str| {
        headers
            .get_all(COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find_map(|(key, value)| (key.strip_prefix(prefix) == Some(name)).then_some(value))
    };
    find(PREFIX).or_else(|| find(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_by(public_url: &str) -> String {
        let mut headers = HeaderMap::new();
        CookieJar::new(public_url).open(&mut headers, "abc");
        headers[SET_COOKIE].to_str().unwrap().to_owned()
    }

    #[test]
    fn sessions_are_bound_to_the_host_wherever_browsers_allow_it() {
        for url in
            ["https://seo.example.com", "http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:80"]
        {
            let cookie = set_by(url);
            assert!(
                cookie.starts_with("__Host-session=abc; Path=/; ") && cookie.ends_with("; Secure"),
                "{cookie}"
            );
            assert!(cookie.contains("HttpOnly; SameSite=Lax"), "{cookie}");
        }
        assert!(set_by("http://192.168.1.2:8080").starts_with("session=abc;"));
    }

    #[test]
    fn the_bound_cookie_wins() {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, HeaderValue::from_static("session=planted; a=b; __Host-session=own"));
        assert_eq!(read(&headers, SESSION), Some("own"));
        assert_eq!(read(&headers, "a"), Some("b"));
        assert_eq!(read(&headers, "none"), None);
    }
}
