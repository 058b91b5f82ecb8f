//! Fetching addresses that came from outside. Everything about them is hostile.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use domain::Timestamp;
use url::Url;

/// Fetches what customers and strangers point to.
#[async_trait]
pub trait Fetcher: Send + Sync {
    /// Fetches an address, following redirects. Any status is a success; what is not HTTP, or not allowed, is a failure.
    async fn fetch(&self, request: FetchRequest) -> Result<Fetched, FetchError>;
}

/// What to fetch and how much of it.
#[derive(Clone)]
pub struct FetchRequest {
    /// The address as it came.
    pub url: Url,
    /// What to do there.
    pub method: FetchMethod,
    /// Headers beside our own. Not sent to other hosts when redirected, if they could authenticate.
    pub headers: Vec<(String, String)>,
    /// How long everything may take; the fetcher's own limit if that is shorter.
    pub deadline: Duration,
    /// What to do with a body above the fetcher's limit.
    pub oversize: Oversize,
}

/// What to do at an address.
#[derive(Debug, Clone)]
pub enum FetchMethod {
    /// Get it.
    Get,
    /// Only its headers.
    Head,
    /// Send something. Never redirected.
    Post(Bytes),
}

/// What to do with a body that is too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Oversize {
    /// Fail.
    Refuse,
    /// Keep what came so far.
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
    /// Gets an address within `deadline`.
    #[must_use]
    pub fn get(url: Url, deadline: Duration) -> Self {
        Self { url, method: FetchMethod::Get, headers: Vec::new(), deadline, oversize: Oversize::Refuse }
    }
}

/// What was fetched.
#[derive(Debug, Clone)]
pub struct Fetched {
    /// Where the answer came from.
    pub url: Url,
    /// The hops on the way, in order.
    pub redirects: Vec<Redirect>,
    /// The final status.
    pub status: u16,
    /// The final headers in order, names in lower case, values that are not text replaced.
    pub headers: Vec<(String, String)>,
    /// The body with transfer and content coding undone.
    pub body: Bytes,
    /// Whether the body is cut because it was too large.
    pub truncated: bool,
    /// Bytes of the body on the wire, before content coding was undone.
    pub wire_bytes: u64,
    /// `HTTP/1.1` or `HTTP/2`.
    pub http_version: &'static str,
    /// When the certificate ends, if the last hop was encrypted.
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

/// One hop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// From where.
    pub from: Url,
    /// With which status.
    pub status: u16,
    /// To where.
    pub to: Url,
}

/// How long each part of the last hop took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FetchTiming {
    /// Resolving the name.
    pub lookup: Duration,
    /// Opening the connection.
    pub connect: Duration,
    /// Agreeing on encryption.
    pub encrypt: Duration,
    /// From the request to the first byte of the answer.
    pub first_byte: Duration,
    /// Everything, all hops.
    pub total: Duration,
}

/// Why nothing was fetched. The words reveal nothing about our network.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// The address is not one that we fetch.
    #[error("the URL is not allowed: {0}")]
    Blocked(&'static str),
    /// There is no such host.
    #[error("the URL could not be reached: the host name does not exist")]
    NoSuchHost,
    /// The host turned the connection down, or no way leads there. Silence is a time-out.
    #[error("the URL could not be reached: the server did not answer")]
    NoConnection,
    /// What answered there can't be talked to, or what it said not be read.
    #[error("the URL could not be reached: {0}")]
    Unreachable(&'static str),
    /// The site answered with a status that is not 2xx, where a page was expected.
    #[error("{}", status_in_words(*.0))]
    Status(u16),
    /// It took too long.
    #[error("the request timed out")]
    TimedOut,
    /// The answer was too large.
    #[error("the response is too large: {0}")]
    TooLarge(&'static str),
    /// The redirects lead nowhere.
    #[error("the redirects are broken: {why}")]
    BadRedirect {
        /// What is wrong with them.
        why: &'static str,
        /// The hops until then, with the one that leads back or is one too many.
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
