//! The API, reached without a network: pages are its clients.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::OnceLock;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::{Request, StatusCode};
use tower::{Service, ServiceExt};

type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// The way to the API. It opens late, because pages are part of what the same service answers.
#[derive(Default)]
pub struct InProcessApi(OnceLock<Box<dyn Fn(Request<Body>) -> Answering + Send + Sync>>);

impl InProcessApi {
    /// Leads to `api` from now on. Only the first time counts.
    pub fn open<S>(&self, api: S)
    where
        S: Service<Request<Body>, Response = Response, Error = Infallible> + Clone + Send + Sync + 'static,
        S::Future: Send,
    {
        let _ = self.0.set(Box::new(move |request| {
            let api = api.clone();
            Box::pin(async move { api.oneshot(request).await.into_response() })
        }));
    }

    /// Answers a request as if it had come over the network.
    pub(crate) async fn call(&self, request: Request<Body>) -> Response {
        match self.0.get() {
            Some(api) => api(request).await,
            None => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        }
    }
}
