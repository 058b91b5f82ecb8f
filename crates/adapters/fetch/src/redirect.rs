//! Where a response redirects to, and when to stop following.

use http::header::LOCATION;
use http::response::Parts;
use http::{Method, StatusCode};
use ports::fetch::{FetchError, Redirect};
use url::Url;

use crate::target::Target;

const TOO_MANY: &str = "there are too many";
const LOOP: &str = "they go in a circle";
const BAD_LOCATION: &str = "one is not a URL";

/// The URL that a response redirects to, if it is to be followed. A POST is sent once and never follows.
fn location(method: &Method, head: &Parts, base: &Url) -> Result<Option<Url>, &'static str> {
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

    /// The next URL of a redirect, unless that is one hop too many or a loop.
    pub(crate) fn next(
        &mut self,
        method: &Method,
        head: &Parts,
        from: &Target,
    ) -> Result<Option<Target>, FetchError> {
        let Some(url) = location(method, head, from.url()).map_err(|why| self.leads_nowhere(why))? else {
            return Ok(None);
        };
        let to = Target::parse(url)?;
        let hop = Redirect { from: from.url().clone(), status: head.status.as_u16(), to: to.url().clone() };
        let is_too_many = self.redirects.len() >= self.most;
        let leads_back = hop.from == hop.to || self.redirects.iter().any(|earlier| earlier.from == hop.to);
        self.redirects.push(hop);
        match (is_too_many, leads_back) {
            (true, _) => Err(self.leads_nowhere(TOO_MANY)),
            (_, true) => Err(self.leads_nowhere(LOOP)),
            _ => Ok(Some(to)),
        }
    }

    fn leads_nowhere(&mut self, why: &'static str) -> FetchError {
        FetchError::BadRedirect { why, hops: std::mem::take(&mut self.redirects) }
    }

    pub(crate) fn into_redirects(self) -> Vec<Redirect> {
        self.redirects
    }
}
