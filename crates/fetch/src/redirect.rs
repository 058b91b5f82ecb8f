//! Where an answer sends us, and when to stop following.

use http::header::LOCATION;
use http::response::Parts;
use http::{Method, StatusCode};
use ports::fetch::{FetchError, Redirect};
use url::Url;

use crate::target::Target;

const TOO_MANY: FetchError = FetchError::BadRedirect("there are too many");
const LOOP: FetchError = FetchError::BadRedirect("they go in a circle");
const BAD_LOCATION: FetchError = FetchError::BadRedirect("one is not an address");

/// The address that an answer points to, if it is to be followed. What was sent with POST is sent once.
pub(crate) fn location(method: &Method, head: &Parts, base: &Url) -> Result<Option<Url>, FetchError> {
    let redirects = matches!(
        head.status,
        StatusCode::MOVED_PERMANENTLY
            | StatusCode::FOUND
            | StatusCode::SEE_OTHER
            | StatusCode::TEMPORARY_REDIRECT
            | StatusCode::PERMANENT_REDIRECT
    );
    let Some(location) = head.headers.get(LOCATION) else { return Ok(None) };
    if !redirects || method == Method::POST {
        return Ok(None);
    }
    let location = std::str::from_utf8(location.as_bytes()).map_err(|_| BAD_LOCATION)?;
    base.join(location).map(Some).map_err(|_| BAD_LOCATION)
}

/// The hops so far.
pub(crate) struct Trail {
    redirects: Vec<Redirect>,
    most: usize,
}

impl Trail {
    pub(crate) fn new(most: usize) -> Self {
        Self { redirects: Vec::new(), most }
    }

    /// Adds a hop, unless it is one too many or leads back.
    pub(crate) fn step(&mut self, from: &Target, status: StatusCode, to: &Target) -> Result<(), FetchError> {
        if self.redirects.len() >= self.most {
            return Err(TOO_MANY);
        }
        let (from, to) = (from.url().clone(), to.url().clone());
        if from == to || self.redirects.iter().any(|earlier| earlier.from == to) {
            return Err(LOOP);
        }
        self.redirects.push(Redirect { from, status: status.as_u16(), to });
        Ok(())
    }

    pub(crate) fn into_redirects(self) -> Vec<Redirect> {
        self.redirects
    }
}
