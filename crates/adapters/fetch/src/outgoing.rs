//! What is sent: our own headers, the caller's, and which of them may be sent to another host after a
//! redirect.

use bytes::Bytes;
use http::header::{
    ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, CACHE_CONTROL, CONNECTION, CONTENT_LENGTH, EXPECT, HOST,
    HeaderName, TE, TRAILER, TRANSFER_ENCODING, UPGRADE, USER_AGENT,
};
use http::{HeaderMap, HeaderValue, Method, Request, Uri};
use http_body_util::Full;
use ports::fetch::{FetchError, FetchMethod, FetchRequest};

use crate::target::Target;

/// The codings that are undone here and that servers implement alike; they do not implement `deflate` alike.
const CODINGS: HeaderValue = HeaderValue::from_static("gzip, br, zstd");
const ANYTHING: HeaderValue = HeaderValue::from_static("*/*");
/// The value that browsers and search engines send. Sites that have both pages and data at one URL return the
/// page only for this value.
const PAGES_FIRST: HeaderValue =
    HeaderValue::from_static("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");

/// Headers about the connection or the exchange itself, which the caller can't set.
const OURS: [HeaderName; 10] = [
    ACCEPT_ENCODING,
    CONNECTION,
    CONTENT_LENGTH,
    EXPECT,
    HOST,
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
    USER_AGENT,
];
const ALSO_OURS: [&str; 4] = ["http2-settings", "keep-alive", "proxy-connection", STAND_IN_SCHEME];

/// Headers that can't authenticate anybody. All others are sent only to the host that they were meant for.
const SAFE: [HeaderName; 5] = [ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, CACHE_CONTROL, USER_AGENT];

/// The header that gives a stand-in for the web the scheme of the URL.
pub(crate) const STAND_IN_SCHEME: &str = "x-sandbox-scheme";

const BAD_HEADER: FetchError = FetchError::Blocked("a header can't be sent");
const BAD_ADDRESS: FetchError = FetchError::Blocked("it can't be sent");

/// A request that is not yet bound to a host.
pub(crate) struct Outgoing {
    method: Method,
    headers: HeaderMap,
    body: Bytes,
}

impl Outgoing {
    pub(crate) fn new(request: FetchRequest, user_agent: &HeaderValue) -> Result<Self, FetchError> {
        let mut headers = HeaderMap::new();
        headers.insert(USER_AGENT, user_agent.clone());
        headers.insert(ACCEPT_ENCODING, CODINGS);
        for (name, value) in request.headers {
            let name = HeaderName::try_from(name).map_err(|_| BAD_HEADER)?;
            let mut value = HeaderValue::try_from(value).map_err(|_| BAD_HEADER)?;
            if OURS.contains(&name) || ALSO_OURS.contains(&name.as_str()) {
                return Err(BAD_HEADER);
            }
            value.set_sensitive(!SAFE.contains(&name));
            headers.try_append(name, value).map_err(|_| BAD_HEADER)?;
        }
        let (method, accepted, body) = match request.method {
            FetchMethod::Get => (Method::GET, PAGES_FIRST, Bytes::new()),
            FetchMethod::Head => (Method::HEAD, PAGES_FIRST, Bytes::new()),
            FetchMethod::Post(body) => (Method::POST, ANYTHING, body),
        };
        headers.entry(ACCEPT).or_insert(accepted);
        Ok(Self { method, headers, body })
    }

    pub(crate) fn method(&self) -> &Method {
        &self.method
    }

    /// Removes, for good, what could authenticate: a redirect target could otherwise send the request back
    /// with a path of its choice.
    pub(crate) fn leave_origin(&mut self) {
        let private: Vec<HeaderName> =
            self.headers.keys().filter(|name| !SAFE.contains(name)).cloned().collect();
        for name in private {
            self.headers.remove(name);
        }
    }

