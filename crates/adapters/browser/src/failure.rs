//! Why something did not work inside, and what the caller is told of it.

use ports::browser::BrowserError;

/// Why a call to the browser has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    /// The browser is gone.
    #[error("the browser is gone")]
    Gone,
    /// Nothing came in time.
    #[error("the browser did not answer")]
    TimedOut,
    /// The browser says no.
    #[error("the browser refused: {0}")]
    Refused(String),
    /// The answer is not what it should be.
    #[error("the browser's answer was not understood")]
    NotUnderstood(#[from] serde_json::Error),
}

impl From<CallError> for BrowserError {
    fn from(error: CallError) -> Self {
        match error {
            CallError::TimedOut => Self::TimedOut,
            // A tab that is gone refuses everything.
            CallError::Gone | CallError::Refused(_) | CallError::NotUnderstood(_) => Self::Crashed,
        }
    }
}

/// Tells why a page did not load, in words that reveal nothing about our network.
pub(crate) fn unloadable(browser_says: &str) -> BrowserError {
    let words = match browser_says.trim_start_matches("net::") {
        "ERR_TUNNEL_CONNECTION_FAILED" | "ERR_BLOCKED_BY_CLIENT" | "ERR_BLOCKED_BY_ADMINISTRATOR" => REFUSED,
        "ERR_TOO_MANY_REDIRECTS" => "it redirects without end",
        "ERR_ABORTED" | "ERR_INVALID_RESPONSE" => NOT_A_PAGE,
        "ERR_HTTP_RESPONSE_CODE_FAILURE" => "it answers with an error and no page",
        "ERR_RESPONSE_HEADERS_TOO_BIG" => "its headers are too large",
        "ERR_UNSAFE_REDIRECT" | "ERR_UNKNOWN_URL_SCHEME" | "ERR_DISALLOWED_URL_SCHEME" => ELSEWHERE,
        code if code.starts_with("ERR_CERT_") => "its certificate is not trusted",
        code if code.starts_with("ERR_SSL_") => "the TLS handshake failed",
        _ => "nothing answered there",
    };
    BrowserError::Unloadable(words.to_owned())
}

/// The rules don't allow the address.
pub(crate) const REFUSED: &str = "the URL is not allowed";
/// It is something else than HTML.
pub(crate) const NOT_A_PAGE: &str = "it is not an HTML page";
/// It went where pages don't go.
pub(crate) const ELSEWHERE: &str = "it leads away from the web";
/// It does not come to rest.
pub(crate) const RESTLESS: &str = "it keeps going to other pages";
