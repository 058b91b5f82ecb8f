//! Fetching URLs that come from outside. Everything about them is hostile.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use domain::Timestamp;
use url::Url;

/// Fetches URLs that customers and third parties supply.
#[async_trait]
pub trait Fetcher: Send + Sync {
    /// Fetches a URL, following redirects. Any status is a success; a response that is not HTTP, or a URL
    /// that is not allowed, is a failure.
    async fn fetch(&self, request: FetchRequest) -> Result<Fetched, FetchError>;
}

/// What to fetch and how much of it.
#[derive(Clone)]
pub struct FetchRequest {
    /// The URL as it was given.
    pub url: Url,
    pub method: FetchMethod,
    /// Headers in addition to our own. Headers that could authenticate are not sent to other hosts on
    /// redirects.
    pub headers: Vec<(String, String)>,
    /// The time limit for everything; the fetcher's own limit if that is shorter.
    pub deadline: Duration,
    /// What to do with a body above the fetcher's limit.
    pub oversize: Oversize,
}

#[derive(Debug, Clone)]
pub enum FetchMethod {
    Get,
    Head,
    /// Sends a body; never follows redirects.
    Post(Bytes),
}

/// What to do with a body that is too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Oversize {
    Refuse,
    /// Keep the part that was read.
    Truncate,
}

/// Header values and bodies can hold secrets, so they are not shown.
impl fmt::Debug for FetchRequest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header_names: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        formatter
            .debug_struct("FetchRequest")
            .field("url", &self.url.as_str())
            .field("headers", &header_names)
            .field("deadline", &self.deadline)
            .field("oversize", &self.oversize)
            .finish_non_exhaustive()
    }
}

impl FetchRequest {
    /// A GET request with this deadline.
    #[must_use]
    pub fn get(url: Url, deadline: Duration) -> Self {
        Self { url, method: FetchMethod::Get, headers: Vec::new(), deadline, oversize: Oversize::Refuse }
    }
}

#[derive(Debug, Clone)]
pub struct Fetched {
    /// The URL of the final response.
    pub url: Url,
    /// The redirects on the way, in order.
    pub redirects: Vec<Redirect>,
    pub status: u16,
    /// The final headers in order, names in lower case, values that are not text replaced.
    pub headers: Vec<(String, String)>,
    /// The body with transfer and content coding undone.
    pub body: Bytes,
    /// Whether the body was cut because it was too large.
    pub truncated: bool,
    /// Bytes of the body on the wire, before content coding was undone.
    pub wire_bytes: u64,
    /// `HTTP/1.1` or `HTTP/2`.
    pub http_version: &'static str,
    /// When the certificate expires, if the last hop was encrypted.
    pub certificate_ends: Option<Timestamp>,
    /// How long each part of the last hop took.
    pub timing: FetchTiming,
}

impl Fetched {
    /// The first header of this name (in lower case).
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    pub from: Url,
    pub status: u16,
    pub to: Url,
}

/// How long each part of the last hop took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FetchTiming {
    /// The time to resolve the host name.
    pub lookup: Duration,
    /// The time to open the connection.
    pub connect: Duration,
    /// The time to negotiate encryption.
    pub encrypt: Duration,
    /// The time from the request to the first byte of the response.
    pub first_byte: Duration,
    /// The time of all hops together.
    pub total: Duration,
}

/// Why nothing was fetched. The messages reveal nothing about our network.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// The URL is not one that we fetch.
    #[error("the URL is not allowed: {0}")]
    Blocked(&'static str),
    /// There is no such host.
    #[error("the URL could not be reached: the host name does not exist")]
    NoSuchHost,
    /// The host refused the connection, or there is no route to it. No reply at all is a time-out.
    #[error("the URL could not be reached: the server did not answer")]
    NoConnection,
    /// The server speaks no protocol that we support, or its response can't be read.
    #[error("the URL could not be reached: {0}")]
    Unreachable(&'static str),
    /// The site returned a status that is not 2xx where a page was expected.
    #[error("{}", status_in_words(*.0))]
    Status(u16),
    #[error("the request timed out")]
    TimedOut,
    #[error("the response is too large: {0}")]
    TooLarge(&'static str),
    /// The redirects never reach a response.
    #[error("the redirects are broken: {why}")]
    BadRedirect {
        /// What is wrong with them.
        why: &'static str,
        /// The redirects so far, including the one that closes the loop or is one too many.
        hops: Vec<Redirect>,
    },
}

fn status_in_words(status: u16) -> String {
    match status {
        401 | 403 => format!("the site refused our request ({status})"),
        404 | 410 => format!("the page does not exist ({status})"),
        429 => format!("the site limits our requests ({status})"),
        500.. => format!("the site failed to answer ({status})"),
        _ => format!("the site did not return a page ({status})"),
    }
}

#[cfg(test)]
mod tests {
    use super::FetchError;

    #[test]
    fn a_status_is_told_in_plain_words() {
        assert_eq!(FetchError::Status(403).to_string(), "the site refused our request (403)");
        assert_eq!(FetchError::Status(404).to_string(), "the page does not exist (404)");
        assert_eq!(FetchError::Status(503).to_string(), "the site failed to answer (503)");
        assert_eq!(FetchError::Status(304).to_string(), "the site did not return a page (304)");
    }
}
