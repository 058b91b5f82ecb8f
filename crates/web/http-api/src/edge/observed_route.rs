//! Reports to the edge which route served a request, because the router does not expose it.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::extract::MatchedPath;
use axum::response::Response;
use http::Request;
use tower::{Layer, Service};

/// The pattern of the matched route, as a response extension.
#[derive(Clone, Debug)]
pub(crate) struct Route(MatchedPath);

impl Route {
    /// The label of requests that matched no route.
    pub(crate) const UNKNOWN: &'static str = "unmatched";

    pub(crate) fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

/// Adds [`Route`] to the responses of all inner routes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ObserveRoute;

#[derive(Clone, Debug)]
pub(crate) struct Observed<S>(S);

impl<S> Layer<S> for ObserveRoute {
    type Service = Observed<S>;

    fn layer(&self, inner: S) -> Observed<S> {
        Observed(inner)
    }
}

impl<S, B> Service<Request<B>> for Observed<S>
where
    S: Service<Request<B>, Response = Response>,
    S::Future: Unpin,
{
    type Response = Response;
    type Error = S::Error;
    type Future = Observing<S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let route = request.extensions().get::<MatchedPath>().cloned().map(Route);
        Observing { route, inner: self.0.call(request) }
    }
}

pub(crate) struct Observing<F> {
    route: Option<Route>,
    inner: F,
}

impl<F, E> Future for Observing<F>
where
    F: Future<Output = Result<Response, E>> + Unpin,
{
    type Output = Result<Response, E>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut outcome = ready!(Pin::new(&mut self.inner).poll(context));
        if let (Ok(response), Some(route)) = (&mut outcome, self.route.take()) {
            response.extensions_mut().insert(route);
        }
        Poll::Ready(outcome)
    }
}
