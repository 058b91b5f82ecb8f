//! Internal failures, and the error that the caller gets for each.

use ports::browser::BrowserError;

/// Why a call to the browser has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    /// The browser has exited.
    #[error("the browser is gone")]
    Gone,
    /// No answer came in time.
    #[error("the browser did not answer")]
    TimedOut,
    /// The browser refused the command, with its message.
    #[error("the browser refused: {0}")]
    Refused(String),
    /// The answer has another form than expected.
    #[error("the browser's answer was not understood")]
    NotUnderstood(#[from] serde_json::Error),
}

impl From<CallError> for BrowserError {
    fn from(error: CallError) -> Self {
        match error {
            CallError::TimedOut => Self::TimedOut,
            // A closed tab refuses every command.
            CallError::Gone | CallError::Refused(_) | CallError::NotUnderstood(_) => Self::Crashed,
        }
    }
}

/// The reason why a page did not load, in words that reveal nothing about our network.
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

/// The rules refuse the URL.
pub(crate) const REFUSED: &str = "the URL is not allowed";
pub(crate) const NOT_A_PAGE: &str = "it is not an HTML page";
/// The page leads to a URL that is not a web page.
pub(crate) const ELSEWHERE: &str = "it leads away from the web";
/// The page never settles.
pub(crate) const RESTLESS: &str = "it keeps going to other pages";