    /// The request for one hop.
    pub(crate) fn bind(
        &self,
        target: &Target,
        http2: bool,
        stand_in: bool,
    ) -> Result<Request<Full<Bytes>>, FetchError> {
        let mut request = Request::new(Full::new(self.body.clone()));
        *request.method_mut() = self.method.clone();
        *request.headers_mut() = self.headers.clone();
        let uri = if http2 {
            Uri::try_from(target.url().as_str())
        } else {
            let host = target.host_header().ok_or(BAD_ADDRESS)?;
            request.headers_mut().insert(HOST, host);
            Uri::try_from(target.path_and_query())
        };
        *request.uri_mut() = uri.map_err(|_| BAD_ADDRESS)?;
        if http2 {
            *request.version_mut() = http::Version::HTTP_2;
        }
        if stand_in {
            let scheme = if target.is_encrypted() { "https" } else { "http" };
            request.headers_mut().insert(STAND_IN_SCHEME, HeaderValue::from_static(scheme));
        }
        Ok(request)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rstest::rstest;
    use url::Url;

    use super::*;

    fn outgoing(headers: &[(&str, &str)]) -> Result<Outgoing, FetchError> {
        let mut request =
            FetchRequest::get(Url::parse("http://example.com/").unwrap(), Duration::from_secs(1));
        request.headers = headers.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        Outgoing::new(request, &HeaderValue::from_static("Robot/1"))
    }

    fn names(outgoing: &Outgoing) -> Vec<&str> {
        let mut names: Vec<&str> = outgoing.headers.keys().map(HeaderName::as_str).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn rule_5_only_safe_headers_leave_the_origin() {
        let given = [
            ("Authorization", "Bearer x"),
            ("Cookie", "a=b"),
            ("Proxy-Authorization", "Basic x"),
            ("X-Signature", "x"),
            ("Accept-Language", "de"),
        ];
        let mut outgoing = outgoing(&given).unwrap();
        outgoing.leave_origin();
        assert_eq!(names(&outgoing), ["accept", "accept-encoding", "accept-language", "user-agent"]);
    }

    #[rstest]
    #[case("Host", "other.example")]
    #[case("Content-Length", "5")]
    #[case("Transfer-Encoding", "chunked")]
    #[case("Connection", "upgrade")]
    #[case("Accept-Encoding", "xz")]
    #[case("User-Agent", "Mozilla")]
    #[case("X-Sandbox-Scheme", "https")]
    #[case("X-Custom", "a\r\nHost: b")]
    #[case("X Custom", "a")]
    fn callers_cannot_break_the_exchange(#[case] name: &str, #[case] value: &str) {
        assert_eq!(outgoing(&[(name, value)]).err(), Some(BAD_HEADER));
    }

    #[test]
    fn accept_is_the_callers_if_given() {
        assert_eq!(outgoing(&[]).unwrap().headers[ACCEPT], PAGES_FIRST);
        assert_eq!(outgoing(&[("accept", "text/html")]).unwrap().headers[ACCEPT], "text/html");
    }

    #[test]
    fn what_could_authenticate_is_not_shown() {
        let shown = format!("{:?}", outgoing(&[("Authorization", "hunter2")]).unwrap().headers);
        assert!(shown.contains("authorization") && !shown.contains("hunter2"), "{shown}");
    }

    #[test]
    fn http2_names_the_authority_and_http1_the_host() {
        let target = Target::parse(Url::parse("https://b\u{fc}cher.example:8443/a?b|c").unwrap()).unwrap();
        let plain = outgoing(&[]).unwrap().bind(&target, false, false).unwrap();
        assert_eq!(plain.headers()[HOST], "xn--bcher-kva.example:8443");
        assert_eq!(plain.uri(), "/a?b|c");
        let newer = outgoing(&[]).unwrap().bind(&target, true, false).unwrap();
        assert!(!newer.headers().contains_key(HOST));
        assert_eq!(newer.uri(), "https://xn--bcher-kva.example:8443/a?b|c");
    }
}
